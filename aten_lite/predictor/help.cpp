// The text of `lite_predictor --help`.
#include "aten_lite/predictor/options.h"

namespace aten_lite::predictor {

std::string help_text() {
  return R"(Runs a PyTorch lite-interpreter model (.ptl) and shows, saves or checks its results.

Usage: lite_predictor [flags] MODEL

Without flags it calls forward(torch.ones(1, 3, 224, 224)) and prints the first five values.

What to run
  --method NAME             the method to call (default: forward)
  --input_dims "D,..;D,.."  inputs made of ones, a shape each; [] is a tensor of no dimensions
  --input_type "T;T"        their types: float (default), double, half, bfloat16, uint8, int8,
                            int16, int32, int64, bool, complex64, complex128; one for all, or a
                            type each
  --inputs FILE             the arguments, as saved by torch.save([x, 3, "text"]), or a tensor as
                            .npy; several --inputs are appended to one another
  --use_bundled_input N     the model's own N-th bundled input, from 0

What to do with the results
  --outputs FILE            save them; torch.load(FILE, weights_only=True) reads the file
  --expect FILE             compare them with a value saved by torch.save, or with .npy
  --rtol R, --atol A        tolerances for --expect and --case (default: those of
                            torch.testing.assert_close for the type)
  --check_strides           compare strides, too
  --case FILE               run a recorded case: torch.save({"method", "inputs", "expected" or
                            "error", "after", "compare": "exact", "close" or "shape", "tol"}).
                            tol means rtol = tol and atol = tol times the largest expected value.
                            Each case gets a freshly loaded model. May be repeated.

How to run
  --warmup N, --iter N      calls before and during measurement (default: 0 and 1)
  --threads N               threads of one operator (default: one per core)
  --max_steps N             give up after N instructions; a model may loop for ever
  --no_prepare              run the model's code as it is in the file; loading then neither folds
                            constants nor packs weights (--prepare is the default)
  --report                  print load time, latency (min, median, p90) and peak memory

About
  --list_ops                print the operators of MODEL and whether this program has them
  --version                 print the version and the range of models that can be read
  --help                    print this text

Relative paths hold under `bazel run`, too.

Exit codes: 0 all went well, 1 an error, 2 a wrong command line, 3 values differ or a case failed.

Examples
  lite_predictor net.ptl --input_dims "1,3,224,224" --outputs out.pt
  lite_predictor net.ptl --inputs in.pt --expect out.pt --rtol 1e-3 --atol 1e-5
  lite_predictor net.ptl --input_dims "1,80;[]" --input_type "float;int64" --iter 50 --report
)";
}

}  // namespace aten_lite::predictor
