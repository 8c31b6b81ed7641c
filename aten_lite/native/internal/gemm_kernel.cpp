// fp32 matrix-product kernels, compiled once per SIMD target.
#include "aten_lite/native/internal/gemm_kernel.h"

#include <cstddef>
#include <utility>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/gemm_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Highway's header belongs after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace at {
namespace native {
namespace internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F32 = hn::ScalableTag<float>;
using Vec = hn::Vec<F32>;

// Rows per tile: the accumulators (two vectors a row), two vectors of B and a broadcast fill the
// registers.
#if HWY_TARGET == HWY_SSE2 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_EMU128 || \
    HWY_TARGET == HWY_SCALAR
constexpr int kRows = 6;
#else
constexpr int kRows = 14;
#endif
constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));
constexpr int kColumns = 2 * kLanes;

struct Row {
  Vec left;
  Vec right;
};

// kVectors is 1 where a last panel is at most half full: its right half is not computed.
template <int kVectors>
HWY_INLINE void add_product(Row& row, Vec left, Vec right, float a) {
  const Vec factor = hn::Set(F32(), a);
  row.left = hn::MulAdd(factor, left, row.left);
  if constexpr (kVectors == 2) {
    row.right = hn::MulAdd(factor, right, row.right);
  }
}

// Cuts to [lower, upper]. On x86, Max and Min return their second operand when one is NaN, on Arm
// they return NaN: NaN stays NaN.
HWY_INLINE Vec clamp(Vec value, Vec lower, Vec upper) {
  return hn::Min(upper, hn::Max(lower, value));
}

// What the sums of `count` (at most a vector) elements start from.
HWY_INLINE Vec first_vector(const GemmTile& tile, int64_t row, int64_t column, int64_t count) {
  const F32 d;
  const auto load = [&](const float* from) {
    return count == kLanes ? hn::LoadU(d, from) : hn::LoadN(d, from, static_cast<size_t>(count));
  };
  const GemmEpilogue& epilogue = tile.epilogue;
  Vec sum = tile.accumulate ? load(tile.c + row * tile.c_row_stride + column) : hn::Zero(d);
  if (epilogue.row_bias != nullptr) {
    sum = hn::Add(sum, hn::Set(d, epilogue.row_bias[row]));
  }
  if (epilogue.column_bias != nullptr) {
    sum = hn::Add(sum, load(epilogue.column_bias + column));
  }
  if (epilogue.addend != nullptr) {
    sum = hn::Add(sum, load(epilogue.addend + row * epilogue.addend_row_stride + column));
  }
  return sum;
}

// Calls f(row, first column, columns, sums) for the vectors of a block of sums, kColumns a row.
template <class F>
HWY_INLINE void for_each_vector(const GemmTile& tile, int64_t first_row, int64_t rows,
                                int64_t first_column, float* sums, const F& f) {
  const int64_t count = tile.n - first_column;
  const int64_t left_count = count < kLanes ? count : kLanes;
  const int64_t right_count = count - left_count < kLanes ? count - left_count : kLanes;
  for (int64_t i = 0; i < rows; ++i, sums += kColumns) {
    f(first_row + i, first_column, left_count, sums);
    if (right_count > 0) {
      f(first_row + i, first_column + kLanes, right_count, sums + kLanes);
    }
  }
}

// These two have one copy for all block heights: the kernels stay small.

HWY_NOINLINE void start_block(const GemmTile& tile, int64_t first_row, int64_t rows,
                              int64_t first_column, float* sums) {
  for_each_vector(tile, first_row, rows, first_column, sums,
                  [&](int64_t row, int64_t column, int64_t count, float* to) {
                    hn::Store(first_vector(tile, row, column, count), F32(), to);
                  });
}

HWY_NOINLINE void finish_block(const GemmTile& tile, int64_t first_row, int64_t rows,
                               int64_t first_column, float* sums) {
  const F32 d;
  const Vec lower = hn::Set(d, tile.epilogue.lower);
  const Vec upper = hn::Set(d, tile.epilogue.upper);
  for_each_vector(tile, first_row, rows, first_column, sums,
                  [&](int64_t row, int64_t column, int64_t count, const float* from) {
                    hn::StoreN(clamp(hn::Load(d, from), lower, upper), d,
                               tile.c + row * tile.c_row_stride + column,
                               static_cast<size_t>(count));
                  });
}

