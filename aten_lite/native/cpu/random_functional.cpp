// The random fills as functions: a fresh tensor like the given one, or out=.
#include "ATen/ops/_test_serialization_subcmul.h"
#include "ATen/ops/cauchy.h"
#include "ATen/ops/exponential.h"
#include "ATen/ops/geometric.h"
#include "ATen/ops/log_normal.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/random.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/uniform.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

using OptionalGenerator = std::optional<Generator>;

// Where the numbers go.
Tensor& prepared(const Tensor& self, Tensor& out) {
  if (out.defined()) {
    resize_output(out, self.sizes());
  } else {
    out = make_tensor_like(self, self.scalar_type());
  }
  return out;
}

}  // namespace

void random_out(const Tensor& self, int64_t from, std::optional<int64_t> to,
                OptionalGenerator generator, Tensor& out) {
  native::random_(prepared(self, out), from, to, generator);
}
void random_out(const Tensor& self, int64_t to, OptionalGenerator generator, Tensor& out) {
  native::random_(prepared(self, out), to, generator);
}
void random_out(const Tensor& self, OptionalGenerator generator, Tensor& out) {
  native::random_(prepared(self, out), generator);
}
void uniform_out(const Tensor& self, double from, double to, OptionalGenerator generator,
                 Tensor& out) {
  native::uniform_(prepared(self, out), from, to, generator);
}
void exponential_out(const Tensor& self, double lambd, OptionalGenerator generator, Tensor& out) {
  native::exponential_(prepared(self, out), lambd, generator);
}
void cauchy_out(const Tensor& self, double median, double sigma, OptionalGenerator generator,
                Tensor& out) {
  native::cauchy_(prepared(self, out), median, sigma, generator);
}
void log_normal_out(const Tensor& self, double mean, double std, OptionalGenerator generator,
                    Tensor& out) {
  native::log_normal_(prepared(self, out), mean, std, generator);
}
void geometric_out(const Tensor& self, double p, OptionalGenerator generator, Tensor& out) {
  native::geometric_(prepared(self, out), p, generator);
}

// An operator of PyTorch's own serialization tests; models of theirs hold it.
Tensor _test_serialization_subcmul(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return self.sub(other.mul(alpha));
}

}  // namespace at::native
