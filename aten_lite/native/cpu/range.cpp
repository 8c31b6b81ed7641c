// Evenly spaced numbers: arange, range, linspace, logspace.
#include "ATen/ops/range.h"

#include <cmath>
#include <limits>

#include "ATen/ops/arange.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/item.h"
#include "ATen/ops/linspace.h"
#include "ATen/ops/logspace.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {
namespace {

// An `out` with the right number of elements keeps its shape; others become one-dimensional.
void resize_to_count(const Tensor& out, int64_t count, const char* op) {
  if (out.numel() == count) return;
  if (out.numel() > 0) {
    TORCH_WARN(op, ": the number of elements in out (", out.numel(),
               ") does not match the computed number (", count, "); out is resized");
  }
  resize_impl(out, {count});
}

// Writes value(i) for i in [0, count) to `out` in row-major order.
template <typename T, typename F>
void fill_sequence(Tensor& out, int64_t count, F value) {
  Tensor dense = out.is_contiguous() ? out : make_tensor(out.sizes(), out.scalar_type());
  T* data = dense.mutable_data_ptr<T>();
  for (int64_t i = 0; i < count; ++i) data[i] = value(i);
  if (!dense.is_same(out)) out.copy_(dense);
}

void check_range(const Scalar& start, const Scalar& end, const Scalar& step, const char* op) {
  const double first = start.toDouble();
  const double last = end.toDouble();
  const double by = step.toDouble();
  TORCH_CHECK(by > 0 || by < 0, op, ": step must be nonzero");
  TORCH_CHECK(std::isfinite(first) && std::isfinite(last), op, ": unsupported range: ", first,
              " -> ", last);
  TORCH_CHECK((by > 0 && last >= first) || (by < 0 && last <= first), op,
              ": upper bound and lower bound inconsistent with step sign: ", first, " -> ", last,
              ", step ", by);
}

template <typename T>
struct AccumulateType {
  using type = std::conditional_t<std::is_integral<T>::value, int64_t,
                                  std::conditional_t<sizeof(T) == 2, float, double>>;
};

template <typename T>
void fill_arange(Tensor& out, const Scalar& start, const Scalar& step) {
  using Acc = typename AccumulateType<T>::type;
  const Acc first = start.to<Acc>();
  const Acc by = step.to<Acc>();
  fill_sequence<T>(out, out.numel(), [&](int64_t i) {
    if constexpr (std::is_integral<T>::value) {
      // Wraps around in the narrow type, as the addition of tensors does.
      return static_cast<T>(static_cast<uint64_t>(first) +
                            static_cast<uint64_t>(by) * static_cast<uint64_t>(i));
    } else {
      return static_cast<T>(first + by * static_cast<Acc>(i));
    }
  });
}

ScalarType range_dtype(const Scalar& start, const Scalar& end, const Scalar& step) {
  const bool integral = start.isIntegral(true) && end.isIntegral(true) && step.isIntegral(true);
  return integral ? kLong : c10::get_default_dtype_as_scalartype();
}

}  // namespace

Tensor& arange_out(const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, out.scalar_type(), "arange_cpu", [&] {
    using Acc = typename AccumulateType<scalar_t>::type;
    check_range(start.to<Acc>(), end.to<Acc>(), step.to<Acc>(), "arange");
    double size;
    if constexpr (std::is_same<scalar_t, int64_t>::value) {
      // Exact for integers that doubles can't hold.
      const int64_t by = step.to<int64_t>();
      const __int128 span = static_cast<__int128>(end.to<int64_t>()) - start.to<int64_t>();
      size = static_cast<double>((span + by - (by > 0 ? 1 : -1)) / by);
    } else {
      size = std::ceil((end.toDouble() - start.toDouble()) / step.toDouble());
    }
    TORCH_CHECK(size >= 0 && size <= static_cast<double>(std::numeric_limits<int64_t>::max() / 2),
                "arange: invalid size ", size, ", possibly due to overflow");
    resize_to_count(out, static_cast<int64_t>(size), "arange");
    fill_arange<scalar_t>(out, start, step);
  });
  return out;
}

Tensor& arange_out(const Scalar& end, Tensor& out) { return native::arange_out(0, end, 1, out); }

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step,
              std::optional<ScalarType> dtype, std::optional<Layout> layout,
              std::optional<Device> device, std::optional<bool> pin_memory) {
  Tensor out = make_tensor(
      {0}, factory_dtype(dtype, layout, device, pin_memory, range_dtype(start, end, step)));
  return native::arange_out(start, end, step, out);
}

Tensor arange(const Scalar& start, const Scalar& end, std::optional<ScalarType> dtype,
              std::optional<Layout> layout, std::optional<Device> device,
              std::optional<bool> pin_memory) {
  return native::arange(start, end, 1, dtype, layout, device, pin_memory);
}

