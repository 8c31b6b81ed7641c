#include "aten_lite/core/print.h"

#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <vector>

#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/recursion_limit.h"

namespace at {
namespace {

// Puts a stream's number format back when it goes out of scope.
class FormatGuard {
 public:
  explicit FormatGuard(std::ostream& out) : out_(out), saved_(nullptr) { saved_.copyfmt(out); }
  ~FormatGuard() { out_.copyfmt(saved_); }

 private:
  std::ostream& out_;
  std::ios saved_;
};

// How the numbers of one matrix are printed.
struct Format {
  double scale = 1;
  int width = 0;
};

// Reads any element as the double that is printed for it.
class Elements {
 public:
  explicit Elements(const Tensor& tensor) : tensor_(tensor) {}

  double at(int64_t offset) const {
    const ScalarType type = c10::toUnderlying(tensor_.scalar_type());
    if (c10::isComplexType(type)) {
      return type == kComplexDouble ? element<c10::complex<double>>(offset).real()
             : type == kComplexFloat
                 ? element<c10::complex<float>>(offset).real()
                 : static_cast<double>(static_cast<float>(element<c10::ComplexHalf>(offset).real_));
    }
    return AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, type, "print", [&] {
      return static_cast<double>(element<scalar_t>(offset));
    });
  }
  // All elements of the sub-tensor that starts at `offset` and spans the dimensions from `dim` on.
  std::vector<double> from(int64_t offset, int64_t dim) const {
    std::vector<double> values;
    collect(offset, dim, values);
    return values;
  }

 private:
  template <typename T>
  const T& element(int64_t offset) const {
    return static_cast<const T*>(tensor_.data_ptr())[offset];
  }
  void collect(int64_t offset, int64_t dim, std::vector<double>& values) const {
    if (dim == tensor_.dim()) {
      values.push_back(at(offset));
      return;
    }
    for (int64_t i = 0; i < tensor_.sizes()[dim]; ++i) {
      collect(offset + i * tensor_.strides()[dim], dim + 1, values);
    }
  }

  const Tensor& tensor_;
};

int decimal_exponent(double value) {
  return value == 0 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
}

// Chooses one format for all values and sets the stream to it.
Format choose_format(std::ostream& out, const std::vector<double>& values) {
  bool integers = true;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    integers &= value == std::ceil(value);
    smallest = std::min(smallest, std::fabs(value));
    largest = std::max(largest, std::fabs(value));
  }
  if (std::isinf(smallest)) smallest = 0;
  const int exponent_min = decimal_exponent(smallest);
  const int exponent_max = decimal_exponent(largest);
  Format format;
  if (integers) {
    if (exponent_max > 9) {
      format.width = 11;
      out << std::scientific << std::setprecision(4);
    } else {
      format.width = exponent_max + 1;
      out << std::defaultfloat;
    }
  } else if (exponent_max - exponent_min > 4) {
    format.width = exponent_max > 99 || exponent_min > 99 || exponent_min < -99 ? 12 : 11;
    out << std::scientific << std::setprecision(4);
  } else {
    out << std::fixed << std::setprecision(4);
    if (exponent_max > 5 || exponent_max < 0) {
      format.width = 7;
      format.scale = std::pow(10.0, exponent_max - 1);
    } else {
      format.width = exponent_max == 0 ? 7 : exponent_max + 6;
    }
  }
  return format;
}

void print_scale(std::ostream& out, double scale) {
  const FormatGuard guard(out);
  out << std::defaultfloat << scale << " *\n";
}

void print_indent(std::ostream& out, int indent) {
  for (int i = 0; i < indent; ++i) out << ' ';
}

// The last two dimensions, in blocks of as many columns as fit.
void print_matrix(std::ostream& out, const Tensor& tensor, int64_t offset, int64_t line_size,
                  int indent) {
  const int64_t rows = tensor.size(-2);
  const int64_t columns = tensor.size(-1);
  const Elements elements(tensor);
  const FormatGuard guard(out);
  const Format format = choose_format(out, elements.from(offset, tensor.dim() - 2));
  const int64_t per_block = std::max<int64_t>(1, (line_size - indent) / (format.width + 1));
  for (int64_t first = 0; first < columns; first += per_block) {
    const int64_t last = std::min(columns, first + per_block) - 1;
    if (per_block < columns) {
      if (first != 0) out << '\n';
      out << "Columns " << first + 1 << " to " << last + 1;
      print_indent(out, indent);
    }
    if (format.scale != 1) {
      print_scale(out, format.scale);
      print_indent(out, indent);
    }
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = first; column <= last; ++column) {
        const int64_t at = offset + row * tensor.stride(-2) + column * tensor.stride(-1);
        out << std::setw(format.width) << elements.at(at) / format.scale;
        out << (column == last ? '\n' : ' ');
      }
      if (row + 1 < rows) print_indent(out, format.scale != 1 ? indent + 1 : indent);
    }
  }
}

