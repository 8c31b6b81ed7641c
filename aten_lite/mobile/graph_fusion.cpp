#include "aten_lite/mobile/graph_fusion.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "aten_lite/mobile/fold_batch_norm.h"
#include "aten_lite/mobile/operator_facts.h"

namespace torch::jit::mobile {

namespace {

using aten_lite::PreparedActivation;
using c10::IValue;
using Step = PreparedCall::Step;

bool same_value(const IValue& a, const IValue& b) {
  if (a.tag() != b.tag()) return false;
  return a.isList() || a.isScalar() ? a == b : a.is(b);
}

// The number, where the value is one.
std::optional<float> number_of(const IValue& value) {
  if (value.isDouble()) return static_cast<float>(value.toDouble());
  if (value.isInt()) return static_cast<float>(value.toInt());
  return std::nullopt;
}

// What an activation with these arguments cuts its input to; nothing for other operators.
std::optional<PreparedActivation> activation_of(const at::schemas::OperatorSchema& schema,
                                                const std::vector<IValue>& arguments) {
  std::string_view name = schema.name();
  if (name.back() == '_') name.remove_suffix(1);
  PreparedActivation activation;
  if (name == "aten::relu") {
    activation.lower = 0;
    return activation;
  }
  if (name == "aten::relu6") {
    activation.lower = 0;
    activation.upper = 6;
    return activation;
  }
  const bool both = (name == "aten::hardtanh" || name == "aten::clamp") && arguments.size() == 3;
  if (!both || schema.overload() == "Tensor") return std::nullopt;
  if (!arguments[1].isNone()) {
    const std::optional<float> lower = number_of(arguments[1]);
    if (!lower.has_value()) return std::nullopt;
    activation.lower = *lower;
  }
  if (!arguments[2].isNone()) {
    const std::optional<float> upper = number_of(arguments[2]);
    if (!upper.has_value()) return std::nullopt;
    activation.upper = *upper;
  }
  // Also when one is not a number.
  if (!(activation.lower <= activation.upper)) return std::nullopt;
  return activation;
}

class Fusion {
 public:
  Fusion(Graph* graph, const Assumptions& assumptions, PreparedCalls* calls)
      : graph_(*graph), assumptions_(assumptions), calls_(*calls) {}

