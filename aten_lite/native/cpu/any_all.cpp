// any and all: whether some element, or every one, is not zero.
#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

template <typename T, bool Any>
struct Quantifier {
  using In = T;
  using Acc = int64_t;
  Acc identity() const { return Any ? 0 : 1; }
  void add(Acc& acc, T x, int64_t) const {
    const Acc truth = x != T(0);
    acc = Any ? acc | truth : acc & truth;
  }
  void merge(Acc& acc, const Acc& other) const { acc = Any ? acc | other : acc & other; }
  int64_t result(const Acc& acc) const { return acc; }
};

template <bool Any>
void quantify(const char* op, const Tensor& self, const DimBitset& dims, bool keepdim,
              Tensor& out) {
  // Results are bool; for uint8 they are uint8, a relic of the time without bool tensors.
  const ScalarType type = self.scalar_type() == kByte ? kByte : kBool;
  TORCH_CHECK(!out.defined() || out.scalar_type() == kBool || out.scalar_type() == kByte, op,
              " only supports bool tensor for result, got: ", toString(out.scalar_type()));
  set_output(out, reduced_shape(self, dims, keepdim), out.defined() ? out.scalar_type() : type, op);
  for_compute_type<bool, int64_t, float, double, Complex>(self.scalar_type(), op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce(op, self, dims, keepdim, self.scalar_type(), make_reducer(Quantifier<T, Any>()),
           {{out, kLong}});
  });
}

// Unlike other reductions, these reduce nothing where the list of dims is empty.
DimBitset quantified_dims(OptionalIntArrayRef dim, int64_t ndim) {
  if (dim && dim->empty()) return DimBitset();
  return reduced_dims(dim, ndim);
}

}  // namespace

void all_out(const Tensor& self, Tensor& out) {
  quantify<false>("all", self, reduced_dims(std::nullopt, self.dim()), false, out);
}
void all_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  quantify<false>("all", self, reduced_dims(dim, self.dim()), keepdim, out);
}
void all_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, Tensor& out) {
  quantify<false>("all", self, quantified_dims(dim, self.dim()), keepdim, out);
}
void any_out(const Tensor& self, Tensor& out) {
  quantify<true>("any", self, reduced_dims(std::nullopt, self.dim()), false, out);
}
void any_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  quantify<true>("any", self, reduced_dims(dim, self.dim()), keepdim, out);
}
void any_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, Tensor& out) {
  quantify<true>("any", self, quantified_dims(dim, self.dim()), keepdim, out);
}

}  // namespace at::native
