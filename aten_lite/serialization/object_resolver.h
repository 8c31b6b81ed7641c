// What the readers ask of the room above them while they unpickle.
//
// A pickle names classes ("__torch__.Net") and types ("List[Tensor]"). Which classes exist, and
// what their __setstate__ does, is known to the mobile runtime only, so it hands these functions
// down; serialization never calls upward.
#pragma once

#include <functional>
#include <string>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/jit_type.h"

namespace aten_lite::serialization {

struct ObjectResolver {
  // The type of a text such as "List[Tensor]" or "Dict[str, __torch__.Item]". Where it is unset
  // c10::parseType is called, which knows no classes.
  std::function<c10::TypePtr(const std::string& text)> type;

  // An object of class `class_name` ("__torch__.Net", "__torch__.torch.classes.xnnpack.X") made
  // from the state that the file holds: a dict from attribute name to value in slot order, or
  // whatever the class's __getstate__ returned. Where it is unset, a pickle that holds an object
  // is an error.
  std::function<c10::IValue(const std::string& class_name, c10::IValue state)> object;
};

}  // namespace aten_lite::serialization
