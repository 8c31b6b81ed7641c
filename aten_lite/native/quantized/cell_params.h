// rnn.CellParamsBase: the weights of one recurrent cell, two packed linear layers (input and
// hidden), of qint8 or float16.
#pragma once

#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/quantized/packed_linear.h"

namespace at::native {

class CellParams final : public torch::CustomClassHolder {
 public:
  static constexpr const char* kQualifiedName = "__torch__.torch.classes.rnn.CellParamsBase";

  // The biases are those of the packed layers; b_ih, b_hh and reduce_range are kept for saving
  // only.
  CellParams(const char* op, c10::IValue w_ih, c10::IValue w_hh, Tensor b_ih, Tensor b_hh,
             bool reduce_range);

  const char* qualified_name() const override { return kQualifiedName; }
  // The input's and the hidden state's share of all gates: [rows, gates].
  Tensor input_gates(const char* op, const Tensor& input) const { return apply(op, w_ih_, input); }
  Tensor hidden_gates(const char* op, const Tensor& h) const { return apply(op, w_hh_, h); }
  int64_t gates() const { return ih().weight().size(0); }
  int64_t hidden() const { return hh().weight().size(1); }
  c10::IValue state() const;

 private:
  const LinearPackedParams& ih() const;
  const LinearPackedParams& hh() const;
  Tensor apply(const char* op, const c10::IValue& packed, const Tensor& input) const;

  c10::IValue w_ih_;
  c10::IValue w_hh_;
  Tensor b_ih_;
  Tensor b_hh_;
  bool reduce_range_;
};

}  // namespace at::native
