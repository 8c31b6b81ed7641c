// From the code of a method to a graph, with everything that is known before the method runs
// computed: attributes that no instruction writes, arithmetic on constants, branches that are
// never taken.
#pragma once

#include <memory>

#include "aten_lite/mobile/assumptions.h"
#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

class Function;

// Follows all paths that can be taken as long as `assumptions` hold. `self` is the first argument,
// or null where it is not known. Adds to `assumptions` what the method does against them; where it
// did, `news` is set and the graph must not be used. Returns null for code that cannot be
// followed: then nothing may be assumed.
std::unique_ptr<Graph> build_graph(const Function& function,
                                   const c10::intrusive_ptr<c10::ivalue::Object>& self,
                                   Assumptions* assumptions, bool* news);

}  // namespace torch::jit::mobile
