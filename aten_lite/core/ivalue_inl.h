// The templates of IValue: constructors from, and conversions to, C++ types. Included by ivalue.h.
#pragma once

namespace c10 {

// --- The TypePtr of a C++ type: what a List<T> or Dict<K, V> says its elements are.
namespace detail {

template <typename T>
struct TypeOf;
#define ATEN_LITE_TYPE_OF(type, Name)            \
  template <>                                    \
  struct TypeOf<type> {                          \
    static TypePtr get() { return Name::get(); } \
  };
ATEN_LITE_TYPE_OF(at::Tensor, TensorType)
ATEN_LITE_TYPE_OF(int64_t, IntType)
ATEN_LITE_TYPE_OF(int, IntType)
ATEN_LITE_TYPE_OF(double, FloatType)
ATEN_LITE_TYPE_OF(float, FloatType)
ATEN_LITE_TYPE_OF(bool, BoolType)
ATEN_LITE_TYPE_OF(complex<double>, ComplexType)
ATEN_LITE_TYPE_OF(std::string, StringType)
ATEN_LITE_TYPE_OF(std::string_view, StringType)
ATEN_LITE_TYPE_OF(const char*, StringType)
ATEN_LITE_TYPE_OF(at::Scalar, NumberType)
ATEN_LITE_TYPE_OF(Device, DeviceObjType)
ATEN_LITE_TYPE_OF(ScalarType, IntType)
ATEN_LITE_TYPE_OF(IValue, AnyType)
#undef ATEN_LITE_TYPE_OF
template <typename T>
struct TypeOf<std::optional<T>> {
  static TypePtr get() { return OptionalType::create(TypeOf<T>::get()); }
};
template <typename T>
struct TypeOf<std::vector<T>> {
  static TypePtr get() { return ListType::create(TypeOf<T>::get()); }
};
template <typename T>
struct TypeOf<List<T>> {
  static TypePtr get() { return ListType::create(TypeOf<T>::get()); }
};
template <typename K, typename V>
struct TypeOf<Dict<K, V>> {
  static TypePtr get() { return DictType::create(TypeOf<K>::get(), TypeOf<V>::get()); }
};
template <typename... Args>
struct TypeOf<std::tuple<Args...>> {
  static TypePtr get() { return TupleType::create({TypeOf<Args>::get()...}); }
};

// --- IValue -> T.
template <typename T>
struct FromIValue;
#define ATEN_LITE_FROM_IVALUE(type, method)                       \
  template <>                                                     \
  struct FromIValue<type> {                                       \
    static type get(const IValue& v) { return type(v.method()); } \
  };
ATEN_LITE_FROM_IVALUE(at::Tensor, toTensor)
ATEN_LITE_FROM_IVALUE(int64_t, toInt)
ATEN_LITE_FROM_IVALUE(int, toInt)
ATEN_LITE_FROM_IVALUE(double, toDouble)
ATEN_LITE_FROM_IVALUE(bool, toBool)
ATEN_LITE_FROM_IVALUE(complex<double>, toComplexDouble)
ATEN_LITE_FROM_IVALUE(std::string, toStringRef)
ATEN_LITE_FROM_IVALUE(std::string_view, toStringView)
ATEN_LITE_FROM_IVALUE(at::Scalar, toScalar)
ATEN_LITE_FROM_IVALUE(Device, toDevice)
ATEN_LITE_FROM_IVALUE(Stream, toStream)
ATEN_LITE_FROM_IVALUE(ScalarType, toScalarType)
ATEN_LITE_FROM_IVALUE(Layout, toLayout)
ATEN_LITE_FROM_IVALUE(MemoryFormat, toMemoryFormat)
ATEN_LITE_FROM_IVALUE(QScheme, toQScheme)
ATEN_LITE_FROM_IVALUE(Storage, toStorage)
ATEN_LITE_FROM_IVALUE(at::Generator, toGenerator)
#undef ATEN_LITE_FROM_IVALUE
template <>
struct FromIValue<float> {
  static float get(const IValue& v) { return static_cast<float>(v.toDouble()); }
};
template <>
struct FromIValue<IValue> {
  static IValue get(const IValue& v) { return v; }
};
template <typename T>
struct FromIValue<std::optional<T>> {
  static std::optional<T> get(const IValue& v) { return v.template toOptional<T>(); }
};
template <typename T>
struct FromIValue<std::vector<T>> {
  static std::vector<T> get(const IValue& v) {
    std::vector<T> result;
    const ArrayRef<IValue> list = v.toListRef();
    result.reserve(list.size());
    for (const IValue& element : list) result.push_back(element.template to<T>());
    return result;
  }
};
template <typename T, size_t N>
struct FromIValue<std::array<T, N>> {
  static std::array<T, N> get(const IValue& v) {
    const ArrayRef<IValue> list = v.toListRef();
    TORCH_CHECK(list.size() == N, "Expected a list of ", N, " elements but got ", list.size());
    std::array<T, N> result;
    for (size_t i = 0; i < N; ++i) result[i] = list[i].template to<T>();
    return result;
  }
};
template <typename T>
struct FromIValue<List<T>> {
  static List<T> get(const IValue& v) { return List<T>(v.toList().impl()); }
};
template <typename K, typename V>
struct FromIValue<Dict<K, V>> {
  static Dict<K, V> get(const IValue& v) { return Dict<K, V>(v.toGenericDict().impl()); }
};
template <typename... Args>
struct FromIValue<std::tuple<Args...>> {
  static std::tuple<Args...> get(const IValue& v) {
    const std::vector<IValue>& elements = v.toTupleRef().elements();
    TORCH_CHECK(elements.size() == sizeof...(Args), "Expected a tuple of ", sizeof...(Args),
                " elements but got ", elements.size());
    return unpack(elements, std::index_sequence_for<Args...>());
  }
  template <size_t... I>
  static std::tuple<Args...> unpack(const std::vector<IValue>& e, std::index_sequence<I...>) {
    return std::tuple<Args...>(e[I].template to<Args>()...);
  }
};
template <>
struct FromIValue<intrusive_ptr<ivalue::Object>> {
  static intrusive_ptr<ivalue::Object> get(const IValue& v) { return v.toObject(); }
};
template <>
struct FromIValue<intrusive_ptr<ivalue::Tuple>> {
  static intrusive_ptr<ivalue::Tuple> get(const IValue& v) { return v.toTuple(); }
};

template <typename Values>
intrusive_ptr<ListImpl> make_list(const Values& values, TypePtr element_type) {
  auto list = make_intrusive<ListImpl>(std::move(element_type));
  list->list.reserve(values.size());
  for (const auto& value : values) list->list.emplace_back(value);
  return list;
}

}  // namespace detail

template <typename T>
TypePtr getTypePtr() {
  return detail::TypeOf<T>::get();
}

template <typename T>
T IValue::to() const {
  return detail::FromIValue<T>::get(*this);
}

template <typename T>
IValue::IValue(List<T> v) : IValue(v.impl()) {}
template <typename T>
IValue::IValue(const std::vector<T>& v) : IValue(detail::make_list(v, getTypePtr<T>())) {}
template <>
inline IValue::IValue(const std::vector<bool>& v)
    : IValue(make_intrusive<detail::ListImpl>(BoolType::get())) {
  for (const bool value : v) referent<detail::ListImpl>(Tag::GenericList).list.emplace_back(value);
}
template <typename T>
IValue::IValue(ArrayRef<T> v) : IValue(detail::make_list(v, getTypePtr<T>())) {}
template <typename T, size_t N>
IValue::IValue(const std::array<T, N>& v) : IValue(detail::make_list(v, getTypePtr<T>())) {}
template <typename K, typename V>
IValue::IValue(Dict<K, V> v) : IValue(v.impl()) {}
template <typename K, typename V>
IValue::IValue(const std::unordered_map<K, V>& v) : IValue() {
  Dict<K, V> dict;
  for (const auto& entry : v) dict.insert(entry.first, entry.second);
  *this = IValue(dict.impl());
}
template <typename... Args>
IValue::IValue(std::tuple<Args...> v)
    : IValue(std::apply(
          [](auto&&... elements) {
            return ivalue::Tuple::create(std::vector<IValue>{IValue(std::move(elements))...});
          },
          std::move(v))) {}

template <typename T>
intrusive_ptr<T> IValue::toCustomClass() const {
  torch::CustomClassHolder& holder = toCustomClassRef();
  // Names decide, not RTTI: one class has one name.
  TORCH_CHECK(std::string_view(holder.qualified_name()) == T::kQualifiedName,
              "Tried to convert an object of class ", holder.qualified_name(), " to ",
              T::kQualifiedName);
  return intrusive_ptr<T>(static_cast<T*>(&holder));
}

}  // namespace c10