template <int kVectors, size_t... kIndex>
HWY_INLINE void multiply_rows(const GemmTile& tile, int64_t first_row, const float* b,
                              int64_t first_column, std::index_sequence<kIndex...>) {
  const F32 d;
  constexpr auto kCount = static_cast<int64_t>(sizeof...(kIndex));
  const GemmEpilogue& epilogue = tile.epilogue;
  const bool whole = kVectors == 2 && tile.n - first_column >= kColumns;
  Row rows[kCount];
  HWY_ALIGN float sums[kCount * kColumns];
  // The usual beginnings, in registers: a bias, or the sums of the block of k before.
  const bool plain = whole && epilogue.addend == nullptr;
  const bool row_bias = epilogue.row_bias != nullptr;
  const float* const bias = epilogue.column_bias;
  if (plain && !tile.accumulate && !row_bias) {
    const Vec left = bias == nullptr ? hn::Zero(d) : hn::LoadU(d, bias + first_column);
    const Vec right = bias == nullptr ? hn::Zero(d) : hn::LoadU(d, bias + first_column + kLanes);
    ((rows[kIndex].left = left, rows[kIndex].right = right), ...);
  } else if (plain && !tile.accumulate && bias == nullptr) {
    ((rows[kIndex].left = hn::Set(d, epilogue.row_bias[first_row + static_cast<int64_t>(kIndex)]),
      rows[kIndex].right = rows[kIndex].left),
     ...);
  } else if (plain && tile.accumulate && !row_bias && bias == nullptr) {
    const float* const from = tile.c + first_row * tile.c_row_stride + first_column;
    ((rows[kIndex].left = hn::LoadU(d, from + static_cast<int64_t>(kIndex) * tile.c_row_stride),
      rows[kIndex].right =
          hn::LoadU(d, from + static_cast<int64_t>(kIndex) * tile.c_row_stride + kLanes)),
     ...);
  } else {
    start_block(tile, first_row, kCount, first_column, sums);
    ((rows[kIndex].left = hn::Load(d, sums + kIndex * kColumns),
      rows[kIndex].right = hn::Load(d, sums + kIndex * kColumns + (kVectors - 1) * kLanes)),
     ...);
  }

  const int64_t row_stride = tile.a_row_stride;
  const int64_t column_stride = tile.a_column_stride;
  const int64_t b_row_stride = tile.b_row_stride;
  const float* segment = tile.a + first_row * row_stride;
  for (int64_t s = tile.segments; s > 0; --s, segment += tile.a_segment_stride) {
    const float* a = segment;
    for (int64_t k = tile.k; k > 0; --k) {
      const Vec left = hn::LoadU(d, b);
      const Vec right = kVectors == 2 ? hn::LoadU(d, b + kLanes) : left;
      (add_product<kVectors>(rows[kIndex], left, right,
                             a[static_cast<int64_t>(kIndex) * row_stride]),
       ...);
      a += column_stride;
      b += b_row_stride;
    }
  }

  if (whole) {
    float* const to = tile.c + first_row * tile.c_row_stride + first_column;
    const Vec lower = hn::Set(d, epilogue.lower);
    const Vec upper = hn::Set(d, epilogue.upper);
    ((hn::StoreU(clamp(rows[kIndex].left, lower, upper), d,
                 to + static_cast<int64_t>(kIndex) * tile.c_row_stride),
      hn::StoreU(clamp(rows[kIndex].right, lower, upper), d,
                 to + static_cast<int64_t>(kIndex) * tile.c_row_stride + kLanes)),
     ...);
    return;
  }
  (hn::Store(rows[kIndex].left, d, sums + kIndex * kColumns), ...);
  if constexpr (kVectors == 2) {
    (hn::Store(rows[kIndex].right, d, sums + kIndex * kColumns + kLanes), ...);
  }
  finish_block(tile, first_row, kCount, first_column, sums);
}

// Out of line: inlined into their caller, twelve of these would compete for its registers.
template <int kCount>
HWY_NOINLINE void multiply(const GemmTile& tile, int64_t first_row, const float* b,
                           int64_t first_column) {
  multiply_rows<2>(tile, first_row, b, first_column, std::make_index_sequence<kCount>());
}
template <int kCount>
HWY_NOINLINE void multiply_narrow(const GemmTile& tile, int64_t first_row, const float* b,
                                  int64_t first_column) {
  multiply_rows<1>(tile, first_row, b, first_column, std::make_index_sequence<kCount>());
}

using Multiply = void (*)(const GemmTile&, int64_t, const float*, int64_t);

template <size_t... kIndex>
HWY_INLINE Multiply multiply_for(int64_t rows, bool narrow, std::index_sequence<kIndex...>) {
  static constexpr Multiply kWide[] = {multiply<static_cast<int>(kIndex) + 1>...};
  static constexpr Multiply kNarrow[] = {multiply_narrow<static_cast<int>(kIndex) + 1>...};
  return narrow ? kNarrow[rows - 1] : kWide[rows - 1];
}

