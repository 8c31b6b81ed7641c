$banner
// at::Tensor: at::TensorBase with a method for every operator of the `method` variant.
//
// Methods are declared here and defined in Operators_*.cpp, so that including this header links
// nothing; the linker takes what is called.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/device.h"
#include "aten_lite/core/generator.h"
#include "aten_lite/core/scalar.h"
#include "aten_lite/core/string_view.h"
#include "aten_lite/core/tensor_base.h"

namespace c10 {
template <typename T>
class List;
}

namespace at {

class Tensor;
using TensorList = c10::ArrayRef<Tensor>;
using ITensorListRef = TensorList;

namespace indexing {
class TensorIndex;
}

class Tensor : public TensorBase {
 public:
  Tensor() = default;
  explicit Tensor(c10::intrusive_ptr<c10::TensorImpl> impl) : TensorBase(std::move(impl)) {}
  Tensor(const TensorBase& base) : TensorBase(base) {}
  Tensor(TensorBase&& base) : TensorBase(std::move(base)) {}
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) = default;

  // Assigning to a name rebinds it; assigning to an element, t[0] = x, writes into the tensor.
  Tensor& operator=(const Tensor& other) & = default;
  Tensor& operator=(Tensor&& other) & = default;
  Tensor& operator=(const Tensor& other) &&;
  Tensor& operator=(Tensor&& other) &&;
  Tensor& operator=(const Scalar& value) &&;

  Tensor operator[](int64_t index) const;
  Tensor operator[](const Scalar& index) const;
  Tensor operator[](const Tensor& index) const;
  Tensor index(c10::ArrayRef<indexing::TensorIndex> indices) const;
  Tensor& index_put_(c10::ArrayRef<indexing::TensorIndex> indices, const Tensor& value);
  Tensor& index_put_(c10::ArrayRef<indexing::TensorIndex> indices, const Scalar& value);

  Tensor operator-() const;
  Tensor operator~() const;
  Tensor& operator+=(const Tensor& other);
  Tensor& operator+=(const Scalar& other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator-=(const Scalar& other);
  Tensor& operator*=(const Tensor& other);
  Tensor& operator*=(const Scalar& other);
  Tensor& operator/=(const Tensor& other);
  Tensor& operator/=(const Scalar& other);

  const Tensor& set_requires_grad(bool value) const {
    TensorBase::set_requires_grad(value);
    return *this;
  }
  Tensor cpu() const { return *this; }
  Tensor toType(ScalarType dtype) const;
  // The value of a tensor of one element.
  template <typename T>
  T item() const;

  $method_declarations
};

template <typename T>
T Tensor::item() const {
  return item().template to<T>();
}

}  // namespace at

namespace torch {
using at::Tensor;
using at::TensorList;
}  // namespace torch
