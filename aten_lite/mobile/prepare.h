// Preparation: a module's methods once more, specialised for its attributes as they are.
//
// What a model looks up and decides anew on every call is decided once: attributes that no method
// writes are constants, branches on them are gone, arithmetic on them is done, batch norm is part
// of the convolution before it, activations too, and weights are packed. docs/preparation.md tells
// when that holds.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "aten_lite/mobile/code.h"
#include "aten_lite/mobile/compilation_unit.h"

namespace torch::jit::mobile {

// Immutable; any number of threads may run its code.
class PreparedUnit {
 public:
  // The code to run instead of the function's own, or null.
  const Code* find(const Function* function) const {
    const auto entry = codes_.find(function);
    return entry == codes_.end() ? nullptr : entry->second.get();
  }

 private:
  friend std::unique_ptr<const PreparedUnit> prepare_unit(
      const CompilationUnit& unit, const c10::intrusive_ptr<c10::ivalue::Object>& self,
      const std::vector<c10::IValue>& foreign);

  std::unordered_map<const Function*, std::unique_ptr<const Code>> codes_;
};

// Prepares the methods of self's class for calls with `self`. `foreign` are attributes that others
// may write to. Never throws for what a model does: what cannot be prepared runs as it is.
std::unique_ptr<const PreparedUnit> prepare_unit(
    const CompilationUnit& unit, const c10::intrusive_ptr<c10::ivalue::Object>& self,
    const std::vector<c10::IValue>& foreign);

}  // namespace torch::jit::mobile
