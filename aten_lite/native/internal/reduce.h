// Reductions: one engine that walks tensors, and small classes that say what is accumulated.
//
//   struct Sum {
//     using In = float;
//     using Acc = double;
//     Acc identity() const { return 0; }
//     void add(Acc& acc, In x, int64_t index) const { acc += x; }
//     void merge(Acc& acc, const Acc& other) const { acc += other; }
//     float result(const Acc& acc) const { return acc; }
//   };
//   reduce("sum", self, dims, keepdim, kFloat, make_reducer(Sum()), {{out, kFloat}});
//
// The engine adds up along memory: element after element of a contiguous reduced dim, or row after
// row into many accumulators where a kept dim is contiguous. How the work is split, and so the
// order of additions, depends on the shape only, never on the number of threads.
#pragma once

#include <type_traits>
#include <utility>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

// What the engine knows of an operation. Accumulators are plain bytes to it.
class Reducer {
 public:
  virtual size_t acc_size() const = 0;
  virtual ScalarType in_type() const = 0;
  virtual void init(void* accs, int64_t n) const = 0;
  // Adds x[0..n) to one accumulator; x[0] has number `index` among the reduced elements.
  virtual void add_run(void* acc, const void* x, int64_t n, int64_t index) const = 0;
  // Adds x[i] to the i-th of n accumulators.
  virtual void add_row(void* accs, const void* x, int64_t n, int64_t index) const = 0;
  // Merges accumulators of later elements.
  virtual void merge(void* accs, const void* others, int64_t n) const = 0;
  // Writes n results to each output's array.
  virtual void finish(const void* accs, int64_t n, void* const* outs) const = 0;

 protected:
  ~Reducer() = default;
};

namespace detail {

template <typename Op, typename = void>
struct HasRun : std::false_type {};
template <typename Op>
struct HasRun<Op, std::void_t<decltype(&Op::add_run)>> : std::true_type {};

template <typename T>
struct IsPair : std::false_type {};
template <typename A, typename B>
struct IsPair<std::pair<A, B>> : std::true_type {};

}  // namespace detail

// A Reducer out of an Op as above. Op::result returns the value, or a pair where there are two
// outputs. An Op may have add_run(acc, x, n, index) of its own where it can do better than to add
// one by one.
template <typename Op>
class ReducerOf final : public Reducer {
  using In = typename Op::In;
  using Acc = typename Op::Acc;

 public:
  explicit ReducerOf(Op op) : op_(op) {}

  size_t acc_size() const override { return sizeof(Acc); }
  ScalarType in_type() const override { return c10::CppTypeToScalarType<In>::value; }
  void init(void* accs, int64_t n) const override {
    Acc* acc = static_cast<Acc*>(accs);
    for (int64_t i = 0; i < n; ++i) new (acc + i) Acc(op_.identity());
  }
  void add_run(void* acc, const void* x, int64_t n, int64_t index) const override {
    Acc& into = *static_cast<Acc*>(acc);
    const In* in = static_cast<const In*>(x);
    if constexpr (detail::HasRun<Op>::value) {
      op_.add_run(into, in, n, index);
    } else {
      Acc local = into;
      for (int64_t i = 0; i < n; ++i) op_.add(local, in[i], index + i);
      into = local;
    }
  }
  void add_row(void* accs, const void* x, int64_t n, int64_t index) const override {
    Acc* __restrict acc = static_cast<Acc*>(accs);
    const In* __restrict in = static_cast<const In*>(x);
    for (int64_t i = 0; i < n; ++i) op_.add(acc[i], in[i], index);
  }
  void merge(void* accs, const void* others, int64_t n) const override {
    for (int64_t i = 0; i < n; ++i) {
      op_.merge(static_cast<Acc*>(accs)[i], static_cast<const Acc*>(others)[i]);
    }
  }
  void finish(const void* accs, int64_t n, void* const* outs) const override {
    using Result = decltype(op_.result(std::declval<const Acc&>()));
    for (int64_t i = 0; i < n; ++i) {
      const Acc& acc = static_cast<const Acc*>(accs)[i];
      if constexpr (detail::IsPair<Result>::value) {
        const Result result = op_.result(acc);
        static_cast<typename Result::first_type*>(outs[0])[i] = result.first;
        static_cast<typename Result::second_type*>(outs[1])[i] = result.second;
      } else {
        static_cast<Result*>(outs[0])[i] = op_.result(acc);
      }
    }
  }

 private:
  Op op_;
};
template <typename Op>
ReducerOf<Op> make_reducer(Op op) {
  return ReducerOf<Op>(op);
}

// An output of the right shape and dtype, and the type that the reducer's results have.
struct ReduceOutput {
  const Tensor& tensor;
  ScalarType compute;
};

// Reduces the dims in `dims` of `self`, whose elements are converted to `logical` and then to the
// reducer's type.
void reduce(const char* op, const Tensor& self, const DimBitset& dims, bool keepdim,
            ScalarType logical, const Reducer& reducer, ArrayRef<ReduceOutput> outputs);

// The dims that an operator's argument means: all of them where it is absent or empty.
DimBitset reduced_dims(OptionalIntArrayRef dims, int64_t ndim);
DimVector reduced_shape(const Tensor& self, const DimBitset& dims, bool keepdim);
// The number of elements that go into one result.
int64_t reduced_numel(const Tensor& self, const DimBitset& dims);
// Operators that pick an element need one: throws if a reduced dim has size 0.
void check_nonempty(const char* op, const Tensor& self, const DimBitset& dims);

}  // namespace at::native
