// Edges: runs edges.ptl.
#pragma once

#include <torch/script.h>

#include <string>

class Edges {
 public:
  explicit Edges(const std::string& path);

  at::Tensor run(const at::Tensor& input);

 private:
  torch::jit::mobile::Module module_;
};
