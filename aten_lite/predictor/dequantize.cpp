// (integer - zero point) * scale, for each element.
#include "aten_lite/predictor/dequantize.h"

#include <vector>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/quantizer.h"

namespace aten_lite::predictor {
namespace {

double element_of(const at::TensorBase& tensor, int64_t index) {
  const int64_t at = index * tensor.stride(0);
  switch (tensor.scalar_type()) {
    case c10::kFloat:
      return tensor.data_ptr<float>()[at];
    case c10::kDouble:
      return tensor.data_ptr<double>()[at];
    case c10::kInt:
      return tensor.data_ptr<int32_t>()[at];
    case c10::kLong:
      return static_cast<double>(tensor.data_ptr<int64_t>()[at]);
    default:
      AT_ERROR("scales of dtype ", c10::dtype_name(tensor.scalar_type()), " are not supported");
  }
}

template <typename T>
void dequantize_to(const at::TensorBase& tensor, float* target) {
  const at::Quantizer& quantizer = at::quantizer_of(tensor);
  const T* source = static_cast<const T*>(tensor.const_data_ptr());
  const auto sizes = tensor.sizes();
  std::vector<int64_t> index(sizes.size(), 0);
  double scale = quantizer.scale;
  double zero_point = static_cast<double>(quantizer.zero_point);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < sizes.size(); ++d) offset += index[d] * tensor.strides()[d];
    if (quantizer.is_per_channel()) {
      const int64_t channel = index[static_cast<size_t>(quantizer.axis)];
      scale = element_of(quantizer.scales, channel);
      zero_point = element_of(quantizer.zero_points, channel);
    }
    target[i] = static_cast<float>((static_cast<double>(source[offset].val_) - zero_point) * scale);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
  }
}

}  // namespace

at::TensorBase dequantized(const at::TensorBase& tensor) {
  const at::TensorBase result = at::detail::empty_cpu(tensor.sizes(), c10::kFloat);
  float* target = result.data_ptr<float>();
  switch (tensor.scalar_type()) {
    case c10::kQInt8:
      dequantize_to<c10::qint8>(tensor, target);
      break;
    case c10::kQUInt8:
      dequantize_to<c10::quint8>(tensor, target);
      break;
    case c10::kQInt32:
      dequantize_to<c10::qint32>(tensor, target);
      break;
    default:
      AT_ERROR("tensors of ", c10::dtype_name(tensor.scalar_type()), " cannot be dequantized");
  }
  return result;
}

}  // namespace aten_lite::predictor
