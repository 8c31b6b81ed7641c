#include "aten_lite/core/prepared_operator.h"

// The linker names the ends of the section; both are null when no preparer is linked in.
#if defined(__APPLE__)
extern const aten_lite::PreparerRow* const aten_lite_preparers_begin[] __asm(
    "section$start$__DATA_CONST$aten_lite_prep");
extern const aten_lite::PreparerRow* const aten_lite_preparers_end[] __asm(
    "section$end$__DATA_CONST$aten_lite_prep");
#else
extern "C" {
extern const aten_lite::PreparerRow* const __start_aten_lite_preparers[] __attribute__((weak));
extern const aten_lite::PreparerRow* const __stop_aten_lite_preparers[] __attribute__((weak));
}
#define aten_lite_preparers_begin __start_aten_lite_preparers
#define aten_lite_preparers_end __stop_aten_lite_preparers
#endif

namespace aten_lite {

const PreparerRow* find_preparer(std::string_view name, std::string_view overload) {
  for (const PreparerRow* const* row = aten_lite_preparers_begin; row != aten_lite_preparers_end;
       ++row) {
    if ((*row)->name == name && (*row)->overload == overload) return *row;
  }
  return nullptr;
}

}  // namespace aten_lite
