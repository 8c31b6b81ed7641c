// What the methods of a module leave alone.
//
// An attribute is a constant as long as no instruction of any method writes it; its contents (a
// tensor's elements, a list's) are known as long as no instruction writes to them or gives them to
// somebody who may. Preparation begins by assuming that of everything, collects what contradicts
// it from all methods, and begins again without that, until nothing more is found: what then
// remains holds for every run that starts from the objects as they are.
#pragma once

#include <set>
#include <unordered_set>
#include <utility>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

class Assumptions {
 public:
  // The attribute of that object is never written.
  bool is_fixed(const c10::ivalue::Object& object, size_t slot) const;
  // Whether objects that cannot be told may be written at that slot.
  bool is_written_somewhere(size_t slot) const { return anywhere_.count(slot) != 0; }
  // What a constant holds does not change.
  bool contents_known(const Value& value, const Code& code) const;

  // The list that this instruction makes is only read.
  bool is_site_known(const Code& code, size_t site) const {
    return sites_.count({&code, site}) == 0;
  }
  // Whether the value is, or may share memory with, something of the module that can be written to.
  static bool can_change(const Value& value);

  // --- Contradictions. Each returns whether it is news.
  bool write_attribute(const c10::ivalue::Object& object, size_t slot);
  bool write_attribute_of_any(size_t slot) { return anywhere_.insert(slot).second; }
  // The value's contents may be changed, now or by whoever gets hold of it here.
  bool touch(const Value& value, const Code& code);
  bool give_up() { return !std::exchange(is_hopeless_, true); }

  // Nothing may be assumed.
  bool is_hopeless() const { return is_hopeless_; }

  // Tensors, lists and dicts that are not the module's own are never relied upon.
  bool touch_reference(const c10::IValue& value);

 private:
  bool is_untouched(const c10::IValue& value, int depth) const;

  std::set<std::pair<const c10::ivalue::Object*, size_t>> written_;
  std::unordered_set<size_t> anywhere_;
  // Tensors by their storage.
  std::unordered_set<const void*> touched_;
  std::set<std::pair<const Code*, size_t>> sites_;
  bool is_hopeless_ = false;
};

}  // namespace torch::jit::mobile
