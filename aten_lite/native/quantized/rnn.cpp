// quantized_lstm, quantized_gru (plain and packed sequences) and the dynamic cells of quantized::.
//
// As in lstm: the input's share of all gates is one product for all steps, the hidden state's one
// per step. Products are quantized, everything else is float32.
#include <algorithm>
#include <cmath>

#include "ATen/ops/clone.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/dropout.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/select.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/quantized/cell_params.h"

namespace at::native {
namespace {

using c10::IValue;
using Params = c10::intrusive_ptr<CellParams>;

enum class Kind { kLstm, kGru, kTanh, kRelu };

struct State {
  Tensor h;
  Tensor c;  // of an LSTM
};

int64_t gate_count(Kind kind) { return kind == Kind::kLstm ? 4 : kind == Kind::kGru ? 3 : 1; }

void check_float(const char* op, const Tensor& tensor) {
  TORCH_CHECK(tensor.scalar_type() == kFloat, op, ": tensors of float32 are wanted, but got ",
              c10::dtype_name(tensor.scalar_type()));
}

float sigmoid(float x) { return static_cast<float>(1 / (1 + std::exp(-double{x}))); }
float tanh(float x) { return static_cast<float>(std::tanh(double{x})); }

// Updates one row of the states. In double precision: the next product quantizes h by its range,
// where the last bit of a float can move a zero point.
void cell_row(Kind kind, const float* x, const float* y, int64_t units, float* c, float* h) {
  for (int64_t i = 0; i < units; ++i) {
    const auto gate = [&](int64_t g) { return x[g * units + i] + y[g * units + i]; };
    switch (kind) {
      case Kind::kLstm:
        c[i] = sigmoid(gate(1)) * c[i] + sigmoid(gate(0)) * tanh(gate(2));
        h[i] = sigmoid(gate(3)) * tanh(c[i]);
        break;
      case Kind::kGru: {
        const float candidate = tanh(x[2 * units + i] + sigmoid(gate(0)) * y[2 * units + i]);
        h[i] = (h[i] - candidate) * sigmoid(gate(1)) + candidate;
        break;
      }
      case Kind::kTanh:
        h[i] = tanh(gate(0));
        break;
      case Kind::kRelu:
        h[i] = std::max(gate(0), 0.0f);
        break;
    }
  }
}

void check_state(const char* op, Kind kind, const CellParams& params, const State& state) {
  const int64_t units = params.hidden();
  TORCH_CHECK(params.gates() == gate_count(kind) * units, op, ": the weights have ", params.gates(),
              " gates for ", units, " units");
  check_float(op, state.h);
  TORCH_CHECK(state.h.dim() == 2 && state.h.size(1) == units, op, ": the hidden state must have ",
              units, " features, but has shape ", state.h.sizes());
  if (kind == Kind::kLstm) {
    check_float(op, state.c);
    TORCH_CHECK(state.c.sizes() == state.h.sizes(), op, ": the cell state has shape ",
                state.c.sizes(), ", the hidden state ", state.h.sizes());
  }
}

// One layer in one direction over input [rows, features]; fills `output` from `column` on.
State run_direction(const char* op, Kind kind, const CellParams& params, const Tensor& input,
                    const std::vector<int64_t>& batch_sizes, const State& start, bool backwards,
                    int64_t column, Tensor& output) {
  check_state(op, kind, params, start);
  const int64_t units = params.hidden();
  State state{start.h.clone(MemoryFormat::Contiguous),
              start.c.defined() ? start.c.clone(MemoryFormat::Contiguous) : Tensor()};
  float* const h = state.h.mutable_data_ptr<float>();
  float* const c = state.c.defined() ? state.c.mutable_data_ptr<float>() : nullptr;
  const Tensor x = params.input_gates(op, input);
  const auto steps = static_cast<int64_t>(batch_sizes.size());
  int64_t row = backwards ? input.size(0) : 0;
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t batch = batch_sizes[static_cast<size_t>(backwards ? steps - 1 - i : i)];
    if (backwards) row -= batch;
    const Tensor y = params.hidden_gates(op, state.h.narrow(0, 0, batch));
    for (int64_t b = 0; b < batch; ++b) {
      float* const row_h = h + b * units;
      cell_row(kind, x.const_data_ptr<float>() + (row + b) * params.gates(),
               y.const_data_ptr<float>() + b * params.gates(), units,
               c == nullptr ? nullptr : c + b * units, row_h);
      std::copy_n(row_h, units,
                  output.mutable_data_ptr<float>() + (row + b) * output.size(1) + column);
    }
    if (!backwards) row += batch;
  }
  return state;
}

struct Arguments {
  const char* op;
  Kind kind;
  const IValue& params;
  int64_t num_layers;
  double dropout;
  bool train;
  bool bidirectional;
};

struct Result {
  Tensor output;
  Tensor h;
  Tensor c;
};

Result run_layers(const Arguments& a, Tensor input, const std::vector<int64_t>& batch_sizes,
                  const Tensor& h, const Tensor& c) {
  check_float(a.op, input);
  const auto params = a.params.toListRef();
  const int64_t directions = a.bidirectional ? 2 : 1;
  TORCH_CHECK(a.num_layers >= 1 &&
                  static_cast<int64_t>(params.size()) / directions == a.num_layers &&
                  params.size() % directions == 0,
              a.op, ": ", a.num_layers, " layers of ", directions,
              " directions need as many cells, but got ", params.size());
  for (const Tensor* state : {&h, &c}) {
    if (!state->defined()) continue;
    TORCH_CHECK(state->dim() == 3 && state->size(0) == a.num_layers * directions &&
                    state->size(1) == batch_sizes[0],
                a.op, ": a state must have shape [", a.num_layers * directions, ", ",
                batch_sizes[0], ", ...], but has ", state->sizes());
  }
  std::vector<Tensor> last_h;
  std::vector<Tensor> last_c;
  for (int64_t layer = 0; layer < a.num_layers; ++layer) {
    std::vector<Params> cells;
    int64_t columns = 0;
    for (int64_t d = 0; d < directions; ++d) {
      cells.push_back(
          params[static_cast<size_t>(layer * directions + d)].toCustomClass<CellParams>());
      columns += cells.back()->hidden();
    }
    Tensor output = make_tensor({input.size(0), columns}, kFloat);
    int64_t column = 0;
    for (int64_t d = 0; d < directions; ++d) {
      const int64_t index = layer * directions + d;
      const CellParams& cell = *cells[static_cast<size_t>(d)];
      const State state =
          run_direction(a.op, a.kind, cell, input, batch_sizes,
                        {h.select(0, index), c.defined() ? c.select(0, index) : Tensor()}, d == 1,
                        column, output);
      column += cell.hidden();
      last_h.push_back(state.h);
      if (state.c.defined()) last_c.push_back(state.c);
    }
    input = output;
    if (a.train && a.dropout > 0 && layer + 1 < a.num_layers) {
      input = at::dropout(input, a.dropout, true);
    }
  }
  return {input, at::stack(last_h, 0), last_c.empty() ? Tensor() : at::stack(last_c, 0)};
}

Result run_plain(const Arguments& a, const Tensor& input, const Tensor& h, const Tensor& c,
                 bool batch_first) {
  TORCH_CHECK(input.dim() == 3, a.op, ": the input must have 3 dimensions, but has shape ",
              input.sizes());
  const Tensor x = batch_first ? input.transpose(0, 1) : input;
  const int64_t steps = x.size(0);
  const int64_t batch = x.size(1);
  TORCH_CHECK(steps > 0, a.op, ": the input has no steps");
  Result result = run_layers(a, x.reshape({steps * batch, x.size(2)}),
                             std::vector<int64_t>(static_cast<size_t>(steps), batch), h, c);
  result.output = result.output.reshape({steps, batch, result.output.size(1)});
  if (batch_first) result.output = result.output.transpose(0, 1);
  return result;
}

Result run_packed(const Arguments& a, const Tensor& data, const Tensor& batch_sizes,
                  const Tensor& h, const Tensor& c) {
  TORCH_CHECK(data.dim() == 2 && batch_sizes.dim() == 1 && batch_sizes.scalar_type() == kLong &&
                  batch_sizes.numel() > 0,
              a.op,
              ": packed data must have 2 dimensions and batch_sizes be a vector of int64, but "
              "got shapes ",
              data.sizes(), " and ", batch_sizes.sizes());
  const Tensor flat = batch_sizes.contiguous();
  const auto* const first = flat.const_data_ptr<int64_t>();
  const std::vector<int64_t> sizes(first, first + flat.numel());
  int64_t rows = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    TORCH_CHECK(sizes[i] > 0 && (i == 0 || sizes[i] <= sizes[i - 1]) && sizes[i] <= data.size(0),
                a.op, ": batch_sizes must be positive and must not grow, but element ", i, " is ",
                sizes[i]);
    rows += sizes[i];
  }
  TORCH_CHECK(rows == data.size(0), a.op, ": batch_sizes sum up to ", rows, " but there are ",
              data.size(0), " rows of data");
  return run_layers(a, data, sizes, h, c);
}