void print_slices(std::ostream& out, const Tensor& tensor, int64_t line_size) {
  const int64_t outer = tensor.dim() - 2;
  std::vector<int64_t> index(static_cast<size_t>(outer), 0);
  bool first = true;
  for (;;) {
    int64_t offset = 0;
    if (!first) out << '\n';
    first = false;
    out << '(';
    for (int64_t d = 0; d < outer; ++d) {
      offset += index[d] * tensor.strides()[d];
      out << index[d] + 1 << ',';
    }
    out << ".,.) = \n";
    print_matrix(out, tensor, offset, line_size, 1);
    int64_t d = outer - 1;
    while (d >= 0 && ++index[d] == tensor.sizes()[d]) index[d--] = 0;
    if (d < 0) return;
  }
}

}  // namespace

std::ostream& print(std::ostream& out, const Tensor& tensor, int64_t line_size) {
  if (!tensor.defined()) return out << "[ Tensor (undefined) ]";
  const FormatGuard guard(out);
  if (tensor.dim() == 0) {
    out << std::defaultfloat << Elements(tensor).at(0) << '\n';
  } else if (tensor.numel() != 0 && tensor.dim() == 1) {
    const std::vector<double> values = Elements(tensor).from(0, 0);
    const Format format = choose_format(out, values);
    if (format.scale != 1) print_scale(out, format.scale);
    for (const double value : values) {
      out << std::setw(format.width) << value / format.scale << '\n';
    }
  } else if (tensor.numel() != 0 && tensor.dim() == 2) {
    print_matrix(out, tensor, 0, line_size, 0);
  } else if (tensor.numel() != 0) {
    print_slices(out, tensor, line_size);
  }
  out << "[ " << tensor.toString() << '{';
  for (int64_t d = 0; d < tensor.dim(); ++d) out << (d == 0 ? "" : ",") << tensor.sizes()[d];
  return out << "} ]";
}

std::ostream& operator<<(std::ostream& out, const Tensor& tensor) { return print(out, tensor, 80); }

}  // namespace at

namespace c10 {
namespace {

void print_double(std::ostream& out, double value) {
  // A whole number is told from an int by its point.
  if (std::isfinite(value) && std::fabs(value) < 1e10 && value == std::trunc(value)) {
    out << static_cast<int64_t>(value) << '.';
    return;
  }
  const auto precision = out.precision();
  out << std::setprecision(std::numeric_limits<double>::max_digits10) << value
      << std::setprecision(static_cast<int>(precision));
}

template <typename Values>
void print_values(std::ostream& out, const Values& values) {
  const detail::RecursionLimit limit;
  const char* separator = "";
  for (const IValue& value : values) {
    out << separator << value;
    separator = ", ";
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const IValue& value) {
  switch (value.tag()) {
    case IValue::Tag::None:
      return out << "None";
    case IValue::Tag::Int:
      return out << value.toInt();
    case IValue::Tag::Bool:
      return out << (value.toBool() ? "True" : "False");
    case IValue::Tag::Double:
      print_double(out, value.toDouble());
      return out;
    case IValue::Tag::ComplexDouble: {
      const complex<double> z = value.toComplexDouble();
      print_double(out, z.real());
      if (!(z.imag() < 0)) out << '+';
      print_double(out, z.imag());
      return out << 'j';
    }
    case IValue::Tag::Device:
      return out << value.toDevice();
    case IValue::Tag::Tensor:
      return at::operator<<(out, value.toTensor());
    case IValue::Tag::String:
      return out << value.toStringRef();
    case IValue::Tag::GenericList:
      out << '[';
      print_values(out, value.toListRef());
      return out << ']';
    case IValue::Tag::Tuple: {
      const auto& elements = value.toTupleRef().elements();
      out << '(';
      print_values(out, elements);
      return out << (elements.size() == 1 ? ",)" : ")");
    }
    case IValue::Tag::GenericDict: {
      const detail::RecursionLimit limit;
      out << '{';
      const char* separator = "";
      for (const auto& entry : value.toGenericDict().impl()->entries) {
        out << separator << entry.first << ": " << entry.second;
        separator = ", ";
      }
      return out << '}';
    }
    case IValue::Tag::Object:
      return out << '<' << value.toObjectRef().name() << " object>";
    case IValue::Tag::Capsule:
      return out << '<' << value.toCustomClassRef().qualified_name() << " object>";
    case IValue::Tag::Storage:
      return out << "<Storage of " << value.toStorage().nbytes() << " bytes>";
    case IValue::Tag::Stream:
      return out << "<Stream " << value.toStream().id() << " of " << value.toStream().device()
                 << '>';
    case IValue::Tag::Generator:
      return out << "<Generator>";
  }
  return out;
}

}  // namespace c10
