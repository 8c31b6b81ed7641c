// Files of values: what torch.save wrote, and what torch.load will read.
//
//   c10::IValue inputs = load_values("in.pt");
//   save_values("out.pt", result);   // torch.load("out.pt", weights_only=True)
//
// Lists, tuples, dicts, numbers, strings, None, devices, dense and quantized tensors; aliases and
// shared storages are kept both ways. torch.dtype, layout and memory format become the integers
// that models use for them, torch.Size becomes a list of ints, a Parameter its tensor.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/file_mapping.h"
#include "aten_lite/serialization/mapped_storage.h"

namespace aten_lite::serialization {

// A file of torch.save, or a .npy array (then it is a tensor). Throws c10::Error, which names the
// file and what is wrong.
c10::IValue load_values(const std::string& path, Storages storages = Storages::kMapped);
c10::IValue load_values(std::shared_ptr<FileMapping> file, Storages storages = Storages::kMapped);

void save_values(const std::string& path, const c10::IValue& value);
void save_values(std::ostream& out, const c10::IValue& value);

}  // namespace aten_lite::serialization