void check_hidden(const char* op, TensorList hx) {
  TORCH_CHECK(hx.size() == 2, op, ": a hidden and a cell state are wanted, but got ", hx.size(),
              " tensors");
}

// One step with weights that are packed already; cells use the reduced range.
State run_cell(const char* op, Kind kind, const Tensor& input, const State& state,
               const IValue& w_ih, const IValue& w_hh, const Tensor& b_ih, const Tensor& b_hh) {
  check_float(op, input);
  TORCH_CHECK(input.dim() == 2 && state.h.dim() == 2 && input.size(0) == state.h.size(0), op,
              ": input and hidden state have shapes ", input.sizes(), " and ", state.h.sizes());
  const CellParams params(op, w_ih, w_hh, b_ih, b_hh, true);
  Tensor output = make_tensor(state.h.sizes(), kFloat);
  return run_direction(op, kind, params, input, {input.size(0)}, state, false, 0, output);
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> quantized_lstm(const Tensor& input, TensorList hx,
                                                  const IValue& params, bool, int64_t num_layers,
                                                  double dropout, bool train, bool bidirectional,
                                                  bool batch_first, std::optional<ScalarType>,
                                                  bool) {
  const Arguments a{"quantized_lstm", Kind::kLstm, params,       num_layers,
                    dropout,          train,       bidirectional};
  check_hidden(a.op, hx);
  const Result r = run_plain(a, input, hx[0], hx[1], batch_first);
  return {r.output, r.h, r.c};
}

std::tuple<Tensor, Tensor, Tensor> quantized_lstm(const Tensor& data, const Tensor& batch_sizes,
                                                  TensorList hx, const IValue& params, bool,
                                                  int64_t num_layers, double dropout, bool train,
                                                  bool bidirectional, std::optional<ScalarType>,
                                                  bool) {
  const Arguments a{"quantized_lstm", Kind::kLstm, params,       num_layers,
                    dropout,          train,       bidirectional};
  check_hidden(a.op, hx);
  const Result r = run_packed(a, data, batch_sizes, hx[0], hx[1]);
  return {r.output, r.h, r.c};
}

std::tuple<Tensor, Tensor> quantized_gru(const Tensor& input, const Tensor& hx,
                                         const IValue& params, bool, int64_t num_layers,
                                         double dropout, bool train, bool bidirectional,
                                         bool batch_first) {
  const Result r =
      run_plain({"quantized_gru", Kind::kGru, params, num_layers, dropout, train, bidirectional},
                input, hx, Tensor(), batch_first);
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> quantized_gru(const Tensor& data, const Tensor& batch_sizes,
                                         const Tensor& hx, const IValue& params, bool,
                                         int64_t num_layers, double dropout, bool train,
                                         bool bidirectional) {
  const Result r =
      run_packed({"quantized_gru", Kind::kGru, params, num_layers, dropout, train, bidirectional},
                 data, batch_sizes, hx, Tensor());
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> quantized_lstm_cell_dynamic(const Tensor& input, TensorList hx,
                                                       const IValue& w_ih, const IValue& w_hh,
                                                       const Tensor& bias_ih,
                                                       const Tensor& bias_hh) {
  const char* const op = "quantized::quantized_lstm_cell_dynamic";
  check_hidden(op, hx);
  const State s = run_cell(op, Kind::kLstm, input, {hx[0], hx[1]}, w_ih, w_hh, bias_ih, bias_hh);
  return {s.h, s.c};
}

Tensor quantized_gru_cell_dynamic(const Tensor& input, const Tensor& hx, const IValue& w_ih,
                                  const IValue& w_hh, const Tensor& b_ih, const Tensor& b_hh) {
  return run_cell("quantized::quantized_gru_cell_dynamic", Kind::kGru, input, {hx, Tensor()}, w_ih,
                  w_hh, b_ih, b_hh)
      .h;
}

Tensor quantized_rnn_relu_cell_dynamic(const Tensor& input, const Tensor& hx, const IValue& w_ih,
                                       const IValue& w_hh, const Tensor& b_ih, const Tensor& b_hh) {
  return run_cell("quantized::quantized_rnn_relu_cell_dynamic", Kind::kRelu, input, {hx, Tensor()},
                  w_ih, w_hh, b_ih, b_hh)
      .h;
}

Tensor quantized_rnn_tanh_cell_dynamic(const Tensor& input, const Tensor& hx, const IValue& w_ih,
                                       const IValue& w_hh, const Tensor& b_ih, const Tensor& b_hh) {
  return run_cell("quantized::quantized_rnn_tanh_cell_dynamic", Kind::kTanh, input, {hx, Tensor()},
                  w_ih, w_hh, b_ih, b_hh)
      .h;
}

IValue make_quantized_cell_params_dynamic(const IValue& w_ih, const IValue& w_hh,
                                          const Tensor& bias_ih, const Tensor& bias_hh,
                                          bool reduce_range) {
  return c10::make_intrusive<CellParams>("quantized::make_quantized_cell_params_dynamic", w_ih,
                                         w_hh, bias_ih, bias_hh, reduce_range);
}

IValue make_quantized_cell_params_fp16(const IValue& w_ih, const IValue& w_hh) {
  return c10::make_intrusive<CellParams>("quantized::make_quantized_cell_params_fp16", w_ih, w_hh,
                                         Tensor(), Tensor(), false);
}

}  // namespace at::native