// One row of C over kPanels whole panels: with fewer sums the multipliers would wait for each
// other.
template <int kPanels, size_t... kIndex>
HWY_INLINE void multiply_wide_row(const GemmTile& tile, const float* b, int64_t first_column,
                                  std::index_sequence<kIndex...>) {
  const F32 d;
  HWY_ALIGN float sums[kPanels * kColumns];
  ((start_block(tile, 0, 1, first_column + static_cast<int64_t>(kIndex) * kColumns,
                sums + kIndex * kColumns)),
   ...);
  Row panels[kPanels];
  ((panels[kIndex].left = hn::Load(d, sums + kIndex * kColumns),
    panels[kIndex].right = hn::Load(d, sums + kIndex * kColumns + kLanes)),
   ...);
  const float* segment = tile.a;
  for (int64_t s = tile.segments; s > 0; --s, segment += tile.a_segment_stride) {
    const float* a = segment;
    for (int64_t k = tile.k; k > 0; --k, a += tile.a_column_stride, b += tile.b_row_stride) {
      const float* const line = b;
      (add_product<2>(
           panels[kIndex], hn::LoadU(d, line + static_cast<int64_t>(kIndex) * tile.b_panel_stride),
           hn::LoadU(d, line + static_cast<int64_t>(kIndex) * tile.b_panel_stride + kLanes), *a),
       ...);
    }
  }
  ((hn::Store(panels[kIndex].left, d, sums + kIndex * kColumns),
    hn::Store(panels[kIndex].right, d, sums + kIndex * kColumns + kLanes)),
   ...);
  ((finish_block(tile, 0, 1, first_column + static_cast<int64_t>(kIndex) * kColumns,
                 sums + kIndex * kColumns)),
   ...);
}

constexpr int kRowPanels = 4;
HWY_NOINLINE void multiply_row(const GemmTile& tile, const float* b, int64_t first_column) {
  multiply_wide_row<kRowPanels>(tile, b, first_column, std::make_index_sequence<kRowPanels>());
}

void compute_tile(const GemmTile& tile) {
  const float* b = tile.b;
  int64_t column = 0;
  if (tile.m == 1) {
    constexpr int64_t kStep = kRowPanels * kColumns;
    for (; column + kStep <= tile.n; column += kStep, b += kRowPanels * tile.b_panel_stride) {
      multiply_row(tile, b, column);
    }
  }
  for (; column < tile.n; column += kColumns, b += tile.b_panel_stride) {
    const bool narrow = tile.n - column <= kLanes;
    for (int64_t row = 0; row < tile.m;) {
      const int64_t rest = tile.m - row;
      // Few rows leave the multipliers waiting for each other: the last two blocks share evenly.
      const int64_t rows = rest >= 2 * kRows ? kRows : rest > kRows ? (rest + 1) / 2 : rest;
      multiply_for(rows, narrow, std::make_index_sequence<kRows>())(tile, row, b, column);
      row += rows;
    }
  }
}

// Writes 4 columns of 4 rows from 4 rows of 4 columns: B transposed lies contiguous in k.
HWY_INLINE void transpose4(const float* from, int64_t stride, hn::Vec<hn::Full128<float>> alpha,
                           float* to) {
  const hn::Full128<float> d;
  const hn::Full128<uint64_t> d64;
  const auto r0 = hn::Mul(alpha, hn::LoadU(d, from));
  const auto r1 = hn::Mul(alpha, hn::LoadU(d, from + stride));
  const auto r2 = hn::Mul(alpha, hn::LoadU(d, from + 2 * stride));
  const auto r3 = hn::Mul(alpha, hn::LoadU(d, from + 3 * stride));
  const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, r0, r1));
  const auto low23 = hn::BitCast(d64, hn::InterleaveLower(d, r2, r3));
  const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, r0, r1));
  const auto high23 = hn::BitCast(d64, hn::InterleaveUpper(d, r2, r3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d64, low01, low23)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23)), d, to + kColumns);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(d64, high01, high23)), d, to + 2 * kColumns);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23)), d, to + 3 * kColumns);
}

void pack_transposed_panel(const float* b, int64_t column_stride, int64_t k, float alpha,
                           float* panel) {
  const auto factor = hn::Set(hn::Full128<float>(), alpha);
  for (int64_t column = 0; column < kColumns; column += 4) {
    const float* const from = b + column * column_stride;
    int64_t row = 0;
    for (; row + 4 <= k; row += 4) {
      transpose4(from + row, column_stride, factor, panel + row * kColumns + column);
    }
    for (; row < k; ++row) {
      for (int64_t i = 0; i < 4; ++i) {
        panel[row * kColumns + column + i] = alpha * from[i * column_stride + row];
      }
    }
  }
}

