// Implements matrix_product.h.
#include "aten_lite/native/internal/matrix_product.h"

#include <algorithm>
#include <type_traits>

#include "aten_lite/core/complex.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/half.h"
#include "aten_lite/native/internal/gemm.h"
#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

template <class T>
const T* matrix(const BatchView& view, int64_t index) {
  return static_cast<const T*>(view.data) + index * view.batch_stride;
}

// C (row-major) += A * B, a block of rows at a time; the inner loop runs along a row of C.
template <class T>
void plain_rows(int64_t begin, int64_t end, int64_t n, int64_t k, const T* a, const BatchView& va,
                const T* b, const BatchView& vb, T* c, int64_t c_row_stride, T alpha) {
  constexpr int64_t kBlockK = 64;
  constexpr int64_t kBlockN = 256;
  for (int64_t k0 = 0; k0 < k; k0 += kBlockK) {
    const int64_t k1 = std::min(k, k0 + kBlockK);
    for (int64_t n0 = 0; n0 < n; n0 += kBlockN) {
      const int64_t n1 = std::min(n, n0 + kBlockN);
      for (int64_t i = begin; i < end; ++i) {
        T* const row = c + i * c_row_stride;
        for (int64_t p = k0; p < k1; ++p) {
          const T factor = static_cast<T>(alpha * a[i * va.row_stride + p * va.column_stride]);
          const T* const line = b + p * vb.row_stride;
          if (vb.column_stride == 1) {
            for (int64_t j = n0; j < n1; ++j) {
              row[j] = static_cast<T>(row[j] + factor * line[j]);
            }
          } else {
            for (int64_t j = n0; j < n1; ++j) {
              row[j] = static_cast<T>(row[j] + factor * line[j * vb.column_stride]);
            }
          }
        }
      }
    }
  }
}

// Signed overflow is undefined in C++ and wraps in PyTorch: integers are multiplied as unsigned
// ones.
template <class T, class = void>
struct Arithmetic {
  using type = T;
};
template <class T>
struct Arithmetic<T, std::enable_if_t<std::is_integral_v<T>>> {
  using type = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;
};

template <class T>
void plain_integer_rows(int64_t begin, int64_t end, int64_t n, int64_t k, const T* a,
                        const BatchView& va, const T* b, const BatchView& vb, T* c,
                        int64_t c_row_stride, T alpha) {
  using Wide = typename Arithmetic<T>::type;
  for (int64_t i = begin; i < end; ++i) {
    T* const row = c + i * c_row_stride;
    for (int64_t p = 0; p < k; ++p) {
      const Wide factor =
          static_cast<Wide>(alpha) * static_cast<Wide>(a[i * va.row_stride + p * va.column_stride]);
      const T* const line = b + p * vb.row_stride;
      for (int64_t j = 0; j < n; ++j) {
        row[j] = static_cast<T>(static_cast<Wide>(row[j]) +
                                factor * static_cast<Wide>(line[j * vb.column_stride]));
      }
    }
  }
}

template <class T>
void fill_rows(const ProductShape& shape, const BatchView& c, int64_t index, int64_t begin,
               int64_t end, const T* column_bias) {
  T* const to = const_cast<T*>(matrix<T>(c, index));
  for (int64_t i = begin; i < end; ++i) {
    T* const row = to + i * c.row_stride;
    if (column_bias != nullptr) {
      std::copy_n(column_bias, shape.n, row);
    } else {
      std::fill_n(row, shape.n, T(0));
    }
  }
}

template <class T>
void plain_product(const ProductShape& shape, const BatchView& a, const BatchView& b,
                   const BatchView& c, bool accumulate, const c10::Scalar& alpha,
                   const T* column_bias) {
  const T factor = alpha.to<T>();
  const int64_t row_work = std::max<int64_t>(1, shape.n * shape.k);
  parallel_for(0, shape.batch * shape.m, std::max<int64_t>(1, (1 << 15) / row_work),
               [&](int64_t begin, int64_t end) {
                 while (begin < end) {
                   const int64_t index = begin / shape.m;
                   const int64_t first = begin % shape.m;
                   const int64_t last = std::min(shape.m, first + end - begin);
                   if (!accumulate) {
                     fill_rows(shape, c, index, first, last, column_bias);
                   }
                   T* const to = const_cast<T*>(matrix<T>(c, index));
                   if constexpr (std::is_integral_v<T>) {
                     plain_integer_rows<T>(first, last, shape.n, shape.k, matrix<T>(a, index), a,
                                           matrix<T>(b, index), b, to, c.row_stride, factor);
                   } else {
                     plain_rows<T>(first, last, shape.n, shape.k, matrix<T>(a, index), a,
                                   matrix<T>(b, index), b, to, c.row_stride, factor);
                   }
                   begin += last - first;
                 }
               });
}

