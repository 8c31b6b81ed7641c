// What registers and stack hold at one place of a method while its graph is built.
//
// Methods have many registers and states are copied wherever paths part, so copies share pages of
// registers until one of them writes.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

class GraphState {
 public:
  GraphState() = default;
  // All registers hold `initial`.
  GraphState(size_t registers, Value* initial) : registers_(registers) {
    const auto page = std::make_shared<Page>();
    page->fill(initial);
    pages_.assign((registers + kPage - 1) / kPage, page);
  }

  // Slots: the registers, counted from 0, then the stack from its bottom.
  size_t size() const { return registers_ + stack.size(); }
  size_t register_count() const { return registers_; }
  Value* at(size_t slot) const {
    if (slot >= registers_) return stack[slot - registers_];
    return (*pages_[slot / kPage])[slot % kPage];
  }
  void set(size_t slot, Value* value) {
    if (slot >= registers_) {
      stack[slot - registers_] = value;
      return;
    }
    std::shared_ptr<Page>& page = pages_[slot / kPage];
    if ((*page)[slot % kPage] == value) return;
    if (page.use_count() > 1) page = std::make_shared<Page>(*page);
    (*page)[slot % kPage] = value;
  }

  // Calls f(slot, own value, other's) where the two differ. Stacks must be as deep as each other.
  template <typename F>
  void for_each_difference(const GraphState& other, const F& f) const {
    for (size_t page = 0; page < pages_.size(); ++page) {
      if (pages_[page] == other.pages_[page]) continue;
      const std::shared_ptr<Page> mine = pages_[page];
      for (size_t i = 0; i < kPage; ++i) {
        Value* const own = (*mine)[i];
        Value* const theirs = (*other.pages_[page])[i];
        if (own != theirs) f(page * kPage + i, own, theirs);
      }
    }
    for (size_t i = 0; i < stack.size(); ++i) {
      if (stack[i] != other.stack[i]) f(registers_ + i, stack[i], other.stack[i]);
    }
  }

  std::vector<Value*> stack;

 private:
  static constexpr size_t kPage = 32;
  using Page = std::array<Value*, kPage>;

  size_t registers_ = 0;
  std::vector<std::shared_ptr<Page>> pages_;
};

}  // namespace torch::jit::mobile
