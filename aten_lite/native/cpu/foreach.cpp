// _foreach_{add,sub,mul,div}: one operation on every tensor of a list.
#include <vector>

#include "ATen/ops/_foreach_add.h"
#include "ATen/ops/_foreach_div.h"
#include "ATen/ops/_foreach_mul.h"
#include "ATen/ops/_foreach_sub.h"
#include "ATen/ops/add.h"
#include "ATen/ops/div.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/sub.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/irange.h"

namespace at::native {
namespace {

void check_lengths(size_t tensors, size_t others, const char* op) {
  TORCH_CHECK(tensors > 0, op, ": Tensor list must have at least one tensor.");
  TORCH_CHECK(tensors == others, op, ": lists must have the same number of elements, got ", tensors,
              " and ", others);
}

// `op(tensor, i)` of every tensor.
template <typename Op>
std::vector<Tensor> map(TensorList self, size_t others, const char* name, Op op) {
  check_lengths(self.size(), others, name);
  std::vector<Tensor> results;
  results.reserve(self.size());
  for (const auto i : c10::irange(self.size())) results.push_back(op(self[i], i));
  return results;
}

// `op(tensor, i)` on every tensor, which it changes.
template <typename Op>
void update(TensorList self, size_t others, const char* name, Op op) {
  check_lengths(self.size(), others, name);
  for (const auto i : c10::irange(self.size())) {
    Tensor tensor = self[i];
    op(tensor, i);
  }
}

}  // namespace

// A kernel pair, new results and in place, for a number, a list of numbers, and with a list of
// tensors, to which `ALPHA` adds an argument of the list's overload.
#define ATEN_LITE_FOREACH(OP)                                                                    \
  std::vector<Tensor> foreach_##OP(TensorList self, const Scalar& scalar) {                      \
    return map(self, self.size(), "_foreach_" #OP,                                               \
               [&](const Tensor& t, size_t) { return at::OP(t, scalar); });                      \
  }                                                                                              \
  void foreach_##OP##_(TensorList self, const Scalar& scalar) {                                  \
    update(self, self.size(), "_foreach_" #OP "_", [&](Tensor& t, size_t) { t.OP##_(scalar); }); \
  }                                                                                              \
  std::vector<Tensor> foreach_##OP(TensorList self, ArrayRef<Scalar> scalars) {                  \
    return map(self, scalars.size(), "_foreach_" #OP,                                            \
               [&](const Tensor& t, size_t i) { return at::OP(t, scalars[i]); });                \
  }                                                                                              \
  void foreach_##OP##_(TensorList self, ArrayRef<Scalar> scalars) {                              \
    update(self, scalars.size(), "_foreach_" #OP "_",                                            \
           [&](Tensor& t, size_t i) { t.OP##_(scalars[i]); });                                   \
  }

#define ATEN_LITE_FOREACH_LIST(OP)                                              \
  std::vector<Tensor> foreach_##OP(TensorList self, TensorList other) {         \
    return map(self, other.size(), "_foreach_" #OP,                             \
               [&](const Tensor& t, size_t i) { return at::OP(t, other[i]); }); \
  }                                                                             \
  void foreach_##OP##_(TensorList self, TensorList other) {                     \
    update(self, other.size(), "_foreach_" #OP "_",                             \
           [&](Tensor& t, size_t i) { t.OP##_(other[i]); });                    \
  }

#define ATEN_LITE_FOREACH_LIST_ALPHA(OP)                                                     \
  std::vector<Tensor> foreach_##OP(TensorList self, TensorList other, const Scalar& alpha) { \
    return map(self, other.size(), "_foreach_" #OP,                                          \
               [&](const Tensor& t, size_t i) { return at::OP(t, other[i], alpha); });       \
  }                                                                                          \
  void foreach_##OP##_(TensorList self, TensorList other, const Scalar& alpha) {             \
    update(self, other.size(), "_foreach_" #OP "_",                                          \
           [&](Tensor& t, size_t i) { t.OP##_(other[i], alpha); });                          \
  }

ATEN_LITE_FOREACH(add)
ATEN_LITE_FOREACH(sub)
ATEN_LITE_FOREACH(mul)
ATEN_LITE_FOREACH(div)
ATEN_LITE_FOREACH_LIST_ALPHA(add)
ATEN_LITE_FOREACH_LIST_ALPHA(sub)
ATEN_LITE_FOREACH_LIST(mul)
ATEN_LITE_FOREACH_LIST(div)

}  // namespace at::native
