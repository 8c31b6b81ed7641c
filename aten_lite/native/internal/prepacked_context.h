// Operators that hold their weights: what optimize_for_mobile puts into a model in place of linear
// and conv2d.
//
// A context is made when the model is loaded, from the tuple that the file holds, or at run time by
// a *_prepack operator. Weights are packed once. Running one checks its input as aten::linear and
// aten::conv2d do. A context does not change once it is made, and may run on several threads at
// once.
#pragma once

#include <optional>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/internal/convolution.h"
#include "aten_lite/native/internal/gemm.h"

namespace at::native {

// The range that results are cut to: a fused activation.
struct PrepackedClamp {
  std::optional<Scalar> lower;
  std::optional<Scalar> upper;
};

class LinearOpContext final : public torch::CustomClassHolder {
 public:
  static constexpr const char* kQualifiedName = "__torch__.torch.classes.xnnpack.LinearOpContext";

  LinearOpContext(Tensor weight, Tensor bias, PrepackedClamp clamp);

  const char* qualified_name() const override { return kQualifiedName; }
  Tensor run(const Tensor& input) const;
  c10::IValue state() const;

 private:
  Tensor weight_;
  Tensor bias_;
  PrepackedClamp clamp_;
  internal::PackedMatrix packed_;
};

// The arguments of a convolution, as lists that live as long as the context.
struct PrepackedConvParameters {
  std::vector<int64_t> stride;
  std::vector<int64_t> padding;
  std::vector<int64_t> output_padding;  // of transposed convolutions
  std::vector<int64_t> dilation;
  int64_t groups = 1;
};

class ConvOpContextBase : public torch::CustomClassHolder {
 public:
  ConvOpContextBase(bool transposed, Tensor weight, Tensor bias, PrepackedConvParameters parameters,
                    PrepackedClamp clamp);

  Tensor run(const Tensor& input) const;

  // For prepared code: the result is channels last in memory, whatever the input is. An addend that
  // is defined has the result's shape, and is added before the clamp. Not for transposed
  // convolutions.
  Tensor run_channels_last(const Tensor& input, const Tensor& addend = {}) const;
  // Whether that is faster than run() on contiguous tensors: not for groups of a few channels.
  bool prefers_channels_last() const;

 protected:
  Tensor weight_;
  Tensor bias_;
  PrepackedConvParameters parameters_;
  PrepackedClamp clamp_;

 private:
  Tensor run_as(MemoryFormat format, const Tensor& input, const Tensor& addend) const;

  bool transposed_;
  std::optional<PackedConvWeights> packed_;  // once the weight is checked
};

class Conv2dOpContext final : public ConvOpContextBase {
 public:
  static constexpr const char* kQualifiedName = "__torch__.torch.classes.xnnpack.Conv2dOpContext";

  Conv2dOpContext(Tensor weight, Tensor bias, PrepackedConvParameters parameters,
                  PrepackedClamp clamp)
      : ConvOpContextBase(false, std::move(weight), std::move(bias), std::move(parameters),
                          std::move(clamp)) {}
  const char* qualified_name() const override { return kQualifiedName; }
  c10::IValue state() const;
};

class TransposeConv2dOpContext final : public ConvOpContextBase {
 public:
  static constexpr const char* kQualifiedName =
      "__torch__.torch.classes.xnnpack.TransposeConv2dOpContext";

  TransposeConv2dOpContext(Tensor weight, Tensor bias, PrepackedConvParameters parameters,
                           PrepackedClamp clamp)
      : ConvOpContextBase(true, std::move(weight), std::move(bias), std::move(parameters),
                          std::move(clamp)) {}
  const char* qualified_name() const override { return kQualifiedName; }
  c10::IValue state() const;
};

}  // namespace at::native
