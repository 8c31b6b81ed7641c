// lstm, gru, rnn_tanh, rnn_relu (plain and packed sequences) and the single cells.
#include "ATen/ops/contiguous.h"
#include "ATen/ops/dropout.h"
#include "ATen/ops/gru.h"
#include "ATen/ops/gru_cell.h"
#include "ATen/ops/lstm.h"
#include "ATen/ops/lstm_cell.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/rnn_relu.h"
#include "ATen/ops/rnn_relu_cell.h"
#include "ATen/ops/rnn_tanh.h"
#include "ATen/ops/rnn_tanh_cell.h"
#include "ATen/ops/select.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/recurrent.h"

namespace at::native {
namespace {

struct Arguments {
  const char* op;
  RecurrentKind kind;
  TensorList params;
  bool has_biases;
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

// The flat parameter list, cell by cell: weights, biases if there are any, a projection if there is
// one.
std::vector<RecurrentCell> cells_of(const Arguments& a, bool projection) {
  const size_t directions = a.bidirectional ? 2 : 1;
  const size_t cells = static_cast<size_t>(a.num_layers) * directions;
  const size_t each = 2 + (a.has_biases ? 2 : 0) + (projection ? 1 : 0);
  TORCH_CHECK(a.params.size() == cells * each, a.op, ": expected ", cells * each,
              " parameters for ", a.num_layers, " layers, but got ", a.params.size());
  std::vector<RecurrentCell> result;
  for (const auto i : c10::irange(cells)) {
    const Tensor* p = a.params.data() + i * each;
    RecurrentCell cell;
    cell.w_ih = p[0];
    cell.w_hh = p[1];
    if (a.has_biases) {
      cell.b_ih = p[2];
      cell.b_hh = p[3];
    }
    if (projection) {
      cell.w_hr = p[each - 1];
    }
    result.push_back(cell);
  }
  return result;
}

void check_state(const Arguments& a, const Tensor& state, const char* name, int64_t batch) {
  TORCH_CHECK(a.num_layers > 0 && a.num_layers < 100000, a.op, ": num_layers is ", a.num_layers,
              "; it must be positive");
  const int64_t cells = a.num_layers * (a.bidirectional ? 2 : 1);
  TORCH_CHECK(state.dim() == 3 && state.size(0) == cells && state.size(1) == batch, a.op,
              ": Expected ", name, " of shape [", cells, ", ", batch, ", ...], got ",
              state.sizes());
}

// `input` is [rows, features] with the rows of all steps; `h` and `c` are [layers * directions,
// batch, ...].
Result run_layers(const Arguments& a, Tensor input, const std::vector<int64_t>& batch_sizes,
                  int64_t batch, const Tensor& h, const Tensor& c) {
  check_state(a, h, "hidden[0] size", batch);
  if (a.kind == RecurrentKind::kLstm) {
    check_state(a, c, "hidden[1] size", batch);
  }
  const bool projection = c.defined() && c.size(2) != h.size(2);
  const std::vector<RecurrentCell> cells = cells_of(a, projection);
  const size_t directions = a.bidirectional ? 2 : 1;
  std::vector<Tensor> last_h;
  std::vector<Tensor> last_c;
  for (int64_t layer = 0; layer < a.num_layers; ++layer) {
    std::vector<RecurrentCell> layer_cells;
    std::vector<RecurrentState> states;
    for (const auto d : c10::irange(directions)) {
      const size_t index = static_cast<size_t>(layer) * directions + d;
      layer_cells.push_back(cells[index]);
      const auto at = static_cast<int64_t>(index);
      states.push_back({h.select(0, at), c.defined() ? c.select(0, at) : Tensor()});
    }
    RecurrentResult result = recurrent_layer(a.op, a.kind, input, batch_sizes, layer_cells, states);
    input = result.output;
    if (a.train && a.dropout > 0 && layer + 1 < a.num_layers) {
      input = at::dropout(input, a.dropout, true);
    }
    for (const RecurrentState& state : result.states) {
      last_h.push_back(state.h);
      if (state.c.defined()) {
        last_c.push_back(state.c);
      }
    }
  }
  Result result;
  result.output = input;
  result.h = at::stack(last_h, 0);
  if (!last_c.empty()) {
    result.c = at::stack(last_c, 0);
  }
  return result;
}

Result run_plain(const Arguments& a, const Tensor& input, const Tensor& h, const Tensor& c,
                 bool batch_first) {
  TORCH_CHECK(input.dim() == 3, a.op, ": input must have 3 dimensions, got ", input.dim());
  const Tensor x = batch_first ? input.transpose(0, 1) : input;
  const int64_t steps = x.size(0);
  const int64_t batch = x.size(1);
  TORCH_CHECK(steps > 0, "Expected sequence length to be larger than 0 in RNN");
  const std::vector<int64_t> batch_sizes(static_cast<size_t>(steps), batch);
  Result result = run_layers(a, x.reshape({steps * batch, x.size(2)}), batch_sizes, batch, h, c);
  result.output = result.output.reshape({steps, batch, result.output.size(1)});
  if (batch_first) {
    result.output = result.output.transpose(0, 1);
  }
  return result;
}

Result run_packed(const Arguments& a, const Tensor& data, const Tensor& batch_sizes,
                  const Tensor& h, const Tensor& c) {
  TORCH_CHECK(data.dim() == 2, a.op, ": packed data must have 2 dimensions, got ", data.dim());
  TORCH_CHECK(
      batch_sizes.dim() == 1 && batch_sizes.scalar_type() == kLong && batch_sizes.numel() > 0, a.op,
      ": batch_sizes must be a non-empty vector of int64, but got ", batch_sizes.toString(),
      batch_sizes.sizes());
  const Tensor flat = batch_sizes.contiguous();
  const std::vector<int64_t> sizes(flat.data_ptr<int64_t>(),
                                   flat.data_ptr<int64_t>() + flat.numel());
  int64_t rows = 0;
  for (const auto i : c10::irange(sizes.size())) {
    TORCH_CHECK(sizes[i] > 0 && (i == 0 || sizes[i] <= sizes[i - 1]) && sizes[i] <= data.size(0),
                a.op, ": batch_sizes must be positive and must not grow, but element ", i, " is ",
                sizes[i]);
    rows += sizes[i];
  }
  TORCH_CHECK(rows == data.size(0), a.op, ": batch_sizes sum up to ", rows, " but there are ",
              data.size(0), " rows of data");
  return run_layers(a, data, sizes, sizes[0], h, c);
}

void check_lstm_state(TensorList hx) {
  TORCH_CHECK(hx.size() == 2, "lstm expects two hidden states, but got ", hx.size());
}

RecurrentState run_cell(const char* op, RecurrentKind kind, const Tensor& input, const Tensor& h,
                        const Tensor& c, const Tensor& w_ih, const Tensor& w_hh,
                        const std::optional<Tensor>& b_ih, const std::optional<Tensor>& b_hh) {
  TORCH_CHECK(input.dim() == 2 && h.dim() == 2 && input.size(0) == h.size(0), op,
              ": Input batch size ", input.dim() == 2 ? input.size(0) : -1,
              " doesn't match hidden batch size ", h.dim() == 2 ? h.size(0) : -1, " (shapes ",
              input.sizes(), " and ", h.sizes(), ")");
  const RecurrentCell cell{w_ih, w_hh, tensor_or_undefined(b_ih), tensor_or_undefined(b_hh),
                           Tensor()};
  return recurrent_layer(op, kind, input, {input.size(0)}, {cell}, {{h, c}}).states[0];
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& input, TensorList hx, TensorList params,
                                        bool has_biases, int64_t num_layers, double dropout,
                                        bool train, bool bidirectional, bool batch_first) {
  check_lstm_state(hx);
  const Result r = run_plain(
      {"lstm", RecurrentKind::kLstm, params, has_biases, num_layers, dropout, train, bidirectional},
      input, hx[0], hx[1], batch_first);
  return {r.output, r.h, r.c};
}

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor& data, const Tensor& batch_sizes,
                                        TensorList hx, TensorList params, bool has_biases,
                                        int64_t num_layers, double dropout, bool train,
                                        bool bidirectional) {
  check_lstm_state(hx);
  const Result r = run_packed(
      {"lstm", RecurrentKind::kLstm, params, has_biases, num_layers, dropout, train, bidirectional},
      data, batch_sizes, hx[0], hx[1]);
  return {r.output, r.h, r.c};
}

std::tuple<Tensor, Tensor> gru(const Tensor& input, const Tensor& hx, TensorList params,
                               bool has_biases, int64_t num_layers, double dropout, bool train,
                               bool bidirectional, bool batch_first) {
  const Result r = run_plain(
      {"gru", RecurrentKind::kGru, params, has_biases, num_layers, dropout, train, bidirectional},
      input, hx, Tensor(), batch_first);
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> gru(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx,
                               TensorList params, bool has_biases, int64_t num_layers,
                               double dropout, bool train, bool bidirectional) {
  const Result r = run_packed(
      {"gru", RecurrentKind::kGru, params, has_biases, num_layers, dropout, train, bidirectional},
      data, batch_sizes, hx, Tensor());
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional, bool batch_first) {
  const Result r = run_plain({"rnn_tanh", RecurrentKind::kTanh, params, has_biases, num_layers,
                              dropout, train, bidirectional},
                             input, hx, Tensor(), batch_first);
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> rnn_tanh(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx,
                                    TensorList params, bool has_biases, int64_t num_layers,
                                    double dropout, bool train, bool bidirectional) {
  const Result r = run_packed({"rnn_tanh", RecurrentKind::kTanh, params, has_biases, num_layers,
                               dropout, train, bidirectional},
                              data, batch_sizes, hx, Tensor());
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params,
                                    bool has_biases, int64_t num_layers, double dropout, bool train,
                                    bool bidirectional, bool batch_first) {
  const Result r = run_plain({"rnn_relu", RecurrentKind::kRelu, params, has_biases, num_layers,
                              dropout, train, bidirectional},
                             input, hx, Tensor(), batch_first);
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> rnn_relu(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx,
                                    TensorList params, bool has_biases, int64_t num_layers,
                                    double dropout, bool train, bool bidirectional) {
  const Result r = run_packed({"rnn_relu", RecurrentKind::kRelu, params, has_biases, num_layers,
                               dropout, train, bidirectional},
                              data, batch_sizes, hx, Tensor());
  return {r.output, r.h};
}

std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih,
                                     const Tensor& w_hh, const std::optional<Tensor>& b_ih,
                                     const std::optional<Tensor>& b_hh) {
  check_lstm_state(hx);
  const RecurrentState state =
      run_cell("lstm_cell", RecurrentKind::kLstm, input, hx[0], hx[1], w_ih, w_hh, b_ih, b_hh);
  return {state.h, state.c};
}

Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                const std::optional<Tensor>& b_ih, const std::optional<Tensor>& b_hh) {
  return run_cell("gru_cell", RecurrentKind::kGru, input, hx, Tensor(), w_ih, w_hh, b_ih, b_hh).h;
}

Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const std::optional<Tensor>& b_ih, const std::optional<Tensor>& b_hh) {
  return run_cell("rnn_tanh_cell", RecurrentKind::kTanh, input, hx, Tensor(), w_ih, w_hh, b_ih,
                  b_hh)
      .h;
}

Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,
                     const std::optional<Tensor>& b_ih, const std::optional<Tensor>& b_hh) {
  return run_cell("rnn_relu_cell", RecurrentKind::kRelu, input, hx, Tensor(), w_ih, w_hh, b_ih,
                  b_hh)
      .h;
}

}  // namespace at::native
