// c10::List<T>; see ivalue_list.h. Lists and IValues need each other, so one header brings both.
#pragma once

#include "aten_lite/core/ivalue.h"  // IWYU pragma: export
