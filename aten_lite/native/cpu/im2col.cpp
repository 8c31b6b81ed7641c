// im2col and col2im: patches of images as columns, and their sums back.
#include "ATen/ops/im2col.h"

#include "ATen/ops/col2im.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/zero.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/conv.h"
#include "aten_lite/native/internal/conv_transpose.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

using internal::ConvShape;

void check_pair(const char* op, const char* name, IntArrayRef values, int64_t least) {
  TORCH_CHECK(values.size() == 2, op, ": It is expected ", name, " equals to 2, but got size ",
              values.size());
  for (const int64_t value : values) {
    TORCH_CHECK(value >= least && value < (int64_t{1} << 31), op, ": ", name, " should be ",
                least == 0 ? "non-negative" : "greater than zero", ", but got ", values);
  }
}

// The convolution whose patches these are; batch and channels are not filled in.
ConvShape patch_shape(const char* op, IntArrayRef image, IntArrayRef kernel, IntArrayRef dilation,
                      IntArrayRef padding, IntArrayRef stride) {
  check_pair(op, "kernel_size", kernel, 1);
  check_pair(op, "dilation", dilation, 1);
  check_pair(op, "padding", padding, 0);
  check_pair(op, "stride", stride, 1);
  ConvShape shape;
  for (size_t i = 0; i < 2; ++i) {
    shape.input[i + 1] = image[i];
    shape.kernel[i + 1] = kernel[i];
    shape.dilation[i + 1] = dilation[i];
    shape.padding[i + 1] = padding[i];
    shape.stride[i + 1] = stride[i];
    const int64_t room = image[i] + 2 * padding[i] - (dilation[i] * (kernel[i] - 1) + 1);
    TORCH_CHECK(room >= 0, op, ": given an image of size ", image, ", kernel_size=", kernel,
                ", dilation=", dilation, ", padding=", padding,
                ", the calculated number of sliding blocks is not positive");
    shape.output[i + 1] = room / stride[i] + 1;
    TORCH_CHECK(shape.output[i + 1] < (int64_t{1} << 31), op,
                ": too many sliding blocks: ", shape.output[i + 1]);
  }
  return shape;
}

}  // namespace

Tensor im2col(const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride) {
  const bool batched = self.dim() == 4;
  TORCH_CHECK(
      (self.dim() == 3 || batched) && self.size(-1) > 0 && self.size(-2) > 0 && self.size(-3) > 0,
      "im2col: Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
      "non-zero dimensions for input, but got: ",
      self.sizes());
  ConvShape shape = patch_shape("im2col", self.sizes().slice(static_cast<size_t>(self.dim() - 2)),
                                kernel_size, dilation, padding, stride);
  shape.in_channels = self.size(-3);
  const int64_t batch = batched ? self.size(0) : 1;
  const int64_t rows = shape.patch();
  const int64_t columns = internal::product_of(shape.output);
  DimVector sizes{rows, columns};
  if (batched) {
    sizes.insert(sizes.begin(), batch);
  }
  Tensor result = new_tensor(sizes, self.scalar_type());
  const Tensor x = self.contiguous();
  const int64_t image = shape.in_channels * internal::product_of(shape.input);
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(
      kHalf, kBFloat16, kBool, self.scalar_type(), "im2col", [&] {
        for (int64_t i = 0; i < batch * rows; ++i) {
          internal::gather_patch_row(shape, x.data_ptr<scalar_t>() + i / rows * image, i % rows, 0,
                                     columns, result.data_ptr<scalar_t>() + i * columns);
        }
      });
  return result;
}

Tensor& im2col_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef dilation,
                   IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  finish_output(out, native::im2col(self, kernel_size, dilation, padding, stride), "im2col");
  return out;
}

Tensor col2im(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size,
              IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  const bool batched = self.dim() == 3;
  TORCH_CHECK((self.dim() == 2 || batched) && self.size(-1) > 0 && self.size(-2) > 0,
              "col2im: Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size "
              "and non-zero dimensions for input, but got: ",
              self.sizes());
  check_pair("col2im", "output_size", output_size, 1);
  ConvShape shape = patch_shape("col2im", output_size, kernel_size, dilation, padding, stride);
  const int64_t taps = internal::product_of(shape.kernel);
  const int64_t rows = self.size(-2);
  const int64_t columns = internal::product_of(shape.output);
  TORCH_CHECK(rows % taps == 0,
              "Expected size of input's dimension 1 to be divisible by the "
              "product of kernel_size, but got input.size(1)=",
              rows, " and kernel_size=", kernel_size);
  TORCH_CHECK(self.size(-1) == columns, "Given output_size=", output_size,
              ", kernel_size=", kernel_size, ", dilation=", dilation, ", padding=", padding,
              ", stride=", stride,
              ", expected size of input's dimension 2 to match the calculated number of sliding "
              "blocks ",
              shape.output[1], " * ", shape.output[2], " = ", columns,
              ", but got input.size(2)=", self.size(-1));
  shape.in_channels = rows / taps;
  const int64_t batch = batched ? self.size(0) : 1;
  DimVector sizes{shape.in_channels, output_size[0], output_size[1]};
  if (batched) {
    sizes.insert(sizes.begin(), batch);
  }
  Tensor result = new_tensor(sizes, self.scalar_type());
  result.zero_();
  const Tensor x = self.contiguous();
  const int64_t image = shape.in_channels * internal::product_of(shape.input);
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(
      kHalf, kBFloat16, kBool, self.scalar_type(), "col2im", [&] {
        for (int64_t i = 0; i < batch * rows; ++i) {
          internal::scatter_patch_row(shape, x.data_ptr<scalar_t>() + i * columns, i % rows,
                                      result.data_ptr<scalar_t>() + i / rows * image);
        }
      });
  return result;
}

Tensor& col2im_out(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel_size,
                   IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  finish_output(out, native::col2im(self, output_size, kernel_size, dilation, padding, stride),
                "col2im");
  return out;
}

}  // namespace at::native
