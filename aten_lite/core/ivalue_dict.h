// c10::Dict<K, V>: a dict shared by reference, in order of insertion, as Python's.
//
// Keys are int, bool, float, complex, str or Tensor (by identity). Entries are kept as IValues
// and converted when read.
// Included by ivalue.h: include that.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

namespace c10 {

template <typename T>
TypePtr getTypePtr();

template <typename K, typename V>
class DictEntryRef {
 public:
  explicit DictEntryRef(detail::DictImpl::Entry* entry) : entry_(entry) {}
  decltype(auto) key() const { return entry_->first.template to<K>(); }
  decltype(auto) value() const { return entry_->second.template to<V>(); }
  void setValue(V value) const { entry_->second = IValue(std::move(value)); }

 private:
  detail::DictImpl::Entry* entry_;
};

template <typename K, typename V>
class DictIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = DictEntryRef<K, V>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  explicit DictIterator(detail::DictImpl::Entry* entry) : entry_(entry), ref_(entry) {}
  reference operator*() const { return ref_; }
  pointer operator->() const { return &ref_; }
  DictIterator& operator++() {
    ref_ = value_type(++entry_);
    return *this;
  }
  friend bool operator==(const DictIterator& a, const DictIterator& b) {
    return a.entry_ == b.entry_;
  }
  friend bool operator!=(const DictIterator& a, const DictIterator& b) { return !(a == b); }

 private:
  detail::DictImpl::Entry* entry_;
  value_type ref_;
};

template <typename K, typename V>
class Dict final {
 public:
  using key_type = K;
  using mapped_type = V;
  using iterator = DictIterator<K, V>;

  Dict() : Dict(getTypePtr<K>(), getTypePtr<V>()) {}
  Dict(TypePtr key_type, TypePtr value_type)
      : impl_(make_intrusive<detail::DictImpl>(std::move(key_type), std::move(value_type))) {}
  explicit Dict(intrusive_ptr<detail::DictImpl> impl) : impl_(std::move(impl)) {}

  Dict copy() const {
    Dict result(impl_->key_type, impl_->value_type);
    for (const auto& entry : impl_->entries) {
      result.impl_->insert_or_assign(entry.first, entry.second);
    }
    return result;
  }
  iterator begin() const { return iterator(impl_->entries.data()); }
  iterator end() const { return iterator(impl_->entries.data() + impl_->entries.size()); }
  bool empty() const { return impl_->entries.empty(); }
  size_t size() const { return impl_->entries.size(); }
  void clear() const { impl_->clear(); }
  // Leaves a key that is there as it is. Returns where it is and whether it is new.
  std::pair<iterator, bool> insert(K key, V value) const {
    const IValue wrapped(std::move(key));
    const size_t at = impl_->find(wrapped);
    if (at != detail::DictImpl::npos) return {iterator(impl_->entries.data() + at), false};
    return insert_or_assign(wrapped.template to<K>(), std::move(value));
  }
  std::pair<iterator, bool> insert_or_assign(K key, V value) const {
    const IValue wrapped(std::move(key));
    const bool is_new = impl_->insert_or_assign(wrapped, IValue(std::move(value)));
    return {iterator(impl_->entries.data() + impl_->find(wrapped)), is_new};
  }
  size_t erase(const K& key) const { return impl_->erase(IValue(key)) ? 1 : 0; }
  // Throws when the key is not there.
  V at(const K& key) const {
    const size_t position = impl_->find(IValue(key));
    TORCH_CHECK_INDEX(position != detail::DictImpl::npos,
                      "Argument passed to at() was not in the map.");
    return impl_->entries[position].second.template to<V>();
  }
  iterator find(const K& key) const {
    const size_t position = impl_->find(IValue(key));
    return position == detail::DictImpl::npos ? end() : iterator(impl_->entries.data() + position);
  }
  bool contains(const K& key) const { return impl_->find(IValue(key)) != detail::DictImpl::npos; }
  TypePtr keyType() const { return impl_->key_type; }
  TypePtr valueType() const { return impl_->value_type; }
  bool is(const Dict& other) const { return impl_ == other.impl_; }
  const intrusive_ptr<detail::DictImpl>& impl() const { return impl_; }

 private:
  intrusive_ptr<detail::DictImpl> impl_;
};

namespace impl {
template <typename K, typename V>
Dict<K, V> toTypedDict(const GenericDict& dict) {
  return Dict<K, V>(dict.impl());
}
}  // namespace impl

}  // namespace c10
