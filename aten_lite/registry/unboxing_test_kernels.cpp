// Kernels of testdata/all_types.yaml. Those with one argument write it down as text in seen().
#include "aten_lite/registry/unboxing_test_kernels.h"

#include <array>
#include <optional>
#include <sstream>
#include <tuple>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/list.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/core/tensor_options.h"

namespace test {

std::string& seen() {
  static std::string text;
  return text;
}

namespace {

template <typename T>
std::string show(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}
std::string show(bool value) { return value ? "true" : "false"; }
// A tensor by its number of elements: nothing here computes with one.
std::string show(const at::Tensor& value) {
  return value.defined() ? "tensor of " + std::to_string(value.numel()) : "undefined";
}
std::string show(const c10::string_view& value) { return "'" + std::string(value) + "'"; }
std::string show(const c10::DeviceIndex& value) { return std::to_string(value); }
std::string show(const c10::QScheme& value) { return std::to_string(static_cast<int>(value)); }
std::string show(const at::Generator& value) { return std::to_string(value.current_seed()); }
std::string show(const at::Storage& value) { return std::to_string(value.nbytes()) + " bytes"; }
std::string show(const c10::Stream& value) { return "stream " + std::to_string(value.id()); }
std::string show(const at::Dimname& value) { return value.symbol(); }

template <typename List>
std::string show_all(const List& values) {
  std::string text = "[";
  for (const auto& value : values) text += (text.size() > 1 ? ", " : "") + show(value);
  return text + "]";
}
template <typename T>
std::string show(const at::ArrayRef<T>& values) {
  return show_all(values);
}
template <size_t N>
std::string show(const std::array<bool, N>& values) {
  return show_all(values);
}
template <typename T>
std::string show(const std::optional<T>& value) {
  return value.has_value() ? show(*value) : "none";
}
std::string show(const at::OptionalIntArrayRef& value) {
  return value.has_value() ? show(*value) : "none";
}
std::string show(const c10::List<std::optional<at::Tensor>>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i > 0 ? ", " : "") + show(values.get(i));
  return text + "]";
}

}  // namespace

