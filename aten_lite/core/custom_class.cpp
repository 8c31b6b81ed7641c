#include "aten_lite/core/custom_class.h"

// The linker names the ends of the section; both are null when no class is linked in.
#if defined(__APPLE__)
extern const aten_lite::CustomClassRow* const aten_lite_classes_begin[] __asm(
    "section$start$__DATA_CONST$aten_lite_cls");
extern const aten_lite::CustomClassRow* const aten_lite_classes_end[] __asm(
    "section$end$__DATA_CONST$aten_lite_cls");
#else
extern "C" {
extern const aten_lite::CustomClassRow* const __start_aten_lite_classes[] __attribute__((weak));
extern const aten_lite::CustomClassRow* const __stop_aten_lite_classes[] __attribute__((weak));
}
#define aten_lite_classes_begin __start_aten_lite_classes
#define aten_lite_classes_end __stop_aten_lite_classes
#endif

namespace aten_lite {

const CustomClassRow* find_custom_class(std::string_view qualified_name) {
  for (const CustomClassRow* const* row = aten_lite_classes_begin; row != aten_lite_classes_end;
       ++row) {
    if ((*row)->qualified_name == qualified_name) return *row;
  }
  return nullptr;
}

}  // namespace aten_lite
