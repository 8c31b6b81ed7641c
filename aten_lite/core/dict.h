// c10::Dict<K, V>; see ivalue_dict.h. Dicts and IValues need each other, so one header brings both.
#pragma once

#include "aten_lite/core/ivalue.h"  // IWYU pragma: export
