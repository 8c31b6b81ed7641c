// Kernels that only move elements need not know their type, only its size: five instantiations
// serve all dtypes.
//
//   for_itemsize(self.itemsize(), "gather", [&](auto tag) {
//     using Bytes = decltype(tag);
//     *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
//   });
#pragma once

#include <cstddef>
#include <cstdint>

#include "aten_lite/core/error.h"

namespace at::native {

#if defined(__GNUC__) || defined(__clang__)
#define ATEN_LITE_MAY_ALIAS __attribute__((__may_alias__))
#else
#define ATEN_LITE_MAY_ALIAS
#endif

// N bytes of an element of any type.
template <typename Word>
struct ATEN_LITE_MAY_ALIAS ElementBytes {
  Word word;
};
struct ATEN_LITE_MAY_ALIAS ElementBytes16 {
  uint64_t words[2];
};

template <typename F>
void for_itemsize(size_t itemsize, const char* op, const F& f) {
  switch (itemsize) {
    case 1:
      return f(ElementBytes<uint8_t>());
    case 2:
      return f(ElementBytes<uint16_t>());
    case 4:
      return f(ElementBytes<uint32_t>());
    case 8:
      return f(ElementBytes<uint64_t>());
    case 16:
      return f(ElementBytes16());
    default:
      TORCH_CHECK(false, op, ": elements of ", itemsize, " bytes are not supported");
  }
}

}  // namespace at::native