Tensor arange(const Scalar& end, std::optional<ScalarType> dtype, std::optional<Layout> layout,
              std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::arange(0, end, 1, dtype, layout, device, pin_memory);
}

// Like arange, with the end included.
Tensor& range_out(const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  AT_DISPATCH_ALL_TYPES(out.scalar_type(), "range_cpu", [&] {
    using Acc = typename AccumulateType<scalar_t>::type;
    check_range(start.to<Acc>(), end.to<Acc>(), step.to<Acc>(), "range");
    const double size = (end.toDouble() - start.toDouble()) / step.toDouble() + 1;
    TORCH_CHECK(size < static_cast<double>(std::numeric_limits<int64_t>::max() / 2),
                "range: invalid size ", size, ", possibly due to overflow");
    resize_to_count(out, static_cast<int64_t>(size), "range");
    fill_arange<scalar_t>(out, start, step);
  });
  return out;
}

Tensor& range_out(const Scalar& start, const Scalar& end, Tensor& out) {
  return native::range_out(start, end, 1, out);
}

Tensor range(const Scalar& start, const Scalar& end, const Scalar& step,
             std::optional<ScalarType> dtype, std::optional<Layout> layout,
             std::optional<Device> device, std::optional<bool> pin_memory) {
  Tensor out = make_tensor({0}, factory_dtype(dtype, layout, device, pin_memory));
  return native::range_out(start, end, step, out);
}

Tensor range(const Scalar& start, const Scalar& end, std::optional<ScalarType> dtype,
             std::optional<Layout> layout, std::optional<Device> device,
             std::optional<bool> pin_memory) {
  return native::range(start, end, 1, dtype, layout, device, pin_memory);
}

namespace {

// Point i of `steps`, counted from the nearer end so that both ends are met exactly. Reduced
// precision rounds after every operation.
template <typename T, typename Step>
Step point(T start, T end, Step step, int64_t steps, int64_t i) {
  if (i < steps / 2) return Step(Step(start) + Step(step * Step(i)));
  return Step(Step(end) - Step(step * Step(steps - i - 1)));
}

ScalarType spaced_dtype(const Scalar& start, const Scalar& end, std::optional<ScalarType> dtype,
                        std::optional<Layout> layout, std::optional<Device> device,
                        std::optional<bool> pin_memory) {
  const bool complex = start.isComplex() || end.isComplex();
  const ScalarType type = factory_dtype(
      dtype, layout, device, pin_memory,
      complex ? c10::get_default_complex_dtype() : c10::get_default_dtype_as_scalartype());
  TORCH_CHECK(!complex || isComplexType(type), "linspace: inferred dtype ",
              toString(c10::get_default_complex_dtype()), " can't be safely cast to the dtype ",
              toString(type));
  return type;
}

Scalar scalar_of(const Tensor& tensor, const char* op) {
  TORCH_CHECK(tensor.dim() == 0, op,
              " only supports 0-dimensional start and end tensors, but got one with ", tensor.dim(),
              " dimensions");
  return tensor.item();
}

}  // namespace

namespace {

template <typename T>
void fill_linspace(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps) {
  const T first = start.to<T>();
  const T last = end.to<T>();
  if constexpr (c10::is_complex<T>::value) {
    using Real = typename T::value_type;
    const T step = (last - first) / static_cast<Real>(steps - 1);
    fill_sequence<T>(out, steps, [&](int64_t i) {
      return i < steps / 2 ? first + step * static_cast<Real>(i)
                           : last - step * static_cast<Real>(steps - i - 1);
    });
  } else {
    using Step = std::conditional_t<std::is_integral<T>::value, double, T>;
    const Step step = Step(Step(Step(last) - Step(first)) / Step(steps - 1));
    fill_sequence<T>(out, steps, [&](int64_t i) {
      return static_cast<T>(point<T, Step>(first, last, step, steps, i));
    });
  }
}

template <typename T>
void fill_logspace(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps,
                   double base) {
  if constexpr (c10::is_complex<T>::value) {
    const c10::complex<double> first = start.toComplexDouble();
    const c10::complex<double> step =
        (end.toComplexDouble() - first) / static_cast<double>(steps - 1);
    fill_sequence<T>(out, steps, [&](int64_t i) {
      return static_cast<T>(
          std::pow(c10::complex<double>(base), first + step * static_cast<double>(i)));
    });
  } else {
    // Integers and half precision step in single precision.
    using Step = std::conditional_t<std::is_same<T, double>::value, double, float>;
    const T first = start.to<T>();
    const T last = end.to<T>();
    const Step step = Step(Step(Step(last) - Step(first)) / Step(steps - 1));
    fill_sequence<T>(out, steps, [&](int64_t i) {
      const double exponent = static_cast<double>(point<T, Step>(first, last, step, steps, i));
      return static_cast<T>(std::pow(base, exponent));
    });
  }
}

}  // namespace

