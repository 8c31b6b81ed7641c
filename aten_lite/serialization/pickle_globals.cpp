// Names that pickles may refer to.
#include "aten_lite/serialization/pickle_globals.h"

#include <cstring>

#include "aten_lite/core/device.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/scalar_type.h"

namespace aten_lite::serialization {
namespace {

struct GlobalRow {
  const char* name;
  GlobalKind kind;
  int64_t number = 0;
};

template <typename T>
constexpr int64_t number_of(T value) {
  return static_cast<int64_t>(value);
}

constexpr GlobalRow kGlobals[] = {
    {"torch._utils._rebuild_tensor", GlobalKind::kRebuildTensor},
    {"torch._utils._rebuild_tensor_v2", GlobalKind::kRebuildTensor},
    {"torch._utils._rebuild_tensor_v3", GlobalKind::kRebuildTensorV3},
    {"torch._utils._rebuild_qtensor", GlobalKind::kRebuildQTensor},
    {"torch._utils._rebuild_parameter", GlobalKind::kRebuildParameter},
    {"torch._utils._rebuild_parameter_with_state", GlobalKind::kRebuildParameter},
    {"torch._tensor._rebuild_from_type_v2", GlobalKind::kRebuildFromType},
    {"torch.jit._pickle.build_intlist", GlobalKind::kBuildIntList},
    {"torch.jit._pickle.build_doublelist", GlobalKind::kBuildDoubleList},
    {"torch.jit._pickle.build_boollist", GlobalKind::kBuildBoolList},
    {"torch.jit._pickle.build_tensorlist", GlobalKind::kBuildTensorList},
    {"torch.jit._pickle.restore_type_tag", GlobalKind::kRestoreTypeTag},
    {"collections.OrderedDict", GlobalKind::kOrderedDict},
    {"torch.device", GlobalKind::kDevice},
    {"torch.Size", GlobalKind::kSize},
    {"builtins.complex", GlobalKind::kComplex},
    {"__builtin__.complex", GlobalKind::kComplex},
    {"torch.serialization._get_layout", GlobalKind::kGetLayout},
    {"torch.storage.UntypedStorage", GlobalKind::kUntypedStorage},
    {"torch.UntypedStorage", GlobalKind::kUntypedStorage},
    {"torch.Tensor", GlobalKind::kTensorClass},
    {"torch.nn.parameter.Parameter", GlobalKind::kTensorClass},
    {"torch.strided", GlobalKind::kLayout, number_of(c10::Layout::Strided)},
    {"torch.sparse_coo", GlobalKind::kLayout, number_of(c10::Layout::Sparse)},
    {"torch.contiguous_format", GlobalKind::kMemoryFormat,
     number_of(c10::MemoryFormat::Contiguous)},
    {"torch.preserve_format", GlobalKind::kMemoryFormat, number_of(c10::MemoryFormat::Preserve)},
    {"torch.channels_last", GlobalKind::kMemoryFormat, number_of(c10::MemoryFormat::ChannelsLast)},
    {"torch.channels_last_3d", GlobalKind::kMemoryFormat,
     number_of(c10::MemoryFormat::ChannelsLast3d)},
    {"torch.per_tensor_affine", GlobalKind::kQScheme, number_of(c10::QScheme::PER_TENSOR_AFFINE)},
    {"torch.per_channel_affine", GlobalKind::kQScheme, number_of(c10::QScheme::PER_CHANNEL_AFFINE)},
    {"torch.per_tensor_symmetric", GlobalKind::kQScheme,
     number_of(c10::QScheme::PER_TENSOR_SYMMETRIC)},
    {"torch.per_channel_symmetric", GlobalKind::kQScheme,
     number_of(c10::QScheme::PER_CHANNEL_SYMMETRIC)},
    {"torch.per_channel_affine_float_qparams", GlobalKind::kQScheme,
     number_of(c10::QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS)},
};

// Names that people may well meet, with a reason that helps.
struct RefusedRow {
  const char* name;
  const char* reason;
};

constexpr RefusedRow kRefused[] = {
    {"torch._utils._rebuild_sparse_tensor", "sparse tensors cannot be read; save x.to_dense()"},
    {"torch._utils._rebuild_sparse_csr_tensor", "sparse tensors cannot be read; save x.to_dense()"},
    {"torch._utils._rebuild_nested_tensor", "nested tensors cannot be read; save their components"},
    {"torch._utils._rebuild_meta_tensor_no_storage",
     "meta tensors have no values; save tensors of a real device"},
    {"torch._utils._rebuild_device_tensor_from_numpy",
     "the tensor was saved from a device without storages; save x.cpu()"},
    {"torch._utils._rebuild_device_tensor_from_cpu_tensor",
     "the tensor was saved from a device without storages; save x.cpu()"},
    {"builtins.set", "sets are no values of TorchScript; save a list"},
    {"__builtin__.set", "sets are no values of TorchScript; save a list"},
    {"_codecs.encode", "bytes are no values of TorchScript; save a string or a uint8 tensor"},
    {"builtins.bytearray", "bytes are no values of TorchScript; save a string or a uint8 tensor"},
    {"__builtin__.bytearray",
     "bytes are no values of TorchScript; save a string or a uint8 tensor"},
    {"numpy.core.multiarray.scalar", "NumPy values cannot be read; save x.item()"},
    {"numpy._core.multiarray.scalar", "NumPy values cannot be read; save x.item()"},
    {"numpy.core.multiarray._reconstruct",
     "NumPy arrays cannot be read from a pickle; save torch.from_numpy(x), or a .npy file"},
    {"numpy._core.multiarray._reconstruct",
     "NumPy arrays cannot be read from a pickle; save torch.from_numpy(x), or a .npy file"},
};

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// torch.float32, torch.FloatStorage and their like, one row per element type.
bool find_by_dtype(const std::string& full_name, PickleGlobal* found) {
  for (int number = 0; number < number_of(c10::ScalarType::Undefined); ++number) {
    const auto dtype = static_cast<c10::ScalarType>(number);
    if (full_name == std::string("torch.") + c10::dtype_name(dtype)) {
      *found = {GlobalKind::kDtype, number, full_name};
      return true;
    }
    if (full_name == std::string("torch.") + c10::toString(dtype) + "Storage") {
      *found = {GlobalKind::kStorageClass, number, full_name};
      return true;
    }
  }
  return false;
}

bool is_torchscript_class(const std::string& module) {
  // Modules lowered to a delegate have classes outside __torch__.
  return module == "__torch__" || module.compare(0, 10, "__torch__.") == 0 ||
         module.compare(0, 23, "torch.jit.LoweredModule") == 0;
}

}  // namespace

PickleGlobal find_pickle_global(const std::string& module, const std::string& name,
                                const std::string& where) {
  const std::string full_name = module + "." + name;
  if (is_torchscript_class(module) || (module == "torch.jit" && ends_with(name, "LoweredModule"))) {
    return {GlobalKind::kClass, 0, full_name};
  }
  for (const GlobalRow& row : kGlobals) {
    if (full_name == row.name) return {row.kind, row.number, full_name};
  }
  PickleGlobal found{GlobalKind::kDtype, 0, ""};
  if (find_by_dtype(full_name, &found)) return found;
  for (const RefusedRow& row : kRefused) {
    TORCH_CHECK(full_name != row.name, where, ": holds ", full_name, ": ", row.reason);
  }
  if (module == "torch" && ends_with(name, "Storage")) {
    AT_ERROR(where, ": holds a tensor whose storage class ", full_name, " is not known here");
  }
  for (const char* prefix : {"int", "uint", "float", "bits", "quint"}) {
    TORCH_CHECK(module != "torch" || name.compare(0, std::strlen(prefix), prefix) != 0, where,
                ": holds a tensor of dtype ", full_name,
                ", which is not supported; save x.to(...)");
  }
  AT_ERROR(where, ": refers to ", full_name,
           ", which is not on the closed list of names that may be read; nothing outside it is "
           "loaded or run");
}

}  // namespace aten_lite::serialization
