// frexp: numbers taken apart into mantissa and exponent; sum_to_size: the reverse of expand.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/sum.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

// glibc leaves the exponents of infinities and NaN alone; they are 0 as in PyTorch.
template <typename T>
void take_apart(T x, T& mantissa, int64_t& exponent) {
  int e = 0;
  mantissa = std::frexp(x, &e);
  exponent = std::isfinite(x) ? e : 0;
}

}  // namespace

std::tuple<Tensor&, Tensor&> frexp_out(const Tensor& self, Tensor& mantissa, Tensor& exponent) {
  TORCH_CHECK(self.is_floating_point(),
              "torch.frexp() only supports floating-point dtypes, but got ", self.scalar_type());
  TORCH_CHECK(!mantissa.defined() || mantissa.scalar_type() == self.scalar_type(),
              "torch.frexp() expects mantissa to have dtype ", self.scalar_type());
  TORCH_CHECK(!exponent.defined() || exponent.scalar_type() == kInt,
              "torch.frexp() expects exponent to have int dtype");
  if (!exponent.defined()) set_output(exponent, self.sizes(), kInt, "frexp");
  TensorIteratorConfig config;
  config.name("frexp").check_all_same_dtype(false).add_output(mantissa).add_output(exponent);
  const TensorIterator iter = config.add_input(self).build();
  if (!mantissa.defined()) mantissa = iter.output(0);
  for_compute_type<float, double>(self.scalar_type(), "frexp", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const BlockType types[] = {{block_type_of<T>()}, {kLong}, {block_type_of<T>()}};
    run_blocks(iter, types, [](char* const* data, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        take_apart(reinterpret_cast<const T*>(data[2])[i], reinterpret_cast<T*>(data[0])[i],
                   reinterpret_cast<int64_t*>(data[1])[i]);
      }
    });
  });
  return {mantissa, exponent};
}

std::tuple<Tensor, Tensor> frexp(const Tensor& self) {
  Tensor mantissa;
  Tensor exponent;
  frexp_out(self, mantissa, exponent);
  return {mantissa, exponent};
}

Tensor sum_to_size(const Tensor& self, IntArrayRef size) {
  TORCH_CHECK(is_expandable_to(size, self.sizes()), "size {", size, "} is not expandable to size {",
              self.sizes(), "}.");
  const int64_t leading = self.dim() - static_cast<int64_t>(size.size());
  DimVector dims;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (d < leading || (size[d - leading] == 1 && self.sizes()[d] != 1)) dims.push_back(d);
  }
  if (dims.empty()) return self;
  const Tensor sum = at::sum(self, IntArrayRef(dims), true);
  return leading > 0 ? sum.view(size) : sum;
}

}  // namespace at::native
