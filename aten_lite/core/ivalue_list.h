// c10::List<T>: a list whose elements are T, shared by reference as Python's lists are.
//
// Elements are kept as IValues. Reading one converts it to T (throwing when a list of another
// type was given as a List<T>); `list[i] = x` writes through.
// Included by ivalue.h: include that.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace c10 {

template <typename T>
TypePtr getTypePtr();

// What list[i] gives: converts to T, and assigns.
template <typename T>
class ListElementReference {
 public:
  explicit ListElementReference(IValue* element) : element_(element) {}
  ListElementReference(const ListElementReference&) = default;
  operator T() const { return element_->to<T>(); }
  const IValue& get() const { return *element_; }
  ListElementReference& operator=(T value) {
    *element_ = IValue(std::move(value));
    return *this;
  }
  ListElementReference& operator=(const ListElementReference& other) {
    *element_ = *other.element_;
    return *this;
  }

 private:
  IValue* element_;
};

template <typename T>
class ListIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = ListElementReference<T>;

  explicit ListIterator(IValue* element) : element_(element) {}
  reference operator*() const { return reference(element_); }
  reference operator[](difference_type n) const { return reference(element_ + n); }
  ListIterator& operator++() {
    ++element_;
    return *this;
  }
  ListIterator operator++(int) { return ListIterator(element_++); }
  ListIterator& operator--() {
    --element_;
    return *this;
  }
  ListIterator& operator+=(difference_type n) {
    element_ += n;
    return *this;
  }
  friend ListIterator operator+(ListIterator it, difference_type n) { return it += n; }
  friend difference_type operator-(ListIterator a, ListIterator b) {
    return a.element_ - b.element_;
  }
  friend bool operator==(ListIterator a, ListIterator b) { return a.element_ == b.element_; }
  friend bool operator!=(ListIterator a, ListIterator b) { return a.element_ != b.element_; }
  friend bool operator<(ListIterator a, ListIterator b) { return a.element_ < b.element_; }
  IValue* element() const { return element_; }

 private:
  IValue* element_;
};

template <typename T>
class List final {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = ListIterator<T>;
  using const_iterator = ListIterator<T>;

  List() : List(make_intrusive<detail::ListImpl>(getTypePtr<T>())) {}
  List(std::initializer_list<T> values) : List() {
    for (const T& value : values) push_back(value);
  }
  explicit List(ArrayRef<T> values) : List() {
    for (const T& value : values) push_back(value);
  }
  // For lists of IValue, whose element type is not known from T.
  explicit List(TypePtr element_type)
      : List(make_intrusive<detail::ListImpl>(std::move(element_type))) {}
  // Shares `impl`.
  explicit List(intrusive_ptr<detail::ListImpl> impl) : impl_(std::move(impl)) {}

  // Another list with the same elements.
  List copy() const {
    return List(make_intrusive<detail::ListImpl>(impl_->list, impl_->element_type));
  }
  T get(size_t i) const { return at(i).template to<T>(); }
  void set(size_t i, T value) const { at(i) = IValue(std::move(value)); }
  T extract(size_t i) const { return std::exchange(at(i), IValue()).template to<T>(); }
  ListElementReference<T> operator[](size_t i) const { return ListElementReference<T>(&at(i)); }
  iterator begin() const { return iterator(impl_->list.data()); }
  iterator end() const { return iterator(impl_->list.data() + impl_->list.size()); }
  bool empty() const { return impl_->list.empty(); }
  size_t size() const { return impl_->list.size(); }
  void reserve(size_t n) const { impl_->list.reserve(n); }
  void clear() const { impl_->list.clear(); }
  void push_back(T value) const { impl_->list.emplace_back(std::move(value)); }
  template <typename... Args>
  void emplace_back(Args&&... args) const {
    push_back(T(std::forward<Args>(args)...));
  }
  void pop_back() const {
    TORCH_CHECK_INDEX(!empty(), "pop from empty list");
    impl_->list.pop_back();
  }
  void resize(size_t n) const { impl_->list.resize(n, IValue(T())); }
  void resize(size_t n, const T& value) const { impl_->list.resize(n, IValue(value)); }
  iterator insert(iterator position, T value) const {
    const auto at = position - begin();
    impl_->list.insert(impl_->list.begin() + at, IValue(std::move(value)));
    return begin() + at;
  }
  iterator erase(iterator position) const {
    const auto at = position - begin();
    impl_->list.erase(impl_->list.begin() + at);
    return begin() + at;
  }
  void append(List other) const {
    const std::vector<IValue> values = other.impl_->list;
    impl_->list.insert(impl_->list.end(), values.begin(), values.end());
  }
  std::vector<T> vec() const {
    std::vector<T> result;
    result.reserve(size());
    for (const IValue& value : impl_->list) result.push_back(value.template to<T>());
    return result;
  }
  TypePtr elementType() const { return impl_->element_type; }
  void unsafeSetElementType(TypePtr type) { impl_->element_type = std::move(type); }
  bool is(const List& other) const { return impl_ == other.impl_; }
  uint32_t use_count() const { return impl_.use_count(); }
  const intrusive_ptr<detail::ListImpl>& impl() const { return impl_; }

 private:
  IValue& at(size_t i) const {
    TORCH_CHECK_INDEX(i < size(), "list index out of range: ", i, " of ", size());
    return impl_->list[i];
  }

  intrusive_ptr<detail::ListImpl> impl_;
};

// The values themselves, for lists of IValue.
template <>
inline void List<IValue>::resize(size_t n) const {
  impl_->list.resize(n);
}

namespace impl {
template <typename T>
List<T> toTypedList(const GenericList& list) {
  return List<T>(list.impl());
}
template <typename T>
GenericList toList(const List<T>& list) {
  return GenericList(list.impl());
}
}  // namespace impl

}  // namespace c10
