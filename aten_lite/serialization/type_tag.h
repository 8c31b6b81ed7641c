// The static types of lists and dicts, which files keep as text beside the values.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/jit_type.h"

namespace aten_lite::serialization {

struct TypeTagger {
  // Counts values that are looked at, and throws when they are too many: nested values can be
  // tagged again and again.
  std::function<void(size_t count)> spend;
  // Throws, naming the place in the file.
  std::function<void(const std::string& what)> fail;

  // Gives a list or dict its static type, its elements too; fails where a value is not of its type.
  // The recursion is as deep as the type.
  void apply(const c10::IValue& value, const c10::Type& type) const;

 private:
  void check(bool condition, const char* what) const {
    if (!condition) fail(what);
  }
};

}  // namespace aten_lite::serialization
