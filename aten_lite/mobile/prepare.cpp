#include "aten_lite/mobile/prepare.h"

#include <exception>
#include <utility>

#include "aten_lite/mobile/assumptions.h"
#include "aten_lite/mobile/graph_builder.h"
#include "aten_lite/mobile/graph_emitter.h"
#include "aten_lite/mobile/graph_fusion.h"
#include "aten_lite/mobile/graph_layout.h"
#include "aten_lite/mobile/verifier.h"

namespace torch::jit::mobile {

namespace {

using Object = c10::intrusive_ptr<c10::ivalue::Object>;
using Graphs = std::vector<std::pair<const Function*, std::unique_ptr<Graph>>>;

// Each round takes back at least one assumption; models need two or three.
constexpr int kMaxRounds = 32;

// Runs when a model is loaded, on objects that are then replaced. Calling it later counts as
// writing to the module from outside.
bool is_for_loading(const Function& function) { return function.name() == "__setstate__"; }

// The graphs of all methods, under assumptions that no method contradicts; none where there are no
// such assumptions.
Graphs build_graphs(const CompilationUnit& unit, const Object& self, Assumptions* assumptions) {
  for (int round = 0; round < kMaxRounds; ++round) {
    bool news = false;
    Graphs graphs;
    for (const auto& function : unit.methods()) {
      if (is_for_loading(*function)) continue;
      const bool is_own = function->class_name() == self->name();
      std::unique_ptr<Graph> graph =
          build_graph(*function, is_own ? self : Object(), assumptions, &news);
      if (graph == nullptr || assumptions->is_hopeless()) return {};
      if (is_own) graphs.emplace_back(function.get(), std::move(graph));
    }
    if (!news) return graphs;
  }
  return {};
}

}  // namespace

std::unique_ptr<const PreparedUnit> prepare_unit(const CompilationUnit& unit, const Object& self,
                                                 const std::vector<c10::IValue>& foreign) {
  auto prepared = std::make_unique<PreparedUnit>();
  Assumptions assumptions;
  for (const c10::IValue& value : foreign) assumptions.touch_reference(value);
  PreparedCalls calls;
  for (auto& [function, graph] : build_graphs(unit, self, &assumptions)) {
    try {
      fuse_operators(graph.get(), assumptions, &calls);
      choose_layouts(graph.get());
      Code code = emit_code(*graph);
      verify(&code);
      prepared->codes_.emplace(function, std::make_unique<const Code>(std::move(code)));
    } catch (const std::exception&) {
      // Too large in one way or another: the method runs as it is.
    }
  }
  return prepared;
}

}  // namespace torch::jit::mobile
