// The first values of tensors, lists, tuples and dicts.
#include "aten_lite/predictor/print_values.h"

#include <iomanip>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "aten_lite/predictor/dequantize.h"

namespace aten_lite::predictor {
namespace {

constexpr int kDecimals = 3;
// A model can return a list that contains itself.
constexpr int kMaxDepth = 100;

template <typename T>
std::string number_text(T value) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(kDecimals) << value;
  return text.str();
}

template <typename T>
std::string element_text(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(static_cast<int64_t>(value));
  } else if constexpr (std::is_same_v<T, c10::ComplexHalf>) {
    return number_text(
        c10::complex<float>(static_cast<float>(value.real_), static_cast<float>(value.imag_)));
  } else if constexpr (std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>) {
    return number_text(static_cast<float>(value));
  } else if constexpr (std::is_constructible_v<c10::complex<double>, T>) {
    return number_text(value);
  } else {
    return std::to_string(static_cast<int64_t>(value.val_));
  }
}

class Printer {
 public:
  Printer(std::ostream& out, int count) : out_(out), left_(count) {}

  void print(const c10::IValue& value, int depth) {
    if (left_ <= 0 || depth > kMaxDepth) return;
    if (value.isTensor()) {
      print_tensor(value.toTensor());
    } else if (value.isTuple()) {
      for (const c10::IValue& element : value.toTupleRef().elements()) print(element, depth + 1);
    } else if (value.isList()) {
      for (const c10::IValue& element : value.toListRef()) print(element, depth + 1);
    } else if (value.isGenericDict()) {
      for (const auto& entry : value.toGenericDict()) {
        print(entry.key(), depth + 1);
        print(entry.value(), depth + 1);
      }
    } else {
      print_plain(value);
    }
  }

 private:
  void line(const std::string& text) {
    if (left_-- > 0) out_ << text << "\n";
  }

  void print_plain(const c10::IValue& value) {
    if (value.isDouble()) {
      line(element_text(value.toDouble()));
    } else if (value.isInt()) {
      line(element_text(value.toInt()));
    } else if (value.isBool()) {
      line(element_text(value.toBool()));
    } else if (value.isComplexDouble()) {
      line(element_text(value.toComplexDouble()));
    } else if (value.isString()) {
      line(value.toStringRef());
    } else if (value.isDevice()) {
      line(value.toDevice().str());
    } else if (value.isNone()) {
      line("None");
    } else {
      line("<" + value.type()->annotation_str() + ">");
    }
  }

  template <typename T>
  void print_elements(const at::TensorBase& tensor) {
    const T* data = static_cast<const T*>(tensor.const_data_ptr());
    const auto sizes = tensor.sizes();
    std::vector<int64_t> index(sizes.size(), 0);
    for (int64_t i = 0; i < tensor.numel() && left_ > 0; ++i) {
      int64_t offset = 0;
      for (size_t d = 0; d < sizes.size(); ++d) offset += index[d] * tensor.strides()[d];
      line(element_text<T>(data[offset]));
      for (size_t d = sizes.size(); d-- > 0;) {
        if (++index[d] < sizes[d]) break;
        index[d] = 0;
      }
    }
  }

  void print_tensor(const at::TensorBase& tensor) {
    if (!tensor.defined()) return line("<undefined tensor>");
    if (tensor.is_quantized()) return print_tensor(dequantized(tensor));
    switch (tensor.scalar_type()) {
#define ATEN_LITE_PRINT(type, name, number) \
  case c10::ScalarType::name:               \
    return print_elements<type>(tensor);
      ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_PRINT)
#undef ATEN_LITE_PRINT
      default:
        return line("<tensor of an undefined type>");
    }
  }

  std::ostream& out_;
  int left_;
};

}  // namespace

void print_first_values(std::ostream& out, const c10::IValue& value, int count) {
  Printer(out, count).print(value, 0);
}

}  // namespace aten_lite::predictor
