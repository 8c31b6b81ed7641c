#include "aten_lite/serialization/test_flatbuffers.h"

#include <unordered_map>

namespace aten_lite::testing {
namespace {

// The elements of a vector, which follow its length, are aligned as the exporter aligns weights.
constexpr size_t kAlignment = 16;
constexpr size_t kLengthSize = 4;

class Writer {
 public:
  std::vector<char> write(const PartPtr& root) {
    out_ = std::string(4, '\0') + "PTMF";
    refer(0, root);
    // Breadth first: offsets lead forward only.
    for (size_t i = 0; i < pending_.size(); ++i) {
      const auto [from, part] = pending_[i];
      const auto offset = static_cast<uint32_t>(place(*part) - from);
      std::memcpy(&out_[from], &offset, sizeof(offset));
    }
    return std::vector<char>(out_.begin(), out_.end());
  }

 private:
  void refer(size_t from, const PartPtr& part) { pending_.emplace_back(from, part); }

  size_t place(const Part& part) {
    const auto known = positions_.find(&part);
    if (known != positions_.end()) return known->second;
    const size_t vtable = out_.size();
    out_ += part.vtable;
    while (out_.size() % kAlignment != kAlignment - kLengthSize) out_ += '\0';
    const size_t position = out_.size();
    positions_.emplace(&part, position);
    out_ += part.bytes;
    if (!part.vtable.empty()) {
      const auto back = static_cast<int32_t>(position - vtable);
      std::memcpy(&out_[position], &back, sizeof(back));
    }
    for (const auto& [offset, target] : part.references) refer(position + offset, target);
    return position;
  }

  std::string out_;
  std::vector<std::pair<size_t, PartPtr>> pending_;
  std::unordered_map<const Part*, size_t> positions_;
};

}  // namespace

std::vector<char> write_flatbuffer(const PartPtr& root) { return Writer().write(root); }

}  // namespace aten_lite::testing
