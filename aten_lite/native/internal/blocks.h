// run_blocks(): applies a loop over contiguous blocks to the operands of a TensorIterator.
//
// The loop never sees strides, broadcasting or foreign dtypes: every operand comes as a contiguous
// array of its compute type. Operands that are such arrays already are passed as they are, in one
// piece per thread; of others a few KB at a time are gathered and converted (and scattered back).
// So every kernel has one loop per compute type, and that loop is one that compilers vectorise.
#pragma once

#include <type_traits>

#include "aten_lite/native/internal/iterator.h"

namespace at::native {

// A reference to something callable, to pass lambdas down without allocating.
template <typename Signature>
class FunctionRef;
template <typename R, typename... A>
class FunctionRef<R(A...)> {
 public:
  template <typename F, typename = std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef>>>
  FunctionRef(const F& f)
      : object_(&f), call_([](const void* object, A... args) -> R {
          return (*static_cast<const F*>(object))(args...);
        }) {}
  R operator()(A... args) const { return call_(object_, args...); }

 private:
  const void* object_;
  R (*call_)(const void*, A...);
};

// data[i] is n elements of the i-th operand, outputs first. An output may be the very array of an
// input; otherwise arrays do not overlap.
using BlockLoop = FunctionRef<void(char* const* data, int64_t n)>;

// What a loop wants an operand to be.
struct BlockType {
  ScalarType compute;
  // Convert a 0-dim input straight to the compute type, without rounding to its logical dtype:
  // PyTorch computes `half_tensor * 0.1` with the float 0.1.
  bool exact_scalar = false;
};

void run_blocks(const TensorIterator& iter, ArrayRef<BlockType> types, BlockLoop loop,
                int64_t grain = at::internal::GRAIN_SIZE);

}  // namespace at::native
