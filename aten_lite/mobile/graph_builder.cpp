#include "aten_lite/mobile/graph_builder.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "aten_lite/core/error.h"
#include "aten_lite/mobile/function.h"
#include "aten_lite/mobile/graph_state.h"
#include "aten_lite/mobile/instructions.h"
#include "aten_lite/mobile/operator_facts.h"
#include "aten_lite/mobile/verifier.h"

namespace torch::jit::mobile {

namespace {

using c10::IValue;

// Preparing must not take long, whatever the file holds.
constexpr size_t kMaxStateWords = size_t{1} << 22;
constexpr int kMaxRounds = 64;
// Instructions and values that are looked at, all rounds together.
constexpr size_t kMaxWork = size_t{1} << 23;
// Constants are not computed where they might become large.
constexpr int64_t kMaxFoldedCount = 4096;

bool same_constant(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  if (a.isDouble()) {
    // Bit by bit: zeros have signs.
    const double x = a.toDouble();
    const double y = b.toDouble();
    return std::memcmp(&x, &y, sizeof(x)) == 0;
  }
  return a.reference() != nullptr ? a.reference() == b.reference() : a.is(b);
}

bool is_container(const IValue& value) { return value.isList() || value.isGenericDict(); }

class GraphBuilder {
 public:
  GraphBuilder(const Function& function, Assumptions* assumptions)
      : code_(function.get_code()),
        assumptions_(*assumptions),
        graph_(std::make_unique<Graph>()),
        nodes_(code_.instructions.size()),
        constants_(code_.constants.size()),
        none_(make_constant(IValue())) {
    graph_->code = &code_;
  }

  std::unique_ptr<Graph> run(const c10::intrusive_ptr<c10::ivalue::Object>& self) {
    if (code_.arity == kUnknownArity || !find_blocks()) return nullptr;
    start(self);
    int rounds = 0;
    do {
      if (++rounds > kMaxRounds) return nullptr;
      again_ = false;
      for (auto& [pc, block] : blocks_) {
        if (block->is_reached && !process(block)) return nullptr;
      }
    } while (again_);
    finish();
    return std::move(graph_);
  }

  bool has_news() const { return news_; }

 private:
  struct Entry {
    GraphState state;
    // The values that each predecessor brings for each phi.
    std::vector<std::vector<Value*>> incoming;
  };

  // --- Values.

  Value* make_constant(IValue constant) {
    Value* value = graph_->new_value();
    value->is_constant = true;
    value->is_none_never = !constant.isNone();
    value->constant = std::move(constant);
    return value;
  }

  static void set_varying(Value* value) {
    value->is_constant = false;
    value->is_varying = true;
    value->site = 0;
  }

  // Says that a node's result is a constant; once it was found not to be, it never is.
  static void set_constant(Value* value, IValue constant, size_t site) {
    if (value->is_varying) return;
    if (value->is_constant && site == 0 && !same_constant(value->constant, constant)) {
      return set_varying(value);
    }
    value->is_constant = true;
    value->is_none_never = !constant.isNone();
    value->constant = std::move(constant);
    value->site = site;
  }

  bool known(const Value& value) const { return assumptions_.contents_known(value, code_); }
  void touch(const Value& value) { news_ |= assumptions_.touch(value, code_); }

  // The value may share memory with `source`.
  void set_origin(Value* value, const Value& source) {
    value->of_unknown_origin |= source.of_unknown_origin;
    const Value* origin = source.is_constant ? &source : source.origin;
    if (origin == nullptr || !Assumptions::can_change(*origin)) return;
    if (value->origin == nullptr) value->origin = origin;
    if (value->origin == origin) return;
    // Only one origin is kept.
    touch(*origin);
    touch(*value->origin);
  }

  // --- Blocks.

  bool find_blocks() {
    const auto& instructions = code_.instructions;
    add_block(0);
    for (size_t pc = 0; pc < instructions.size(); ++pc) {
      const Instruction inst = original(pc);
      if (inst.op != Op::JF && inst.op != Op::JMP && inst.op != Op::LOOP) continue;
      add_block(pc + static_cast<size_t>(static_cast<int64_t>(inst.x)));
      if (inst.op != Op::JMP) add_block(pc + 1);
    }
    return blocks_.size() * (code_.register_size / 32 + 1) <= kMaxStateWords;
  }

  void add_block(size_t pc) {
    Block*& block = blocks_[pc];
    if (block != nullptr) return;
    block = &graph_->storage.emplace_back();
    block->first_pc = pc;
  }

