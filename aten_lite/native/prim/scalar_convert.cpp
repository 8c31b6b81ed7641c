// int(), float(), bool(), complex() of TorchScript, and numbers written in other bases.
#include <cerrno>
#include <cstdlib>
#include <string>

#include "ATen/ops/is_nonzero.h"
#include "ATen/ops/item.h"
#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

at::Scalar item_of(const IValue& value) {
  return value.isTensor() ? prim::Argument<const at::Tensor&>::get(value).item() : value.toScalar();
}

int64_t to_int(const at::Scalar& number) {
  return number.isFloatingPoint() ? truncate_to_integer(number.toDouble()) : number.toLong();
}

// A tensor may stand for a number only when it is one.
at::Scalar implicit_number(const at::Tensor& tensor) {
  TORCH_CHECK(tensor.dim() == 0,
              "Cannot input a tensor of dimension other than 0 as a scalar argument");
  return tensor.item();
}

std::string in_base(int64_t number, int base, const char* prefix) {
  uint64_t rest =
      number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[rest % static_cast<uint64_t>(base)]);
    rest /= static_cast<uint64_t>(base);
  } while (rest != 0);
  return (number < 0 ? "-" : "") + std::string(prefix) + digits;
}

double real_item(const IValue& value) { return item_of(value).toDouble(); }

}  // namespace

// Int.Tensor, Int.bool, Int.float, Int.Scalar
void convert_to_int(Stack& stack) {
  boxed(stack,
        [](const IValue& value) { return value.isInt() ? value.toInt() : to_int(item_of(value)); });
}
void convert_to_float(Stack& stack) {
  boxed(stack, [](const IValue& value) { return item_of(value).toDouble(); });
}
void convert_to_bool(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    if (value.isTensor()) return at::is_nonzero(prim::Argument<const at::Tensor&>::get(value));
    return value.toScalar().to<bool>();
  });
}
void convert_to_complex(Stack& stack) {
  boxed(stack, [](const IValue& value) { return item_of(value).toComplexDouble(); });
}
// Complex.float_int, Complex.Tensor_Tensor, ...
void complex_from_parts(Stack& stack) {
  boxed(stack, [](const IValue& real, const IValue& imaginary) {
    return Complex(real_item(real), real_item(imaginary));
  });
}

// The text must be the number and nothing else but leading blanks, as strtoll reads it.
void string_to_int(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    char* end = nullptr;
    errno = 0;
    const long long number = std::strtoll(text.c_str(), &end, 10);
    TORCH_CHECK(end != text.c_str() && end == text.c_str() + text.size(),
                "invalid literal for int() with base 10: '", text, "'");
    TORCH_CHECK(errno != ERANGE, "int() of '", text, "' does not fit 64 bits");
    return static_cast<int64_t>(number);
  });
}
void string_to_float(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    TORCH_CHECK(end != text.c_str() && end == text.c_str() + text.size(),
                "could not convert string to float: '", text, "'");
    return number;
  });
}

void implicit_int(Stack& stack) {
  boxed(stack, [](const at::Tensor& tensor) {
    const at::Scalar number = implicit_number(tensor);
    TORCH_CHECK(number.isIntegral(/*include_bool=*/true), "Cannot input a tensor of type ",
                tensor.scalar_type(), " as an integral argument");
    return number.toLong();
  });
}
void implicit_float(Stack& stack) {
  boxed(stack, [](const at::Tensor& tensor) { return implicit_number(tensor).toDouble(); });
}
void implicit_complex(Stack& stack) {
  boxed(stack, [](const at::Tensor& tensor) { return implicit_number(tensor).toComplexDouble(); });
}
void implicit_scalar(Stack& stack) {
  boxed(stack, [](const at::Tensor& tensor) { return implicit_number(tensor); });
}

void integer_bin(Stack& stack) {
  boxed(stack, [](int64_t number) { return in_base(number, 2, "0b"); });
}
void integer_oct(Stack& stack) {
  boxed(stack, [](int64_t number) { return in_base(number, 8, "0o"); });
}
void integer_hex(Stack& stack) {
  boxed(stack, [](int64_t number) { return in_base(number, 16, "0x"); });
}

// Strings of TorchScript are bytes: one character is one of 256.
void integer_chr(Stack& stack) {
  boxed(stack, [](int64_t code) {
    TORCH_CHECK(code >= 0 && code < 0x110000, "chr() arg not in range(0x110000), found ", code);
    return std::string(1, static_cast<char>(code));
  });
}
void string_ord(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    TORCH_CHECK(text.size() == 1, "String for ord() must be 1 character, found ", text.size());
    return int64_t{static_cast<unsigned char>(text[0])};
  });
}

}  // namespace at::native
