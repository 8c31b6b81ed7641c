#include "aten_lite/native/internal/blocks.h"

#include <algorithm>
#include <array>

#include "aten_lite/native/internal/cast.h"

namespace at::native {
namespace {

constexpr int kMaxOperands = 8;
constexpr int64_t kBufferBytes = 4096;

struct Operand {
  char* data;
  bool contiguous;
  IntArrayRef strides;
  int64_t itemsize;
  ScalarType stored;
  ScalarType logical;
  ScalarType compute;
  int64_t compute_size;
  bool is_output;
  bool direct;    // contiguous and of the compute type
  bool constant;  // one element for all
};

bool is_contiguous(IntArrayRef shape, IntArrayRef strides, int64_t itemsize) {
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != 1 && strides[d] != itemsize) return false;
    itemsize *= shape[d];
  }
  return true;
}

bool is_constant(IntArrayRef shape, IntArrayRef strides) {
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != 1 && strides[d] != 0) return false;
  }
  return true;
}

// Calls row(pointer, stride, count) for the runs along the innermost dim that make up the elements
// [begin, begin + n) of an operand.
template <typename F>
void for_rows(const Operand& op, IntArrayRef shape, int64_t begin, int64_t n, const F& row) {
  if (shape.empty()) {
    row(op.data, int64_t{0}, n);
    return;
  }
  const size_t ndim = shape.size();
  c10::SmallVector<int64_t, 8> index(ndim);
  char* pointer = op.data;
  for (size_t d = 0; d < ndim; ++d) {
    index[d] = begin % shape[d];
    begin /= shape[d];
    pointer += index[d] * op.strides[d];
  }
  while (true) {
    const int64_t count = std::min(shape[0] - index[0], n);
    row(pointer, op.strides[0], count);
    n -= count;
    if (n == 0) return;
    // The row is done: back to its start and on to the next.
    pointer -= index[0] * op.strides[0];
    index[0] = 0;
    for (size_t d = 1; d < ndim; ++d) {
      pointer += op.strides[d];
      if (++index[d] < shape[d]) break;
      pointer -= shape[d] * op.strides[d];
      index[d] = 0;
    }
  }
}

struct Scratch {
  alignas(64) char stored[kBufferBytes];
  alignas(64) char logical[kBufferBytes];
};

// Elements of the stored type to the compute type, by way of the logical one.
void to_compute(const Operand& op, char* dst, const char* src, int64_t n, Scratch& scratch) {
  if (op.logical == op.stored || op.logical == op.compute) {
    cast_block(op.compute, dst, op.stored, src, n);
  } else {
    cast_block(op.logical, scratch.logical, op.stored, src, n);
    cast_block(op.compute, dst, op.logical, scratch.logical, n);
  }
}

void load(const Operand& op, IntArrayRef shape, int64_t begin, int64_t n, char* buffer,
          Scratch& scratch) {
  if (op.contiguous) return to_compute(op, buffer, op.data + begin * op.itemsize, n, scratch);
  const bool casts = op.stored != op.compute || op.logical != op.compute;
  char* target = casts ? scratch.stored : buffer;
  for_rows(op, shape, begin, n, [&](const char* pointer, int64_t stride, int64_t count) {
    copy_strided(target, op.itemsize, pointer, stride, op.itemsize, count);
    target += count * op.itemsize;
  });
  if (casts) to_compute(op, buffer, scratch.stored, n, scratch);
}

void store(const Operand& op, IntArrayRef shape, int64_t begin, int64_t n, const char* buffer,
           Scratch& scratch) {
  const char* values = buffer;
  if (op.stored != op.compute || op.logical != op.compute) {
    // Where elements lie side by side they are converted in place.
    char* target = op.contiguous ? op.data + begin * op.itemsize : scratch.stored;
    ScalarType from = op.compute;
    if (op.logical != op.compute && op.logical != op.stored) {
      cast_block(op.logical, scratch.logical, op.compute, values, n);
      values = scratch.logical;
      from = op.logical;
    }
    cast_block(op.stored, target, from, values, n);
    if (op.contiguous) return;
    values = target;
  }
  for_rows(op, shape, begin, n, [&](char* pointer, int64_t stride, int64_t count) {
    copy_strided(pointer, stride, values, op.itemsize, op.itemsize, count);
    values += count * op.itemsize;
  });
}

