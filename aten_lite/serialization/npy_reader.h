// Reads NumPy's .npy files.
//
//   at::TensorBase tensor = read_npy(FileMapping::open("x.npy"));
//
// Little-endian bool, integer, float and complex arrays in C or Fortran order, format versions 1
// to 3. The tensor is a view over the file's bytes where they are aligned.
#pragma once

#include <memory>

#include "aten_lite/core/tensor_base.h"
#include "aten_lite/serialization/file_mapping.h"

namespace aten_lite::serialization {

bool looks_like_npy(const FileMapping& file);

at::TensorBase read_npy(const std::shared_ptr<FileMapping>& file);

}  // namespace aten_lite::serialization
