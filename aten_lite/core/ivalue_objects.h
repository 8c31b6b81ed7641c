// The objects that an IValue refers to: strings, lists, dicts, tuples and objects of classes.
//
// User code meets lists and dicts through c10::List and c10::Dict.
// Included by ivalue.h: include that.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {
namespace detail {

// Empties `values`. A container that dies inside another's destruction at great depth is put
// aside and emptied by the outermost one, so that no nesting exhausts the C++ stack.
void release_values(std::vector<IValue>& values) noexcept;

struct ListImpl final : public intrusive_ptr_target {
  explicit ListImpl(TypePtr element_type) : element_type(std::move(element_type)) {}
  ListImpl(std::vector<IValue> values, TypePtr element_type)
      : list(std::move(values)), element_type(std::move(element_type)) {}
  ~ListImpl() override { release_values(list); }

  std::vector<IValue> list;
  TypePtr element_type;
};

// A dict in the order of insertion, as Python's.
struct DictImpl final : public intrusive_ptr_target {
  using Entry = std::pair<IValue, IValue>;

  DictImpl(TypePtr key_type, TypePtr value_type)
      : key_type(std::move(key_type)), value_type(std::move(value_type)) {}
  ~DictImpl() override;

  // The position of the key in `entries`, or npos.
  static constexpr size_t npos = static_cast<size_t>(-1);
  size_t find(const IValue& key) const;
  // Replaces the value of a key that is there. Returns whether the key is new.
  bool insert_or_assign(IValue key, IValue value);
  // Returns whether the key was there.
  bool erase(const IValue& key);
  void clear();

  std::vector<Entry> entries;
  TypePtr key_type;
  TypePtr value_type;

 private:
  // From a key's hash to positions; only kept for dicts too large for a linear search.
  std::unordered_multimap<size_t, size_t> index_;
  void rebuild_index();
};

// Hash of a key: int, bool, float, complex, string, or a tensor's identity. Throws TypeError else.
size_t hash_key(const IValue& key);

}  // namespace detail

namespace ivalue {

struct ConstantString final : public intrusive_ptr_target {
  explicit ConstantString(std::string text) : text_(std::move(text)) {}
  static intrusive_ptr<ConstantString> create(std::string text) {
    return make_intrusive<ConstantString>(std::move(text));
  }
  const std::string& string() const { return text_; }
  std::string_view string_view() const { return text_; }
  operator const std::string&() const { return text_; }

 private:
  std::string text_;
};

struct ComplexHolder final : public intrusive_ptr_target {
  explicit ComplexHolder(complex<double> value) : value(value) {}
  complex<double> value;
};

struct StreamHolder final : public intrusive_ptr_target {
  explicit StreamHolder(Stream value) : value(value) {}
  Stream value;
};

struct Tuple final : public intrusive_ptr_target {
  explicit Tuple(std::vector<IValue> elements, TypePtr type = nullptr)
      : elements_(std::move(elements)), type_(std::move(type)) {}
  ~Tuple() override { detail::release_values(elements_); }

  static intrusive_ptr<Tuple> create(std::vector<IValue> elements) {
    return make_intrusive<Tuple>(std::move(elements));
  }
  template <typename... Args>
  static intrusive_ptr<Tuple> create(Args&&... elements) {
    return create(std::vector<IValue>{IValue(std::forward<Args>(elements))...});
  }
  // A named tuple: `type` is made by TupleType::createNamed.
  static intrusive_ptr<Tuple> createNamed(std::vector<IValue> elements, TypePtr type) {
    return make_intrusive<Tuple>(std::move(elements), std::move(type));
  }

  const std::vector<IValue>& elements() const { return elements_; }
  // Only for loaders, which tie knots: a tuple does not change once a program sees it.
  std::vector<IValue>& unsafe_elements() { return elements_; }
  size_t size() const { return elements_.size(); }
  // The type of a named tuple; that of its elements otherwise.
  TypePtr type() const;
  const TypePtr& named_type() const { return type_; }

 private:
  std::vector<IValue> elements_;
  TypePtr type_;
};

struct Object final : public intrusive_ptr_target {
  explicit Object(ClassTypePtr type) : type_(std::move(type)), slots_(type_->numAttributes()) {}
  ~Object() override { detail::release_values(slots_); }
  static intrusive_ptr<Object> create(ClassTypePtr type) {
    return make_intrusive<Object>(std::move(type));
  }

  const ClassTypePtr& type() const { return type_; }
  const std::string& name() const { return type_->qualified_name(); }
  const std::vector<IValue>& slots() const { return slots_; }
  // Throws when the object has no such slot.
  const IValue& getSlot(size_t slot) const;
  // Makes the slot when it is not there yet.
  void setSlot(size_t slot, IValue value);
  bool hasAttr(std::string_view name) const { return type_->hasAttribute(name); }
  // Throws, naming class and attribute, when there is none.
  const IValue& getAttr(std::string_view name) const;
  // Adds the attribute to the class when it is new.
  void setAttr(std::string_view name, IValue value);

 private:
  ClassTypePtr type_;
  std::vector<IValue> slots_;
};

}  // namespace ivalue
}  // namespace c10
