#include "aten_lite/mobile/graph_emitter.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "aten_lite/core/error.h"

namespace torch::jit::mobile {

namespace {

// Which values other blocks read, and which are needed after each block.
class Liveness {
 public:
  explicit Liveness(const Graph& graph) : graph_(graph) {
    find_shared();
    follow();
  }

  // Read in another block than the one that makes it.
  bool is_shared(const Value* value) const { return shared_.count(value) != 0; }
  bool is_live_after(const Block* block, const Value* value) const {
    return after_.at(block).count(value) != 0;
  }
  // Shared values that a predecessor still holds but nobody needs any more.
  std::vector<const Value*> dead_on_entry(const Block* block) const {
    std::vector<const Value*> dead;
    const auto& needed = before_.at(block);
    for (const Block* from : block->predecessors) {
      if (from == nullptr) continue;
      for (const Value* value : after_.at(from)) {
        if (needed.count(value) == 0 && value->phi_block != block &&
            std::find(dead.begin(), dead.end(), value) == dead.end()) {
          dead.push_back(value);
        }
      }
    }
    std::sort(dead.begin(), dead.end(),
              [](const Value* a, const Value* b) { return a->place < b->place; });
    return dead;
  }

 private:
  using Set = std::unordered_set<const Value*>;

  template <typename F>
  static void for_each_read(const Block& block, const F& f) {
    for (const Node* node : block.nodes) {
      for (const Value* input : node->inputs) f(input);
    }
    const size_t count = block.exit == Exit::kLoop ? 3 : block.exit_inputs.size();
    for (size_t i = 0; i < count; ++i) f(block.exit_inputs[i]);
    for (const Block* to : block.successors) {
      if (to == nullptr) continue;
      const size_t index = predecessor_index(*to, &block);
      for (const Phi& phi : to->phis) {
        if (phi.is_live && !phi.value->is_constant) f(phi.inputs[index]);
      }
    }
  }

  template <typename F>
  static void for_each_made(const Block& block, const F& f) {
    for (const Phi& phi : block.phis) f(phi.value);
    for (const Node* node : block.nodes) {
      for (const Value* output : node->outputs) f(output);
    }
    if (block.exit == Exit::kLoop) f(block.next_counter);
  }

  void find_shared() {
    std::unordered_map<const Value*, const Block*> home;
    for (const Value* argument : graph_.arguments) home[argument] = graph_.blocks.front();
    for (const Block* block : graph_.blocks) {
      for_each_made(*block, [&](const Value* value) { home[value] = block; });
    }
    for (const Block* block : graph_.blocks) {
      for_each_read(*block, [&](const Value* value) {
        if (!value->is_constant && home.at(value) != block) shared_.insert(value);
      });
      // The next counter is read on one way out only.
      if (block->exit == Exit::kLoop) shared_.insert(block->next_counter);
    }
  }

  void follow() {
    for (const Block* block : graph_.blocks) {
      before_[block];
      after_[block];
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto it = graph_.blocks.rbegin(); it != graph_.blocks.rend(); ++it) {
        const Block* block = *it;
        Set& after = after_[block];
        const size_t known = after.size();
        for (const Block* to : block->successors) {
          if (to != nullptr) after.insert(before_[to].begin(), before_[to].end());
        }
        Set before = after;
        for_each_made(*block, [&](const Value* value) { before.erase(value); });
        std::unordered_set<const Value*> own;
        for_each_made(*block, [&](const Value* value) { own.insert(value); });
        for_each_read(*block, [&](const Value* value) {
          if (!value->is_constant && is_shared(value) && own.count(value) == 0) {
            before.insert(value);
          }
        });
        changed |= after.size() != known || before.size() != before_[block].size();
        before_[block] = std::move(before);
      }
    }
  }

 public:
  static size_t predecessor_index(const Block& to, const Block* from) {
    const auto place = std::find(to.predecessors.begin(), to.predecessors.end(), from);
    TORCH_INTERNAL_ASSERT(place != to.predecessors.end(), "a block is not known to its successor");
    return static_cast<size_t>(place - to.predecessors.begin());
  }