namespace native {

#define TEST_KERNEL(name, type) \
  void name(type value) { seen() = show(value); }

TEST_KERNEL(tensor, const at::Tensor&)
TEST_KERNEL(mutable_tensor, at::Tensor&)
TEST_KERNEL(view, const at::Tensor&)
TEST_KERNEL(optional_tensor, const std::optional<at::Tensor>&)
TEST_KERNEL(tensor_list, at::TensorList)
TEST_KERNEL(mutable_tensor_list, at::TensorList)
TEST_KERNEL(optional_tensor_list, const c10::List<std::optional<at::Tensor>>&)
TEST_KERNEL(integer, int64_t)
TEST_KERNEL(optional_integer, std::optional<int64_t>)
TEST_KERNEL(int_list, at::IntArrayRef)
TEST_KERNEL(int1, at::IntArrayRef)
TEST_KERNEL(int2, at::IntArrayRef)
TEST_KERNEL(int3, at::IntArrayRef)
TEST_KERNEL(int4, at::IntArrayRef)
TEST_KERNEL(int5, at::IntArrayRef)
TEST_KERNEL(int6, at::IntArrayRef)
TEST_KERNEL(optional_int1, at::OptionalIntArrayRef)
TEST_KERNEL(optional_int2, at::OptionalIntArrayRef)
TEST_KERNEL(optional_int_list, at::OptionalIntArrayRef)
TEST_KERNEL(sym_int, int64_t)
TEST_KERNEL(optional_sym_int, std::optional<int64_t>)
TEST_KERNEL(sym_int_list, at::IntArrayRef)
TEST_KERNEL(sym_int2, at::IntArrayRef)
TEST_KERNEL(optional_sym_int1, at::OptionalIntArrayRef)
TEST_KERNEL(optional_sym_int_list, at::OptionalIntArrayRef)
TEST_KERNEL(floating, double)
TEST_KERNEL(optional_floating, std::optional<double>)
TEST_KERNEL(float_list, at::ArrayRef<double>)
TEST_KERNEL(optional_float_list, std::optional<at::ArrayRef<double>>)
TEST_KERNEL(boolean, bool)
TEST_KERNEL(optional_boolean, std::optional<bool>)
using Bool2 = std::array<bool, 2>;
using Bool3 = std::array<bool, 3>;
using Bool4 = std::array<bool, 4>;
TEST_KERNEL(bool2, Bool2)
TEST_KERNEL(bool3, Bool3)
TEST_KERNEL(bool4, Bool4)
TEST_KERNEL(bool_list, at::ArrayRef<bool>)
TEST_KERNEL(complex_number, c10::complex<double>)
TEST_KERNEL(complex_list, at::ArrayRef<c10::complex<double>>)
TEST_KERNEL(scalar, const at::Scalar&)
TEST_KERNEL(int_scalar, const at::Scalar&)
TEST_KERNEL(optional_scalar, const std::optional<at::Scalar>&)
TEST_KERNEL(scalar_list, at::ArrayRef<at::Scalar>)
TEST_KERNEL(string, c10::string_view)
TEST_KERNEL(optional_string, std::optional<c10::string_view>)
TEST_KERNEL(string_list, at::ArrayRef<c10::string_view>)
TEST_KERNEL(scalar_type, at::ScalarType)
TEST_KERNEL(optional_scalar_type, std::optional<at::ScalarType>)
TEST_KERNEL(layout, at::Layout)
TEST_KERNEL(optional_layout, std::optional<at::Layout>)
TEST_KERNEL(device, at::Device)
TEST_KERNEL(optional_device, std::optional<at::Device>)
TEST_KERNEL(device_index, c10::DeviceIndex)
TEST_KERNEL(memory_format, at::MemoryFormat)
TEST_KERNEL(optional_memory_format, std::optional<at::MemoryFormat>)
TEST_KERNEL(qscheme, c10::QScheme)
TEST_KERNEL(generator, at::Generator)
TEST_KERNEL(optional_generator, std::optional<at::Generator>)
TEST_KERNEL(storage, at::Storage)
TEST_KERNEL(stream, c10::Stream)
TEST_KERNEL(dimname, at::Dimname)
TEST_KERNEL(optional_dimname, std::optional<at::Dimname>)
TEST_KERNEL(dimname1, at::DimnameList)
TEST_KERNEL(dimname_list, at::DimnameList)
TEST_KERNEL(optional_dimname_list, std::optional<at::DimnameList>)
TEST_KERNEL(any, const c10::IValue&)
TEST_KERNEL(generic_list, const c10::IValue&)
TEST_KERNEL(dict, const c10::IValue&)
void custom(const c10::IValue& value) { seen() = value.tagKind(); }

namespace {
at::Tensor tensor_of(int64_t n) { return at::detail::empty_cpu({n}, at::kFloat); }
}  // namespace

at::Tensor return_tensor(const at::Tensor& a, const at::Tensor&) { return a; }
at::Tensor& return_self_(at::Tensor& self, int64_t) { return self; }
at::Tensor& return_out(const at::Tensor&, int64_t n, at::Tensor& out) {
  seen() = show(n);
  return out;
}
std::tuple<at::Tensor&, at::Tensor&> return_outs(int64_t, at::Tensor& first, at::Tensor& second) {
  return {first, second};
}
std::vector<at::Tensor> return_tensors(const at::Tensor& a) { return {a, a}; }
std::tuple<at::Tensor, std::vector<at::Tensor>, int64_t> return_several(const at::Tensor& a,
                                                                        int64_t n) {
  return {a, {a, tensor_of(n)}, n};
}
void return_nothing() {}
int64_t return_int() { return 3; }
double return_float() { return 0.5; }
bool return_bool() { return true; }
int64_t return_sym_int() { return 4; }
at::Scalar return_scalar() { return 2.5; }
at::ScalarType return_scalar_type() { return at::kHalf; }
c10::QScheme return_qscheme() { return c10::QScheme::PER_CHANNEL_AFFINE; }
at::Device return_device() { return at::Device(at::kCPU); }
std::string return_string() { return "text"; }
std::vector<int64_t> return_ints() { return {1, 2}; }
std::optional<at::Tensor> return_optional(bool some) {
  if (some) return tensor_of(1);
  return std::nullopt;
}
c10::IValue return_any(const c10::IValue& value) { return value; }
void boxed(torch::jit::Stack& stack) { seen() = "boxed " + show(stack.back()); }
at::Tensor& throws(at::Tensor&, int64_t n) { TORCH_CHECK(false, "refused ", n); }
at::Tensor& defaults(const at::Tensor&, int64_t a, std::optional<double> b, c10::string_view c,
                     at::Tensor& out) {
  seen() = show(a) + " " + show(b) + " " + show(c);
  return out;
}

void grow_out(const at::Tensor& self, int64_t n, at::Tensor& out) {
  seen() = !out.defined() ? "allocates" : out.is_same(self) ? "in place" : "given";
  if (!out.defined()) out = tensor_of(self.numel() + n);
}
void pair_out(const at::Tensor& self, at::Tensor& first, at::Tensor& second) {
  seen() = !first.defined() && !second.defined() ? "allocates" : "given";
  if (!first.defined()) first = tensor_of(self.numel());
  if (!second.defined()) second = tensor_of(2 * self.numel());
}

}  // namespace native
}  // namespace test
