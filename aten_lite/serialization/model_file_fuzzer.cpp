// libFuzzer's entry: any bytes, read as a model, as a file of values and as a bare pickle.
//
// Errors are fine, anything else (a crash, a sanitizer's report, endless work) is a finding.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/file_mapping.h"
#include "aten_lite/serialization/model_file.h"
#include "aten_lite/serialization/torch_file.h"
#include "aten_lite/serialization/unpickler.h"

namespace {

namespace serialization = aten_lite::serialization;

template <typename Read>
void expect_end(Read read) {
  try {
    read();
  } catch (const c10::Error&) {
    // What a damaged file is to give.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const char* bytes = reinterpret_cast<const char*>(data);
  serialization::ObjectResolver resolver;
  resolver.object = [](const std::string&, c10::IValue state) { return state; };
  expect_end([&] {
    auto file =
        serialization::ModelFile::from_bytes(std::vector<char>(bytes, bytes + size), "fuzz");
    file->read_code(resolver);
    file->read_data(resolver);
  });
  expect_end([&] {
    serialization::load_values(
        serialization::FileMapping::from_bytes(std::vector<char>(bytes, bytes + size), "fuzz"));
  });
  expect_end([&] {
    const c10::Storage storage(c10::make_intrusive<c10::StorageImpl>(64));
    serialization::Unpickler(
        std::string_view(bytes, size), "fuzz", [&](const std::string&) { return storage; },
        resolver)
        .read();
  });
  return 0;
}
