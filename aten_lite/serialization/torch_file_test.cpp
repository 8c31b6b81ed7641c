// Values that are saved and loaded again, and arrays of NumPy.
#include "aten_lite/serialization/torch_file.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/quantizer.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {
namespace {

using std::string_literals::operator""s;

c10::IValue load_bytes(const std::string& bytes) {
  return load_values(
      FileMapping::from_bytes(std::vector<char>(bytes.begin(), bytes.end()), "test"));
}

c10::IValue round_trip(const c10::IValue& value) {
  std::ostringstream out;
  save_values(out, value);
  return load_bytes(out.str());
}

std::string error_of(const std::string& bytes) {
  try {
    load_bytes(bytes);
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

at::TensorBase counting(c10::IntArrayRef sizes) {
  at::TensorBase tensor = at::detail::empty_cpu(sizes, c10::kFloat);
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.data_ptr<float>()[i] = float(i);
  return tensor;
}

TEST(TorchFile, KeepsPlainValues) {
  EXPECT_TRUE(round_trip(c10::IValue()).isNone());
  EXPECT_EQ(round_trip(true).toBool(), true);
  for (const int64_t number :
       {int64_t{0}, int64_t{255}, int64_t{256}, int64_t{65535}, int64_t{65536}, int64_t{-1},
        int64_t{1} << 31, int64_t{1} << 40, std::numeric_limits<int64_t>::min(),
        std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(round_trip(number).toInt(), number);
  }
  EXPECT_EQ(round_trip(-1.5).toDouble(), -1.5);
  EXPECT_EQ(round_trip("text").toStringRef(), "text");
  EXPECT_EQ(round_trip(c10::complex<double>(1, -2)).toComplexDouble(), c10::complex<double>(1, -2));
  EXPECT_EQ(round_trip(c10::Device(c10::kCUDA, 1)).toDevice().str(), "cuda:1");
}

TEST(TorchFile, KeepsContainersAndTheirOrder) {
  c10::impl::GenericDict dict(c10::AnyType::get(), c10::AnyType::get());
  for (const char* key : {"b", "a", "c"}) dict.insert_or_assign(c10::IValue(key), c10::IValue(1));
  const c10::IValue value = round_trip(c10::ivalue::Tuple::create(std::vector<c10::IValue>{
      c10::IValue(std::vector<int64_t>{1, 2}), c10::IValue(dict),
      c10::IValue(c10::ivalue::Tuple::create(std::vector<c10::IValue>{}))}));
  const auto& elements = value.toTupleRef().elements();
  EXPECT_EQ(elements[0].toListRef()[1].toInt(), 2);
  std::string keys;
  for (const auto& entry : elements[1].toGenericDict()) keys += entry.key().toStringRef();
  EXPECT_EQ(keys, "bac");
  EXPECT_EQ(elements[2].toTupleRef().size(), 0u);
}

TEST(TorchFile, KeepsLongLists) {
  std::vector<int64_t> numbers(2500);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int64_t>(i * i);
  const c10::IValue value = round_trip(c10::IValue(numbers));
  ASSERT_EQ(value.toListRef().size(), numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(value.toListRef()[i].toInt(), numbers[i]);
}

TEST(TorchFile, KeepsStridesAndOffsets) {
  const at::TensorBase base = counting({3, 4});
  const at::TensorBase view =
      at::detail::view_of_storage(base.storage(), c10::kFloat, {4, 2}, {1, 4}, 4);
  const c10::IValue loaded = round_trip(view);
  EXPECT_EQ(loaded.toTensor().strides(), c10::IntArrayRef({1, 4}));
  EXPECT_EQ(loaded.toTensor().storage_offset(), 4);
  EXPECT_EQ(loaded.toTensor().data_ptr<float>()[4], 8);
}

TEST(TorchFile, KeepsAliases) {
  const at::TensorBase base = counting({4});
  const at::TensorBase view = at::detail::view_of_storage(base.storage(), c10::kFloat, {2}, {1}, 1);
  const at::TensorBase as_ints =
      at::detail::view_of_storage(base.storage(), c10::kInt, {4}, {1}, 0);
  const c10::IValue list(std::vector<int64_t>{1});
  const c10::IValue value = round_trip(
      c10::ivalue::Tuple::create(std::vector<c10::IValue>{base, base, view, as_ints, list, list}));
  const auto& elements = value.toTupleRef().elements();
  EXPECT_TRUE(elements[0].is(elements[1]));
  EXPECT_TRUE(elements[0].toTensor().is_alias_of(elements[2].toTensor()));
  EXPECT_TRUE(elements[0].toTensor().is_alias_of(elements[3].toTensor()));
  EXPECT_EQ(elements[3].toTensor().scalar_type(), c10::kInt);
  EXPECT_TRUE(elements[4].is(elements[5]));
}

TEST(TorchFile, KeepsEveryDtype) {
  for (int number = 0; number < int(c10::ScalarType::Undefined); ++number) {
    const auto dtype = static_cast<c10::ScalarType>(number);
    if (c10::isQIntType(dtype)) continue;
    const at::TensorBase tensor = at::detail::empty_cpu({2, 3}, dtype);
    std::fill_n(static_cast<char*>(tensor.mutable_data_ptr()), tensor.nbytes(), char(1));
    const c10::IValue loaded = round_trip(tensor);
    EXPECT_EQ(loaded.toTensor().scalar_type(), dtype);
    EXPECT_EQ(loaded.toTensor().sizes(), tensor.sizes());
  }
}

TEST(TorchFile, KeepsQuantizers) {
  const at::TensorBase per_tensor = at::detail::empty_cpu({2, 3}, c10::kQUInt8);
  std::fill_n(static_cast<uint8_t*>(per_tensor.mutable_data_ptr()), 6, uint8_t{7});
  per_tensor.unsafeGetTensorImpl()->set_quantizer(
      c10::make_intrusive<at::Quantizer>(at::QScheme::PER_TENSOR_AFFINE, 0.5, 3));
  const at::TensorBase zero_points = at::detail::empty_cpu({3}, c10::kLong);
  std::fill_n(zero_points.data_ptr<int64_t>(), 3, 0);
  const at::TensorBase per_channel = at::detail::empty_cpu({2, 3}, c10::kQInt8);
  std::fill_n(static_cast<uint8_t*>(per_channel.mutable_data_ptr()), 6, uint8_t{1});
  per_channel.unsafeGetTensorImpl()->set_quantizer(c10::make_intrusive<at::Quantizer>(
      at::QScheme::PER_CHANNEL_AFFINE, counting({3}), zero_points, 1));
  const c10::IValue value =
      round_trip(c10::ivalue::Tuple::create(std::vector<c10::IValue>{per_tensor, per_channel}));
  const auto& elements = value.toTupleRef().elements();
  EXPECT_EQ(at::quantizer_of(elements[0].toTensor()).scale, 0.5);
  EXPECT_EQ(at::quantizer_of(elements[0].toTensor()).zero_point, 3);
  const at::Quantizer& channels = at::quantizer_of(elements[1].toTensor());
  EXPECT_EQ(channels.axis, 1);
  EXPECT_EQ(channels.scales.data_ptr<float>()[2], 2.0f);
}

TEST(TorchFile, LoadedTensorsNeedNoCopy) {
  std::ostringstream out;
  save_values(out, counting({1000}));
  const std::string bytes = out.str();
  const auto file = FileMapping::from_bytes(std::vector<char>(bytes.begin(), bytes.end()), "test");
  const c10::IValue value = load_values(file);
  const char* data = static_cast<const char*>(value.toTensor().const_data_ptr());
  EXPECT_GE(data, file->data());
  EXPECT_LT(data, file->data() + file->size());
}

TEST(TorchFile, RefusesWhatCannotBeSaved) {
  auto type = std::make_shared<c10::ClassType>("__torch__.Net");
  EXPECT_THROW(round_trip(c10::ivalue::Object::create(type)), c10::Error);
  c10::impl::GenericList list(c10::AnyType::get());
  list.push_back(c10::IValue(list));
  EXPECT_NO_THROW({
    std::ostringstream out;
    save_values(out, list);  // the memo ends the cycle, as it does in Python
  });
  list.clear();
}

std::string npy(const std::string& header, const std::string& data) {
  std::string bytes = "\x93NUMPY\x01\x00"s;
  std::string padded = header;
  while ((bytes.size() + 2 + padded.size() + 1) % 64 != 0) padded += ' ';
  padded += '\n';
  char size[2];
  store_little_endian(size, static_cast<uint16_t>(padded.size()));
  return bytes + std::string(size, 2) + padded + data;
}

TEST(Npy, ReadsArraysInBothOrders) {
  const std::string data = "\x01\x02\x03\x04\x05\x06";
  const c10::IValue rows =
      load_bytes(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", data));
  EXPECT_EQ(rows.toTensor().sizes(), c10::IntArrayRef({2, 3}));
  EXPECT_EQ(rows.toTensor().strides(), c10::IntArrayRef({3, 1}));
  EXPECT_EQ(rows.toTensor().data_ptr<uint8_t>()[5], 6);
  const c10::IValue columns =
      load_bytes(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", data));
  EXPECT_EQ(columns.toTensor().strides(), c10::IntArrayRef({1, 2}));
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
  EXPECT_EQ(load_bytes(
                npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", "\x00\x00\x80\x3f"s))
                .toTensor()
                .data_ptr<float>()[0],
            1);
  EXPECT_EQ(load_bytes(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }", ""))
                .toTensor()
                .numel(),
            0);
}

TEST(Npy, MakesBoolsValid) {
  const c10::IValue value =
      load_bytes(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", "\x02\x00"s));
  EXPECT_EQ(static_cast<const uint8_t*>(value.toTensor().const_data_ptr())[0], 1);
}

TEST(Npy, RefusesWhatItCannotRead) {
  EXPECT_NE(error_of(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "1234"))
                .find("big-endian"),
            std::string::npos);
  EXPECT_NE(
      error_of(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "1234")).find("|O"),
      std::string::npos);
  EXPECT_NE(
      error_of(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"))
          .find("plain arrays"),
      std::string::npos);
  EXPECT_NE(error_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "1234"))
                .find("truncated"),
            std::string::npos);
  EXPECT_NE(error_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,"
                         "4611686018427387904), }",
                         "1234")),
            "");
  EXPECT_NE(error_of("\x93NUMPY\x01\x00\xff\xff{"s), "");
}

}  // namespace
}  // namespace aten_lite::serialization