  Block* block_at(size_t pc) const { return blocks_.at(pc); }

  Instruction original(size_t pc) const {
    const Instruction inst = code_.instructions[pc];
    return inst.op == Op::CHECK_DEPTH ? code_.depth_checks[static_cast<size_t>(inst.x)].original
                                      : inst;
  }

  void start(const c10::intrusive_ptr<c10::ivalue::Object>& self) {
    GraphState state(code_.register_size, none_);
    for (size_t i = 0; i < code_.arity; ++i) {
      Value* argument = graph_->new_value();
      if (i == 0 && self.defined()) {
        argument->is_constant = true;
        argument->is_none_never = true;
        argument->constant = IValue(self);
      } else if (i == 0) {
        argument->of_unknown_origin = true;
      }
      graph_->arguments.push_back(argument);
      state.stack.push_back(argument);
    }
    Block* entry = block_at(0);
    entry->is_reached = true;
    entries_[entry].state = std::move(state);
    // A jump to the beginning would need phis that the call itself feeds.
    entry->predecessors.push_back(nullptr);
  }

  // Brings a state to a block.
  bool flow(Block* from, Block* to, const GraphState& state) {
    Entry& entry = entries_[to];
    const bool backward = to->first_pc <= from->first_pc;
    if (!to->is_reached) {
      to->is_reached = true;
      to->predecessors.push_back(from);
      entry.state = state;
      again_ |= backward;
      return true;
    }
    if (to->predecessors.front() == nullptr || entry.state.size() != state.size()) return false;
    auto place = std::find(to->predecessors.begin(), to->predecessors.end(), from);
    const size_t index = static_cast<size_t>(place - to->predecessors.begin());
    if (place == to->predecessors.end()) {
      to->predecessors.push_back(from);
      for (Phi& phi : to->phis) phi.inputs.push_back(nullptr);
      again_ |= backward;
    }
    entry.state.for_each_difference(state, [&](size_t slot, Value* own, Value*) {
      if (own->phi_block == to) return;
      Phi& phi = to->phis.emplace_back();
      phi.value = graph_->new_value();
      phi.value->phi_block = to;
      phi.value->phi_index = to->phis.size() - 1;
      phi.slot = slot;
      phi.inputs.assign(to->predecessors.size(), own);
      entry.state.set(slot, phi.value);
      again_ |= backward;
    });
    for (Phi& phi : to->phis) {
      phi.inputs[index] = state.at(phi.slot);
      if (join(&phi)) again_ |= backward;
    }
    return true;
  }

  // What the inputs of a phi have in common. Returns whether that is less than before.
  static bool join(Phi* phi) {
    Value& value = *phi->value;
    bool never_none = true;
    bool unknown_origin = false;
    const Value* first = nullptr;
    bool same = true;
    for (const Value* input : phi->inputs) {
      if (input == nullptr || input == &value) continue;
      never_none &= input->is_none_never;
      unknown_origin |= input->of_unknown_origin;
      if (first == nullptr) first = input;
      same &= input->is_constant && input->site == 0 && first->is_constant &&
              same_constant(input->constant, first->constant);
    }
    const bool was_constant = value.is_constant;
    const bool was_never_none = value.is_none_never;
    const bool was_unknown = value.of_unknown_origin;
    const bool was_varying = value.is_varying;
    if (same && first != nullptr) {
      set_constant(&value, first->constant, 0);
    } else {
      set_varying(&value);
    }
    value.is_none_never = never_none;
    value.of_unknown_origin = unknown_origin;
    return was_constant != value.is_constant || was_varying != value.is_varying ||
           was_never_none != never_none || was_unknown != unknown_origin;
  }

  // --- Instructions.

  void push(Value* value) { state_.stack.push_back(value); }
  Value* pop() {
    Value* value = state_.stack.back();
    state_.stack.pop_back();
    return value;
  }
  Values pop(size_t count) {
    Values values(state_.stack.end() - static_cast<std::ptrdiff_t>(count), state_.stack.end());
    state_.stack.resize(state_.stack.size() - count);
    return values;
  }
  Value* read(int32_t reg) const { return state_.at(static_cast<size_t>(reg) - 1); }
  void write(int32_t reg, Value* value) { state_.set(static_cast<size_t>(reg) - 1, value); }

