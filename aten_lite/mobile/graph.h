// The code of a method as a graph: what preparation works on.
//
// Registers and stack are gone: a node's inputs are the values that other nodes, constants or the
// method's arguments made. Each value is made at one place; where paths meet with different values
// a block has a phi. Built by graph_builder.h, improved by graph_fusion.h, turned into code again
// by graph_emitter.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

struct Block;
struct Node;

struct Value {
  // Known before the method runs: always this very object, though its contents may be known or not.
  bool is_constant = false;
  c10::IValue constant;
  // 1 + the instruction that makes this constant anew each time (a list); 0 for others.
  size_t site = 0;
  // The constant whose memory it may share.
  const Value* origin = nullptr;
  // It may share memory with any attribute at all.
  bool of_unknown_origin = false;
  bool is_none_never = false;
  // Found not to be constant after all; stays so.
  bool is_varying = false;

  // Null for constants, arguments and phis.
  Node* producer = nullptr;
  // The block whose phi it is.
  Block* phi_block = nullptr;
  size_t phi_index = 0;

  // How often live nodes, terminators and phis read it.
  size_t uses = 0;
  // Numbered from 1 by the emitter.
  int32_t place = 0;
};

using Values = c10::SmallVector<Value*, 4>;

struct Node {
  size_t pc = 0;
  Instruction instruction{};
  Values inputs;
  Values outputs;
  // Nothing but its results tells that it ran.
  bool is_removable = false;
  bool is_dead = false;
  // Of a node that replaces others.
  std::shared_ptr<const PreparedCall> prepared;
  uint16_t prepared_bits = 0;
};

struct Phi {
  Value* value = nullptr;
  // The register it was, or the place on the stack beyond the registers.
  size_t slot = 0;
  bool is_live = false;
  // In the order of Block::predecessors.
  std::vector<Value*> inputs;
};

enum class Exit : uint8_t { kJump, kBranch, kLoop, kReturn, kRaise };

struct Block {
  size_t first_pc = 0;
  bool is_reached = false;
  std::vector<Node*> nodes;
  std::vector<Phi> phis;
  std::vector<Block*> predecessors;

  // The last instruction, unless it is a mere jump: its pc, what it takes.
  Exit exit = Exit::kJump;
  size_t exit_pc = 0;
  Instruction exit_instruction{};
  Values exit_inputs;
  // kLoop: the counter of the next round.
  Value* next_counter = nullptr;
  // kJump: [0]. kBranch: [0] where the condition holds, [1] where not. kLoop: [0] goes on, [1]
  // ends.
  Block* successors[2] = {nullptr, nullptr};
};

struct Graph {
  const Code* code = nullptr;
  std::deque<Value> values;
  std::deque<Node> nodes;
  std::deque<Block> storage;
  // Those that can be reached, in the order of the code; the first is the entry.
  std::vector<Block*> blocks;
  std::vector<Value*> arguments;

  Value* new_value() { return &values.emplace_back(); }
};

// Makes one block of those that are always run one after the other.
void merge_blocks(Graph* graph);

// Marks phis and nodes that matter, counts uses, and drops the others.
void count_uses(Graph* graph);

}  // namespace torch::jit::mobile