 private:
  const Graph& graph_;
  Set shared_;
  std::unordered_map<const Block*, Set> before_;
  std::unordered_map<const Block*, Set> after_;
};

struct IntOperator {
  std::string_view name;
  Op op;
};

// Operators on two integers that the interpreter does itself.
constexpr IntOperator kIntOperators[] = {
    {"aten::add.int", Op::INT_ADD}, {"aten::sub.int", Op::INT_SUB},
    {"aten::mul.int", Op::INT_MUL}, {"aten::remainder.int", Op::INT_REMAINDER},
    {"aten::eq.int", Op::INT_EQ},   {"aten::ne.int", Op::INT_NE},
    {"aten::lt.int", Op::INT_LT},   {"aten::le.int", Op::INT_LE},
    {"aten::gt.int", Op::INT_GT},   {"aten::ge.int", Op::INT_GE},
};

class Emitter {
 public:
  explicit Emitter(const Graph& graph) : graph_(graph), source_(*graph.code), live_(graph) {
    code_.name = source_.name;
    code_.operators = source_.operators;
    code_.types = source_.types;
    code_.functions = source_.functions;
    code_.method_calls = source_.method_calls;
    code_.arity = source_.arity;
    code_.debug_table = source_.debug_table;
  }

  Code run() {
    handle_ = 0;
    store_arguments();
    for (size_t i = 0; i < graph_.blocks.size(); ++i) {
      const Block* next = i + 1 < graph_.blocks.size() ? graph_.blocks[i + 1] : nullptr;
      emit_block(*graph_.blocks[i], next);
    }
    for (const auto& [at, target] : jumps_) {
      code_.instructions[at].x =
          static_cast<int32_t>(starts_.at(target)) - static_cast<int32_t>(at);
    }
    code_.register_size = registers_;
    if (source_.debug_handles.empty()) code_.debug_handles.clear();
    return std::move(code_);
  }

 private:
  // --- Instructions.

  void emit(Op op, int32_t x = 0, uint16_t n = 0) {
    code_.instructions.push_back({op, n, x});
    code_.debug_handles.push_back(handle_);
  }

  void at(size_t pc) {
    if (pc < source_.debug_handles.size()) handle_ = source_.debug_handles[pc];
  }

  void jump(Op op, const Block* target) {
    jumps_.emplace_back(code_.instructions.size(), target);
    emit(op);
  }

  // --- Registers.

  int32_t new_place() { return static_cast<int32_t>(++registers_); }

  int32_t place_of(Value* value) {
    if (value->place == 0) {
      if (!free_.empty() && !live_.is_shared(value) && value->phi_block == nullptr) {
        value->place = free_.back();
        free_.pop_back();
      } else {
        value->place = new_place();
      }
    }
    return value->place;
  }

  void push(const Block& block, Value* value) {
    if (value->is_constant) {
      emit(Op::LOADC, constant_index(*value));
      return;
    }
    size_t& left = reads_left_[value];
    TORCH_INTERNAL_ASSERT(value->place != 0 && left > 0, "a value is read before it is made");
    const bool last = --left == 0 && !live_.is_live_after(&block, value);
    if (!last) {
      emit(Op::LOAD, value->place);
      return;
    }
    if (!live_.is_shared(value) && value->phi_block == nullptr) free_.push_back(value->place);
    // What was stored just now needs no register.
    if (code_.instructions.size() > block_start_ && code_.instructions.back().op == Op::STORE &&
        code_.instructions.back().x == value->place) {
      code_.instructions.pop_back();
      code_.debug_handles.pop_back();
      return;
    }
    emit(Op::MOVE, value->place);
  }

  // The result on top of the stack.
  void store(Value* value) {
    if (value->uses == 0 || value->is_constant) {
      emit(Op::DROP);
    } else {
      emit(Op::STORE, place_of(value));
    }
  }