void float_product(const ProductShape& shape, const BatchView& a, const BatchView& b,
                   const BatchView& c, const GemmOptions& options) {
  const auto one = [&](int64_t index) {
    gemm(shape.m, shape.n, shape.k, {matrix<float>(a, index), a.row_stride, a.column_stride},
         {matrix<float>(b, index), b.row_stride, b.column_stride},
         const_cast<float*>(matrix<float>(c, index)), c.row_stride, options);
  };
  // Small matrices are computed side by side, large ones one after another with all threads.
  const int64_t work = shape.m * shape.n * std::max<int64_t>(1, shape.k);
  constexpr int64_t kSmall = 1 << 22;
  if (shape.batch > 1 && work <= kSmall) {
    parallel_for(0, shape.batch, std::max<int64_t>(1, (1 << 17) / std::max<int64_t>(1, work)),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) {
                     one(i);
                   }
                 });
    return;
  }
  for (int64_t i = 0; i < shape.batch; ++i) {
    one(i);
  }
}

// Rows x columns elements of T as row-major floats.
template <class T>
Scratch<float> to_float(const T* data, int64_t rows, int64_t columns, int64_t row_stride,
                        int64_t column_stride) {
  Scratch<float> copy(rows * columns);
  parallel_for(
      0, rows, std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, columns)),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          for (int64_t j = 0; j < columns; ++j) {
            copy[i * columns + j] = static_cast<float>(data[i * row_stride + j * column_stride]);
          }
        }
      });
  return copy;
}

template <class T>
void reduced_product(const ProductShape& shape, const BatchView& a, const BatchView& b,
                     const BatchView& c, bool accumulate, const c10::Scalar& alpha,
                     const T* column_bias) {
  const auto [batch, m, n, k] = shape;
  GemmOptions options;
  options.alpha = alpha.to<float>();
  Scratch<float> bias(column_bias != nullptr ? n : 0);
  if (column_bias != nullptr) {
    std::transform(column_bias, column_bias + n, bias.data(),
                   [](T value) { return static_cast<float>(value); });
    options.epilogue.column_bias = bias.data();
  }
  for (int64_t index = 0; index < batch; ++index) {
    const Scratch<float> left = to_float(matrix<T>(a, index), m, k, a.row_stride, a.column_stride);
    const Scratch<float> right = to_float(matrix<T>(b, index), k, n, b.row_stride, b.column_stride);
    Scratch<float> sum(m * n);
    gemm(m, n, k, {left.data(), k, 1}, {right.data(), n, 1}, sum.data(), n, options);
    T* const to = const_cast<T*>(matrix<T>(c, index));
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        T& element = to[i * c.row_stride + j];
        const float value = sum[i * n + j];
        element = static_cast<T>(accumulate ? value + static_cast<float>(element) : value);
      }
    }
  }
}

}  // namespace

void batched_product(c10::ScalarType dtype, const ProductShape& shape, const BatchView& a,
                     const BatchView& b, const BatchView& c, bool accumulate,
                     const c10::Scalar& alpha, const void* column_bias, const char* op) {
  if (shape.batch == 0 || shape.m == 0 || shape.n == 0) {
    return;
  }
  if (c.column_stride != 1 && shape.n > 1) {
    // C lies transposed: compute its transpose, whose rows are adjacent.
    TORCH_INTERNAL_ASSERT((c.row_stride == 1 || shape.m == 1) && column_bias == nullptr);
    const auto transposed = [](const BatchView& v) {
      return BatchView{v.data, v.batch_stride, v.column_stride, v.row_stride};
    };
    batched_product(dtype, {shape.batch, shape.n, shape.m, shape.k}, transposed(b), transposed(a),
                    {c.data, c.batch_stride, c.column_stride, 1}, accumulate, alpha, nullptr, op);
    return;
  }
  const auto plain = [&](auto zero) {
    using T = decltype(zero);
    plain_product<T>(shape, a, b, c, accumulate, alpha, static_cast<const T*>(column_bias));
  };
  switch (dtype) {
    case c10::ScalarType::Float: {
      GemmOptions options;
      options.accumulate = accumulate;
      options.alpha = alpha.to<float>();
      options.epilogue.column_bias = static_cast<const float*>(column_bias);
      float_product(shape, a, b, c, options);
      return;
    }
    case c10::ScalarType::Half:
      reduced_product<c10::Half>(shape, a, b, c, accumulate, alpha,
                                 static_cast<const c10::Half*>(column_bias));
      return;
    case c10::ScalarType::BFloat16:
      reduced_product<c10::BFloat16>(shape, a, b, c, accumulate, alpha,
                                     static_cast<const c10::BFloat16*>(column_bias));
      return;
    case c10::ScalarType::Double:
      return plain(double{});
    case c10::ScalarType::Byte:
      return plain(uint8_t{});
    case c10::ScalarType::Char:
      return plain(int8_t{});
    case c10::ScalarType::Short:
      return plain(int16_t{});
    case c10::ScalarType::Int:
      return plain(int32_t{});
    case c10::ScalarType::Long:
      return plain(int64_t{});
    case c10::ScalarType::ComplexFloat:
      return plain(c10::complex<float>{});
    case c10::ScalarType::ComplexDouble:
      return plain(c10::complex<double>{});
    default:
      TORCH_CHECK_NOT_IMPLEMENTED(false, "\"", op, "\" not implemented for '", c10::toString(dtype),
                                  "'");
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
