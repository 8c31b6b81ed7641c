// Implements recurrent.h: the input's share of all gates is one product for all steps, the hidden
// state's one per step.
#include "aten_lite/native/internal/recurrent.h"

#include <cmath>
#include <optional>

#include "ATen/ops/clone.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/gemm.h"
#include "aten_lite/native/internal/matrix_product.h"
#include "aten_lite/native/internal/rnn_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

int64_t gate_count(RecurrentKind kind) {
  return kind == RecurrentKind::kLstm ? 4 : kind == RecurrentKind::kGru ? 3 : 1;
}

template <class T>
T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

// One row of units, for types without SIMD kernels.
template <class T>
void plain_cell(RecurrentKind kind, const T* x, const T* y, int64_t units, T* c, T* h) {
  for (int64_t i = 0; i < units; ++i) {
    const auto gate = [&](int64_t g) { return x[g * units + i] + y[g * units + i]; };
    switch (kind) {
      case RecurrentKind::kLstm:
        c[i] = sigmoid(gate(1)) * c[i] + sigmoid(gate(0)) * std::tanh(gate(2));
        h[i] = sigmoid(gate(3)) * std::tanh(c[i]);
        break;
      case RecurrentKind::kGru: {
        const T candidate = std::tanh(x[2 * units + i] + sigmoid(gate(0)) * y[2 * units + i]);
        h[i] = (h[i] - candidate) * sigmoid(gate(1)) + candidate;
        break;
      }
      case RecurrentKind::kTanh:
        h[i] = std::tanh(gate(0));
        break;
      case RecurrentKind::kRelu:
        h[i] = gate(0) < T(0) ? T(0) : gate(0);
        break;
    }
  }
}

void cell_row(RecurrentKind kind, const double* x, const double* y, int64_t units, double* c,
              double* h) {
  plain_cell(kind, x, y, units, c, h);
}

void cell_row(RecurrentKind kind, const float* x, const float* y, int64_t units, float* c,
              float* h) {
  const internal::RnnKernels& kernels = internal::rnn_kernels();
  switch (kind) {
    case RecurrentKind::kLstm:
      kernels.lstm(x, y, units, c, h);
      break;
    case RecurrentKind::kGru:
      kernels.gru(x, y, units, h);
      break;
    case RecurrentKind::kTanh:
      kernels.tanh(x, y, units, h);
      break;
    case RecurrentKind::kRelu:
      kernels.relu(x, y, units, h);
      break;
  }
}

// A weight [outputs, inputs] that many small products use: packed once when that can be.
template <class T>
class StepWeight {
 public:
  StepWeight(const Tensor& weight, int64_t uses) : weight_(weight) {
    if constexpr (std::is_same_v<T, float>) {
      if (uses > 1) {
        packed_.emplace(internal::MatrixView{weight.data_ptr<float>(), 1, weight.size(1)},
                        weight.size(1), weight.size(0));
      }
    }
  }

  // out [rows, outputs] = in [rows, inputs] * weight^T (+ bias).
  void apply(const T* in, int64_t in_stride, int64_t rows, const T* bias, T* out) const {
    const int64_t inputs = weight_.size(1);
    const int64_t outputs = weight_.size(0);
    if constexpr (std::is_same_v<T, float>) {
      if (packed_.has_value()) {
        internal::GemmOptions options;
        options.epilogue.column_bias = bias;
        internal::gemm(rows, {in, in_stride, 1}, *packed_, out, outputs, options);
        return;
      }
    }
    internal::batched_product(c10::CppTypeToScalarType<T>::value, {1, rows, outputs, inputs},
                              {const_cast<T*>(in), 0, in_stride, 1},
                              {weight_.data_ptr(), 0, 1, inputs}, {out, 0, outputs, 1}, false, 1,
                              bias, "rnn");
  }

 private:
  const Tensor& weight_;
  std::optional<internal::PackedMatrix> packed_;
};

// Row-major tensors of one direction.
struct Direction {
  RecurrentKind kind;
  RecurrentCell cell;
  RecurrentState state;  // updated in place
  bool backwards;
  int64_t column;  // of the output, where this direction writes
};

