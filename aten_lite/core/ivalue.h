// c10::IValue: any value that a model computes with.
//
// Sixteen bytes: a tag and a payload. None, numbers, bools and devices are stored in place,
// everything else is a reference-counted object: copying an IValue that holds a list shares the
// list, as in Python. The typed accessors (toInt, toTensor, ...) throw c10::Error when the tag is
// another one. Values are not thread-safe; distinct IValues of distinct objects are.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/complex.h"
#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/device.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/generator.h"
#include "aten_lite/core/intrusive_ptr.h"
#include "aten_lite/core/jit_type.h"
#include "aten_lite/core/scalar.h"
#include "aten_lite/core/storage.h"

namespace c10 {

class IValue;
template <typename T>
class List;
template <typename K, typename V>
class Dict;

namespace impl {
using GenericList = List<IValue>;
using GenericDict = Dict<IValue, IValue>;
}  // namespace impl

namespace detail {
struct ListImpl;
struct DictImpl;
}  // namespace detail

namespace ivalue {
struct ConstantString;
struct ComplexHolder;
struct StreamHolder;
struct Tuple;
struct Object;
}  // namespace ivalue

class IValue final {
 public:
  enum class Tag : uint8_t {
    // In place.
    None,
    Int,
    Double,
    Bool,
    Device,
    // References, from here on.
    Tensor,
    ComplexDouble,
    String,
    GenericList,
    GenericDict,
    Tuple,
    Object,
    // A C++ object of a custom class.
    Capsule,
    Storage,
    Stream,
    Generator,
  };

  IValue() noexcept : tag_(Tag::None) {}
  IValue(std::nullopt_t) noexcept : IValue() {}
  IValue(const IValue& other) noexcept : tag_(other.tag_) {
    std::memcpy(payload_, other.payload_, sizeof(payload_));
    if (is_reference()) raw::intrusive_ptr::incref(ref());
  }
  IValue(IValue&& other) noexcept : tag_(other.tag_) {
    std::memcpy(payload_, other.payload_, sizeof(payload_));
    other.tag_ = Tag::None;
  }
  ~IValue() {
    if (is_reference()) raw::intrusive_ptr::decref(ref());
  }
  IValue& operator=(IValue&& other) noexcept {
    IValue(std::move(other)).swap(*this);
    return *this;
  }
  IValue& operator=(const IValue& other) noexcept {
    IValue(other).swap(*this);
    return *this;
  }
  void swap(IValue& other) noexcept {
    std::swap(payload_, other.payload_);
    std::swap(tag_, other.tag_);
  }

  // --- Tensors. An undefined tensor is a tensor, not None.
  IValue(const at::TensorBase& t) : IValue(at::TensorBase(t)) {}
  IValue(at::TensorBase&& t) noexcept : tag_(Tag::Tensor) { set(t.unsafeReleaseTensorImpl()); }
  bool isTensor() const { return tag_ == Tag::Tensor; }
  const at::Tensor& toTensor() const& {
    check(Tag::Tensor);
    return *as_tensor();
  }
  at::Tensor& toTensor() & {
    check(Tag::Tensor);
    return *as_tensor();
  }
  at::Tensor toTensor() && {
    check(Tag::Tensor);
    return std::move(*as_tensor());
  }

  // --- Numbers.
  IValue(double v) noexcept : tag_(Tag::Double) { set(v); }
  IValue(float v) noexcept : IValue(static_cast<double>(v)) {}
  template <typename T, typename std::enable_if_t<
                            std::is_integral<T>::value && !std::is_same<T, bool>::value, int> = 0>
  IValue(T v) noexcept : tag_(Tag::Int) {
    set(static_cast<int64_t>(v));
  }
  // Exactly bool: a pointer is none.
  template <typename T, typename std::enable_if_t<std::is_same<T, bool>::value, char> = 0>
  IValue(T v) noexcept : tag_(Tag::Bool) {
    set(int64_t{v});
  }
  IValue(complex<double> v);
  IValue(const at::Scalar& v);
  // c10's enumerations travel as integers.
  IValue(ScalarType v) : IValue(static_cast<int64_t>(v)) {}
  IValue(Layout v) : IValue(static_cast<int64_t>(v)) {}
  IValue(MemoryFormat v) : IValue(static_cast<int64_t>(v)) {}
  IValue(QScheme v) : IValue(static_cast<int64_t>(v)) {}

