// The class of a quantized linear layer's weights: quantized.LinearPackedParamsBase, with a weight
// of qint8, or of numbers that are rounded to float16.
//
// Weights are packed when the object is made; it does not change afterwards, and may be used by
// several threads at once.
#pragma once

#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/internal/gemm.h"
#include "aten_lite/native/quantized/packed_weight.h"

namespace at::native {

class LinearPackedParams final : public torch::CustomClassHolder {
 public:
  static constexpr const char* kQualifiedName =
      "__torch__.torch.classes.quantized.LinearPackedParamsBase";

  // `weight` is [outputs, inputs]: quantized, or of real numbers for the float16 form.
  LinearPackedParams(const char* op, const Tensor& weight, const std::optional<Tensor>& bias);

  const char* qualified_name() const override { return kQualifiedName; }
  bool is_float16() const { return half_.has_value(); }
  const Tensor& weight() const { return weight_; }
  std::optional<Tensor> bias() const;

  // A quantized input [..., inputs] gives a quantized result [..., outputs].
  Tensor run(const char* op, const Tensor& input, double scale, int64_t zero_point,
             bool relu) const;
  // A float32 input, quantized by its range (or as it is, with a float16 weight); a float32 result.
  // All 256 steps are used, as with qnnpack: sums of int32 have no need of a reduced range.
  Tensor run_dynamic(const char* op, const Tensor& input, bool relu) const;
  Tensor run_float16(const char* op, const Tensor& input, bool relu) const;

 private:
  DimVector output_sizes(const char* op, const Tensor& input) const;
  const PackedIntegers& packed(const char* op) const;
  // Calls f(row, sums) with the outputs' sums of each row of a contiguous quantized input.
  void sums(const char* op, const Tensor& input,
            const std::function<void(int64_t row, const int32_t* sums)>& f) const;

  Tensor weight_;
  Tensor bias_;
  std::vector<double> scales_;
  std::optional<PackedIntegers> packed_;
  std::optional<internal::PackedMatrix> half_;
};

}  // namespace at::native
