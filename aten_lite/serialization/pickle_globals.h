// The closed list of names that a pickle may refer to.
//
// A pickle can name any Python function; here a name is a row of a table or an error, and nothing
// is ever imported or run.
#pragma once

#include <cstdint>
#include <string>

namespace aten_lite::serialization {

enum class GlobalKind {
  // Functions and classes that are called with a tuple of arguments.
  kRebuildTensor,     // torch._utils._rebuild_tensor_v2 and its first version
  kRebuildTensorV3,   // with an element type beside an untyped storage
  kRebuildQTensor,    // quantized
  kRebuildParameter,  // wraps a tensor
  kRebuildFromType,   // torch._tensor._rebuild_from_type_v2: a tensor with attributes
  kBuildIntList,      // torch.jit._pickle.build_*list
  kBuildDoubleList,
  kBuildBoolList,
  kBuildTensorList,
  kRestoreTypeTag,  // torch.jit._pickle.restore_type_tag: a container and its type
  kOrderedDict,
  kDevice,
  kSize,
  kComplex,
  kGetLayout,
  // Arguments of those.
  kStorageClass,  // number: c10::ScalarType
  kUntypedStorage,
  kTensorClass,
  // Plain values: number is the enumerator.
  kDtype,
  kLayout,
  kMemoryFormat,
  kQScheme,
  // __torch__ classes; name tells which.
  kClass,
};

struct PickleGlobal {
  GlobalKind kind;
  int64_t number = 0;
  std::string name;  // "torch._utils._rebuild_tensor_v2"
};

// The row of that name. Throws c10::Error, which names it, for anything else; `where` names the
// record that is read.
PickleGlobal find_pickle_global(const std::string& module, const std::string& name,
                                const std::string& where);

}  // namespace aten_lite::serialization
