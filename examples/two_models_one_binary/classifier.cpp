#include "two_models_one_binary/classifier.h"

Classifier::Classifier(const std::string& path) : module_(torch::jit::_load_for_mobile(path)) {}

at::Tensor Classifier::run(const at::Tensor& input) { return module_.forward({input}).toTensor(); }
