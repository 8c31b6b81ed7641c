// Pickles of protocol 2.
#include "aten_lite/serialization/pickler.h"

#include <cstring>
#include <iterator>

#include "aten_lite/core/error.h"
#include "aten_lite/core/quantizer.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {
namespace {

// Python's own unpickler needs no recursion for this, but readers of the value do.
constexpr int kMaxDepth = 900;
// A mark and its items are kept on the reader's stack; picklers write long lists in parts.
constexpr size_t kBatch = 1000;

// In the order of c10::QScheme.
constexpr const char* kSchemeNames[] = {
    "per_tensor_affine",
    "per_channel_affine",
    "per_tensor_symmetric",
    "per_channel_symmetric",
    "per_channel_affine_float_qparams",
};

}  // namespace

template <typename T>
void Pickler::put_int(T value) {
  char bytes[sizeof(T)];
  store_little_endian(bytes, value);
  out_.append(bytes, sizeof(T));
}

void Pickler::put_text(const std::string& text) {
  TORCH_CHECK(text.size() <= kSaturated32, "a string of ", text.size(),
              " bytes is too long to be saved");
  put(PickleOp::kBinUnicode);
  put_int(static_cast<uint32_t>(text.size()));
  out_ += text;
}

void Pickler::put_global(const char* module, const char* name) {
  put(PickleOp::kGlobal);
  out_ += module;
  out_ += '\n';
  out_ += name;
  out_ += '\n';
}

std::string Pickler::write(const c10::IValue& value) {
  put(PickleOp::kProto);
  put_int(uint8_t{2});
  write_value(value, 0);
  put(PickleOp::kStop);
  return std::move(out_);
}

void Pickler::write_value(const c10::IValue& value, int depth) {
  TORCH_CHECK(depth <= kMaxDepth, "the value is nested more than ", kMaxDepth,
              " deep, or contains itself; it cannot be saved");
  if (value.isNone()) {
    put(PickleOp::kNone);
  } else if (value.isBool()) {
    put(value.toBool() ? PickleOp::kNewTrue : PickleOp::kNewFalse);
  } else if (value.isInt()) {
    write_int(value.toInt());
  } else if (value.isDouble()) {
    write_double(value.toDouble());
  } else if (value.isComplexDouble()) {
    const c10::complex<double> number = value.toComplexDouble();
    put_global("__builtin__", "complex");
    write_double(number.real());
    write_double(number.imag());
    put(PickleOp::kTuple2);
    put(PickleOp::kReduce);
  } else if (value.isString()) {
    put_text(value.toStringRef());
  } else if (value.isDevice()) {
    put_global("torch", "device");
    put_text(value.toDevice().str());
    put(PickleOp::kTuple1);
    put(PickleOp::kReduce);
  } else if (value.isTensor()) {
    write_tensor(value.toTensor());
  } else if (value.isList()) {
    write_list(value, depth);
  } else if (value.isGenericDict()) {
    write_dict(value, depth);
  } else if (value.isTuple()) {
    write_tuple(value, depth);
  } else {
    AT_ERROR("a value of type ",
             value.isObject() || value.isCapsule() ? value.type()->annotation_str()
                                                   : std::string(value.tagKind()),
             " cannot be saved; return its tensors and numbers instead");
  }
}

void Pickler::write_int(int64_t value) {
  if (value >= 0 && value <= 0xff) {
    put(PickleOp::kBinInt1);
    put_int(static_cast<uint8_t>(value));
  } else if (value >= 0 && value <= 0xffff) {
    put(PickleOp::kBinInt2);
    put_int(static_cast<uint16_t>(value));
  } else if (value == static_cast<int32_t>(value)) {
    put(PickleOp::kBinInt);
    put_int(static_cast<uint32_t>(value));
  } else {
    put(PickleOp::kLong1);
    put_int(uint8_t{8});
    put_int(static_cast<uint64_t>(value));
  }
}

void Pickler::write_double(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  put(PickleOp::kBinFloat);
  for (int shift = 56; shift >= 0; shift -= 8) out_.push_back(static_cast<char>(bits >> shift));
}

void Pickler::write_list(const c10::IValue& list, int depth) {
  if (write_from_memo(list.reference())) return;
  put(PickleOp::kEmptyList);
  memoize(list.reference());
  size_t count = 0;
  const c10::ArrayRef<c10::IValue> elements = list.toListRef();
  for (const c10::IValue& element : elements) {
    if (count % kBatch == 0) put(PickleOp::kMark);
    write_value(element, depth + 1);
    if (++count % kBatch == 0 || count == elements.size()) put(PickleOp::kAppends);
  }
}

void Pickler::write_dict(const c10::IValue& dict, int depth) {
  if (write_from_memo(dict.reference())) return;
  put(PickleOp::kEmptyDict);
  memoize(dict.reference());
  size_t count = 0;
  const c10::impl::GenericDict entries = dict.toGenericDict();
  for (const auto& entry : entries) {
    if (count % kBatch == 0) put(PickleOp::kMark);
    write_value(entry.key(), depth + 1);
    write_value(entry.value(), depth + 1);
    if (++count % kBatch == 0 || count == entries.size()) put(PickleOp::kSetItems);
  }
}

