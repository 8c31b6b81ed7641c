#include "aten_lite/native/internal/reduce.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/native/internal/iterator.h"

namespace at::native {
namespace {

constexpr int64_t kBufferBytes = 4096;
constexpr int64_t kMaxTile = 256;
constexpr int kMaxOutputs = 2;

// The view of an output that has the dims of the input, reduced ones with stride 0.
Tensor broadcastable(const Tensor& out, const DimBitset& dims, bool keepdim, int64_t ndim) {
  DimVector sizes(static_cast<size_t>(ndim), 1);
  DimVector strides(static_cast<size_t>(ndim), 0);
  size_t at = 0;
  for (int64_t d = 0; d < ndim; ++d) {
    if (!dims[d]) {
      sizes[d] = out.sizes()[at];
      strides[d] = out.strides()[at];
    }
    if (!dims[d] || keepdim) ++at;
  }
  return Tensor(at::detail::view_of_storage(out.storage(), out.scalar_type(), sizes, strides,
                                            out.storage_offset()));
}

struct Dims {
  c10::SmallVector<int64_t, 8> shape;
  c10::SmallVector<int64_t, 8> in_strides;
  c10::SmallVector<int64_t, 8> out_strides[kMaxOutputs];

  int64_t numel(size_t from = 0) const {
    int64_t numel = 1;
    for (size_t d = from; d < shape.size(); ++d) numel *= shape[d];
    return numel;
  }
};

class Engine {
 public:
  Engine(const TensorIterator& iter, ScalarType logical, const Reducer& reducer,
         ArrayRef<ReduceOutput> outputs)
      : reducer_(reducer),
        noutputs_(iter.noutputs()),
        stored_(iter.input_dtype()),
        logical_(logical),
        compute_(reducer.in_type()),
        itemsize_(static_cast<int64_t>(elementSize(stored_))),
        in_(iter.data_ptr(noutputs_)) {
    for (int o = 0; o < noutputs_; ++o) {
      outs_[o] = iter.data_ptr(o);
      out_stored_[o] = outputs[o].tensor.scalar_type();
      out_compute_[o] = outputs[o].compute;
    }
    const IntArrayRef in_strides = iter.strides(noutputs_);
    for (size_t d = 0; d < iter.shape().size(); ++d) {
      const bool reduced = iter.strides(0)[d] == 0 && iter.shape()[d] != 1;
      Dims& dims = reduced ? reduced_ : kept_;
      dims.shape.push_back(iter.shape()[d]);
      dims.in_strides.push_back(in_strides[d]);
      for (int o = 0; o < noutputs_; ++o) dims.out_strides[o].push_back(iter.strides(o)[d]);
    }
    if (kept_.shape.empty()) add_unit_dim(kept_);
    if (reduced_.shape.empty()) add_unit_dim(reduced_);
    count_ = reduced_.numel();
    const int64_t widest = static_cast<int64_t>(
        std::max({elementSize(stored_), elementSize(logical_), elementSize(compute_)}));
    block_ = kBufferBytes / widest;
    // Many rows of neighbours beat many runs, and so do many short runs.
    by_rows_ =
        kept_.shape[0] >= 4 &&
        (std::llabs(kept_.in_strides[0]) < std::llabs(reduced_.in_strides[0]) || count_ <= 16);
  }

