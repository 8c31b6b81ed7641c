// Operators that prepare their weights: what a prepared model calls in place of linear or conv2d.
//
// The kernels of an operator register a preparer with a constant row beside them, so whoever links
// the operator links its preparer, and no initialiser runs:
//
//   ATEN_LITE_PREPARER(conv2d, "aten::conv2d", "", prepare_conv2d)
//
// When a model is loaded, calls whose weights are constants are handed to the preparer, together
// with the activation that follows; it packs the weights, or returns null for weights of a kind
// that it has nothing better for than the operator itself.
#pragma once

#include <limits>
#include <string_view>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/intrusive_ptr.h"

namespace at {
class Tensor;
}
namespace c10 {
class IValue;
}

namespace aten_lite {

// Results are cut to [lower, upper].
struct PreparedActivation {
  float lower = -std::numeric_limits<float>::infinity();
  float upper = std::numeric_limits<float>::infinity();
};

// How the result of a convolution shall lie in memory.
enum class PreparedLayout : unsigned char { kAsInput, kChannelsLast, kContiguous };

// How a prepared operator is run; each call site has its own.
struct PreparedRun {
  // Added to the result before the activation; undefined where there is none.
  const at::Tensor& addend;
  PreparedLayout layout;
};

class PreparedOperator : public c10::intrusive_ptr_target {
 public:
  // Whether run() knows of addends and layouts.
  virtual bool is_convolution() const = 0;
  // Whether run() takes these; if not, the operator itself must be called.
  virtual bool accepts(const at::Tensor& input, const PreparedRun& how) const = 0;
  // Thread-safe.
  virtual at::Tensor run(const at::Tensor& input, const PreparedRun& how) const = 0;
};

using PrepareFunction = c10::intrusive_ptr<PreparedOperator> (*)(
    c10::ArrayRef<c10::IValue> arguments, const PreparedActivation& activation);

struct PreparerRow {
  const char* name;
  const char* overload;
  // `arguments` are those of the operator's schema; the first one, the input, is None.
  PrepareFunction prepare;
};

// Null when nothing that is linked in has a preparer for the operator.
const PreparerRow* find_preparer(std::string_view name, std::string_view overload);

// Puts the row where find_preparer() looks. `id` is unique within its namespace.
#if defined(__APPLE__)
#define ATEN_LITE_PREPARER_SECTION "__DATA_CONST,aten_lite_prep"
#else
#define ATEN_LITE_PREPARER_SECTION "aten_lite_preparers"
#endif
#define ATEN_LITE_PREPARER(id, name, overload, prepare)                                        \
  static const ::aten_lite::PreparerRow aten_lite_preparer_##id{name, overload, prepare};      \
  __attribute__((                                                                              \
      used, section(ATEN_LITE_PREPARER_SECTION))) static const ::aten_lite::PreparerRow* const \
      aten_lite_preparer_entry_##id = &aten_lite_preparer_##id;

}  // namespace aten_lite
