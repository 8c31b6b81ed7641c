// torch::CustomClassHolder: C++ objects that a model holds (packed weights), and the table by
// which a model's loader finds how to make one.
//
// A class registers itself with a constant row beside the kernels that use it, so that whoever
// links the operators links the class, and no initialiser runs:
//
//   class LinearOpContext : public torch::CustomClassHolder { ... };
//   ATEN_LITE_CUSTOM_CLASS(linear_op_context, "__torch__.torch.classes.xnnpack.LinearOpContext",
//                          set_state, get_state)
#pragma once

#include <string_view>

#include "aten_lite/core/intrusive_ptr.h"

namespace c10 {
class IValue;
}

namespace torch {

class CustomClassHolder : public c10::intrusive_ptr_target {
 public:
  // The qualified name, as in the model: "__torch__.torch.classes.xnnpack.LinearOpContext".
  virtual const char* qualified_name() const = 0;
};

}  // namespace torch

namespace aten_lite {

struct CustomClassRow {
  const char* qualified_name;
  // Makes an object from what its __getstate__ gave when the model was saved; throws c10::Error
  // for a state of any other form.
  c10::intrusive_ptr<torch::CustomClassHolder> (*set_state)(c10::IValue state);
  // The inverse.
  c10::IValue (*get_state)(const torch::CustomClassHolder& object);
};

// The row of a class, or null when nothing that is linked in has it.
const CustomClassRow* find_custom_class(std::string_view qualified_name);

// Puts the row where find_custom_class() looks. `id` is unique within its namespace.
#if defined(__APPLE__)
#define ATEN_LITE_CLASS_SECTION "__DATA_CONST,aten_lite_cls"
#else
#define ATEN_LITE_CLASS_SECTION "aten_lite_classes"
#endif
#define ATEN_LITE_CUSTOM_CLASS(id, qualified_name, set_state, get_state)                       \
  static const ::aten_lite::CustomClassRow aten_lite_class_##id{qualified_name, set_state,     \
                                                                get_state};                    \
  __attribute__((                                                                              \
      used, section(ATEN_LITE_CLASS_SECTION))) static const ::aten_lite::CustomClassRow* const \
      aten_lite_class_entry_##id = &aten_lite_class_##id;

}  // namespace aten_lite
