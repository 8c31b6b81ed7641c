// at::tensor, torch::tensor and from_blob.
#include "aten_lite/native/tensor_factory.h"

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/irange.h"

namespace at {
namespace {

void check_options(const TensorOptions& options, const char* function) {
  TORCH_CHECK(options.device().is_cpu(), function, ": device ", options.device(),
              " is not there; only cpu is");
  TORCH_CHECK(options.layout() == kStrided, function, ": layout must be strided");
}

// Calls `action` with a value of the C++ type of `dtype`.
template <typename Action>
void for_value_type(c10::ScalarType dtype, Action action) {
#define ATEN_LITE_CASE(T)                            \
  if (dtype == c10::CppTypeToScalarType<T>::value) { \
    action(T());                                     \
    return;                                          \
  }
  ATEN_LITE_FORALL_VALUE_TYPES(ATEN_LITE_CASE)
#undef ATEN_LITE_CASE
  TORCH_CHECK(false, "tensor: element type ", dtype, " cannot be made from C++ values");
}

template <typename T>
constexpr bool kIsComplex = c10::isComplexType(c10::CppTypeToScalarType<T>::value);
template <typename T>
constexpr bool kIsReduced = c10::isReducedFloatingType(c10::CppTypeToScalarType<T>::value);

// A C++ conversion between element types; of a complex number the real part is kept.
template <typename To, typename From>
To converted(From value) {
  if constexpr (std::is_same<To, From>::value) {
    return value;
  } else if constexpr (kIsComplex<From> && kIsComplex<To>) {
    return To(value);
  } else if constexpr (kIsComplex<From>) {
    return converted<To>(value.real());
  } else if constexpr (kIsComplex<To>) {
    return To(converted<typename To::value_type>(value));
  } else if constexpr (kIsReduced<From>) {
    return converted<To>(static_cast<float>(value));
  } else if constexpr (kIsReduced<To>) {
    return To(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

template <typename From>
Tensor tensor_of(ArrayRef<From> values, const TensorOptions& options) {
  check_options(options, "at::tensor");
  const c10::ScalarType dtype = options.dtype();
  Tensor result(detail::empty_cpu({static_cast<int64_t>(values.size())}, dtype));
  for_value_type(dtype, [&](auto element) {
    using To = decltype(element);
    To* out = result.mutable_data_ptr<To>();
    for (const auto i : c10::irange(values.size())) out[i] = converted<To>(values[i]);
  });
  return result;
}

}  // namespace

#define ATEN_LITE_TENSOR(T)                                         \
  Tensor tensor(ArrayRef<T> values, const TensorOptions& options) { \
    return tensor_of<T>(values, options);                           \
  }
ATEN_LITE_FORALL_VALUE_TYPES(ATEN_LITE_TENSOR)
#undef ATEN_LITE_TENSOR

Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                 std::function<void(void*)> deleter, const TensorOptions& options) {
  check_options(options, "from_blob");
  TORCH_CHECK(sizes.size() == strides.size(), "from_blob: ", sizes.size(), " sizes but ",
              strides.size(), " strides");
  const c10::ScalarType dtype = options.dtype();
  const size_t bytes =
      c10::storage_bytes_needed(sizes, strides, c10::elementSize(dtype), /*storage_offset=*/0);
  TORCH_CHECK(data != nullptr || bytes == 0, "from_blob: null data for a tensor of ", bytes,
              " bytes");
  Storage storage(c10::make_intrusive<c10::StorageImpl>(data, bytes, std::move(deleter)));
  return Tensor(detail::view_of_storage(std::move(storage), dtype, sizes, strides, 0));
}

Tensor from_blob(void* data, IntArrayRef sizes, std::function<void(void*)> deleter,
                 const TensorOptions& options) {
  std::vector<int64_t> strides(sizes.size());
  int64_t step = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = step;
    step *= sizes[i] > 1 ? sizes[i] : 1;
  }
  return from_blob(data, sizes, strides, std::move(deleter), options);
}

Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  return from_blob(data, sizes, strides, nullptr, options);
}

Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options) {
  return from_blob(data, sizes, std::function<void(void*)>(), options);
}

}  // namespace at

namespace torch {
namespace detail {

TensorDataContainer::TensorDataContainer(std::initializer_list<TensorDataContainer> list)
    : sizes_({static_cast<int64_t>(list.size())}),
      scalar_type_(c10::get_default_dtype_as_scalartype()) {
  if (list.size() == 0) return;
  const TensorDataContainer& first = *list.begin();
  scalar_type_ = first.scalar_type_;
  sizes_.insert(sizes_.end(), first.sizes_.begin(), first.sizes_.end());
  numbers_.reserve(list.size() * first.numbers_.size());
  for (const TensorDataContainer& element : list) {
    TORCH_CHECK(element.sizes_ == first.sizes_,
                "torch::tensor: all sub-lists must have the same sizes, but one has ",
                at::IntArrayRef(first.sizes_), " and another ", at::IntArrayRef(element.sizes_));
    TORCH_CHECK(element.scalar_type_ == first.scalar_type_,
                "torch::tensor: all elements must have the same type, but there are ",
                first.scalar_type_, " and ", element.scalar_type_);
    numbers_.insert(numbers_.end(), element.numbers_.begin(), element.numbers_.end());
  }
}

at::Tensor TensorDataContainer::to_tensor(const at::TensorOptions& options) const {
  at::check_options(options, "torch::tensor");
  c10::ScalarType dtype = scalar_type_;
  if (options.has_dtype()) {
    dtype = options.dtype();
  } else if (dtype == at::kInt) {
    dtype = at::kLong;
  } else if (dtype == at::kFloat || dtype == at::kDouble) {
    dtype = c10::get_default_dtype_as_scalartype();
  }
  at::Tensor result(at::detail::empty_cpu(sizes_, dtype));
  at::for_value_type(dtype, [&](auto element) {
    using To = decltype(element);
    To* out = result.mutable_data_ptr<To>();
    for (const auto i : c10::irange(numbers_.size())) out[i] = numbers_[i].to<To>();
  });
  result.set_requires_grad(options.requires_grad());
  return result;
}

}  // namespace detail
}  // namespace torch