template <class T>
internal::Scratch<T> sum_of_biases(const Tensor& a, const Tensor& b, int64_t count) {
  internal::Scratch<T> sum(count);
  for (int64_t i = 0; i < count; ++i) {
    sum[i] = (a.defined() ? a.data_ptr<T>()[i] : T(0)) + (b.defined() ? b.data_ptr<T>()[i] : T(0));
  }
  return sum;
}

template <class T>
void run_direction(const Direction& d, const Tensor& input, const std::vector<int64_t>& batch_sizes,
                   Tensor& output) {
  const int64_t gates = d.cell.w_ih.size(0);
  const int64_t units = gates / gate_count(d.kind);
  const int64_t outputs = d.state.h.size(1);
  const int64_t rows = input.size(0);
  const bool projects = d.cell.w_hr.defined();
  // The GRU's new gate keeps the two biases apart.
  const bool gru = d.kind == RecurrentKind::kGru;
  const internal::Scratch<T> input_bias =
      sum_of_biases<T>(d.cell.b_ih, gru ? Tensor() : d.cell.b_hh, gates);
  const internal::Scratch<T> hidden_bias =
      sum_of_biases<T>(Tensor(), gru ? d.cell.b_hh : Tensor(), gates);

  internal::Scratch<T> input_gates(rows * gates);
  StepWeight<T>(d.cell.w_ih, 1)
      .apply(input.data_ptr<T>(), input.size(1), rows, input_bias.data(), input_gates.data());
  const auto steps = static_cast<int64_t>(batch_sizes.size());
  const StepWeight<T> w_hh(d.cell.w_hh, steps);
  const StepWeight<T> w_hr(projects ? d.cell.w_hr : d.cell.w_hh, projects ? steps : 1);
  const int64_t largest = batch_sizes.empty() ? 0 : batch_sizes[0];
  internal::Scratch<T> hidden_gates(largest * gates);
  internal::Scratch<T> unprojected(projects ? largest * units : 0);
  T* const h = d.state.h.data_ptr<T>();
  T* const c = d.state.c.defined() ? d.state.c.data_ptr<T>() : nullptr;
  T* const to = output.data_ptr<T>() + d.column;

  int64_t row = d.backwards ? rows : 0;
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t step = d.backwards ? steps - 1 - i : i;
    const int64_t batch = batch_sizes[static_cast<size_t>(step)];
    if (d.backwards) {
      row -= batch;
    }
    w_hh.apply(h, outputs, batch, gru ? hidden_bias.data() : nullptr, hidden_gates.data());
    const int64_t grain = std::max<int64_t>(1, 4096 / std::max<int64_t>(1, gates));
    parallel_for(0, batch, grain, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        cell_row(d.kind, input_gates.data() + (row + b) * gates, hidden_gates.data() + b * gates,
                 units, c == nullptr ? nullptr : c + b * units,
                 projects ? unprojected.data() + b * units : h + b * outputs);
      }
    });
    if (projects) {
      w_hr.apply(unprojected.data(), units, batch, nullptr, h);
    }
    for (int64_t b = 0; b < batch; ++b) {
      std::copy_n(h + b * outputs, outputs, to + (row + b) * output.size(1));
    }
    if (!d.backwards) {
      row += batch;
    }
  }
}

bool is_matrix(const Tensor& t, int64_t rows, int64_t columns) {
  return t.dim() == 2 && t.size(0) == rows && t.size(1) == columns;
}

Tensor contiguous_or_undefined(const Tensor& t) { return t.defined() ? t.contiguous() : t; }

}  // namespace