Tensor& linspace_out(const Scalar& start, const Scalar& end, int64_t steps, Tensor& out) {
  TORCH_CHECK(steps >= 0, "linspace: number of steps must be non-negative, but got ", steps);
  if (out.numel() != steps) resize_impl(out, {steps});
  if (steps == 0) return out;
  if (steps == 1) return out.fill_(start);
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(kHalf, kBFloat16, out.scalar_type(), "linspace_cpu",
                                         [&] { fill_linspace<scalar_t>(out, start, end, steps); });
  return out;
}

Tensor& logspace_out(const Scalar& start, const Scalar& end, int64_t steps, double base,
                     Tensor& out) {
  TORCH_CHECK(steps >= 0, "logspace: number of steps must be non-negative, but got ", steps);
  if (out.numel() != steps) resize_impl(out, {steps});
  if (steps == 0) return out;
  if (steps == 1) {
    if (isComplexType(out.scalar_type())) {
      return out.fill_(std::pow(c10::complex<double>(base), start.toComplexDouble()));
    }
    return out.fill_(std::pow(base, start.toDouble()));
  }
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(kHalf, kBFloat16, out.scalar_type(), "logspace_cpu", [&] {
    fill_logspace<scalar_t>(out, start, end, steps, base);
  });
  return out;
}

Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  TORCH_CHECK(steps >= 0, "linspace: number of steps must be non-negative, but got ", steps);
  Tensor out = make_tensor({steps}, spaced_dtype(start, end, dtype, layout, device, pin_memory));
  return native::linspace_out(start, end, steps, out);
}

Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  TORCH_CHECK(steps >= 0, "logspace: number of steps must be non-negative, but got ", steps);
  Tensor out = make_tensor({steps}, spaced_dtype(start, end, dtype, layout, device, pin_memory));
  return native::logspace_out(start, end, steps, base, out);
}

Tensor linspace(const Tensor& start, const Tensor& end, int64_t steps,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::linspace(scalar_of(start, "linspace"), scalar_of(end, "linspace"), steps, dtype,
                          layout, device, pin_memory);
}
Tensor linspace(const Tensor& start, const Scalar& end, int64_t steps,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::linspace(scalar_of(start, "linspace"), end, steps, dtype, layout, device,
                          pin_memory);
}
Tensor linspace(const Scalar& start, const Tensor& end, int64_t steps,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::linspace(start, scalar_of(end, "linspace"), steps, dtype, layout, device,
                          pin_memory);
}
Tensor& linspace_out(const Tensor& start, const Tensor& end, int64_t steps, Tensor& out) {
  return native::linspace_out(scalar_of(start, "linspace"), scalar_of(end, "linspace"), steps, out);
}
Tensor& linspace_out(const Tensor& start, const Scalar& end, int64_t steps, Tensor& out) {
  return native::linspace_out(scalar_of(start, "linspace"), end, steps, out);
}
Tensor& linspace_out(const Scalar& start, const Tensor& end, int64_t steps, Tensor& out) {
  return native::linspace_out(start, scalar_of(end, "linspace"), steps, out);
}

Tensor logspace(const Tensor& start, const Tensor& end, int64_t steps, double base,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::logspace(scalar_of(start, "logspace"), scalar_of(end, "logspace"), steps, base,
                          dtype, layout, device, pin_memory);
}
Tensor logspace(const Tensor& start, const Scalar& end, int64_t steps, double base,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::logspace(scalar_of(start, "logspace"), end, steps, base, dtype, layout, device,
                          pin_memory);
}
Tensor logspace(const Scalar& start, const Tensor& end, int64_t steps, double base,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::logspace(start, scalar_of(end, "logspace"), steps, base, dtype, layout, device,
                          pin_memory);
}
Tensor& logspace_out(const Tensor& start, const Tensor& end, int64_t steps, double base,
                     Tensor& out) {
  return native::logspace_out(scalar_of(start, "logspace"), scalar_of(end, "logspace"), steps, base,
                              out);
}
Tensor& logspace_out(const Tensor& start, const Scalar& end, int64_t steps, double base,
                     Tensor& out) {
  return native::logspace_out(scalar_of(start, "logspace"), end, steps, base, out);
}
Tensor& logspace_out(const Scalar& start, const Tensor& end, int64_t steps, double base,
                     Tensor& out) {
  return native::logspace_out(start, scalar_of(end, "logspace"), steps, base, out);
}

}  // namespace at::native
