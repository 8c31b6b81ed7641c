// Classifier: runs classifier.ptl.
#pragma once

#include <torch/script.h>

#include <string>

class Classifier {
 public:
  explicit Classifier(const std::string& path);

  at::Tensor run(const at::Tensor& input);

 private:
  torch::jit::mobile::Module module_;
};