  int32_t constant_index(const Value& value) {
    const auto [entry, is_new] = constants_.emplace(&value, code_.constants.size());
    if (is_new) code_.constants.push_back(value.constant);
    return static_cast<int32_t>(entry->second);
  }

  // --- Blocks.

  void store_arguments() {
    block_start_ = 0;
    for (size_t i = graph_.arguments.size(); i > 0; --i) store(graph_.arguments[i - 1]);
    for (const Block* block : graph_.blocks) {
      for (const Node* node : block->nodes) {
        if (int_operator(*node) == nullptr) continue;
        for (const Value* input : node->inputs) load_into_register(*input);
      }
      if (block->exit != Exit::kLoop) continue;
      for (size_t i = 0; i < 2; ++i) load_into_register(*block->exit_inputs[i]);
    }
  }

  void load_into_register(const Value& value) {
    if (!value.is_constant || constant_registers_.count(&value) != 0) return;
    const int32_t place = new_place();
    constant_registers_.emplace(&value, place);
    emit(Op::LOADC, constant_index(value));
    emit(Op::STORE, place);
  }

  // How often the block reads each value.
  void count_reads(const Block& block) {
    reads_left_.clear();
    for (const Node* node : block.nodes) {
      for (const Value* input : node->inputs) ++reads_left_[input];
    }
    for (const Value* input : block.exit_inputs) ++reads_left_[input];
    for (const Block* to : block.successors) {
      // Only a plain jump moves values to phis; what other exits copy stays where it is.
      if (to != nullptr) {
        for_each_copy(block, *to, [&](Value*, Value* from) { ++reads_left_[from]; });
      }
    }
  }

  template <typename F>
  static void for_each_copy(const Block& from, const Block& to, const F& f) {
    const size_t index = Liveness::predecessor_index(to, &from);
    for (const Phi& phi : to.phis) {
      if (phi.is_live && !phi.value->is_constant) f(phi.value, phi.inputs[index]);
    }
  }

  static bool has_copies(const Block& from, const Block& to) {
    bool any = false;
    for_each_copy(from, to, [&](Value* value, Value* input) { any |= value != input; });
    return any;
  }

  // All at once, through the stack: a phi may be the input of another.
  void copy_to_phis(const Block& from, const Block& to, bool moves) {
    std::vector<Value*> targets;
    const Value* increment = nullptr;
    int32_t incremented = 0;
    for_each_copy(from, to, [&](Value* value, Value* input) {
      const auto counter = counters_.find(input);
      if (counter != counters_.end() && counter->second == value) {
        // The next round of a loop: its counter is still in its register.
        increment = input;
        incremented = place_of(value);
        if (moves) --reads_left_[input];
        return;
      }
      if (value == input) {
        if (moves) --reads_left_[input];
        return;
      }
      if (moves || input->is_constant) {
        push(from, input);
      } else {
        emit(Op::LOAD, input->place);
      }
      targets.push_back(value);
    });
    for (size_t i = targets.size(); i > 0; --i) emit(Op::STORE, place_of(targets[i - 1]));
    if (increment != nullptr) emit(Op::INCREMENT, incremented);
  }

  void go_to(const Block& from, const Block& to, const Block* next, bool moves) {
    copy_to_phis(from, to, moves);
    if (&to != next) jump(Op::JMP, &to);
  }

  // Null for nodes that are no operators on integers.
  const IntOperator* int_operator(const Node& node) const {
    if (node.instruction.op != Op::OP || node.prepared != nullptr || node.inputs.size() != 2) {
      return nullptr;
    }
    const std::string_view name =
        source_.operators[static_cast<size_t>(node.instruction.x)].row->schema->full_name();
    const auto found = std::find_if(std::begin(kIntOperators), std::end(kIntOperators),
                                    [&](const IntOperator& known) { return known.name == name; });
    return found == std::end(kIntOperators) ? nullptr : found;
  }

