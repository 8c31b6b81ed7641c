// torch.save's format: a zip archive with data.pkl and a record per storage.
#include "aten_lite/serialization/torch_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/archive.h"
#include "aten_lite/serialization/npy_reader.h"
#include "aten_lite/serialization/pickler.h"
#include "aten_lite/serialization/zip_writer.h"

namespace aten_lite::serialization {

c10::IValue load_values(const std::string& path, Storages storages) {
  return load_values(FileMapping::open(path), storages);
}

c10::IValue load_values(std::shared_ptr<FileMapping> file, Storages storages) {
  if (looks_like_npy(*file)) return c10::IValue(read_npy(file));
  Archive archive(std::move(file), storages);
  TORCH_CHECK(!archive.has("bytecode.pkl") && !archive.has("constants.pkl"), archive.name(),
              ": is a TorchScript model, not a file of values; save values with torch.save");
  TORCH_CHECK(archive.has("data.pkl"), archive.name(),
              ": has no record data.pkl; it was not written by torch.save");
  // torch.save can leave checksums out (torch.serialization.set_crc32_options).
  return archive.unpickle("data.pkl", "data/", Checksum::kSkip, ObjectResolver());
}

void save_values(const std::string& path, const c10::IValue& value) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  TORCH_CHECK(out.is_open(), path, ": cannot be written: ", std::strerror(errno));
  try {
    save_values(out, value);
  } catch (c10::Error& error) {
    error.add_context("while writing " + path);
    throw;
  }
}

void save_values(std::ostream& out, const c10::IValue& value) {
  Pickler pickler;
  const std::string pickle = pickler.write(value);
  ZipWriter zip(out, "archive");
  zip.add("data.pkl", pickle);
  zip.add("byteorder", "little");
  for (size_t i = 0; i < pickler.storages().size(); ++i) {
    const c10::Storage& storage = pickler.storages()[i];
    zip.add("data/" + std::to_string(i),
            std::string_view(static_cast<const char*>(storage.data()), storage.nbytes()));
  }
  zip.add("version", "3\n");
  zip.finish();
}

}  // namespace aten_lite::serialization
