// The field numbers of flatbuffer models (file identifier PTMF).
//
// Facts about the format, named as PyTorch's schema names them. A union takes two fields: the kind
// and the reference.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aten_lite::serialization::flat {

namespace module {
enum : size_t {
  kBytecodeVersion,  // uint
  kExtraFiles,       // [ExtraFile]
  kMethods,          // [uint]: numbers of functions
  kStateObject,      // uint: number of the module's object
  kValues,           // [IValue]
  kStorageDataSize,  // int
  kStorageData,      // [StorageData]
  kObjectTypes,      // [ObjectType]
  kJitSources,       // [ExtraFile]
  kJitConstants,     // [uint]
  kOperatorVersion,  // uint
  kMobileValues,     // uint: how many values belong to the mobile model; 0: all
};
}

namespace extra_file {
enum : size_t { kName, kContent };
}

namespace value {
enum : size_t { kKind, kReference };
}

// The members of the union.
enum class ValueKind : uint8_t {
  kNone,
  kInt,            // struct: int64
  kBool,           // struct: a byte
  kDouble,         // struct: double
  kComplexDouble,  // struct: two doubles
  kTensor,
  kString,
  kList,
  kTuple,
  kDict,
  kObject,
  kIntList,
  kDoubleList,
  kBoolList,
  kDevice,
  kEnum,
  kFunction,
};

// String, Device, IntList, DoubleList, BoolList, StorageData: one field.
namespace single {
enum : size_t { kContent };
}

namespace list {
enum : size_t { kItems, kType };  // [uint], string
}

namespace tuple {
enum : size_t { kItems };
}

namespace dict {
enum : size_t { kKeys, kItems, kType };
}

namespace tensor {
enum : size_t {
  kStorage,       // uint: number of the storage
  kScalarType,    // byte
  kOffset,        // int
  kSizes,         // [int]
  kStrides,       // [int]
  kRequiresGrad,  // bool
  kQuantizer,     // Quantizer
};
}

namespace quantizer {
enum : size_t {
  kScheme,      // byte
  kScale,       // double
  kZeroPoint,   // int
  kScales,      // Tensor
  kZeroPoints,  // Tensor
  kAxis,        // int
};
}

namespace object_type {
enum : size_t { kName, kKind, kAttributes };  // string, ubyte, [string]
}

enum class ObjectKind : uint8_t {
  kUnset,
  kFields,
  kCustomClass,
  kSetState,
  kNoObject,
};

namespace object {
enum : size_t {
  kType,        // uint: number of the object type
  kState,       // uint: number of the state
  kAttributes,  // [uint]
  kSetState,    // uint: number of a function
};
}

namespace function {
enum : size_t {
  kName,          // string
  kInstructions,  // [Instruction]
  kOperators,     // [Operator]
  kConstants,     // [uint]
  kTypes,         // [string]
  kRegisterSize,  // int
  kSchema,        // Schema
  kDebugInfo,
  kClassType,  // uint: number of the object type
};
}

// A struct.
struct Instruction {
  uint8_t op;
  uint16_t n;
  int32_t x;
};
static_assert(sizeof(Instruction) == 8, "the layout of the file");

namespace op {
enum : size_t { kName, kOverload, kArgumentCount };  // string, string, int (absent: -1)
}

namespace schema {
enum : size_t { kArguments, kReturns };  // [Argument]
}

namespace argument {
enum : size_t { kName, kType, kDefault };  // string, string, uint: number of a value
}

}  // namespace aten_lite::serialization::flat
