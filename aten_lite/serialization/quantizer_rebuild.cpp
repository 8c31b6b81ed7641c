// Checks and sets the quantizers of a file's tensors.
#include "aten_lite/serialization/quantizer_rebuild.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/core/quantizer.h"

namespace aten_lite::serialization {
namespace {

// The range of the integers that a quantized type stores.
std::pair<int64_t, int64_t> stored_range(c10::ScalarType dtype, const std::string& where) {
  switch (dtype) {
    case c10::kQInt8:
      return {-128, 127};
    case c10::kQUInt8:
      return {0, 255};
    case c10::kQInt32:
      return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
    default:
      AT_ERROR(where, ": quantized tensors of ", c10::dtype_name(dtype),
               " cannot be read; qint8, quint8 and qint32 can");
  }
}

void set_per_tensor(const at::TensorBase& tensor, const QuantizerFields& fields,
                    const std::string& where) {
  const double scale = fields.scale;
  const int64_t zero_point = fields.zero_point;
  const auto range = stored_range(tensor.scalar_type(), where);
  TORCH_CHECK(std::isfinite(scale) && scale > 0, where, ": the scale of a quantized tensor is ",
              scale, "; it must be positive");
  TORCH_CHECK(zero_point >= range.first && zero_point <= range.second, where,
              ": the zero point of a quantized tensor is ", zero_point, ", which is no value of ",
              c10::dtype_name(tensor.scalar_type()));
  tensor.unsafeGetTensorImpl()->set_quantizer(
      c10::make_intrusive<at::Quantizer>(fields.scheme, scale, zero_point));
}

void set_per_channel(const at::TensorBase& tensor, const QuantizerFields& fields,
                     const std::string& where) {
  const at::TensorBase& scales = fields.scales;
  const at::TensorBase& zero_points = fields.zero_points;
  const int64_t axis = fields.axis;
  stored_range(tensor.scalar_type(), where);
  TORCH_CHECK(axis >= 0 && axis < tensor.dim(), where, ": a quantized tensor of ", tensor.dim(),
              " dimensions has scales along dimension ", axis);
  const int64_t channels = tensor.size(axis);
  const bool float_parameters = fields.scheme == at::QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS;
  TORCH_CHECK(scales.dim() == 1 && scales.numel() == channels && scales.is_floating_point() &&
                  zero_points.dim() == 1 && zero_points.numel() == channels &&
                  (float_parameters ? zero_points.is_floating_point()
                                    : c10::isIntegralType(zero_points.scalar_type(), false)),
              where, ": a quantized tensor with ", channels, " channels has scales of ",
              scales.sizes(), " and zero points of ", zero_points.sizes());
  tensor.unsafeGetTensorImpl()->set_quantizer(
      c10::make_intrusive<at::Quantizer>(fields.scheme, scales, zero_points, axis));
}

}  // namespace

bool is_quantizer_per_channel(at::QScheme scheme) {
  return scheme != at::QScheme::PER_TENSOR_AFFINE && scheme != at::QScheme::PER_TENSOR_SYMMETRIC;
}

at::QScheme checked_qscheme(int64_t number, const std::string& where) {
  TORCH_CHECK(
      number >= 0 && number <= static_cast<int64_t>(at::QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS),
      where, ": a quantized tensor has scheme ", number, ", which does not exist");
  return static_cast<at::QScheme>(number);
}

void set_quantizer(const at::TensorBase& tensor, const QuantizerFields& fields,
                   const std::string& where) {
  TORCH_CHECK(tensor.is_quantized(), where, ": a tensor of ", c10::dtype_name(tensor.scalar_type()),
              " cannot be quantized");
  if (is_quantizer_per_channel(fields.scheme)) {
    set_per_channel(tensor, fields, where);
  } else {
    set_per_tensor(tensor, fields, where);
  }
}

void set_quantizer(const at::TensorBase& tensor, const PickleCell& parameters,
                   const std::string& where) {
  TORCH_CHECK(parameters.is_value() && parameters.value.isTuple() &&
                  parameters.value.toTupleRef().size() > 0 &&
                  parameters.value.toTupleRef().elements()[0].isInt(),
              where, ": a quantized tensor has no scheme, scale and zero point");
  const std::vector<c10::IValue>& parts = parameters.value.toTupleRef().elements();
  QuantizerFields fields;
  fields.scheme = checked_qscheme(parts[0].toInt(), where);
  if (is_quantizer_per_channel(fields.scheme)) {
    TORCH_CHECK(parts.size() == 4 && parts[1].isTensor() && parts[2].isTensor() && parts[3].isInt(),
                where, ": a quantized tensor has no scales, zero points and axis");
    fields.scales = parts[1].toTensor();
    fields.zero_points = parts[2].toTensor();
    fields.axis = parts[3].toInt();
  } else {
    TORCH_CHECK(parts.size() == 3 && parts[1].isDouble() && parts[2].isInt(), where,
                ": a quantized tensor has no scale and zero point");
    fields.scale = parts[1].toDouble();
    fields.zero_point = parts[2].toInt();
  }
  set_quantizer(tensor, fields, where);
}

}  // namespace aten_lite::serialization
