// Implements embedding_table.h, and how the class is saved: (1, [weight], [], [bits]).
#include "aten_lite/native/quantized/embedding_table.h"

#include <cstring>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {
namespace {

using c10::IValue;

int64_t parameter_bytes(int64_t bits) { return bits == 8 ? 8 : 4; }

int64_t bits_of(const char* op, const Tensor& weight) {
  TORCH_CHECK(
      weight.dim() == 2 && (weight.scalar_type() == kQUInt8 || weight.scalar_type() == kQUInt4x2),
      op, ": the weight must be a matrix of quint8 or quint4x2, but is ",
      c10::dtype_name(weight.scalar_type()), " of shape ", weight.sizes());
  return weight.scalar_type() == kQUInt8 ? 8 : 4;
}

Tensor packed_rows(const char* op, const Tensor& weight, int64_t bits) {
  const Quantizer& q = quantizer_of(weight);
  TORCH_CHECK(q.scheme == QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS && q.axis == 0, op,
              ": the weight must have a real scale and zero point for each row");
  TORCH_CHECK(weight.is_contiguous(), op, ": the weight must be contiguous");
  const int64_t rows = weight.size(0);
  const int64_t columns = weight.size(1);
  TORCH_CHECK(columns % (8 / bits) == 0, op, ": rows of ", columns,
              " elements do not fill whole bytes");
  const int64_t data_bytes = columns * bits / 8;
  const Tensor scales = Tensor(q.scales.getIntrusivePtr()).to(kFloat).contiguous();
  const Tensor zero_points = Tensor(q.zero_points.getIntrusivePtr()).to(kFloat).contiguous();
  TORCH_CHECK(scales.numel() == rows && zero_points.numel() == rows, op, ": ", rows, " rows have ",
              scales.numel(), " scales and ", zero_points.numel(), " zero points");
  Tensor packed = make_tensor({rows, EmbeddingTable::row_bytes(columns, bits)}, kByte);
  const auto* from = static_cast<const uint8_t*>(weight.const_data_ptr());
  auto* to = packed.mutable_data_ptr<uint8_t>();
  for (int64_t row = 0; row < rows; ++row) {
    std::memcpy(to, from, static_cast<size_t>(data_bytes));
    from += data_bytes;
    to += data_bytes;
    const float scale = scales.const_data_ptr<float>()[row];
    const float bias = -zero_points.const_data_ptr<float>()[row] * scale;
    if (bits == 8) {
      const float parameters[2] = {scale, bias};
      std::memcpy(to, parameters, sizeof(parameters));
    } else {
      const c10::Half parameters[2] = {c10::Half(scale), c10::Half(bias)};
      std::memcpy(to, parameters, sizeof(parameters));
    }
    to += parameter_bytes(bits);
  }
  return packed;
}

}  // namespace

int64_t EmbeddingTable::row_bytes(int64_t columns, int64_t bits) {
  return columns * bits / 8 + parameter_bytes(bits);
}

EmbeddingTable::EmbeddingTable(const char* op, const Tensor& packed, int64_t bits)
    : packed_(packed.contiguous()), bits_(bits), columns_(0) {
  TORCH_CHECK(
      packed.dim() == 2 && packed.scalar_type() == kByte && packed.size(1) >= parameter_bytes(bits),
      op, ": the packed weight must be a matrix of uint8 with at least ", parameter_bytes(bits),
      " columns, but is ", c10::dtype_name(packed.scalar_type()), " of shape ", packed.sizes());
  columns_ = (packed.size(1) - parameter_bytes(bits)) * 8 / bits;
}

void EmbeddingTable::add_row(int64_t row, float weight, float* to) const {
  const uint8_t* const data = packed_.const_data_ptr<uint8_t>() + row * packed_.size(1);
  const uint8_t* const parameters = data + columns_ * bits_ / 8;
  float scale = 0;
  float bias = 0;
  if (bits_ == 8) {
    std::memcpy(&scale, parameters, sizeof(scale));
    std::memcpy(&bias, parameters + sizeof(scale), sizeof(bias));
  } else {
    c10::Half halves[2];
    std::memcpy(static_cast<void*>(halves), parameters, sizeof(halves));
    scale = halves[0];
    bias = halves[1];
  }
  scale *= weight;
  bias *= weight;
  const int64_t per_byte = 8 / bits_;
  const int mask = (1 << bits_) - 1;
  for (int64_t i = 0; i < columns_; ++i) {
    const int shift = static_cast<int>(i % per_byte * bits_);
    to[i] += static_cast<float>((data[i / per_byte] >> shift) & mask) * scale + bias;
  }
}

EmbeddingPackedParams::EmbeddingPackedParams(const char* op, const Tensor& weight)
    : weight_(weight),
      bits_(bits_of(op, weight)),
      table_(op, packed_rows(op, weight, bits_), bits_) {}

const EmbeddingTable& EmbeddingPackedParams::table(const char* op, int64_t bits) const {
  TORCH_CHECK(bits == bits_, op, ": the packed weight has ", bits_, " bits an element, not ", bits);
  return table_;
}

namespace {

c10::intrusive_ptr<torch::CustomClassHolder> load(IValue state) {
  constexpr const char* kOp = "packed embedding parameters";
  TORCH_CHECK(state.isTuple() && state.toTupleRef().size() == 4, kOp,
              ": the model holds no tuple of a version, tensors, numbers and a bit rate");
  const auto& v = state.toTupleRef().elements();
  TORCH_CHECK(v[0].isInt() && v[0].toInt() == 1, kOp, ": the model holds version ", v[0],
              "; 1 is known");
  const std::vector<Tensor> tensors = v[1].toTensorVector();
  const std::vector<int64_t> numbers = v[3].toIntVector();
  TORCH_CHECK(tensors.size() == 1 && numbers.size() == 1, kOp, ": the model holds ", tensors.size(),
              " tensors and ", numbers.size(), " numbers");
  auto result = c10::make_intrusive<EmbeddingPackedParams>(kOp, tensors[0]);
  TORCH_CHECK(result->bits() == numbers[0], kOp, ": the model holds a weight of ", result->bits(),
              " bits and says ", numbers[0]);
  return result;
}

IValue save(const torch::CustomClassHolder& object) {
  const auto& params = static_cast<const EmbeddingPackedParams&>(object);
  return c10::ivalue::Tuple::create(
      {IValue(int64_t{1}), IValue(std::vector<Tensor>{params.weight()}),
       IValue(std::vector<double>()), IValue(std::vector<int64_t>{params.bits()})});
}

}  // namespace

ATEN_LITE_CUSTOM_CLASS(quantized_embedding_params, EmbeddingPackedParams::kQualifiedName, load,
                       save)

}  // namespace at::native