  Node* node_at(size_t pc, Instruction inst, Values inputs, size_t outputs) {
    Node*& node = nodes_[pc];
    if (node == nullptr) {
      node = &graph_->nodes.emplace_back();
      node->pc = pc;
      for (size_t i = 0; i < outputs; ++i) {
        Value* value = graph_->new_value();
        value->producer = node;
        node->outputs.push_back(value);
      }
    }
    node->instruction = inst;
    node->inputs = std::move(inputs);
    return node;
  }

  // The node runs when the method does.
  void keep(Block* block, Node* node) {
    for (Value* output : node->outputs) {
      set_varying(output);
      push(output);
    }
    block->nodes.push_back(node);
  }

  // Returns false where the results were found to vary.
  bool fold(Node* node, const std::vector<IValue>& results, size_t site) {
    for (size_t i = 0; i < results.size(); ++i) {
      set_constant(node->outputs[i], results[i], site);
      if (!node->outputs[i]->is_constant) return false;
    }
    for (Value* output : node->outputs) push(output);
    return true;
  }

  bool all_known(const Values& values) const {
    return std::all_of(values.begin(), values.end(), [this](Value* v) { return known(*v); });
  }

  static Stack constants_of(const Values& values) {
    Stack stack;
    for (const Value* value : values) stack.push_back(value->constant);
    return stack;
  }

  bool process(Block* block);
  void end(Block* block, Exit exit, size_t pc, Instruction inst, Values inputs);
  bool jump(Block* block, Block* to);
  bool step(Block* block, size_t pc, Instruction inst);
  bool branch(Block* block, size_t pc, Instruction inst);
  bool loop(Block* block, size_t pc, Instruction inst);
  void get_attribute(Block* block, size_t pc, Instruction inst);
  void set_attribute(Block* block, size_t pc, Instruction inst);
  bool call_operator(Block* block, size_t pc, Instruction inst);
  bool fold_operator(Node* node, const OperatorCall& call);
  bool simple(Block* block, size_t pc, Instruction inst);
  bool fold_simple(Node* node);
  bool unpack_tuple(const Value& tuple);
  void finish();

