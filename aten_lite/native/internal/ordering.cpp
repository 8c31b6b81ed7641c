// Outputs of order statistics.
#include "aten_lite/native/internal/ordering.h"

#include "ATen/ops/squeeze.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {

ReductionOutputs make_reduction_outputs(const Tensor& self, int64_t dim) {
  DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[static_cast<size_t>(dim)] = 1;
  return {make_tensor(sizes, self.scalar_type()), make_tensor(sizes, kLong)};
}

void finish_reduction(const ReductionOutputs& outputs, int64_t dim, bool keepdim, Tensor& values,
                      Tensor& indices, const char* op) {
  const bool drop = !keepdim && outputs.values.dim() > 0;
  write_output(values, drop ? native::squeeze(outputs.values, dim) : outputs.values, op);
  write_output(indices, drop ? native::squeeze(outputs.indices, dim) : outputs.indices, op);
}

}  // namespace at::native