  bool isInt() const { return tag_ == Tag::Int; }
  bool isDouble() const { return tag_ == Tag::Double; }
  bool isBool() const { return tag_ == Tag::Bool; }
  bool isComplexDouble() const { return tag_ == Tag::ComplexDouble; }
  bool isScalar() const { return isInt() || isDouble() || isBool() || isComplexDouble(); }
  int64_t toInt() const {
    check(Tag::Int);
    return get<int64_t>();
  }
  int64_t toSymInt() const { return toInt(); }
  double toDouble() const {
    check(Tag::Double);
    return get<double>();
  }
  bool toBool() const {
    check(Tag::Bool);
    return get<int64_t>() != 0;
  }
  complex<double> toComplexDouble() const;
  // Any number, and a 0-dim tensor.
  at::Scalar toScalar() const;
  ScalarType toScalarType() const { return scalar_type_from_number(toInt(), "dtype"); }
  Layout toLayout() const;
  MemoryFormat toMemoryFormat() const;
  QScheme toQScheme() const { return static_cast<QScheme>(toInt()); }

  // --- None.
  bool isNone() const { return tag_ == Tag::None; }
  std::string toNone() const {
    check(Tag::None);
    return "None";
  }

  // --- Devices, streams, generators, storages.
  IValue(Device v) noexcept : tag_(Tag::Device) {
    set((static_cast<int64_t>(v.type()) << 8) | static_cast<uint8_t>(v.index()));
  }
  bool isDevice() const { return tag_ == Tag::Device; }
  Device toDevice() const {
    check(Tag::Device);
    return Device(static_cast<DeviceType>(get<int64_t>() >> 8),
                  static_cast<DeviceIndex>(get<int64_t>() & 0xff));
  }
  IValue(Stream v);
  bool isStream() const { return tag_ == Tag::Stream; }
  Stream toStream() const;
  IValue(const at::Generator& g) : IValue(Tag::Generator, g.getIntrusivePtr()) {}
  bool isGenerator() const { return tag_ == Tag::Generator; }
  at::Generator toGenerator() const {
    return at::Generator(shared<at::CPUGeneratorImpl>(Tag::Generator));
  }
  IValue(const Storage& s) : IValue(Tag::Storage, s.getIntrusivePtr()) {}
  bool isStorage() const { return tag_ == Tag::Storage; }
  Storage toStorage() const { return Storage(shared<StorageImpl>(Tag::Storage)); }

  // --- Strings.
  IValue(std::string v);
  IValue(const char* v) : IValue(std::string(v)) {}
  IValue(std::string_view v) : IValue(std::string(v)) {}
  IValue(intrusive_ptr<ivalue::ConstantString> v);
  bool isString() const { return tag_ == Tag::String; }
  intrusive_ptr<ivalue::ConstantString> toString() const;
  const std::string& toStringRef() const;
  std::string_view toStringView() const { return toStringRef(); }

  // --- Lists.
  IValue(intrusive_ptr<detail::ListImpl> v);
  template <typename T>
  IValue(List<T> v);
  template <typename T>
  IValue(const std::vector<T>& v);
  template <typename T>
  IValue(ArrayRef<T> v);
  template <typename T, size_t N>
  IValue(const std::array<T, N>& v);
  bool isList() const { return tag_ == Tag::GenericList; }
  // Whether it is a list whose element type is the one in the name.
  bool isTensorList() const;
  bool isIntList() const;
  bool isDoubleList() const;
  bool isBoolList() const;
  bool isStringList() const;
  impl::GenericList toList() const;
  ArrayRef<IValue> toListRef() const;
  List<int64_t> toIntList() const;
  List<double> toDoubleList() const;
  List<bool> toBoolList() const;
  List<at::Tensor> toTensorList() const;
  List<std::optional<at::Tensor>> toOptionalTensorList() const;
  std::vector<int64_t> toIntVector() const;
  std::vector<int64_t> toDimVector() const { return toIntVector(); }
  std::vector<double> toDoubleVector() const;
  std::vector<at::Tensor> toTensorVector() const;

  // --- Dicts.
  IValue(intrusive_ptr<detail::DictImpl> v);
  template <typename K, typename V>
  IValue(Dict<K, V> v);
  template <typename K, typename V>
  IValue(const std::unordered_map<K, V>& v);
  bool isGenericDict() const { return tag_ == Tag::GenericDict; }
  impl::GenericDict toGenericDict() const;

  // --- Tuples.
  IValue(intrusive_ptr<ivalue::Tuple> v);
  template <typename... Args>
  IValue(std::tuple<Args...> v);
  bool isTuple() const { return tag_ == Tag::Tuple; }
  intrusive_ptr<ivalue::Tuple> toTuple() const;
  const ivalue::Tuple& toTupleRef() const;

