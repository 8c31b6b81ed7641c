#include "two_models_one_binary/edges.h"

Edges::Edges(const std::string& path) : module_(torch::jit::_load_for_mobile(path)) {}

at::Tensor Edges::run(const at::Tensor& input) { return module_.forward({input}).toTensor(); }
