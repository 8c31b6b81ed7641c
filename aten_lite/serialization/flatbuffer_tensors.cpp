// Checks and builds the tensors of a flatbuffer model.
#include "aten_lite/serialization/flatbuffer_tensors.h"

#include <iterator>
#include <utility>

#include "aten_lite/serialization/flatbuffer_schema.h"
#include "aten_lite/serialization/mapped_storage.h"
#include "aten_lite/serialization/quantizer_rebuild.h"
#include "aten_lite/serialization/tensor_view.h"

namespace aten_lite::serialization {
namespace {

std::vector<int64_t> lengths(const Flatbuffer& buffer, const FlatTable& tensor, size_t field,
                             const char* what) {
  const auto numbers = tensor.vector<int32_t>(field, what);
  std::vector<int64_t> values(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    values[i] = numbers[i];
    buffer.check(values[i] >= 0, what, " contain ", values[i], ", which is negative");
  }
  return values;
}

}  // namespace

FlatbufferTensors::FlatbufferTensors(std::shared_ptr<FileMapping> file, const Flatbuffer& buffer,
                                     const FlatTable& module)
    : file_(std::move(file)),
      buffer_(buffer),
      data_(module.tables(flat::module::kStorageData, "the storages")) {}

at::TensorBase FlatbufferTensors::make(const FlatTable& description) {
  at::TensorBase tensor = make_plain(description);
  if (c10::isQIntType(tensor.scalar_type())) set_quantizer_of(tensor, description);
  const bool requires_grad = description.scalar<uint8_t>(flat::tensor::kRequiresGrad, "a tensor");
  if (requires_grad && (tensor.is_floating_point() || tensor.is_complex())) {
    tensor.set_requires_grad(true);
  }
  return tensor;
}

at::TensorBase FlatbufferTensors::make_plain(const FlatTable& description) {
  namespace field = flat::tensor;
  const auto number = description.scalar<uint32_t>(field::kStorage, "a tensor's storage number");
  const int64_t offset = description.scalar<int32_t>(field::kOffset, "a tensor's offset");
  buffer_.check(offset >= 0, "the storage offset of a tensor is ", offset, ", which is negative");
  const c10::ScalarType dtype = c10::scalar_type_from_number(
      description.scalar<int8_t>(field::kScalarType, "a tensor's type"), buffer_.name().c_str());
  const auto sizes = lengths(buffer_, description, field::kSizes, "the sizes of a tensor");
  const auto strides = lengths(buffer_, description, field::kStrides, "the strides of a tensor");
  const c10::Storage& bytes = storage(number);
  if (dtype == c10::kBool && !std::exchange(checked_bools_[number], true)) normalize_bools(bytes);
  return checked_view(bytes, dtype, sizes, strides, offset, buffer_.name());
}

void FlatbufferTensors::set_quantizer_of(const at::TensorBase& tensor,
                                         const FlatTable& description) {
  namespace field = flat::quantizer;
  const FlatTable parts =
      description.required_table(flat::tensor::kQuantizer, "the scale of a quantized tensor");
  QuantizerFields fields;
  fields.scheme =
      checked_qscheme(parts.scalar<int8_t>(field::kScheme, "a quantizer"), buffer_.name());
  if (is_quantizer_per_channel(fields.scheme)) {
    fields.scales =
        make_plain(parts.required_table(field::kScales, "the scales of a quantized tensor"));
    fields.zero_points = make_plain(
        parts.required_table(field::kZeroPoints, "the zero points of a quantized tensor"));
    fields.axis = parts.scalar<int32_t>(field::kAxis, "a quantizer");
  } else {
    fields.scale = parts.scalar<double>(field::kScale, "a quantizer");
    fields.zero_point = parts.scalar<int32_t>(field::kZeroPoint, "a quantizer");
  }
  set_quantizer(tensor, fields, buffer_.name());
}

const c10::Storage& FlatbufferTensors::storage(uint32_t number) {
  c10::Storage& storage = storages_[number];
  if (storage) return storage;
  buffer_.check(number < data_.size(), "a tensor lies in storage ", number,
                ", but the file has only ", data_.size());
  const auto bytes = data_[number].vector<uint8_t>(flat::single::kContent, "the data of a storage");
  buffer_.spend(bytes.size());
  if (!bytes.empty()) {
    // Storages that overlap would change together, which no operator counts on.
    const size_t begin = bytes.position();
    const size_t end = begin + bytes.size();
    const auto next = ranges_.lower_bound(begin);
    buffer_.check((next == ranges_.end() || end <= next->first) &&
                      (next == ranges_.begin() || std::prev(next)->second <= begin),
                  "storage ", number, " overlaps another one");
    ranges_.emplace(begin, end);
  }
  storage = storage_over(file_->data() + bytes.position(), bytes.size(), file_);
  return storage;
}

}  // namespace aten_lite::serialization