  void run() const {
    const int64_t outputs = kept_.numel();
    const int64_t total = outputs * count_;
    constexpr int64_t kGrain = at::internal::GRAIN_SIZE;
    const int64_t tile =
        by_rows_ ? std::min(kMaxTile, block_)
                 : std::clamp<int64_t>(kGrain / std::max<int64_t>(1, count_), 1, kMaxTile);
    const int64_t tiles = at::divup(kept_.shape[0], tile);
    const int64_t units = tiles * kept_.numel(1);
    // Few outputs of many elements: each is accumulated in segments.
    int64_t segments = 1;
    if (outputs < 256 && total >= 4 * kGrain) {
      segments = std::min<int64_t>({64, total / (2 * kGrain), count_});
    }
    const int64_t segment = at::divup(count_, segments);
    const size_t acc_size = reducer_.acc_size();

    if (segments == 1) {
      const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, tile * count_));
      at::parallel_for(0, units, grain, [&](int64_t begin, int64_t end) {
        std::vector<double> accs(accs_doubles(tile, acc_size));
        for (int64_t unit = begin; unit < end; ++unit) {
          const Place place = locate(unit, tiles, tile);
          accumulate(place, 0, count_, accs.data());
          write(place, accs.data());
        }
      });
      return;
    }
    std::vector<double> all(accs_doubles(tile, acc_size) * static_cast<size_t>(units * segments));
    const auto accs_of = [&](int64_t unit, int64_t s) {
      return all.data() + accs_doubles(tile, acc_size) * static_cast<size_t>(unit * segments + s);
    };
    at::parallel_for(0, units * segments, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t unit = i / segments;
        const int64_t s = i % segments;
        accumulate(locate(unit, tiles, tile), std::min(count_, s * segment),
                   std::min(count_, (s + 1) * segment), accs_of(unit, s));
      }
    });
    for (int64_t unit = 0; unit < units; ++unit) {
      const Place place = locate(unit, tiles, tile);
      for (int64_t s = 1; s < segments; ++s) {
        reducer_.merge(accs_of(unit, 0), accs_of(unit, s), place.n);
      }
      write(place, accs_of(unit, 0));
    }
  }

 private:
  // Neighbouring outputs along the innermost kept dim.
  struct Place {
    const char* in;
    char* outs[kMaxOutputs];
    int64_t n;
  };

  static void add_unit_dim(Dims& dims) {
    dims.shape.push_back(1);
    dims.in_strides.push_back(0);
    for (auto& strides : dims.out_strides) strides.push_back(0);
  }
  // Doubles, for their alignment.
  static size_t accs_doubles(int64_t n, size_t acc_size) {
    return (static_cast<size_t>(n) * acc_size + sizeof(double) - 1) / sizeof(double);
  }

  Place locate(int64_t unit, int64_t tiles, int64_t tile) const {
    Place place;
    const int64_t start = unit % tiles * tile;
    int64_t rest = unit / tiles;
    place.n = std::min(tile, kept_.shape[0] - start);
    place.in = in_ + start * kept_.in_strides[0];
    for (int o = 0; o < noutputs_; ++o) place.outs[o] = outs_[o] + start * kept_.out_strides[o][0];
    for (size_t d = 1; d < kept_.shape.size(); ++d) {
      const int64_t index = rest % kept_.shape[d];
      rest /= kept_.shape[d];
      place.in += index * kept_.in_strides[d];
      for (int o = 0; o < noutputs_; ++o) place.outs[o] += index * kept_.out_strides[o][d];
    }
    return place;
  }

  bool casts() const { return stored_ != logical_ || logical_ != compute_; }

  struct Buffers {
    alignas(64) char stored[kBufferBytes];
    alignas(64) char logical[kBufferBytes];
    alignas(64) char compute[kBufferBytes];
  };
  // n stored elements, contiguous, as the compute type.
  const void* convert(const void* stored, int64_t n, Buffers& buffers) const {
    if (!casts()) return stored;
    const void* values = stored;
    if (logical_ != stored_ && logical_ != compute_) {
      cast_block(logical_, buffers.logical, stored_, stored, n);
      cast_block(compute_, buffers.compute, logical_, buffers.logical, n);
    } else {
      cast_block(compute_, buffers.compute, stored_, values, n);
    }
    return buffers.compute;
  }

  void accumulate(const Place& place, int64_t begin, int64_t end, void* accs) const {
    reducer_.init(accs, place.n);
    if (begin >= end) return;
    if (by_rows_) {
      accumulate_rows(place, begin, end, accs);
    } else {
      const size_t acc_size = reducer_.acc_size();
      for (int64_t i = 0; i < place.n; ++i) {
        accumulate_run(place.in + i * kept_.in_strides[0], begin, end,
                       static_cast<char*>(accs) + static_cast<size_t>(i) * acc_size);
      }
    }
  }

  // Visits the rows along the innermost reduced dim that make up [begin, end).
  template <typename F>
  void for_rows(const char* in, int64_t begin, int64_t end, const F& row) const {
    const size_t ndim = reduced_.shape.size();
    c10::SmallVector<int64_t, 8> index(ndim);
    int64_t rest = begin;
    for (size_t d = 0; d < ndim; ++d) {
      index[d] = rest % reduced_.shape[d];
      rest /= reduced_.shape[d];
      in += index[d] * reduced_.in_strides[d];
    }
    while (begin < end) {
      const int64_t n = std::min(reduced_.shape[0] - index[0], end - begin);
      row(in, n, begin);
      begin += n;
      in -= index[0] * reduced_.in_strides[0];
      index[0] = 0;
      for (size_t d = 1; d < ndim; ++d) {
        in += reduced_.in_strides[d];
        if (++index[d] < reduced_.shape[d]) break;
        in -= reduced_.shape[d] * reduced_.in_strides[d];
        index[d] = 0;
      }
    }
  }

  void accumulate_run(const char* in, int64_t begin, int64_t end, void* acc) const {
    Buffers buffers;
    const int64_t stride = reduced_.in_strides[0];
    int64_t filled = 0;
    const auto flush = [&](int64_t next) {
      if (filled == 0) return;
      reducer_.add_run(acc, convert(buffers.stored, filled, buffers), filled, next - filled);
      filled = 0;
    };
    for_rows(in, begin, end, [&](const char* row, int64_t n, int64_t index) {
      if (stride == itemsize_ && n >= 64) {
        flush(index);
        if (!casts()) return reducer_.add_run(acc, row, n, index);
        for (int64_t i = 0; i < n; i += block_) {
          const int64_t count = std::min(block_, n - i);
          reducer_.add_run(acc, convert(row + i * itemsize_, count, buffers), count, index + i);
        }
        return;
      }
      for (int64_t i = 0; i < n;) {
        const int64_t count = std::min(block_ - filled, n - i);
        copy_strided(buffers.stored + filled * itemsize_, itemsize_, row + i * stride, stride,
                     itemsize_, count);
        filled += count;
        i += count;
        if (filled == block_) flush(index + i);
      }
    });
    flush(end);
  }

  void accumulate_rows(const Place& place, int64_t begin, int64_t end, void* accs) const {
    Buffers buffers;
    const int64_t stride = kept_.in_strides[0];
    for_rows(place.in, begin, end, [&](const char* in, int64_t n, int64_t index) {
      for (int64_t i = 0; i < n; ++i) {
        const char* row = in + i * reduced_.in_strides[0];
        const void* values = row;
        if (stride != itemsize_) {
          copy_strided(buffers.stored, itemsize_, row, stride, itemsize_, place.n);
          values = buffers.stored;
        }
        reducer_.add_row(accs, convert(values, place.n, buffers), place.n, index + i);
      }
    });
  }

  void write(const Place& place, const void* accs) const {
    // Complex numbers are the largest results.
    alignas(64) char results[kMaxOutputs][kMaxTile * sizeof(c10::complex<double>)];
    alignas(64) char stored[kMaxTile * sizeof(c10::complex<double>)];
    void* pointers[kMaxOutputs] = {results[0], results[1]};
    reducer_.finish(accs, place.n, pointers);
    for (int o = 0; o < noutputs_; ++o) {
      const int64_t size = static_cast<int64_t>(elementSize(out_stored_[o]));
      cast_block(out_stored_[o], stored, out_compute_[o], results[o], place.n);
      copy_strided(place.outs[o], kept_.out_strides[o][0], stored, size, size, place.n);
    }
  }

  const Reducer& reducer_;
  int noutputs_;
  ScalarType stored_;
  ScalarType logical_;
  ScalarType compute_;
  int64_t itemsize_;
  const char* in_;
  char* outs_[kMaxOutputs] = {};
  ScalarType out_stored_[kMaxOutputs] = {};
  ScalarType out_compute_[kMaxOutputs] = {};
  Dims kept_;
  Dims reduced_;
  int64_t count_;
  int64_t block_;
  bool by_rows_;
};

