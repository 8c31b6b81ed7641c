// Loads a model with PyTorch's API and checks what it computes.
#include <torch/script.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: smoke_test MODEL\n";
    return 2;
  }
  try {
    torch::jit::mobile::Module module = torch::jit::_load_for_mobile(argv[1]);
    const at::Tensor input = at::ones({2, 3});
    const at::Tensor output = module.forward({input}).toTensor();
    if (!output.equal(at::full({2, 3}, 2.0))) {
      std::cerr << "unexpected result: " << output << "\n";
      return 1;
    }
  } catch (const c10::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
