// Schemas that are known at run time only: of operators that TORCH_LIBRARY registers.
//
//   SchemaText schema("my::scale(Tensor x, float by=2.0) -> Tensor");
//   schema.get().argument_name(1);   // by
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/registry/operator_schema.h"

namespace at::registry {

// Owns what its OperatorSchema points to, hence is neither copied nor moved.
class SchemaText {
 public:
  // `text`: namespace, name, overload, arguments and returns, as in native_functions.yaml. Throws
  // c10::Error, naming the text, unless it is a schema.
  explicit SchemaText(std::string text);
  SchemaText(const SchemaText&) = delete;
  SchemaText& operator=(const SchemaText&) = delete;

  const schemas::OperatorSchema& get() const { return schema_; }

 private:
  schemas::OperatorSchema parse();
  void parse_argument(std::string_view text);
  schemas::DefaultValue parse_default(std::string_view text, std::string_view type);
  schemas::DefaultValue parse_list(std::string_view text, std::string_view type);
  size_t position_of(std::string_view part) const {
    return static_cast<size_t>(part.data() - text_.data());
  }
  [[noreturn]] void fail(std::string_view part, const char* what) const;

  std::string text_;
  std::vector<schemas::ArgumentSchema> arguments_;
  bool keyword_only_ = false;
  bool vararg_ = false;
  // Of default values; deques, since their elements stay where they are.
  std::deque<std::string> strings_;
  std::deque<std::vector<int64_t>> integers_;
  std::deque<std::vector<double>> numbers_;
  schemas::OperatorSchema schema_;
};

}  // namespace at::registry
