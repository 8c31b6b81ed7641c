// Both models find their operators.
#include <iostream>

#include "two_models_one_binary/classifier.h"
#include "two_models_one_binary/edges.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: two_models_test CLASSIFIER EDGES\n";
    return 2;
  }
  try {
    const at::Tensor classes = Classifier(argv[1]).run(at::ones({5, 4}));
    const at::Tensor edges = Edges(argv[2]).run(at::ones({3, 1, 8, 8}));
    if (classes.sizes() == at::IntArrayRef({5, 3}) && edges.sizes() == at::IntArrayRef({3, 2})) {
      return 0;
    }
    std::cerr << "unexpected sizes " << classes.sizes() << " and " << edges.sizes() << "\n";
  } catch (const c10::Error& error) {
    std::cerr << error.what() << "\n";
  }
  return 1;
}
