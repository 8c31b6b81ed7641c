// Allocation, checks and resizing of outputs.
#include "aten_lite/native/internal/output.h"

#include "ATen/ops/copy.h"
#include "aten_lite/core/empty.h"

namespace at::native {
namespace {

void check_out_dtype(const Tensor& out, ScalarType dtype, const char* op) {
  TORCH_CHECK(out.scalar_type() == dtype, op, ": expected out tensor to have dtype ",
              toString(dtype), ", but got ", toString(out.scalar_type()), " instead");
}

}  // namespace

bool resize_output(const Tensor& out, IntArrayRef sizes) {
  if (out.sizes() == sizes) return false;
  if (out.numel() != 0) {
    TORCH_WARN("An output tensor with elements was resized: its shape was ", out.sizes(),
               ", the result has shape ", sizes,
               ". Pass an empty tensor (out.resize_(0)) if that is what you want");
  }
  resize_impl(out, sizes);
  return true;
}

void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, const char* op) {
  set_output(out, sizes, dtype, OptionalIntArrayRef(), op);
}

void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, OptionalIntArrayRef strides,
                const char* op) {
  if (!out.defined()) {
    out = Tensor(strides ? at::detail::empty_strided_cpu(sizes, *strides, dtype)
                         : at::detail::empty_cpu(sizes, dtype));
    return;
  }
  check_out_dtype(out, dtype, op);
  if (resize_output(out, sizes) && strides) {
    out.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, *strides);
  }
}

void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, MemoryFormat memory_format,
                const char* op) {
  if (!out.defined()) {
    out = Tensor(at::detail::empty_cpu(sizes, dtype, memory_format));
    return;
  }
  check_out_dtype(out, dtype, op);
  if (resize_output(out, sizes) && memory_format != MemoryFormat::Contiguous) {
    out.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, c10::strides_for(sizes, memory_format));
  }
}

void write_output(Tensor& out, const Tensor& result, const char* op) {
  if (!out.defined()) {
    out = result;
    return;
  }
  check_out_castable(result.scalar_type(), out.scalar_type(), op);
  resize_output(out, result.sizes());
  out.copy_(result);
}

void check_out_castable(ScalarType from, ScalarType to, const char* op) {
  TORCH_CHECK(canCast(from, to), op, ": result type ", toString(from),
              " can't be cast to the desired output type ", toString(to));
}

}  // namespace at::native