  // Reads a value where it is.
  int32_t read_in_place(const Block& block, Value* value) {
    if (value->is_constant) return constant_registers_.at(value);
    size_t& left = reads_left_[value];
    const bool last = --left == 0 && !live_.is_live_after(&block, value);
    if (last && !live_.is_shared(value) && value->phi_block == nullptr) {
      free_.push_back(value->place);
    }
    return value->place;
  }

  void emit_int(const Block& block, const Node& node, Op op) {
    const int32_t a = read_in_place(block, node.inputs[0]);
    const int32_t b = read_in_place(block, node.inputs[1]);
    const int32_t to = place_of(node.outputs[0]);
    TORCH_CHECK(std::max({a, b, to}) <= kIntOperandMask, "too many registers");
    emit(op, (a << kIntOperandBits) | b, static_cast<uint16_t>(to));
  }

  // Pushes what the model leaves out, where that comes last.
  void emit_with_defaults(const Instruction& inst) {
    // verify() makes it OP_WITH_DEFAULTS again.
    const OperatorCall& call = source_.operators[static_cast<size_t>(inst.x)];
    if (call.out_count != 0) return emit(Op::OP, inst.x, inst.n);
    const auto [complete, is_new] = complete_calls_.emplace(inst.x, code_.operators.size());
    if (is_new) {
      OperatorCall all = call;
      all.pushed += all.defaults.size();
      all.defaults.clear();
      code_.operators.push_back(std::move(all));
      default_constants_.emplace(inst.x, code_.constants.size());
      code_.constants.insert(code_.constants.end(), call.defaults.begin(), call.defaults.end());
    }
    const size_t first = default_constants_.at(inst.x);
    for (size_t i = 0; i < call.defaults.size(); ++i) {
      emit(Op::LOADC, static_cast<int32_t>(first + i));
    }
    emit(Op::OP, static_cast<int32_t>(complete->second), inst.n);
  }

  void emit_node(const Block& block, const Node& node) {
    at(node.pc);
    if (const IntOperator* known = int_operator(node)) return emit_int(block, node, known->op);
    for (Value* input : node.inputs) push(block, input);
    if (node.prepared != nullptr) {
      code_.prepared_calls.push_back(node.prepared);
      emit(Op::PREPARED, static_cast<int32_t>(code_.prepared_calls.size() - 1), node.prepared_bits);
    } else {
      const Instruction& inst = node.instruction;
      if (inst.op == Op::OP_WITH_DEFAULTS) {
        emit_with_defaults(inst);
      } else {
        emit(inst.op, inst.x, inst.n);
      }
    }
    for (size_t i = node.outputs.size(); i > 0; --i) store(node.outputs[i - 1]);
  }

  void emit_block(const Block& block, const Block* next) {
    starts_[&block] = code_.instructions.size();
    block_start_ = code_.instructions.size();
    free_.clear();
    count_reads(block);
    for (const Phi& phi : block.phis) {
      if (phi.is_live && !phi.value->is_constant) place_of(phi.value);
    }
    for (const Value* value : live_.dead_on_entry(&block)) {
      if (value->place != 0) emit(Op::DROPR, value->place);
    }
    for (const Node* node : block.nodes) emit_node(block, *node);
    emit_exit(block, next);
  }

  void emit_exit(const Block& block, const Block* next) {
    if (block.exit != Exit::kJump) at(block.exit_pc);
    switch (block.exit) {
      case Exit::kJump:
        go_to(block, *block.successors[0], next, true);
        break;
      case Exit::kReturn:
      case Exit::kRaise:
        for (Value* input : block.exit_inputs) push(block, input);
        emit(block.exit_instruction.op, block.exit_instruction.x, block.exit_instruction.n);
        break;
      case Exit::kBranch:
        push(block, block.exit_inputs[0]);
        emit_branch(block, next);
        break;
      case Exit::kLoop:
        emit_loop(block, next);
        break;
    }
  }

