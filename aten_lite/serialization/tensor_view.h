// Tensors over a file's storages.
#pragma once

#include <cstdint>
#include <string>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/core/tensor_base.h"

namespace aten_lite::serialization {

// The tensor that sizes, strides and offset, all of them from a file and none negative, make of the
// storage. Throws, beginning with `where`, unless it lies within the storage.
at::TensorBase checked_view(const c10::Storage& storage, c10::ScalarType dtype,
                            c10::IntArrayRef sizes, c10::IntArrayRef strides, int64_t offset,
                            const std::string& where);

}  // namespace aten_lite::serialization
