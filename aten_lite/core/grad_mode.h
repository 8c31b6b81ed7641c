// Guards of PyTorch's API that choose between recording gradients and not. This runtime never
// records any, so they hold nothing; code that sets them compiles and means the same.
#pragma once

namespace c10 {

class InferenceMode {
 public:
  explicit InferenceMode(bool /*enabled*/ = true) {}
  ~InferenceMode() {}
  static constexpr bool is_enabled() { return true; }
};

struct GradMode {
  static constexpr bool is_enabled() { return false; }
  static void set_enabled(bool /*enabled*/) {}
};

class AutoGradMode {
 public:
  explicit AutoGradMode(bool /*enabled*/) {}
  ~AutoGradMode() {}
};

class NoGradGuard : public AutoGradMode {
 public:
  NoGradGuard() : AutoGradMode(false) {}
};

}  // namespace c10

namespace at {

using c10::AutoGradMode;
using c10::GradMode;
using c10::NoGradGuard;

class AutoNonVariableTypeMode {
 public:
  explicit AutoNonVariableTypeMode(bool /*enabled*/ = true) {}
  ~AutoNonVariableTypeMode() {}
};
using AutoDispatchBelowAutograd = AutoNonVariableTypeMode;
using AutoDispatchBelowADInplaceOrView = AutoNonVariableTypeMode;

}  // namespace at

namespace torch {

using c10::InferenceMode;

namespace autograd {
using c10::AutoGradMode;
using c10::GradMode;
}  // namespace autograd

namespace jit {
class GraphOptimizerEnabledGuard {
 public:
  explicit GraphOptimizerEnabledGuard(bool /*enabled*/) {}
  ~GraphOptimizerEnabledGuard() {}
};
}  // namespace jit

}  // namespace torch
