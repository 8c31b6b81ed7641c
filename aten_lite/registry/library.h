// TORCH_LIBRARY: operators of users' own, registered from C++ as in PyTorch.
//
//   at::Tensor scale(const at::Tensor& x, double by) { return x * by; }
//
//   TORCH_LIBRARY(my, m) {
//     m.def("scale(Tensor x, float by=2.0) -> Tensor", &scale);   // or a schema without function,
//     m.def("twice", [](const at::Tensor& x) { return x + x; });  // or a function without schema
//   }
//   TORCH_LIBRARY_IMPL(my, CPU, m) { m.impl("other", &other); }   // for one that def() declared
//
// Such operators are found by models after those of the constant tables, and are no part of any
// selection: each registration runs before main() and is always linked (a cc_library of them needs
// alwayslink = True). Operators that are declared in yaml cost neither; prefer that where there is
// a choice. A binary without TORCH_LIBRARY has nothing of this.
//
// Kernels of other dispatch keys than the CPU's are ignored: there are no such tensors. Mistakes
// throw c10::Error, hence end the program before main(). Registration is not thread-safe; lookup
// is, once main() runs.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "aten_lite/core/macros.h"
#include "aten_lite/registry/boxing.h"

#define TORCH_FN(function) (&function)

namespace torch {

class Library {
 public:
  enum class Kind { kDefinition, kFragment, kImplementation };

  // `key` is the dispatch key of an implementation, "CPU".
  Library(Kind kind, std::string ns, const char* key = "CPU");

  // Declares an operator, whose kernel impl() gives.
  Library& def(const std::string& schema);
  // Declares one by schema or by name alone (its schema is then that of the function), with kernel.
  template <typename F>
  Library& def(const std::string& name_or_schema, F&& function) {
    define(name_or_schema, at::registry::make_kernel(std::forward<F>(function)));
    return *this;
  }
  template <typename F>
  Library& impl(const std::string& name, F&& function) {
    implement(name, at::registry::make_kernel(std::forward<F>(function)));
    return *this;
  }

 private:
  std::string qualified(const std::string& name) const;
  void define(const std::string& name_or_schema, const at::registry::Kernel& kernel);
  void implement(const std::string& name, const at::registry::Kernel& kernel);

  Kind kind_;
  std::string namespace_;
  bool reachable_;
};

namespace detail {

// Runs a TORCH_LIBRARY block when the program starts.
struct LibraryInit {
  LibraryInit(Library::Kind kind, const char* ns, const char* key, void (*block)(Library&)) {
    Library library(kind, ns, key);
    block(library);
  }
};

}  // namespace detail
}  // namespace torch

// `number` makes the names unique; TORCH_LIBRARY leaves it out, so that a second one of a namespace
// in the same file does not compile.
#define ATEN_LITE_LIBRARY_BLOCK(kind, ns, key, m, prefix, number)                  \
  static void ATEN_LITE_CONCAT(prefix, number)(torch::Library&);                   \
  static const torch::detail::LibraryInit ATEN_LITE_CONCAT(prefix##init_, number)( \
      torch::Library::Kind::kind, #ns, #key, &ATEN_LITE_CONCAT(prefix, number));   \
  static void ATEN_LITE_CONCAT(prefix, number)([[maybe_unused]] torch::Library & m)

#define TORCH_LIBRARY(ns, m) \
  ATEN_LITE_LIBRARY_BLOCK(kDefinition, ns, CPU, m, aten_lite_library_##ns##_, 0)
#define TORCH_LIBRARY_FRAGMENT(ns, m) \
  ATEN_LITE_LIBRARY_BLOCK(kFragment, ns, CPU, m, aten_lite_fragment_##ns##_, __COUNTER__)
#define TORCH_LIBRARY_IMPL(ns, key, m) \
  ATEN_LITE_LIBRARY_BLOCK(kImplementation, ns, key, m, aten_lite_impl_##ns##_##key##_, __COUNTER__)
