// quantize_per_tensor, quantize_per_channel, dequantize, and quantized tensors of integers.
#include "ATen/ops/_empty_affine_quantized.h"
#include "ATen/ops/_empty_per_channel_affine_quantized.h"
#include "ATen/ops/_make_per_channel_quantized_tensor.h"
#include "ATen/ops/_make_per_tensor_quantized_tensor.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/dequantize.h"
#include "ATen/ops/empty_quantized.h"
#include "ATen/ops/item.h"
#include "ATen/ops/quantize_per_channel.h"
#include "ATen/ops/quantize_per_tensor.h"
#include "ATen/ops/quantize_per_tensor_dynamic.h"
#include "ATen/ops/select.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/quantized/qparams.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {
namespace {

ScalarType quantized_dtype(const char* op, ScalarType integers) {
  switch (integers) {
    case kByte:
      return kQUInt8;
    case kChar:
      return kQInt8;
    case kInt:
      return kQInt32;
    default:
      TORCH_CHECK(false, op, ": a tensor of uint8, int8 or int32 is wanted, but got ",
                  c10::dtype_name(integers));
  }
}

MemoryFormat format_or_contiguous(std::optional<MemoryFormat> format) {
  return format.value_or(MemoryFormat::Contiguous);
}

}  // namespace

Tensor quantize_per_tensor(const Tensor& self, double scale, int64_t zero_point, ScalarType dtype) {
  const char* const op = "quantize_per_tensor";
  return quantize_tensor(op, self, dtype, per_tensor_quantizer(op, scale, zero_point, dtype));
}

Tensor quantize_per_tensor(const Tensor& self, const Tensor& scale, const Tensor& zero_point,
                           ScalarType dtype) {
  return native::quantize_per_tensor(self, scale.item().toDouble(), zero_point.item().toLong(),
                                     dtype);
}

std::vector<Tensor> quantize_per_tensor(TensorList tensors, const Tensor& scales,
                                        const Tensor& zero_points, ScalarType dtype) {
  const auto count = static_cast<int64_t>(tensors.size());
  TORCH_CHECK(scales.dim() == 1 && scales.numel() == count && zero_points.dim() == 1 &&
                  zero_points.numel() == count,
              "quantize_per_tensor: ", count,
              " tensors need as many scales and zero points, but "
              "got shapes ",
              scales.sizes(), " and ", zero_points.sizes());
  std::vector<Tensor> result;
  for (int64_t i = 0; i < count; ++i) {
    result.push_back(native::quantize_per_tensor(
        tensors[static_cast<size_t>(i)], scales.select(0, i), zero_points.select(0, i), dtype));
  }
  return result;
}

Tensor quantize_per_tensor_dynamic(const Tensor& self, ScalarType dtype, bool reduce_range) {
  const char* const op = "quantize_per_tensor_dynamic";
  if (dtype == kHalf) return self.to(kHalf);
  TORCH_CHECK(dtype == kQInt8 || dtype == kQUInt8, op,
              ": dtype must be qint8, quint8 or float16, "
              "but is ",
              c10::dtype_name(dtype));
  const QuantizationParameters p = choose_parameters(op, self, dtype, reduce_range);
  return quantize_tensor(op, self, dtype, per_tensor_quantizer(op, p.scale, p.zero_point, dtype));
}

Tensor quantize_per_channel(const Tensor& self, const Tensor& scales, const Tensor& zero_points,
                            int64_t axis, ScalarType dtype) {
  const char* const op = "quantize_per_channel";
  return quantize_tensor(op, self, dtype,
                         per_channel_quantizer(op, scales, zero_points, axis, self.sizes(), dtype));
}

Tensor dequantize(const Tensor& self) {
  return self.is_quantized() ? dequantize_tensor(self) : self.to(kFloat);
}

std::vector<Tensor> dequantize(TensorList tensors) {
  std::vector<Tensor> result;
  for (const Tensor& tensor : tensors) result.push_back(native::dequantize(tensor));
  return result;
}

c10::IValue dequantize_any(const c10::IValue& tensors) {
  if (tensors.isTensor()) return native::dequantize(tensors.toTensor());
  if (tensors.isTensorList()) return native::dequantize(tensors.toTensorVector());
  TORCH_CHECK(tensors.isTuple(),
              "dequantize: a tensor, or a list or tuple of tensors, is wanted, "
              "but got ",
              tensors.tagKind());
  std::vector<c10::IValue> elements;
  for (const c10::IValue& element : tensors.toTupleRef().elements()) {
    elements.push_back(dequantize_any(element));
  }
  return c10::ivalue::Tuple::create(std::move(elements));
}

Tensor _make_per_tensor_quantized_tensor(const Tensor& self, double scale, int64_t zero_point) {
  const char* const op = "_make_per_tensor_quantized_tensor";
  const ScalarType dtype = quantized_dtype(op, self.scalar_type());
  return quantized_of(self.clone(), dtype, per_tensor_quantizer(op, scale, zero_point, dtype));
}

Tensor _make_per_channel_quantized_tensor(const Tensor& self, const Tensor& scale,
                                          const Tensor& zero_point, int64_t axis) {
  const char* const op = "_make_per_channel_quantized_tensor";
  const ScalarType dtype = quantized_dtype(op, self.scalar_type());
  return quantized_of(self.clone(), dtype,
                      per_channel_quantizer(op, scale, zero_point, axis, self.sizes(), dtype));
}

Tensor _empty_affine_quantized(IntArrayRef size, std::optional<ScalarType> dtype,
                               std::optional<Layout> layout, std::optional<Device> device,
                               std::optional<bool> pin_memory, double scale, int64_t zero_point,
                               std::optional<MemoryFormat> memory_format) {
  const char* const op = "_empty_affine_quantized";
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_quantized(size, type, per_tensor_quantizer(op, scale, zero_point, type),
                        format_or_contiguous(memory_format));
}

Tensor _empty_per_channel_affine_quantized(
    IntArrayRef size, const Tensor& scales, const Tensor& zero_points, int64_t axis,
    std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device,
    std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  const char* const op = "_empty_per_channel_affine_quantized";
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_quantized(size, type,
                        per_channel_quantizer(op, scales, zero_points, axis, size, type),
                        format_or_contiguous(memory_format));
}

Tensor empty_quantized(IntArrayRef size, const Tensor& qtensor, std::optional<ScalarType> dtype,
                       std::optional<Layout> layout, std::optional<Device> device,
                       std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  const char* const op = "empty_quantized";
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, qtensor.scalar_type());
  const Quantizer& q = quantizer_of(qtensor);
  const QuantizerPtr quantizer =
      q.is_per_channel()
          ? per_channel_quantizer(op, Tensor(q.scales.getIntrusivePtr()),
                                  Tensor(q.zero_points.getIntrusivePtr()), q.axis, size, type)
          : per_tensor_quantizer(op, q.scale, q.zero_point, type);
  return make_quantized(size, type, quantizer, format_or_contiguous(memory_format));
}

}  // namespace at::native
