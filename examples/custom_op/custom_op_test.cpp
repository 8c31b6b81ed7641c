// The model's aten::neg is the kernel of shop_ops.cpp.
#include <torch/script.h>

#include <iostream>

namespace shop::native {
extern int64_t neg_calls;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: custom_op_test MODEL\n";
    return 2;
  }
  try {
    torch::jit::mobile::Module module = torch::jit::_load_for_mobile(argv[1]);
    const at::Tensor result = module.forward({at::ones({2, 3})}).toTensor();
    // 1 + 3 * 1 - (-1)
    if (shop::native::neg_calls == 1 && result.equal(at::full({2, 3}, 5.0))) return 0;
    std::cerr << "neg was called " << shop::native::neg_calls << " times; result: " << result
              << "\n";
  } catch (const c10::Error& error) {
    std::cerr << error.what() << "\n";
  }
  return 1;
}
