// The reducing loops of scatter and its relatives.
#include "aten_lite/native/internal/scatter.h"

#include <limits>

#include "ATen/ops/expand.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/index_iterator.h"

namespace at::native {
namespace {

template <typename T>
bool is_nan(T value) {
  if constexpr (std::is_integral<T>::value) {
    return false;
  } else {
    return value != value;
  }
}

// Keeps NaN, as amax and amin do.
template <typename T>
T pick(T current, T value, bool larger) {
  if (is_nan(current)) return current;
  if (is_nan(value)) return value;
  return (larger ? value > current : value < current) ? value : current;
}

template <typename T>
void reduce_elements(const DimIndex& info, const Tensor& src, ScatterOp reduce) {
  const auto run = [&](auto combine) {
    for_each_along_dim(info, src, /*serial=*/true, [&](char* to, char* from) {
      T& target = *reinterpret_cast<T*>(to);
      target = combine(target, *reinterpret_cast<const T*>(from));
    });
  };
  switch (reduce) {
    case ScatterOp::kSum:
    case ScatterOp::kMean:
      return run([](T a, T b) {
        if constexpr (std::is_same<T, bool>::value) {
          return a || b;
        } else {
          return static_cast<T>(a + b);
        }
      });
    case ScatterOp::kProd:
      return run([](T a, T b) {
        if constexpr (std::is_same<T, bool>::value) {
          return a && b;
        } else if constexpr (std::is_integral<T>::value && sizeof(T) < sizeof(int)) {
          return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
        } else {
          return static_cast<T>(a * b);
        }
      });
    default:
      if constexpr (c10::is_complex<T>::value) {
        TORCH_CHECK(false, info.op, "(): amax and amin are not defined for complex tensors");
      } else {
        const bool larger = reduce == ScatterOp::kMax;
        return run([larger](T a, T b) { return pick(a, b, larger); });
      }
  }
}

}  // namespace

ScatterOp scatter_op_named(c10::string_view name, const char* op) {
  if (name == "sum") return ScatterOp::kSum;
  if (name == "prod") return ScatterOp::kProd;
  if (name == "mean") return ScatterOp::kMean;
  if (name == "amax") return ScatterOp::kMax;
  if (name == "amin") return ScatterOp::kMin;
  TORCH_CHECK(false, op,
              "(): reduce argument must be one of sum, prod, mean, amax, amin, but got \"", name,
              "\"");
}

Scalar scatter_identity(ScatterOp op, ScalarType dtype) {
  switch (op) {
    case ScatterOp::kSum:
    case ScatterOp::kMean:
      return 0;
    case ScatterOp::kProd:
      return 1;
    default:
      break;
  }
  const bool larger = op == ScatterOp::kMax;
  return AT_DISPATCH_ALL_TYPES_AND3(
      kHalf, kBFloat16, kBool, dtype, "scatter_identity", [&]() -> Scalar {
        using Limits = std::numeric_limits<scalar_t>;
        if constexpr (Limits::has_infinity) {
          return larger ? -std::numeric_limits<double>::infinity()
                        : std::numeric_limits<double>::infinity();
        } else {
          return larger ? Scalar(Limits::lowest()) : Scalar(Limits::max());
        }
      });
}

void reduce_into(Tensor& out, int64_t dim, const Tensor& index, const Tensor& src, ScatterOp reduce,
                 const char* op) {
  if (index.numel() == 0) return;
  const DimIndex info(out, dim, index, op);
  const Tensor part =
      src.dim() == 0 ? src.expand(info.index.sizes()) : leading_part(src, info.index.sizes());
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(kBool, kHalf, kBFloat16, out.scalar_type(), op,
                                         [&] { reduce_elements<scalar_t>(info, part, reduce); });
}

}  // namespace at::native
