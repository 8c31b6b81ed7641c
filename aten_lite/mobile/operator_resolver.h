// Finds the operators of a model in the operator table of this binary, all of them before any runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "aten_lite/mobile/code.h"
#include "aten_lite/serialization/model_image.h"

namespace torch::jit::mobile {

class OperatorResolver {
 public:
  OperatorResolver(int64_t bytecode_version, int64_t operator_version)
      : bytecode_version_(bytecode_version), operator_version_(operator_version) {}

  // A call of the operator, with what the model leaves out. An operator that is not there is noted,
  // and its call has no row. Throws, naming the method, when the model's number of arguments does
  // not go with the schema.
  OperatorCall resolve(const aten_lite::serialization::OperatorImage& image,
                       const std::string& method);

  // Throws when an operator was not there: lists all of them, the methods that call them, and the
  // edit that adds them.
  void throw_if_missing(const std::string& model_name) const;

 private:
  int64_t bytecode_version_;
  int64_t operator_version_;
  // From "aten::add.Tensor" to the first method that calls it.
  std::map<std::string, std::string> missing_;
};

}  // namespace torch::jit::mobile
