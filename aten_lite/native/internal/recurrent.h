// Recurrent layers over packed sequences: the work behind lstm, gru, rnn_tanh, rnn_relu and their
// cells.
//
// A packed sequence holds the rows of all time steps one after another; step t has batch_sizes[t]
// rows, never more than the step before. A plain sequence is one whose steps all have the whole
// batch.
#pragma once

#include <vector>

#include "ATen/core/TensorBody.h"

namespace at::native {

enum class RecurrentKind { kLstm, kGru, kTanh, kRelu };

struct RecurrentCell {
  Tensor w_ih;  // [gates * units, inputs]
  Tensor w_hh;  // [gates * units, outputs]
  Tensor b_ih;  // [gates * units], or undefined
  Tensor b_hh;
  Tensor w_hr;  // [outputs, units]: an LSTM with projection; else undefined, and outputs = units
};

// What a layer starts from, and where it ends up: [batch, outputs] and, for LSTM, [batch, units].
struct RecurrentState {
  Tensor h;
  Tensor c;
};

struct RecurrentResult {
  Tensor output;  // [rows, outputs of all directions]
  std::vector<RecurrentState> states;
};

// Checks that a cell's tensors fit each other, an input of `inputs` features and the state.
void check_recurrent_cell(const char* op, RecurrentKind kind, const RecurrentCell& cell,
                          const RecurrentState& state, int64_t inputs, ScalarType dtype);

// Runs one layer with one direction or two (the second one backwards) over input [rows, features].
RecurrentResult recurrent_layer(const char* op, RecurrentKind kind, const Tensor& input,
                                const std::vector<int64_t>& batch_sizes,
                                const std::vector<RecurrentCell>& directions,
                                const std::vector<RecurrentState>& states);

}  // namespace at::native