  const Code& code_;
  Assumptions& assumptions_;
  std::unique_ptr<Graph> graph_;
  std::vector<Node*> nodes_;
  std::vector<Value*> constants_;
  Value* none_;
  std::map<size_t, Block*> blocks_;
  std::map<const Block*, Entry> entries_;
  std::map<std::pair<const c10::ivalue::Object*, size_t>, Value*> attributes_;
  GraphState state_;
  size_t work_ = 0;
  bool again_ = false;
  bool news_ = false;
};

bool GraphBuilder::process(Block* block) {
  state_ = entries_[block].state;
  block->nodes.clear();
  block->successors[0] = block->successors[1] = nullptr;
  for (size_t pc = block->first_pc;; ++pc) {
    if (pc != block->first_pc) {
      const auto next = blocks_.find(pc);
      if (next != blocks_.end()) return jump(block, next->second);
    }
    const Instruction inst = original(pc);
    // After operators with any number of results, depths are only checked when the code runs.
    const StackEffect effect = stack_effect(code_, inst);
    work_ += 1 + effect.takes + effect.leaves;
    if (effect.takes > state_.stack.size() || work_ > kMaxWork) return false;
    switch (inst.op) {
      case Op::JMP:
        return jump(block, block_at(pc + static_cast<size_t>(static_cast<int64_t>(inst.x))));
      case Op::JF:
        return branch(block, pc, inst);
      case Op::LOOP:
        return loop(block, pc, inst);
      case Op::RET:
        if (state_.stack.size() != 1) return false;
        touch(*state_.stack.back());
        end(block, Exit::kReturn, pc, inst, pop(1));
        return true;
      case Op::RAISE_EXCEPTION:
        end(block, Exit::kRaise, pc, inst, pop(std::min<size_t>(2, state_.stack.size())));
        return true;
      default:
        if (!step(block, pc, inst)) return false;
    }
  }
}

void GraphBuilder::end(Block* block, Exit exit, size_t pc, Instruction inst, Values inputs) {
  block->exit = exit;
  block->exit_pc = pc;
  block->exit_instruction = inst;
  block->exit_inputs = std::move(inputs);
}

bool GraphBuilder::jump(Block* block, Block* to) {
  end(block, Exit::kJump, 0, {}, {});
  block->successors[0] = to;
  return flow(block, to, state_);
}

bool GraphBuilder::branch(Block* block, size_t pc, Instruction inst) {
  Block* const otherwise = block_at(pc + static_cast<size_t>(static_cast<int64_t>(inst.x)));
  Block* const next = block_at(pc + 1);
  Value* const condition = pop();
  if (known(*condition) && condition->constant.isBool()) {
    return jump(block, condition->constant.toBool() ? next : otherwise);
  }
  end(block, Exit::kBranch, pc, inst, Values{condition});
  block->successors[0] = next;
  block->successors[1] = otherwise;
  return flow(block, next, state_) && flow(block, otherwise, state_);
}

bool GraphBuilder::loop(Block* block, size_t pc, Instruction inst) {
  Block* const after = block_at(pc + static_cast<size_t>(static_cast<int64_t>(inst.x)));
  Block* const body = block_at(pc + 1);
  const Values values(state_.stack.end() - (inst.n + 1), state_.stack.end());
  const size_t first = state_.stack.size() - (size_t{inst.n} + 1);
  GraphState left = state_;
  left.stack.erase(left.stack.begin() + static_cast<std::ptrdiff_t>(first),
                   left.stack.begin() + static_cast<std::ptrdiff_t>(first + 3));
  const auto is_int = [this](const Value& v) { return known(v) && v.constant.isInt(); };
  const bool ends =
      (known(*values[2]) && values[2]->constant.isBool() && !values[2]->constant.toBool()) ||
      (is_int(*values[0]) && is_int(*values[1]) &&
       values[0]->constant.toInt() >= values[1]->constant.toInt());
  if (ends) {
    state_ = std::move(left);
    return jump(block, after);
  }
  end(block, Exit::kLoop, pc, inst, values);
  if (block->next_counter == nullptr) {
    block->next_counter = graph_->new_value();
    block->next_counter->is_none_never = true;
  }
  set_varying(block->next_counter);
  block->successors[0] = body;
  block->successors[1] = after;
  state_.stack[first] = block->next_counter;
  state_.stack[first + 2] = values[0];
  return flow(block, body, state_) && flow(block, after, left);
}

bool GraphBuilder::step(Block* block, size_t pc, Instruction inst) {
  switch (inst.op) {
    case Op::LOAD:
      push(read(inst.x));
      return true;
    case Op::MOVE:
      push(read(inst.x));
      write(inst.x, none_);
      return true;
    case Op::STORE:
      write(inst.x, pop());
      return true;
    case Op::STOREN:
      for (int32_t i = inst.n; i > 0; --i) write(inst.x + i - 1, pop());
      return true;
    case Op::DROP:
      pop();
      return true;
    case Op::DROPR:
      write(inst.x, none_);
      return true;
    case Op::LOADC: {
      Value*& value = constants_[static_cast<size_t>(inst.x)];
      if (value == nullptr) value = make_constant(code_.constants[static_cast<size_t>(inst.x)]);
      push(value);
      return true;
    }
    case Op::UN_INITIALIZED:
      push(none_);
      return true;
    case Op::UNCHECKED_CAST:
      return true;
    case Op::GET_ATTR:
      get_attribute(block, pc, inst);
      return true;
    case Op::SET_ATTR:
      set_attribute(block, pc, inst);
      return true;
    case Op::OP:
    case Op::OP_WITH_DEFAULTS:
    case Op::OPN:
      return call_operator(block, pc, inst);
    default:
      return simple(block, pc, inst);
  }
}

void GraphBuilder::get_attribute(Block* block, size_t pc, Instruction inst) {
  const size_t slot = static_cast<size_t>(inst.x);
  Value* const object = pop();
  if (object->is_constant && object->constant.isObject() &&
      assumptions_.is_fixed(object->constant.toObjectRef(), slot)) {
    const c10::ivalue::Object& holder = object->constant.toObjectRef();
    Value*& value = attributes_[{&holder, slot}];
    if (value == nullptr) value = make_constant(holder.slots()[slot]);
    push(value);
    return;
  }
  Node* node = node_at(pc, inst, Values{object}, 1);
  // What a written attribute holds was touched when that was found out.
  node->outputs[0]->of_unknown_origin =
      object->of_unknown_origin || assumptions_.is_written_somewhere(slot);
  keep(block, node);
}

void GraphBuilder::set_attribute(Block* block, size_t pc, Instruction inst) {
  const size_t slot = static_cast<size_t>(inst.x);
  const Values inputs = pop(2);
  touch(*inputs[1]);
  const Value& object = *inputs[0];
  if (object.is_constant && object.constant.isObject()) {
    news_ |= assumptions_.write_attribute(object.constant.toObjectRef(), slot);
  } else {
    news_ |= assumptions_.write_attribute_of_any(slot);
  }
  keep(block, node_at(pc, inst, inputs, 0));
}

bool GraphBuilder::unpack_tuple(const Value& tuple) {
  if (known(tuple) && tuple.constant.isTuple()) return false;
  const Node* maker = tuple.producer;
  if (tuple.is_constant || maker == nullptr || maker->instruction.op != Op::TUPLE_CONSTRUCT) {
    return false;
  }
  for (Value* element : maker->inputs) push(element);
  return true;
}

bool GraphBuilder::call_operator(Block* block, size_t pc, Instruction inst) {
  const OperatorCall& call = code_.operators[static_cast<size_t>(inst.x)];
  const at::schemas::OperatorSchema& schema = *call.row->schema;
  const size_t takes = inst.op == Op::OPN ? inst.n : call.pushed;
  if (takes > state_.stack.size()) return false;
  Values inputs = pop(takes);
  if (schema.name() == "prim::unchecked_cast" && takes == 1) {
    push(inputs[0]);
    return true;
  }
  if (schema.is_varret()) {
    // Only where the number of results can be told.
    if (schema.name() != "prim::TupleUnpack" || takes != 1) return false;
    if (unpack_tuple(*inputs[0])) return true;
    if (!known(*inputs[0]) || !inputs[0]->constant.isTuple()) return false;
    for (const IValue& element : inputs[0]->constant.toTupleRef().elements()) {
      push(make_constant(element));
    }
    return true;
  }
  Node* node = node_at(pc, inst, inputs, schema.return_count());
  node->is_removable = is_pure(schema);
  if (node->is_removable && fold_operator(node, call)) return true;
  const bool aliases = may_alias(schema);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Value& input = *inputs[i];
    if (!Assumptions::can_change(input)) continue;
    // Out arguments are the last ones; what is left out comes before them.
    const size_t outs = call.out_count;
    const size_t argument =
        i + outs >= inputs.size() && outs > 0 ? schema.argument_count() - (inputs.size() - i) : i;
    if (may_write(schema, argument, c10::ArrayRef<Value*>(inputs.data(), inputs.size()))) {
      touch(input);
    }
    if (!aliases) continue;
    for (Value* output : node->outputs) set_origin(output, input);
  }
  if (node->outputs.size() == 1) node->outputs[0]->is_none_never = never_gives_none(schema);
  keep(block, node);
  return true;
}

bool GraphBuilder::fold_operator(Node* node, const OperatorCall& call) {
  if (!all_known(node->inputs)) return false;
  for (const Value* input : node->inputs) {
    const IValue& value = input->constant;
    if (value.isInt() && std::abs(value.toInt()) > kMaxFoldedCount &&
        call.row->schema->text().find("[]") != std::string_view::npos) {
      return false;
    }
  }
  try {
    Stack stack = constants_of(node->inputs);
    if (node->instruction.op == Op::OP_WITH_DEFAULTS) {
      call_with_defaults(call, stack);
    } else {
      call.wrapper(stack);
    }
    if (stack.size() != 1) return false;
    const bool fresh = makes_new_list(*call.row->schema);
    if (is_container(stack[0]) && !fresh) return false;
    const size_t site = fresh ? node->pc + 1 : 0;
    if (site != 0 && !assumptions_.is_site_known(code_, site)) return false;
    return fold(node, stack, site);
  } catch (const std::exception&) {
    // It throws when it runs, too.
    return false;
  }
}

bool GraphBuilder::simple(Block* block, size_t pc, Instruction inst) {
  const StackEffect effect = stack_effect(code_, inst);
  if (effect.leaves_unknown || effect.takes > state_.stack.size()) return false;
  Values inputs = pop(effect.takes);
  if (inst.op == Op::TUPLE_INDEX && known(*inputs[1]) && inputs[1]->constant.isInt()) {
    // An element of a tuple that was made here.
    const Node* maker = inputs[0]->producer;
    const int64_t index = inputs[1]->constant.toInt();
    if (!inputs[0]->is_constant && maker != nullptr &&
        maker->instruction.op == Op::TUPLE_CONSTRUCT && index >= 0 &&
        index < static_cast<int64_t>(maker->inputs.size())) {
      push(maker->inputs[static_cast<size_t>(index)]);
      return true;
    }
  }
  Node* node = node_at(pc, inst, inputs, effect.leaves);
  if (fold_simple(node)) return true;
  switch (inst.op) {
    case Op::__IS__:
    case Op::__ISNOT__:
    case Op::__NOT__:
    case Op::ISINSTANCE:
    case Op::DTYPE:
    case Op::DIM:
    case Op::DEVICE:
    case Op::IS_CUDA:
    case Op::CREATE_OBJECT:
      node->is_removable = true;
      break;
    case Op::WARN:
    case Op::FORMAT:
    case Op::TO_LIST:
    case Op::NUM_TO_TENSOR:
      break;
    case Op::TUPLE_INDEX:
    case Op::TUPLE_SLICE:
    case Op::DICT_INDEX:
    case Op::LIST_UNPACK:
      for (Value* output : node->outputs) set_origin(output, *inputs[0]);
      break;
    case Op::TUPLE_CONSTRUCT:
    case Op::LIST_CONSTRUCT:
    case Op::NAMED_TUPLE_CONSTRUCT:
    case Op::DICT_CONSTRUCT:
      node->is_removable = true;
      node->outputs[0]->is_none_never = true;
      [[fallthrough]];
    default:
      // Elements of a container, arguments of a method: who reads them is not followed.
      for (const Value* input : inputs) touch(*input);
  }
  keep(block, node);
  return true;
}

bool GraphBuilder::fold_simple(Node* node) {
  const Values& inputs = node->inputs;
  const Op op = node->instruction.op;
  if ((op == Op::__IS__ || op == Op::__ISNOT__) && inputs.size() == 2) {
    // `x is None` for what is never None.
    const auto is_none = [&](const Value& v) { return v.is_constant && v.constant.isNone(); };
    if ((is_none(*inputs[0]) && inputs[1]->is_none_never) ||
        (is_none(*inputs[1]) && inputs[0]->is_none_never)) {
      return fold(node, {IValue(op == Op::__ISNOT__)}, 0);
    }
  }
  switch (op) {
    case Op::__IS__:
    case Op::__ISNOT__:
    case Op::__NOT__:
    case Op::ISINSTANCE:
    case Op::DTYPE:
    case Op::DIM:
    case Op::DEVICE:
    case Op::IS_CUDA:
    case Op::TUPLE_INDEX:
    case Op::TUPLE_SLICE:
    case Op::TUPLE_CONSTRUCT:
    case Op::LIST_CONSTRUCT:
      break;
    default:
      return false;
  }
  if (!all_known(inputs)) return false;
  const bool makes_container = op == Op::TUPLE_CONSTRUCT || op == Op::LIST_CONSTRUCT;
  for (const Value* input : inputs) {
    if (makes_container && (is_container(input->constant) || input->constant.isObject())) {
      return false;
    }
    // Whether two fresh lists are the same one is not for constants to say.
    if (!makes_container && input->site != 0 && op != Op::ISINSTANCE) return false;
  }
  const size_t site = op == Op::LIST_CONSTRUCT ? node->pc + 1 : 0;
  if (site != 0 && !assumptions_.is_site_known(code_, site)) return false;
  try {
    Stack stack = constants_of(inputs);
    run_simple(code_, node->instruction, stack);
    if (stack.size() != 1 || (is_container(stack[0]) && site == 0)) return false;
    return fold(node, stack, site);
  } catch (const std::exception&) {
    return false;
  }
}

void GraphBuilder::finish() {
  for (auto& [pc, block] : blocks_) {
    if (block->is_reached) graph_->blocks.push_back(block);
  }
  merge_blocks(graph_.get());
  count_uses(graph_.get());
  // Which of its inputs a phi is, is not followed.
  for (const Block* block : graph_->blocks) {
    for (const Phi& phi : block->phis) {
      if (!phi.is_live || phi.value->is_constant) continue;
      for (const Value* input : phi.inputs) {
        if (!input->of_unknown_origin) touch(*input);
      }
    }
  }
}

}  // namespace

std::unique_ptr<Graph> build_graph(const Function& function,
                                   const c10::intrusive_ptr<c10::ivalue::Object>& self,
                                   Assumptions* assumptions, bool* news) {
  GraphBuilder builder(function, assumptions);
  std::unique_ptr<Graph> graph = builder.run(self);
  *news |= builder.has_news();
  return graph;
}

}  // namespace torch::jit::mobile
