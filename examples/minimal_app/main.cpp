// minimal_app MODEL: classifies two points. Nothing here but PyTorch's own API.
#include <torch/script.h>

#include <iostream>
#include <string>

namespace {

int classify(const std::string& path) {
  torch::jit::mobile::Module module = torch::jit::_load_for_mobile(path);
  const at::Tensor points = at::ones({2, 4});
  const at::Tensor probabilities = module.forward({points}).toTensor();
  for (int64_t point = 0; point < probabilities.size(0); ++point) {
    std::cout << "point " << point << ":";
    for (int64_t label = 0; label < probabilities.size(1); ++label) {
      std::cout << " " << probabilities[point][label].item<float>();
    }
    std::cout << "\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: minimal_app MODEL\n";
    return 2;
  }
  try {
    return classify(argv[1]);
  } catch (const c10::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
