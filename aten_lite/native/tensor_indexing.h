// Indexing of tensors from C++ as in Python.
//
//   using namespace torch::indexing;
//   x.index({0, Slice(1, None, 2), "...", mask})     x[0, 1::2, ..., mask]
//   x.index_put_({Slice(), 1}, 0)                    x[:, 1] = 0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/error.h"

namespace at {
namespace indexing {

constexpr std::nullopt_t None = std::nullopt;

struct EllipsisIndexType final {};
constexpr EllipsisIndexType Ellipsis{};

// begin:end:step; what is None is as far as the step's sign allows.
class Slice final {
 public:
  Slice(std::optional<int64_t> start = std::nullopt, std::optional<int64_t> stop = std::nullopt,
        std::optional<int64_t> step = std::nullopt)
      : start_(start), stop_(stop), step_(step.value_or(1)) {
    TORCH_CHECK_VALUE(step_ != 0, "slice step cannot be zero");
  }
  std::optional<int64_t> start() const { return start_; }
  std::optional<int64_t> stop() const { return stop_; }
  int64_t step() const { return step_; }

 private:
  std::optional<int64_t> start_;
  std::optional<int64_t> stop_;
  int64_t step_;
};

enum class TensorIndexType { None, Ellipsis, Integer, Boolean, Slice, Tensor };

// One of the things between the brackets.
class TensorIndex final {
 public:
  TensorIndex(std::nullopt_t) : type_(TensorIndexType::None) {}
  TensorIndex(EllipsisIndexType) : type_(TensorIndexType::Ellipsis) {}
  TensorIndex(const char* text) : type_(TensorIndexType::Ellipsis) {
    TORCH_CHECK_VALUE(std::strcmp(text, "...") == 0,
                      "Expected \"...\" to represent an ellipsis "
                      "index, but got \"",
                      text, "\"");
  }
  TensorIndex(int64_t integer) : type_(TensorIndexType::Integer), integer_(integer) {}
  TensorIndex(int integer) : TensorIndex(static_cast<int64_t>(integer)) {}
  template <typename T, typename = std::enable_if_t<std::is_same<T, bool>::value>>
  TensorIndex(T boolean) : type_(TensorIndexType::Boolean), integer_(boolean) {}
  TensorIndex(indexing::Slice slice) : type_(TensorIndexType::Slice), slice_(slice) {}
  TensorIndex(at::Tensor tensor) : type_(TensorIndexType::Tensor), tensor_(std::move(tensor)) {}

  TensorIndexType type() const { return type_; }
  bool is_none() const { return type_ == TensorIndexType::None; }
  bool is_ellipsis() const { return type_ == TensorIndexType::Ellipsis; }
  bool is_integer() const { return type_ == TensorIndexType::Integer; }
  bool is_boolean() const { return type_ == TensorIndexType::Boolean; }
  bool is_slice() const { return type_ == TensorIndexType::Slice; }
  bool is_tensor() const { return type_ == TensorIndexType::Tensor; }
  int64_t integer() const { return integer_; }
  bool boolean() const { return integer_ != 0; }
  const indexing::Slice& slice() const { return slice_; }
  const at::Tensor& tensor() const { return tensor_; }

 private:
  TensorIndexType type_;
  int64_t integer_ = 0;
  indexing::Slice slice_;
  at::Tensor tensor_;
};

}  // namespace indexing
}  // namespace at

namespace torch {
namespace indexing {
using namespace at::indexing;  // NOLINT(google-build-using-namespace): the same under both names
}
}  // namespace torch
