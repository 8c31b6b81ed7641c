// Checks and builds the tensors of a pickle.
#include "aten_lite/serialization/tensor_rebuild.h"

#include <complex>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/serialization/mapped_storage.h"
#include "aten_lite/serialization/quantizer_rebuild.h"
#include "aten_lite/serialization/tensor_view.h"

namespace aten_lite::serialization {
namespace {

// Many views of one storage could otherwise be copied to any amount of memory.
constexpr uint64_t kMaxMaterialized = uint64_t{1} << 31;

const PickleCell& argument(const std::vector<PickleCell>& arguments, size_t index,
                           const std::string& where) {
  TORCH_CHECK(index < arguments.size(), where, ": a tensor has ", arguments.size(),
              " arguments, argument ", index, " is missing");
  return arguments[index];
}

const ForeignCell& storage_argument(const std::vector<PickleCell>& arguments,
                                    const std::string& where) {
  const PickleCell& cell = argument(arguments, 0, where);
  TORCH_CHECK(cell.foreign && cell.foreign->kind == ForeignCell::Kind::kStorage, where,
              ": a tensor is made of ", describe_cell(cell), " instead of a storage");
  return *cell.foreign;
}

int64_t int_argument(const PickleCell& cell, const char* what, const std::string& where) {
  TORCH_CHECK(cell.is_value() && cell.value.isInt(), where, ": the ", what, " of a tensor is ",
              describe_cell(cell), " instead of an int");
  const int64_t value = cell.value.toInt();
  TORCH_CHECK(value >= 0, where, ": the ", what, " of a tensor is ", value, ", which is negative");
  return value;
}

std::vector<int64_t> ints_argument(const PickleCell& cell, const char* what,
                                   const std::string& where) {
  TORCH_CHECK(cell.is_value() && (cell.value.isTuple() || cell.value.isIntList()), where, ": the ",
              what, " of a tensor are ", describe_cell(cell), " instead of a tuple");
  if (cell.value.isIntList()) return cell.value.toIntVector();
  std::vector<int64_t> values;
  for (const c10::IValue& element : cell.value.toTupleRef().elements()) {
    TORCH_CHECK(element.isInt(), where, ": the ", what, " of a tensor are no ints");
    values.push_back(element.toInt());
    TORCH_CHECK(values.back() >= 0, where, ": the ", what, " of a tensor contain ", values.back(),
                ", which is negative");
  }
  return values;
}

bool flag_in(const c10::IValue& metadata, const char* name) {
  if (!metadata.isGenericDict()) return false;
  for (const auto& item : metadata.toGenericDict()) {
    if (item.key().isString() && item.key().toStringRef() == name) {
      return item.value().isBool() && item.value().toBool();
    }
  }
  return false;
}

template <typename T, typename Change>
void copy_changed(const at::TensorBase& from, const at::TensorBase& to, Change change) {
  const int64_t numel = from.numel();
  const auto sizes = from.sizes();
  const auto strides = from.strides();
  const T* source = static_cast<const T*>(from.const_data_ptr());
  T* target = static_cast<T*>(to.mutable_data_ptr());
  std::vector<int64_t> index(sizes.size(), 0);
  for (int64_t i = 0; i < numel; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < sizes.size(); ++d) offset += index[d] * strides[d];
    target[i] = change(source[offset]);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
  }
}

// A contiguous tensor with the values of a conjugated or negated view.
at::TensorBase materialize(const at::TensorBase& view, bool conj, bool neg,
                           TensorContext* context) {
  const std::string& where = context->where;
  context->materialized += view.nbytes();
  TORCH_CHECK(context->materialized <= kMaxMaterialized, where,
              ": its conjugated and negated views have more than ", kMaxMaterialized,
              " bytes; save x.clone()");
  const at::TensorBase copy = at::detail::empty_cpu(view.sizes(), view.scalar_type());
  const auto apply = [&](auto zero) {
    using T = decltype(zero);
    copy_changed<T>(view, copy, [&](T value) {
      if constexpr (std::is_same_v<T, std::complex<float>> ||
                    std::is_same_v<T, std::complex<double>>) {
        if (conj) value = std::conj(value);
      }
      return neg ? -value : value;
    });
  };
  switch (view.scalar_type()) {
    case c10::kFloat:
      apply(float{});
      break;
    case c10::kDouble:
      apply(double{});
      break;
    case c10::kComplexFloat:
      apply(std::complex<float>{});
      break;
    case c10::kComplexDouble:
      apply(std::complex<double>{});
      break;
    default:
      AT_ERROR(where, ": conjugated or negated views of ", c10::dtype_name(view.scalar_type()),
               " cannot be read; save x.clone()");
  }
  return copy;
}

c10::ScalarType dtype_argument(const PickleCell& cell, const std::string& where) {
  TORCH_CHECK(cell.is_value() && cell.value.isInt(), where, ": the dtype of a tensor is ",
              describe_cell(cell));
  return c10::scalar_type_from_number(cell.value.toInt(), where.c_str());
}

// A storage, offset, sizes and strides as a view, checked.
at::TensorBase view_argument(const std::vector<PickleCell>& arguments, c10::ScalarType dtype,
                             const std::string& where) {
  const c10::Storage& storage = storage_argument(arguments, where).storage;
  const int64_t offset = int_argument(argument(arguments, 1, where), "storage offset", where);
  const auto sizes = ints_argument(argument(arguments, 2, where), "sizes", where);
  const auto strides = ints_argument(argument(arguments, 3, where), "strides", where);
  return checked_view(storage, dtype, sizes, strides, offset, where);
}

}  // namespace

void set_requires_grad(const PickleCell& flag, const at::TensorBase& tensor) {
  if (flag.is_value() && flag.value.isBool() && flag.value.toBool() &&
      (tensor.is_floating_point() || tensor.is_complex())) {
    tensor.set_requires_grad(true);
  }
}

at::TensorBase rebuild_tensor(const PickleGlobal& function,
                              const std::vector<PickleCell>& arguments, TensorContext* context) {
  const std::string& where = context->where;
  const bool v3 = function.kind == GlobalKind::kRebuildTensorV3;
  const ForeignCell& source = storage_argument(arguments, where);
  TORCH_CHECK(v3 || source.global.kind == GlobalKind::kStorageClass, where,
              ": a tensor without a dtype is made of an untyped storage");
  const c10::ScalarType dtype = v3 ? dtype_argument(argument(arguments, 6, where), where)
                                   : static_cast<c10::ScalarType>(source.global.number);
  at::TensorBase tensor = view_argument(arguments, dtype, where);
  if (function.kind == GlobalKind::kRebuildQTensor) {
    set_quantizer(tensor, argument(arguments, 4, where), where);
    return tensor;
  }
  TORCH_CHECK(!c10::isQIntType(dtype), where, ": a tensor of ", c10::dtype_name(dtype),
              " has no scale");
  if (dtype == c10::kBool &&
      context->checked_bools.insert(source.storage.unsafeGetStorageImpl()).second) {
    normalize_bools(source.storage);
  }
  const size_t metadata = v3 ? 7 : 6;
  if (metadata < arguments.size() && arguments[metadata].is_value()) {
    const bool conj = flag_in(arguments[metadata].value, "conj");
    const bool neg = flag_in(arguments[metadata].value, "neg");
    if (conj || neg) tensor = materialize(tensor, conj, neg, context);
  }
  if (arguments.size() > 4) set_requires_grad(arguments[4], tensor);
  return tensor;
}

}  // namespace aten_lite::serialization
