// Keeps the prepared code of a module in step with the module's attributes.
//
// Methods cannot change what their prepared code relies upon: that is known before they run. A
// program can: through setattr() and train(), or by writing to tensors and lists that it got from
// attr(), parameters() and the like. The module tells of each such access. The next call then
// prepares anew if the program has let go of everything by then, and runs the code as it is in the
// file if not: a tensor that the program still holds may change at any time.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "aten_lite/mobile/prepare.h"

namespace torch::jit::mobile {

class Preparation {
 public:
  // Nobody else may hold references to the object or to anything below it.
  Preparation(std::shared_ptr<CompilationUnit> unit,
              c10::intrusive_ptr<c10::ivalue::Object> object);

  // The program may have written to the module, or may do so from now on.
  void expose() { ++exposures_; }

  // A call of a method that is going on. Made before the method's inputs are looked at.
  class Call {
   public:
    // `preparation` may be null.
    explicit Call(Preparation* preparation);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    // The code to run, or null for the function's own.
    const Code* code(const Function* function) const {
      return unit_ == nullptr ? nullptr : unit_->find(function);
    }

   private:
    Preparation* preparation_;
    const PreparedUnit* unit_ = nullptr;
  };

  // Prepares now, not at the first call.
  void prepare() { Call call(this); }

 private:
  using Counts = std::unordered_map<const void*, uint32_t>;

  bool is_stale() const { return exposures_ != prepared_for_; }
  const PreparedUnit* settle();
  void try_to_prepare();

  std::shared_ptr<CompilationUnit> compilation_unit_;
  c10::intrusive_ptr<c10::ivalue::Object> object_;
  // How many references there are to what the object holds when nobody else has any.
  Counts counts_;

  std::atomic<int> running_{0};
  std::atomic<uint64_t> exposures_{1};
  // The exposures that the prepared code knows of.
  std::atomic<uint64_t> prepared_for_{0};
  // Guards what follows against other calls that find it stale.
  std::mutex mutex_;
  std::unique_ptr<const PreparedUnit> unit_;
};

}  // namespace torch::jit::mobile