void Pickler::write_tuple(const c10::IValue& tuple, int depth) {
  if (write_from_memo(tuple.reference())) return;
  const std::vector<c10::IValue>& elements = tuple.toTupleRef().elements();
  if (elements.empty()) {
    put(PickleOp::kEmptyTuple);
    return;
  }
  put(PickleOp::kMark);
  for (const c10::IValue& element : elements) write_value(element, depth + 1);
  put(PickleOp::kTuple);
  memoize(tuple.reference());
}

void Pickler::write_tensor(const at::TensorBase& tensor) {
  TORCH_CHECK(tensor.defined(), "an undefined tensor cannot be saved");
  if (write_from_memo(tensor.unsafeGetTensorImpl())) return;
  const auto known = storage_keys_.find(tensor.storage().unsafeGetStorageImpl());
  // torch.load gives a storage one element type; where it has two, the tensor names its own, as
  // it does where there is no storage class for its type.
  const bool untyped =
      tensor.scalar_type() == c10::kComplexHalf ||
      (known != storage_keys_.end() && known->second.dtype != tensor.scalar_type());
  const bool quantized = tensor.is_quantized();
  TORCH_CHECK(!(untyped && quantized),
              "a quantized tensor shares its storage with a tensor of "
              "another dtype; it cannot be saved");
  put_global("torch._utils", quantized ? "_rebuild_qtensor"
                             : untyped ? "_rebuild_tensor_v3"
                                       : "_rebuild_tensor_v2");
  put(PickleOp::kMark);
  write_storage(tensor, untyped);
  write_int(tensor.storage_offset());
  write_ints(tensor.sizes());
  write_ints(tensor.strides());
  if (quantized) write_quantizer(tensor);
  put(tensor.requires_grad() ? PickleOp::kNewTrue : PickleOp::kNewFalse);
  put_global("collections", "OrderedDict");
  put(PickleOp::kEmptyTuple);
  put(PickleOp::kReduce);
  if (untyped) put_global("torch", c10::dtype_name(tensor.scalar_type()));
  put(PickleOp::kTuple);
  put(PickleOp::kReduce);
  memoize(tensor.unsafeGetTensorImpl());
}

void Pickler::write_quantizer(const at::TensorBase& tensor) {
  const at::Quantizer& quantizer = at::quantizer_of(tensor);
  const auto scheme = static_cast<size_t>(quantizer.scheme);
  TORCH_CHECK(scheme < std::size(kSchemeNames), "a tensor of quantization scheme ", scheme,
              " cannot be saved");
  put(PickleOp::kMark);
  put_global("torch", kSchemeNames[scheme]);
  if (quantizer.is_per_channel()) {
    write_tensor(quantizer.scales);
    write_tensor(quantizer.zero_points);
    write_int(quantizer.axis);
  } else {
    write_double(quantizer.scale);
    write_int(quantizer.zero_point);
  }
  put(PickleOp::kTuple);
}

void Pickler::write_ints(c10::IntArrayRef values) {
  put(PickleOp::kMark);
  for (const int64_t value : values) write_int(value);
  put(PickleOp::kTuple);
}

void Pickler::write_storage(const at::TensorBase& tensor, bool untyped) {
  const c10::Storage& storage = tensor.storage();
  const c10::ScalarType dtype = tensor.scalar_type();
  const auto entry =
      storage_keys_.emplace(storage.unsafeGetStorageImpl(), StorageEntry{storages_.size(), dtype});
  if (entry.second) storages_.push_back(storage);
  put(PickleOp::kMark);
  put_text("storage");
  if (untyped) {
    put_global("torch.storage", "UntypedStorage");
  } else {
    put_global("torch", (std::string(c10::toString(dtype)) + "Storage").c_str());
  }
  put_text(std::to_string(entry.first->second.key));
  put_text("cpu");
  write_int(static_cast<int64_t>(storage.nbytes() / (untyped ? 1 : tensor.itemsize())));
  put(PickleOp::kTuple);
  put(PickleOp::kBinPersId);
}

bool Pickler::write_from_memo(const void* object) {
  const auto known = memo_.find(object);
  if (known == memo_.end()) return false;
  if (known->second <= 0xff) {
    put(PickleOp::kBinGet);
    put_int(static_cast<uint8_t>(known->second));
  } else {
    put(PickleOp::kLongBinGet);
    put_int(known->second);
  }
  return true;
}

void Pickler::memoize(const void* object) {
  const auto index = static_cast<uint32_t>(memo_.size());
  memo_.emplace(object, index);
  if (index <= 0xff) {
    put(PickleOp::kBinPut);
    put_int(static_cast<uint8_t>(index));
  } else {
    put(PickleOp::kLongBinPut);
    put_int(index);
  }
}

}  // namespace aten_lite::serialization