  // The condition is on the stack.
  void emit_branch(const Block& block, const Block* next) {
    const Block& yes = *block.successors[0];
    const Block& no = *block.successors[1];
    if (!has_copies(block, no)) {
      jump(Op::JF, &no);
      go_to(block, yes, next, false);
      return;
    }
    const size_t branch = code_.instructions.size();
    emit(Op::JF);
    copy_to_phis(block, yes, false);
    jump(Op::JMP, &yes);
    code_.instructions[branch].x = static_cast<int32_t>(code_.instructions.size() - branch);
    go_to(block, no, next, false);
  }

  // Counts in registers instead of on the stack.
  void emit_loop(const Block& block, const Block* next) {
    const int32_t counter = register_of(block.exit_inputs[0]);
    const int32_t limit = register_of(block.exit_inputs[1]);
    Value* const condition = block.exit_inputs[2];
    const Block& body = *block.successors[0];
    const Block& after = *block.successors[1];
    const bool always = condition->is_constant && condition->constant.isBool();
    TORCH_CHECK(counter <= std::numeric_limits<uint16_t>::max(), "too many registers");
    emit(Op::IF_LESS, limit, static_cast<uint16_t>(counter));
    std::vector<size_t> leaves;
    const auto leave = [&](Op op) {
      if (has_copies(block, after)) {
        leaves.push_back(code_.instructions.size());
        emit(op);
      } else {
        jump(op, &after);
      }
    };
    leave(Op::JMP);
    if (!always) {
      push(block, condition);
      leave(Op::JF);
    }
    if (counts_itself(block)) {
      counters_[block.next_counter] = block.exit_inputs[0];
    } else if (block.next_counter->uses > 0) {
      emit(Op::LOAD, counter);
      emit(Op::STORE, place_of(block.next_counter));
      emit(Op::INCREMENT, block.next_counter->place);
    }
    copy_to_phis(block, body, false);
    if (&body != next || !leaves.empty()) jump(Op::JMP, &body);
    if (leaves.empty()) return;
    for (const size_t from : leaves) {
      code_.instructions[from].x = static_cast<int32_t>(code_.instructions.size() - from);
    }
    go_to(block, after, next, false);
  }

  // Whether the next counter is only ever the counter of the next round.
  static bool counts_itself(const Block& block) {
    const Value* const counter = block.exit_inputs[0];
    if (counter->phi_block != &block || block.next_counter->uses != 1) return false;
    const Phi& phi = block.phis[counter->phi_index];
    for (size_t i = 0; i < phi.inputs.size(); ++i) {
      if (phi.inputs[i] != block.next_counter) continue;
      // From where every value of the counter itself is already used.
      return block.predecessors[i]->exit == Exit::kJump;
    }
    return false;
  }

  // Constants that loops compare with were put there when the method began.
  int32_t register_of(const Value* value) const {
    return value->is_constant ? constant_registers_.at(value) : value->place;
  }

  const Graph& graph_;
  const Code& source_;
  Liveness live_;
  Code code_;
  int64_t handle_ = 0;
  size_t registers_ = 0;
  size_t block_start_ = 0;
  // Registers of values that are gone, in the present block.
  std::vector<int32_t> free_;
  std::unordered_map<const Value*, size_t> reads_left_;
  std::unordered_map<const Value*, size_t> constants_;
  std::unordered_map<const Value*, int32_t> constant_registers_;
  // From operators that the model calls with fewer arguments to the same with all, and to the first
  // of the constants that these are.
  std::unordered_map<int32_t, size_t> complete_calls_;
  std::unordered_map<int32_t, size_t> default_constants_;
  std::unordered_map<const Block*, size_t> starts_;
  std::vector<std::pair<size_t, const Block*>> jumps_;
  // From the counter of a loop's next round to its counter.
  std::unordered_map<const Value*, const Value*> counters_;
};

}  // namespace

Code emit_code(const Graph& graph) { return Emitter(graph).run(); }

}  // namespace torch::jit::mobile
