#include "aten_lite/mobile/graph.h"

#include <algorithm>
#include <unordered_set>

namespace torch::jit::mobile {

namespace {

class UseCounter {
 public:
  explicit UseCounter(Graph* graph) : graph_(*graph) {}

  void run() {
    for (Value& value : graph_.values) value.uses = 0;
    for (Node& node : graph_.nodes) node.is_dead = true;
    for (Block* block : graph_.blocks) {
      for (Phi& phi : block->phis) phi.is_live = false;
    }
    for (Block* block : graph_.blocks) {
      for (Node* node : block->nodes) {
        if (!node->is_removable) revive(node);
      }
      read_exit(*block);
    }
    while (!pending_.empty()) {
      Value* value = pending_.back();
      pending_.pop_back();
      if (value->is_constant) continue;
      if (value->producer != nullptr) revive(value->producer);
      if (value->phi_block != nullptr) revive_phi(value);
    }
    for (Block* block : graph_.blocks) {
      auto& nodes = block->nodes;
      nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](Node* n) { return n->is_dead; }),
                  nodes.end());
    }
  }

 private:
  void read(Value* value) {
    if (++value->uses == 1) pending_.push_back(value);
  }

  void read_exit(const Block& block) {
    if (block.exit != Exit::kLoop) {
      for (Value* value : block.exit_inputs) read(value);
      return;
    }
    // What the loop carries is read by phis and by the blocks that follow.
    for (size_t i = 0; i < 3; ++i) read(block.exit_inputs[i]);
  }

  void revive(Node* node) {
    if (!node->is_dead) return;
    node->is_dead = false;
    for (Value* input : node->inputs) read(input);
  }

  void revive_phi(const Value* value) {
    Phi& phi = value->phi_block->phis[value->phi_index];
    if (phi.is_live) return;
    phi.is_live = true;
    for (Value* input : phi.inputs) read(input);
  }

  Graph& graph_;
  std::vector<Value*> pending_;
};

}  // namespace

void merge_blocks(Graph* graph) {
  std::unordered_set<const Block*> merged;
  for (Block* block : graph->blocks) {
    if (merged.count(block) != 0) continue;
    while (block->exit == Exit::kJump) {
      Block* const next = block->successors[0];
      if (next == block || next->predecessors.size() != 1) break;
      merged.insert(next);
      block->nodes.insert(block->nodes.end(), next->nodes.begin(), next->nodes.end());
      block->exit = next->exit;
      block->exit_pc = next->exit_pc;
      block->exit_instruction = next->exit_instruction;
      block->exit_inputs = next->exit_inputs;
      block->next_counter = next->next_counter;
      for (size_t i = 0; i < 2; ++i) {
        block->successors[i] = next->successors[i];
        if (block->successors[i] == nullptr) continue;
        std::vector<Block*>& from = block->successors[i]->predecessors;
        std::replace(from.begin(), from.end(), next, block);
      }
    }
  }
  auto& blocks = graph->blocks;
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                              [&](const Block* block) { return merged.count(block) != 0; }),
               blocks.end());
}

void count_uses(Graph* graph) { UseCounter(graph).run(); }

}  // namespace torch::jit::mobile