  void run() {
    for (Block* block : graph_.blocks) {
      find_readers(*block);
      for (Node* node : block->nodes) {
        if (!node->is_dead) try_node(node);
      }
      auto& nodes = block->nodes;
      nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](Node* n) { return n->is_dead; }),
                  nodes.end());
    }
    count_uses(&graph_);
  }

 private:
  // The nodes of the block that read each value.
  void find_readers(const Block& block) {
    readers_.clear();
    positions_.clear();
    order_ = block.nodes;
    for (Node* node : block.nodes) {
      positions_.emplace(node, positions_.size());
      for (Value* input : node->inputs) readers_[input] = node;
    }
  }

  const OperatorCall* call_of(const Node& node) const {
    const Op op = node.instruction.op;
    if (node.prepared != nullptr || (op != Op::OP && op != Op::OP_WITH_DEFAULTS)) return nullptr;
    return &graph_.code->operators[static_cast<size_t>(node.instruction.x)];
  }

  // The node as a step: all arguments but the first are constants. Defaults are filled in.
  std::optional<Step> step_of(const Node& node) const {
    const OperatorCall* call = call_of(node);
    if (call == nullptr || call->out_count != 0 || node.outputs.size() != 1 ||
        node.inputs.empty() || node.inputs[0]->is_constant) {
      return std::nullopt;
    }
    Step step;
    step.call = *call;
    step.arguments.emplace_back();
    for (size_t i = 1; i < node.inputs.size(); ++i) {
      const Value& input = *node.inputs[i];
      if (!assumptions_.contents_known(input, *graph_.code)) return std::nullopt;
      step.arguments.push_back(input.constant);
    }
    step.arguments.insert(step.arguments.end(), call->defaults.begin(), call->defaults.end());
    return step;
  }

  // The only node that reads the result of `node`, as its first argument.
  Node* only_reader(const Node& node) const {
    const Value* result = node.outputs[0];
    if (result->uses != 1) return nullptr;
    const auto reader = readers_.find(result);
    if (reader == readers_.end() || reader->second->is_dead) return nullptr;
    return reader->second->inputs[0] == result ? reader->second : nullptr;
  }

  // What a prepared call is made of, before its weights are packed.
  struct Chain {
    PreparedCall call;
    // Of the operator, with batch norm folded into them.
    std::vector<IValue> arguments;
    const aten_lite::PreparerRow* preparer = nullptr;
    PreparedActivation activation;
    // The nodes that it replaces; its place is that of the last one.
    std::vector<Node*> nodes;
    Value* addend = nullptr;
  };

  void try_node(Node* node) {
    Chain chain;
    if (!begin(node, &chain)) return;
    take_batch_norm(&chain);
    const Chain without_addition = chain;
    take_addition(&chain);
    take_activation(&chain);
    if (!replace(&chain) && chain.addend != nullptr) {
      Chain plain = without_addition;
      take_activation(&plain);
      replace(&plain);
    }
  }

  bool begin(Node* node, Chain* chain) const {
    std::optional<Step> step = step_of(*node);
    if (!step.has_value()) return false;
    const at::schemas::OperatorSchema& schema = *step->call.row->schema;
    chain->preparer = aten_lite::find_preparer(schema.name(), schema.overload());
    if (chain->preparer == nullptr) return false;
    chain->arguments = step->arguments;
    chain->call.steps.push_back(*std::move(step));
    chain->nodes.push_back(node);
    return true;
  }

  void take_batch_norm(Chain* chain) const {
    Node* next = only_reader(*chain->nodes.back());
    if (next == nullptr) return;
    std::optional<Step> step = step_of(*next);
    if (step.has_value() &&
        fold_batch_norm(step->call.row->schema->name(), step->arguments, chain->preparer->name,
                        &chain->arguments, &chain->call.dim)) {
      chain->call.steps.push_back(*std::move(step));
      chain->nodes.push_back(next);
    }
  }

  // x + conv(y). The convolution is then done where the addition is, for which nothing may write to
  // its input in between. Of two convolutions that are added the later one takes the sum.
  void take_addition(Chain* chain) const {
    Node* const from = chain->nodes.back();
    const auto reader = readers_.find(from->outputs[0]);
    if (from->outputs[0]->uses != 1 || reader == readers_.end()) return;
    Node* const next = reader->second;
    const OperatorCall* call = call_of(*next);
    if (call == nullptr || next->inputs.size() < 2 || call->out_count != 0 ||
        next->outputs.size() != 1) {
      return;
    }
    const std::string_view name = call->row->schema->full_name();
    const bool in_place = name == "aten::add_.Tensor";
    if (name != "aten::add.Tensor" && !in_place) return;
    const size_t operand = next->inputs[0] == from->outputs[0] ? 0 : 1;
    Value* const addend = next->inputs[1 - operand];
    // Only the convolution's own result may be written to.
    if ((in_place && operand != 0) || addend == from->outputs[0]) return;
    if (addend->is_constant || is_later_convolution(*addend, *from)) return;
    if (next->inputs.size() > 2) {
      const Value& alpha = *next->inputs[2];
      if (!alpha.is_constant || !alpha.constant.isInt() || alpha.constant.toInt() != 1) return;
    }
    if (writes_between(*chain->nodes.front(), *next)) return;
    Step step;
    step.call = *call;
    step.operand = operand;
    step.adds = true;
    step.arguments.resize(2);
    if (next->inputs.size() > 2) step.arguments.push_back(next->inputs[2]->constant);
    step.arguments.insert(step.arguments.end(), call->defaults.begin(), call->defaults.end());
    chain->call.steps.push_back(std::move(step));
    chain->nodes.push_back(next);
    chain->addend = addend;
  }

  // Whether the addend could be the result of a convolution that comes after this one: it will be
  // asked when it is its turn.
  bool is_later_convolution(const Value& addend, const Node& from) const {
    const Node* maker = addend.producer;
    if (maker == nullptr || addend.uses != 1 || positions_.count(maker) == 0 ||
        positions_.at(maker) < positions_.at(&from)) {
      return false;
    }
    const OperatorCall* call = call_of(*maker);
    if (call != nullptr && call->row->schema->name() == "aten::batch_norm" &&
        maker->inputs[0]->producer != nullptr) {
      call = call_of(*maker->inputs[0]->producer);
    }
    return call != nullptr && aten_lite::find_preparer(call->row->schema->name(),
                                                       call->row->schema->overload()) != nullptr;
  }

  bool writes_between(const Node& first, const Node& last) const {
    for (size_t i = positions_.at(&first) + 1; i < positions_.at(&last); ++i) {
      const Node& node = *order_[i];
      if (node.is_dead) continue;
      const Op op = node.instruction.op;
      if (op == Op::CALL || op == Op::INTERFACE_CALL || op == Op::OPN) return true;
      if (node.prepared != nullptr || (op != Op::OP && op != Op::OP_WITH_DEFAULTS)) continue;
      const at::schemas::OperatorSchema& schema =
          *graph_.code->operators[static_cast<size_t>(node.instruction.x)].row->schema;
      for (size_t a = 0; a < schema.argument_count(); ++a) {
        if (may_write(schema, a, {node.inputs.data(), node.inputs.size()})) return true;
      }
    }
    return false;
  }

  void take_activation(Chain* chain) const {
    Node* next = only_reader(*chain->nodes.back());
    if (next == nullptr) return;
    std::optional<Step> step = step_of(*next);
    if (!step.has_value()) return;
    const auto range = activation_of(*step->call.row->schema, step->arguments);
    if (!range.has_value()) return;
    chain->activation = *range;
    chain->call.steps.push_back(*std::move(step));
    chain->nodes.push_back(next);
  }

  bool replace(Chain* chain) {
    std::shared_ptr<const PreparedCall> prepared = calls_.find(chain->call);
    if (prepared == nullptr) {
      chain->call.op = chain->preparer->prepare(chain->arguments, chain->activation);
      if (chain->call.op == nullptr) return false;
      if (chain->addend != nullptr && !chain->call.op->is_convolution()) return false;
      prepared = std::make_shared<const PreparedCall>(std::move(chain->call));
      calls_.add(prepared);
    }
    // It takes the place of the addition, where there is one: there the addend is known.
    Node* const first = chain->nodes.front();
    Node* place = first;
    if (chain->addend != nullptr) {
      for (Node* node : chain->nodes) {
        if (std::find(node->inputs.begin(), node->inputs.end(), chain->addend) !=
            node->inputs.end()) {
          place = node;
        }
      }
    }
    Value* const input = first->inputs[0];
    const Values outputs = chain->nodes.back()->outputs;
    for (Node* node : chain->nodes) node->is_dead = node->is_removable = true;
    place->is_dead = place->is_removable = false;
    place->pc = first->pc;
    place->prepared = std::move(prepared);
    place->inputs = Values{input};
    if (chain->addend != nullptr) {
      place->inputs.push_back(chain->addend);
      place->prepared_bits = kPreparedAdds;
    }
    place->outputs = outputs;
    for (Value* output : outputs) output->producer = place;
    return true;
  }

  Graph& graph_;
  const Assumptions& assumptions_;
  PreparedCalls& calls_;
  std::unordered_map<const Value*, Node*> readers_;
  // The nodes of the block, and the place of each.
  std::vector<Node*> order_;
  std::unordered_map<const Node*, size_t> positions_;
};

const void* key_of(const PreparedCall& call) {
  const std::vector<IValue>& arguments = call.steps.front().arguments;
  return arguments.size() > 1 ? arguments[1].reference() : nullptr;
}

bool same_steps(const PreparedCall& a, const PreparedCall& b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const Step& x, const Step& y) {
                      return x.call.row == y.call.row && x.operand == y.operand &&
                             std::equal(x.arguments.begin(), x.arguments.end(), y.arguments.begin(),
                                        y.arguments.end(), same_value);
                    });
}

}  // namespace

std::shared_ptr<const PreparedCall> PreparedCalls::find(const PreparedCall& call) const {
  const auto range = calls_.equal_range(key_of(call));
  for (auto entry = range.first; entry != range.second; ++entry) {
    if (same_steps(*entry->second, call)) return entry->second;
  }
  return nullptr;
}

void PreparedCalls::add(std::shared_ptr<const PreparedCall> call) {
  calls_.emplace(key_of(*call), std::move(call));
}

void fuse_operators(Graph* graph, const Assumptions& assumptions, PreparedCalls* calls) {
  Fusion(graph, assumptions, calls).run();
}

}  // namespace torch::jit::mobile
