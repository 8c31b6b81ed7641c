// Puts operators together whose weights are constants: convolution or linear, the batch norm that
// follows, and the activation after it become one call with packed weights.
#pragma once

#include <map>
#include <memory>

#include "aten_lite/mobile/assumptions.h"
#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

// Prepared calls of all methods of a module, so that methods which call the same layer share its
// packed weights.
class PreparedCalls {
 public:
  std::shared_ptr<const PreparedCall> find(const PreparedCall& call) const;
  void add(std::shared_ptr<const PreparedCall> call);

 private:
  // By the storage of the weight.
  std::multimap<const void*, std::shared_ptr<const PreparedCall>> calls_;
};

void fuse_operators(Graph* graph, const Assumptions& assumptions, PreparedCalls* calls);

}  // namespace torch::jit::mobile