  // --- Objects of TorchScript classes, and of C++ classes.
  IValue(intrusive_ptr<ivalue::Object> v);
  bool isObject() const { return tag_ == Tag::Object; }
  bool isModule() const { return isObject(); }
  intrusive_ptr<ivalue::Object> toObject() const;
  ivalue::Object& toObjectRef() const;
  template <typename T,
            std::enable_if_t<std::is_base_of<torch::CustomClassHolder, T>::value, int> = 0>
  IValue(intrusive_ptr<T> v) : IValue(Tag::Capsule, std::move(v)) {}
  bool isCapsule() const { return tag_ == Tag::Capsule; }
  bool isCustomClass() const { return isCapsule(); }
  torch::CustomClassHolder& toCustomClassRef() const;
  // Throws, naming both, when the object is of another class.
  template <typename T>
  intrusive_ptr<T> toCustomClass() const;

  // --- Optionals: None when empty.
  template <typename T>
  IValue(const std::optional<T>& v) : IValue() {
    if (v.has_value()) *this = IValue(*v);
  }

  // --- Conversions by C++ type: to<int64_t>(), to<std::vector<at::Tensor>>(), ...
  template <typename T>
  T to() const;
  template <typename T>
  std::optional<T> toOptional() const {
    if (isNone()) return std::nullopt;
    return to<T>();
  }

  // Same tensor, list, dict, ... (not equal contents); numbers by value. `is` of TorchScript.
  bool is(const IValue& other) const;
  bool isSameIdentity(const IValue& other) const { return is(other); }
  // The value's dynamic type: "List[int]", "__torch__.Net".
  TypePtr type() const;
  // isinstance(): whether this value may stand where `type` is asked for.
  bool is_instance_of(const Type& type) const;

  Tag tag() const { return tag_; }
  // "Int", "GenericList", ... as error messages of PyTorch name a value's kind.
  const char* tagKind() const { return tag_name(tag_); }
  static const char* tag_name(Tag tag);
  // A value that shares no list, dict, tuple or tensor with this one. Aliases among its parts
  // stay aliases.
  IValue deepcopy() const;
  uint32_t use_count() const { return is_reference() && ref() != nullptr ? ref()->use_count() : 1; }
  const void* reference() const { return is_reference() ? ref() : nullptr; }

 private:
  template <typename T>
  IValue(Tag tag, intrusive_ptr<T> v) : tag_(tag) {
    set(static_cast<intrusive_ptr_target*>(v.release()));
  }

  bool is_reference() const { return tag_ >= Tag::Tensor; }
  void check(Tag wanted) const {
    if (C10_UNLIKELY(tag_ != wanted)) wrong_tag(wanted);
  }
  [[noreturn]] void wrong_tag(Tag wanted) const;
  template <typename T>
  T& referent(Tag wanted) const {
    check(wanted);
    return *static_cast<T*>(ref());
  }
  template <typename T>
  intrusive_ptr<T> shared(Tag wanted) const {
    check(wanted);
    return intrusive_ptr<T>(static_cast<T*>(ref()));
  }

  // The payload is bytes, so that reading it as one type after writing it as another (a pointer
  // to a TensorImpl as the Tensor that it makes) is well defined.
  template <typename T>
  T get() const {
    T value;
    std::memcpy(&value, payload_, sizeof(value));
    return value;
  }
  template <typename T>
  void set(T value) {
    static_assert(sizeof(T) == sizeof(payload_), "a payload is eight bytes");
    std::memcpy(payload_, &value, sizeof(value));
  }
  intrusive_ptr_target* ref() const { return get<intrusive_ptr_target*>(); }
  at::Tensor* as_tensor() { return reinterpret_cast<at::Tensor*>(payload_); }
  const at::Tensor* as_tensor() const { return reinterpret_cast<const at::Tensor*>(payload_); }

  alignas(8) unsigned char payload_[8] = {};
  Tag tag_;
};

static_assert(sizeof(IValue) == 16, "an IValue is two words");
static_assert(sizeof(at::Tensor) == sizeof(void*), "a Tensor is one pointer");

// Equal as TorchScript's == on the same types: numbers by value, containers element by element,
// tensors only when they are the same tensor.
bool operator==(const IValue& a, const IValue& b);
inline bool operator!=(const IValue& a, const IValue& b) { return !(a == b); }
// As Python would print it; a tensor by its elements.
std::ostream& operator<<(std::ostream& out, const IValue& value);

}  // namespace c10

namespace at {
using c10::IValue;
}

// The rest of the definition, in the order in which each needs the ones before.
// clang-format off
#include "aten_lite/core/ivalue_objects.h"  // IWYU pragma: export
#include "aten_lite/core/ivalue_list.h"     // IWYU pragma: export
#include "aten_lite/core/ivalue_dict.h"     // IWYU pragma: export
#include "aten_lite/core/ivalue_inl.h"      // IWYU pragma: export
// clang-format on