class Runner {
 public:
  Runner(const TensorIterator& iter, ArrayRef<BlockType> types, BlockLoop loop)
      : shape_(iter.shape()), count_(iter.ntensors()), loop_(loop) {
    TORCH_INTERNAL_ASSERT(count_ <= kMaxOperands && types.size() == static_cast<size_t>(count_));
    int64_t largest = 1;
    for (int i = 0; i < count_; ++i) {
      Operand& op = operands_[i];
      op.data = iter.data_ptr(i);
      op.strides = iter.strides(i);
      op.stored = iter.dtype(i);
      op.logical = iter.logical_dtype(i);
      op.compute = types[i].compute;
      op.is_output = i < iter.noutputs();
      if (types[i].exact_scalar && iter.is_cpu_scalar(i)) op.logical = op.compute;
      op.itemsize = static_cast<int64_t>(elementSize(op.stored));
      op.compute_size = static_cast<int64_t>(elementSize(op.compute));
      op.contiguous = native::is_contiguous(shape_, op.strides, op.itemsize);
      op.direct = op.stored == op.compute && op.logical == op.compute && op.contiguous;
      op.constant = !op.is_output && !op.direct && native::is_constant(shape_, op.strides);
      all_direct_ &= op.direct;
      largest = std::max(
          {largest, op.itemsize, op.compute_size, static_cast<int64_t>(elementSize(op.logical))});
    }
    block_ = kBufferBytes / largest;
  }

  void run(int64_t begin, int64_t end) const {
    if (all_direct_) {
      std::array<char*, kMaxOperands> data;
      for (int i = 0; i < count_; ++i) data[i] = operands_[i].data + begin * operands_[i].itemsize;
      loop_(data.data(), end - begin);
      return;
    }
    switch (count_) {
      case 1:
      case 2:
        return run_buffered<2>(begin, end);
      case 3:
        return run_buffered<3>(begin, end);
      default:
        return run_buffered<kMaxOperands>(begin, end);
    }
  }

 private:
  // N only bounds the stack that is used.
  template <int N>
  void run_buffered(int64_t begin, int64_t end) const {
    alignas(64) char buffers[N][kBufferBytes];
    Scratch scratch;
    for (int i = 0; i < count_; ++i) {
      if (operands_[i].constant) {
        load(operands_[i], shape_, 0, std::min(block_, end - begin), buffers[i], scratch);
      }
    }
    for (int64_t start = begin; start < end; start += block_) {
      const int64_t n = std::min(block_, end - start);
      std::array<char*, kMaxOperands> data;
      for (int i = 0; i < count_; ++i) {
        const Operand& op = operands_[i];
        data[i] = op.direct ? op.data + start * op.itemsize : buffers[i];
        if (!op.direct && !op.constant && !op.is_output) {
          load(op, shape_, start, n, buffers[i], scratch);
        }
      }
      loop_(data.data(), n);
      for (int i = 0; i < count_; ++i) {
        const Operand& op = operands_[i];
        if (op.is_output && !op.direct) store(op, shape_, start, n, buffers[i], scratch);
      }
    }
  }

  IntArrayRef shape_;
  int count_;
  BlockLoop loop_;
  bool all_direct_ = true;
  int64_t block_ = 0;
  std::array<Operand, kMaxOperands> operands_;
};

}  // namespace

void run_blocks(const TensorIterator& iter, ArrayRef<BlockType> types, BlockLoop loop,
                int64_t grain) {
  const int64_t numel = iter.numel();
  if (numel == 0) return;
  const Runner runner(iter, types, loop);
  at::parallel_for(0, numel, grain, [&](int64_t begin, int64_t end) { runner.run(begin, end); });
}

}  // namespace at::native
