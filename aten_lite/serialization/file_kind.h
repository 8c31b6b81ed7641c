// Tells what a file that is not a readable archive looks like, for error messages.
//
// People hand over Git LFS pointers, downloads cut short and archives that a text tool damaged;
// "not a zip archive" helps none of them.
#pragma once

#include <cstddef>
#include <string>

namespace aten_lite::serialization {

// A clause that completes "net.ptl: ", with what to do where that is known: "is a Git LFS pointer,
// not the file itself; run `git lfs pull`".
std::string describe_unreadable_file(const char* data, size_t size);

// Whether the bytes carry the identifier of PyTorch's flatbuffer models.
bool looks_like_flatbuffer_model(const char* data, size_t size);

}  // namespace aten_lite::serialization
