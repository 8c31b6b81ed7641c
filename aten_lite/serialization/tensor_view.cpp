// Checks that a view fits its storage.
#include "aten_lite/serialization/tensor_view.h"

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"

namespace aten_lite::serialization {
namespace {

constexpr size_t kMaxDims = 64;
// Far beyond any tensor; leaves room for products with an element's size.
constexpr int64_t kMaxNumel = int64_t{1} << 48;

// Sizes and strides whose products stay far from the limits of int64, those of empty tensors too.
void check_geometry(c10::IntArrayRef sizes, c10::IntArrayRef strides, int64_t offset,
                    const std::string& where) {
  TORCH_CHECK(sizes.size() == strides.size() && sizes.size() <= kMaxDims, where, ": a tensor has ",
              sizes.size(), " sizes and ", strides.size(), " strides");
  int64_t product = 1;
  bool fits = offset <= kMaxNumel;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t size = sizes[i] == 0 ? 1 : sizes[i];
    fits = fits && !__builtin_mul_overflow(product, size, &product) && product <= kMaxNumel &&
           strides[i] <= kMaxNumel;
  }
  TORCH_CHECK(fits, where, ": a tensor claims sizes ", sizes, ", strides ", strides,
              " and storage offset ", offset, ", beyond what can be addressed");
}

}  // namespace

at::TensorBase checked_view(const c10::Storage& storage, c10::ScalarType dtype,
                            c10::IntArrayRef sizes, c10::IntArrayRef strides, int64_t offset,
                            const std::string& where) {
  check_geometry(sizes, strides, offset, where);
  const size_t needed = c10::storage_bytes_needed(sizes, strides, c10::elementSize(dtype), offset);
  TORCH_CHECK(needed <= storage.nbytes(), where, ": a tensor with sizes ", sizes, ", strides ",
              strides, " and storage offset ", offset, " needs ", needed,
              " bytes, but its storage has ", storage.nbytes());
  return at::detail::view_of_storage(storage, dtype, sizes, strides, offset);
}

}  // namespace aten_lite::serialization