void check_recurrent_cell(const char* op, RecurrentKind kind, const RecurrentCell& cell,
                          const RecurrentState& state, int64_t inputs, ScalarType dtype) {
  const int64_t count = gate_count(kind);
  TORCH_CHECK(cell.w_ih.dim() == 2 && cell.w_ih.size(0) % count == 0 && cell.w_ih.size(0) > 0, op,
              ": the input weight must have shape [", count,
              " * hidden size, input size], but has ", cell.w_ih.sizes());
  const int64_t gates = cell.w_ih.size(0);
  const int64_t units = gates / count;
  const int64_t outputs = cell.w_hr.defined() ? cell.w_hr.size(0) : units;
  TORCH_CHECK(cell.w_ih.size(1) == inputs, op, ": input has inconsistent input_size: got ", inputs,
              " expected ", cell.w_ih.size(1));
  TORCH_CHECK(is_matrix(cell.w_hh, gates, outputs), op, ": the hidden weight must have shape [",
              gates, ", ", outputs, "], but has ", cell.w_hh.sizes());
  TORCH_CHECK(!cell.w_hr.defined() || is_matrix(cell.w_hr, outputs, units), op,
              ": the projection must have shape [", outputs, ", ", units, "], but has ",
              cell.w_hr.defined() ? cell.w_hr.sizes() : IntArrayRef());
  for (const Tensor* bias : {&cell.b_ih, &cell.b_hh}) {
    TORCH_CHECK(!bias->defined() || (bias->dim() == 1 && bias->size(0) == gates), op,
                ": a bias must have ", gates, " elements, but has shape ",
                bias->defined() ? bias->sizes() : IntArrayRef());
  }
  TORCH_CHECK(state.h.dim() == 2 && state.h.size(1) == outputs, op, ": the hidden state must have ",
              outputs, " features, but has shape ", state.h.sizes());
  TORCH_CHECK(kind != RecurrentKind::kLstm || is_matrix(state.c, state.h.size(0), units), op,
              ": the cell state must have shape [", state.h.size(0), ", ", units, "], but has ",
              state.c.defined() ? state.c.sizes() : IntArrayRef());
  for (const Tensor* t :
       {&cell.w_ih, &cell.w_hh, &cell.b_ih, &cell.b_hh, &cell.w_hr, &state.h, &state.c}) {
    TORCH_CHECK(!t->defined() || t->scalar_type() == dtype, op,
                ": input, hidden state and weights must have one dtype, but got ", dtype, " and ",
                t->defined() ? t->scalar_type() : dtype);
  }
}

RecurrentResult recurrent_layer(const char* op, RecurrentKind kind, const Tensor& input,
                                const std::vector<int64_t>& batch_sizes,
                                const std::vector<RecurrentCell>& directions,
                                const std::vector<RecurrentState>& states) {
  const ScalarType dtype = input.scalar_type();
  TORCH_CHECK_NOT_IMPLEMENTED(isFloatingType(dtype), "\"", op, "\" not implemented for '",
                              toString(dtype), "'");
  // float16 and bfloat16 are computed in float32.
  const bool reduced = dtype != kFloat && dtype != kDouble;
  const auto prepare = [&](const Tensor& t) {
    return contiguous_or_undefined(reduced && t.defined() ? t.to(kFloat) : t);
  };
  const Tensor x = prepare(input);
  int64_t columns = 0;
  for (const auto i : c10::irange(directions.size())) {
    check_recurrent_cell(op, kind, directions[i], states[i], input.size(1), dtype);
    columns += states[i].h.size(1);
  }
  RecurrentResult result;
  result.output = new_tensor({input.size(0), columns}, x.scalar_type());
  int64_t column = 0;
  for (const auto i : c10::irange(directions.size())) {
    Direction d;
    d.kind = kind;
    d.cell = {prepare(directions[i].w_ih), prepare(directions[i].w_hh), prepare(directions[i].b_ih),
              prepare(directions[i].b_hh), prepare(directions[i].w_hr)};
    d.state.h = prepare(states[i].h).clone(MemoryFormat::Contiguous);
    d.state.c =
        states[i].c.defined() ? prepare(states[i].c).clone(MemoryFormat::Contiguous) : Tensor();
    d.backwards = i == 1;
    d.column = column;
    column += d.state.h.size(1);
    if (x.scalar_type() == kFloat) {
      run_direction<float>(d, x, batch_sizes, result.output);
    } else {
      run_direction<double>(d, x, batch_sizes, result.output);
    }
    if (reduced) {
      d.state.h = d.state.h.to(dtype);
      d.state.c = d.state.c.defined() ? d.state.c.to(dtype) : d.state.c;
    }
    result.states.push_back(d.state);
  }
  if (reduced) {
    result.output = result.output.to(dtype);
  }
  return result;
}

}  // namespace at::native
