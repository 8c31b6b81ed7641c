// What the unpickler's stack and memo hold: a value, or something that only counts inside the
// pickle (a function, a storage, a class whose state is still to come).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/serialization/pickle_globals.h"

namespace aten_lite::serialization {

// Values nested deeper are refused: freeing, comparing and printing them recurse.
inline constexpr uint32_t kMaxPickleDepth = 1000;

struct ForeignCell;

struct PickleCell {
  c10::IValue value;                           // where foreign is null
  std::shared_ptr<const ForeignCell> foreign;  // shared by memo and stack
  uint32_t depth = 0;                          // 1 more than the deepest element
  // For lists and dicts: 1 more than its index in the unpickler's table of containers.
  uint32_t container = 0;

  bool is_value() const { return foreign == nullptr; }
};

struct ForeignCell {
  enum class Kind {
    kTuple,      // a tuple with a foreign element
    kGlobal,     // a function, a class
    kNewObject,  // a class's object without state
    kStorage,    // from a persistent id
  };

  explicit ForeignCell(Kind kind) : kind(kind) {}

  Kind kind;
  PickleGlobal global{GlobalKind::kClass, 0, ""};  // kGlobal, kNewObject; kStorage: its class
  std::vector<PickleCell> items;                   // kTuple
  c10::Storage storage;                            // kStorage
};

// For messages: "a tensor", "the class torch.device".
std::string describe_cell(const PickleCell& cell);

}  // namespace aten_lite::serialization
