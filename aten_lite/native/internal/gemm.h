// fp32 matrix products: blocked for the caches, cut into tiles for the thread pool, computed by
// gemm_kernel.h.
//
//   gemm(m, n, k, {a, lda, 1}, {b, ldb, 1}, c, ldc);              // C = A * B, all row-major
//   gemm(m, n, k, {x, k, 1}, {w, 1, k}, y, n, {false, 1, bias});  // linear: B is the transposed
//   weight PackedMatrix weight({w, 1, k}, k, n);                         // a B that is used again
//   and again
//
// Operands are read through strides, so transposed ones need no copy. Results depend neither on the
// number of threads nor on what else is computed. C must not overlap A or B. All sizes may be 0.
#pragma once

#include <cstdint>

#include "aten_lite/native/internal/gemm_kernel.h"
#include "aten_lite/native/internal/scratch.h"

namespace at {
namespace native {
namespace internal {

struct MatrixView {
  const float* data;
  int64_t row_stride;
  int64_t column_stride;
};

struct GemmOptions {
  bool accumulate = false;  // C += alpha * A * B instead of C = alpha * A * B
  float alpha = 1.0f;
  GemmEpilogue epilogue;
};

// The right operand of a product, packed once into panels.
class PackedMatrix {
 public:
  // Packs b, of k rows and n columns.
  PackedMatrix(MatrixView b, int64_t k, int64_t n, float alpha = 1.0f);

  int64_t rows() const { return k_; }
  int64_t columns() const { return n_; }
  const float* panels() const { return panels_.data(); }

 private:
  int64_t k_;
  int64_t n_;
  Scratch<float> panels_;
};

void gemm(int64_t m, int64_t n, int64_t k, MatrixView a, MatrixView b, float* c,
          int64_t c_row_stride, const GemmOptions& options = {});

// As above with a packed B; options.alpha must be 1.
void gemm(int64_t m, MatrixView a, const PackedMatrix& b, float* c, int64_t c_row_stride,
          const GemmOptions& options = {});

// As above with panels that the caller packed: gemm_kernels().panel_columns wide, k rows each, the
// last one padded.
void gemm_panels(int64_t m, int64_t n, int64_t k, MatrixView a, const float* panels, float* c,
                 int64_t c_row_stride, const GemmOptions& options = {});

// One tile, on the calling thread, with B packed in panels of all `tile.k` rows: for kernels that
// pack B themselves.
void gemm_tile(const GemmTile& tile);

}  // namespace internal
}  // namespace native
}  // namespace at
