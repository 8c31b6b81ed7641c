#include "aten_lite/mobile/graph_layout.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace torch::jit::mobile {

namespace {

// Operators whose results have the memory format of their inputs and the same numbers in any.
constexpr std::string_view kKeepsLayout[] = {
    "aten::adaptive_avg_pool2d",
    "aten::add",
    "aten::avg_pool2d",
    "aten::batch_norm",
    "aten::clamp",
    "aten::div",
    "aten::dropout",
    "aten::elu",
    "aten::gelu",
    "aten::hardsigmoid",
    "aten::hardswish",
    "aten::hardtanh",
    "aten::leaky_relu",
    "aten::max_pool2d",
    "aten::mul",
    "aten::relu",
    "aten::relu6",
    "aten::sigmoid",
    "aten::silu",
    "aten::sub",
    "aten::tanh",
};

// Operators whose results do not show the memory format of their input.
constexpr std::string_view kHidesLayout[] = {
    "aten::dim", "aten::len", "aten::numel", "aten::size", "prim::device", "prim::dtype",
};

// Likewise, but they may give a view of an input that is contiguous.
constexpr std::string_view kHidesLayoutOfLast[] = {"aten::flatten", "aten::reshape"};

template <size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

enum class Reading { kAnyConvolution, kKeeps, kHides, kShows };

class Layouts {
 public:
  explicit Layouts(Graph* graph) : graph_(*graph) {}

  void run() {
    find_readers();
    find_candidates();
    while (block_some()) {
    }
    for (Node* node : nodes_) {
      if (is_convolution(*node)) choose(node);
    }
  }

 private:
  void find_readers() {
    for (Block* block : graph_.blocks) {
      for (Node* node : block->nodes) {
        if (node->is_dead) continue;
        nodes_.push_back(node);
        for (const Value* input : node->inputs) readers_[input].push_back(node);
      }
    }
  }

  // Whether the node's result is one of its inputs, so that others may read it, too.
  bool is_in_place(const Node* node) const {
    if (node == nullptr) return true;
    const Op op = node->instruction.op;
    if (node->prepared != nullptr || (op != Op::OP && op != Op::OP_WITH_DEFAULTS)) return false;
    return graph_.code->operators[static_cast<size_t>(node->instruction.x)]
               .row->schema->name()
               .back() == '_';
  }

  // The addend of a convolution may lie in any way, too.
  static bool is_convolution(const Node& node) {
    return node.prepared != nullptr && node.prepared->op->is_convolution();
  }

  Reading reading_of(const Node& node, const Value* value) const {
    if (is_convolution(node)) return Reading::kAnyConvolution;
    const Op op = node.instruction.op;
    if (node.prepared != nullptr || (op != Op::OP && op != Op::OP_WITH_DEFAULTS)) {
      return Reading::kShows;
    }
    const auto& schema =
        *graph_.code->operators[static_cast<size_t>(node.instruction.x)].row->schema;
    std::string_view name = schema.name();
    if (contains(kHidesLayout, name)) return Reading::kHides;
    if (contains(kHidesLayoutOfLast, name)) {
      return value->uses == 1 && !is_in_place(value->producer) ? Reading::kHides : Reading::kShows;
    }
    if (schema.overload() == "out" || node.outputs.size() != 1) return Reading::kShows;
    if (name.back() == '_') name.remove_suffix(1);
    return contains(kKeepsLayout, name) ? Reading::kKeeps : Reading::kShows;
  }

  bool is_candidate(const Value* value) const { return candidates_.count(value) != 0; }

  // What may be channels last: results of convolutions, and what is made from them.
  void find_candidates() {
    for (const Node* node : nodes_) {
      const bool found =
          is_convolution(*node) ||
          std::any_of(node->inputs.begin(), node->inputs.end(), [&](const Value* input) {
            return is_candidate(input) && reading_of(*node, input) == Reading::kKeeps;
          });
      if (found) candidates_.insert(node->outputs[0]);
    }
  }

  // Whether somebody would see that the value is channels last.
  bool is_shown(const Value* value) const {
    const auto readers = readers_.find(value);
    const size_t count = readers == readers_.end() ? 0 : readers->second.size();
    // Returned, given to another block, or branched upon.
    if (count != value->uses) return true;
    for (size_t i = 0; i < count; ++i) {
      const Node& reader = *readers->second[i];
      const Reading reading = reading_of(reader, value);
      if (reading == Reading::kShows) return true;
      if (reading == Reading::kKeeps && !is_candidate(reader.outputs[0])) return true;
    }
    return false;
  }

  bool block_some() {
    bool news = false;
    for (const Node* node : nodes_) {
      for (const Value* output : node->outputs) {
        if (is_candidate(output) && is_shown(output)) {
          candidates_.erase(output);
          news = true;
        }
      }
    }
    return news;
  }

  void choose(Node* node) {
    using aten_lite::PreparedLayout;
    PreparedLayout layout = PreparedLayout::kAsInput;
    if (is_candidate(node->outputs[0])) {
      layout = PreparedLayout::kChannelsLast;
    } else if (is_candidate(node->inputs[0])) {
      layout = PreparedLayout::kContiguous;
    }
    node->prepared_bits |=
        static_cast<uint16_t>(static_cast<unsigned>(layout) << kPreparedLayoutShift);
  }

  Graph& graph_;
  std::vector<Node*> nodes_;  // live ones, in order
  std::unordered_map<const Value*, std::vector<Node*>> readers_;
  std::unordered_set<const Value*> candidates_;
};

}  // namespace

void choose_layouts(Graph* graph) { Layouts(graph).run(); }

}  // namespace torch::jit::mobile