// What a reduction over no elements gives, in all outputs.
void fill_with_identity(const Reducer& reducer, ArrayRef<ReduceOutput> outputs) {
  std::vector<double> acc((reducer.acc_size() + sizeof(double) - 1) / sizeof(double));
  reducer.init(acc.data(), 1);
  Tensor values[kMaxOutputs];
  void* pointers[kMaxOutputs] = {};
  for (size_t o = 0; o < outputs.size(); ++o) {
    values[o] = Tensor(at::detail::empty_cpu({}, outputs[o].compute));
    pointers[o] = values[o].data_ptr();
  }
  reducer.finish(acc.data(), 1, pointers);
  for (size_t o = 0; o < outputs.size(); ++o) {
    Tensor out = outputs[o].tensor;
    out.copy_(values[o]);
  }
}

}  // namespace

void reduce(const char* op, const Tensor& self, const DimBitset& dims, bool keepdim,
            ScalarType logical, const Reducer& reducer, ArrayRef<ReduceOutput> outputs) {
  TORCH_INTERNAL_ASSERT(!outputs.empty() && outputs.size() <= kMaxOutputs);
  if (outputs[0].tensor.numel() == 0) return;
  if (self.numel() == 0) return fill_with_identity(reducer, outputs);
  TensorIteratorConfig config;
  config.name(op)
      .set_check_mem_overlap(false)
      .check_all_same_dtype(false)
      .resize_outputs(false)
      .is_reduction(true);
  for (const ReduceOutput& out : outputs) {
    config.add_output(broadcastable(out.tensor, dims, keepdim, self.dim()));
  }
  const TensorIterator iter = config.add_input(self).build();
  Engine(iter, logical, reducer, outputs).run();
}

DimBitset reduced_dims(OptionalIntArrayRef dims, int64_t ndim) {
  if (dims && !dims->empty()) return dim_list_to_bitset(*dims, ndim);
  DimBitset all;
  for (int64_t d = 0; d < std::max<int64_t>(ndim, 1); ++d) all.set(static_cast<size_t>(d));
  return all;
}

DimVector reduced_shape(const Tensor& self, const DimBitset& dims, bool keepdim) {
  DimVector shape;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (!dims[d]) {
      shape.push_back(self.sizes()[d]);
    } else if (keepdim) {
      shape.push_back(1);
    }
  }
  return shape;
}

int64_t reduced_numel(const Tensor& self, const DimBitset& dims) {
  int64_t numel = 1;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (dims[d]) numel *= self.sizes()[d];
  }
  return numel;
}

void check_nonempty(const char* op, const Tensor& self, const DimBitset& dims) {
  for (int64_t d = 0; d < self.dim(); ++d) {
    TORCH_CHECK_INDEX(!dims[d] || self.sizes()[d] != 0, op, "(): Expected reduction dim ", d,
                      " to have non-zero size.");
  }
}

}  // namespace at::native
