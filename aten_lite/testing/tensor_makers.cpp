// Tensors made by hand: element by element, without operators.
#include "aten_lite/testing/tensor_makers.h"

#include <cstring>

#include "aten_lite/core/storage.h"

namespace aten_lite::testing {
namespace {

constexpr unsigned char kGap = 0xa5;

template <typename T>
T count_value(int64_t i) {
  if constexpr (std::is_same<T, bool>::value) {
    return i != 0;
  } else if constexpr (std::is_arithmetic<T>::value) {
    return static_cast<T>(i);
  } else {
    return T(static_cast<float>(i));
  }
}

}  // namespace

at::Tensor counted(at::IntArrayRef sizes, c10::ScalarType dtype) {
  at::Tensor result(at::detail::empty_cpu(sizes, dtype));
  const auto fill = [&](auto zero) {
    using T = decltype(zero);
    T* out = result.mutable_data_ptr<T>();
    for (const auto i : c10::irange(result.numel())) out[i] = count_value<T>(i);
  };
  switch (dtype) {
#define ATEN_LITE_CASE(T, Name) \
  case c10::ScalarType::Name:   \
    fill(T());                  \
    break;
    ATEN_LITE_CASE(uint8_t, Byte)
    ATEN_LITE_CASE(int8_t, Char)
    ATEN_LITE_CASE(int16_t, Short)
    ATEN_LITE_CASE(int32_t, Int)
    ATEN_LITE_CASE(int64_t, Long)
    ATEN_LITE_CASE(c10::Half, Half)
    ATEN_LITE_CASE(float, Float)
    ATEN_LITE_CASE(double, Double)
    ATEN_LITE_CASE(c10::complex<float>, ComplexFloat)
    ATEN_LITE_CASE(c10::complex<double>, ComplexDouble)
    ATEN_LITE_CASE(bool, Bool)
    ATEN_LITE_CASE(c10::BFloat16, BFloat16)
#undef ATEN_LITE_CASE
    default:
      TORCH_CHECK(false, "counted: no numbers of type ", dtype);
  }
  return result;
}

at::Tensor with_strides(const at::Tensor& tensor, at::IntArrayRef strides) {
  TORCH_CHECK(strides.size() == tensor.sizes().size(), "with_strides: ", strides.size(),
              " strides for sizes ", tensor.sizes());
  at::Tensor result(at::detail::empty_strided_cpu(tensor.sizes(), strides, tensor.scalar_type()));
  if (tensor.numel() == 0) return result;
  const int64_t item = tensor.element_size();
  char* to = static_cast<char*>(result.mutable_data_ptr());
  const char* from = static_cast<const char*>(tensor.const_data_ptr());
  std::memset(result.storage().mutable_data(), kGap, result.storage().nbytes());
  std::vector<int64_t> index(strides.size());
  for (;;) {
    int64_t source = 0;
    int64_t target = 0;
    for (const auto i : c10::irange(index.size())) {
      source += index[i] * tensor.strides()[i];
      target += index[i] * strides[i];
    }
    std::memcpy(to + target * item, from + source * item, static_cast<size_t>(item));
    size_t dim = index.size();
    while (dim > 0 && ++index[dim - 1] == tensor.sizes()[dim - 1]) index[--dim] = 0;
    if (dim == 0) return result;
  }
}

at::Tensor spread_out(const at::Tensor& tensor) {
  std::vector<int64_t> strides(tensor.sizes().size());
  int64_t step = 2;
  for (size_t dim = strides.size(); dim-- > 0;) {
    strides[dim] = step;
    step *= tensor.sizes()[dim];
  }
  return with_strides(tensor, strides);
}

at::Tensor channels_last(const at::Tensor& tensor) {
  TORCH_CHECK(tensor.dim() == 4, "channels_last: a tensor of ", tensor.dim(), " dimensions");
  const int64_t c = tensor.size(1), h = tensor.size(2), w = tensor.size(3);
  return with_strides(tensor, {h * w * c, 1, w * c, c});
}

}  // namespace aten_lite::testing