void pack_panels(const float* b, int64_t row_stride, int64_t column_stride, int64_t k, int64_t n,
                 float alpha, float* panels) {
  const F32 d;
  const Vec factor = hn::Set(d, alpha);
  for (int64_t column = 0; column < n; column += kColumns, panels += k * kColumns) {
    const float* const from = b + column * column_stride;
    const int64_t count = n - column < kColumns ? n - column : kColumns;
    if (count == kColumns && row_stride == 1 && kColumns % 4 == 0) {
      pack_transposed_panel(from, column_stride, k, alpha, panels);
    } else if (count == kColumns && column_stride == 1) {
      for (int64_t row = 0; row < k; ++row) {
        const float* const line = from + row * row_stride;
        hn::StoreU(hn::Mul(factor, hn::LoadU(d, line)), d, panels + row * kColumns);
        hn::StoreU(hn::Mul(factor, hn::LoadU(d, line + kLanes)), d,
                   panels + row * kColumns + kLanes);
      }
    } else {
      for (int64_t row = 0; row < k; ++row) {
        float* const to = panels + row * kColumns;
        for (int64_t i = 0; i < count; ++i) {
          to[i] = alpha * from[row * row_stride + i * column_stride];
        }
        for (int64_t i = count; i < kColumns; ++i) {
          to[i] = 0.0f;
        }
      }
    }
  }
}

// Dot products of kM rows of A with kN rows of B.
template <int kM, int kN>
HWY_INLINE void dot_block(int64_t k, const float* a, int64_t a_stride, const float* b,
                          int64_t b_stride, float* sums) {
  const F32 d;
  Vec acc[kM][kN];
  for (int i = 0; i < kM; ++i) {
    for (int j = 0; j < kN; ++j) {
      acc[i][j] = hn::Zero(d);
    }
  }
  int64_t p = 0;
  for (; p + kLanes <= k; p += kLanes) {
    Vec left[kM];
    for (int i = 0; i < kM; ++i) {
      left[i] = hn::LoadU(d, a + i * a_stride + p);
    }
    for (int j = 0; j < kN; ++j) {
      const Vec right = hn::LoadU(d, b + j * b_stride + p);
      for (int i = 0; i < kM; ++i) {
        acc[i][j] = hn::MulAdd(left[i], right, acc[i][j]);
      }
    }
  }
  if (p < k) {
    const auto rest = static_cast<size_t>(k - p);
    for (int i = 0; i < kM; ++i) {
      const Vec left = hn::LoadN(d, a + i * a_stride + p, rest);
      for (int j = 0; j < kN; ++j) {
        acc[i][j] = hn::MulAdd(left, hn::LoadN(d, b + j * b_stride + p, rest), acc[i][j]);
      }
    }
  }
  for (int i = 0; i < kM; ++i) {
    for (int j = 0; j < kN; ++j) {
      sums[i * kN + j] = hn::ReduceSum(d, acc[i][j]);
    }
  }
}

void dots(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_row_stride, const float* bt,
          int64_t bt_row_stride, float* c, int64_t c_row_stride, bool accumulate, float alpha,
          const GemmEpilogue& epilogue) {
  const auto finish = [&](int64_t row, int64_t column, float sum) {
    float* const to = c + row * c_row_stride + column;
    float value = alpha * sum;
    if (accumulate) {
      value += *to;
    }
    if (epilogue.column_bias != nullptr) {
      value += epilogue.column_bias[column];
    }
    if (epilogue.clamps()) {
      value = value < epilogue.lower ? epilogue.lower : value;
      value = value > epilogue.upper ? epilogue.upper : value;
    }
    *to = value;
  };
  constexpr int kN = 4;
  float sums[2 * kN];
  for (int64_t column = 0; column < n;) {
    const bool four = column + kN <= n;
    const int64_t width = four ? kN : 1;
    const float* const b = bt + column * bt_row_stride;
    for (int64_t row = 0; row < m;) {
      const float* const from = a + row * a_row_stride;
      const int64_t height = row + 2 <= m ? 2 : 1;
      if (four) {
        height == 2 ? dot_block<2, kN>(k, from, a_row_stride, b, bt_row_stride, sums)
                    : dot_block<1, kN>(k, from, a_row_stride, b, bt_row_stride, sums);
      } else {
        height == 2 ? dot_block<2, 1>(k, from, a_row_stride, b, bt_row_stride, sums)
                    : dot_block<1, 1>(k, from, a_row_stride, b, bt_row_stride, sums);
      }
      for (int64_t i = 0; i < height; ++i) {
        for (int64_t j = 0; j < width; ++j) {
          finish(row + i, column + j, sums[i * width + j]);
        }
      }
      row += height;
    }
    column += width;
  }
}

const GemmKernels* table() {
  static constexpr GemmKernels kTable = {kColumns, kRows, compute_tile, pack_panels, dots};
  return &kTable;
}

}  // namespace HWY_NAMESPACE
}  // namespace internal
}  // namespace native
}  // namespace at
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace at {
namespace native {
namespace internal {

HWY_EXPORT(table);

const GemmKernels& gemm_kernels() { return *HWY_DYNAMIC_DISPATCH(table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
