// The records of a zip archive.
#include "aten_lite/serialization/zip_model_file.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/bytecode_parser.h"
#include "aten_lite/serialization/code_checks.h"

namespace aten_lite::serialization {
namespace {

constexpr const char* kExtraFolder = "extra/";
constexpr const char* kDebugHandles = "mobile_debug_handles.pkl";
constexpr const char* kCallStacks = "callstack_debug_map.pkl";
constexpr const char* kSourceRanges = ".debug_pkl";
// The oldest that an archive has.
constexpr int64_t kMinOperatorVersion = 1;

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

void require_bytecode(const Archive& archive) {
  if (archive.has("bytecode.pkl")) return;
  bool has_code = false;
  for (const ZipRecord& record : archive.zip().records()) {
    has_code |= starts_with(record.name, "code/");
  }
  TORCH_CHECK(!has_code, archive.name(),
              ": is a full TorchScript model without bytecode.pkl; export it for the lite "
              "interpreter: torch.jit.load(\"in.pt\")._save_for_lite_interpreter(\"out.ptl\")");
  TORCH_CHECK(!archive.has("data.pkl"), archive.name(),
              ": has no record bytecode.pkl: it holds values saved by torch.save, not a model; "
              "script the module and call _save_for_lite_interpreter(\"out.ptl\")");
  AT_ERROR(archive.name(), ": has no record bytecode.pkl; it is no PyTorch model");
}

int64_t read_operator_version(const Archive& archive) {
  const std::string record = archive.has(".data/version") ? ".data/version" : "version";
  const RecordBytes bytes = archive.read(record, Checksum::kVerify);
  const std::string text(bytes.data, std::min<size_t>(bytes.size, 20));
  char* end = nullptr;
  errno = 0;
  const int64_t version = std::strtoll(text.c_str(), &end, 10);
  TORCH_CHECK(end != text.c_str() && errno == 0, archive.name(), ": record ", record,
              " holds no number");
  check_operator_version(version, kMinOperatorVersion, archive.name(),
                         "archive version (record version)");
  return version;
}

// Where the storages of the code's constants are. Bytecode 4 had a folder of its own.
const char* bytecode_storage_folder(const Archive& archive) {
  for (const ZipRecord& record : archive.zip().records()) {
    if (starts_with(record.name, "bytecode/")) return "bytecode/";
  }
  return "constants/";
}

}  // namespace

ZipModelFile::ZipModelFile(std::shared_ptr<FileMapping> file) : archive_(std::move(file)) {
  require_bytecode(archive_);
}

ModelImage ZipModelFile::read_code(const ObjectResolver& resolver) {
  ModelImage image;
  image.name = name();
  const c10::IValue bytecode = archive_.unpickle("bytecode.pkl", bytecode_storage_folder(archive_),
                                                 Checksum::kVerify, resolver);
  parse_bytecode_version(bytecode, image.name);  // before anything else can be wrong
  image.operator_version = read_operator_version(archive_);
  // The exporter writes it always; without it the file is cut or repacked with a record left out.
  archive_.read("constants.pkl", Checksum::kVerify);
  parse_bytecode(bytecode, archive_.zip().find("bytecode.pkl")->size, &image);
  if (archive_.has(kDebugHandles)) {
    parse_debug_handles(archive_.unpickle(kDebugHandles, "constants/", Checksum::kVerify, resolver),
                        &image);
  }
  return image;
}

c10::IValue ZipModelFile::read_data(const ObjectResolver& resolver) {
  c10::IValue object = archive_.unpickle("data.pkl", "data/", Checksum::kVerify, resolver);
  TORCH_CHECK(object.isObject(), name(), ": data.pkl holds a value of type ", object.tagKind(),
              " instead of a module");
  return object;
}

std::vector<std::pair<std::string, c10::IValue>> ZipModelFile::read_debug_records(
    const ObjectResolver& resolver) {
  std::vector<std::pair<std::string, c10::IValue>> values;
  if (!archive_.has(kDebugHandles) || !archive_.has(kCallStacks)) return values;
  for (const ZipRecord& record : archive_.zip().records()) {
    if (record.name != kCallStacks && !ends_with(record.name, kSourceRanges)) continue;
    values.emplace_back(record.name,
                        archive_.unpickle(record.name, "constants/", Checksum::kVerify, resolver));
  }
  return values;
}

std::vector<std::string> ZipModelFile::extra_files() const {
  std::vector<std::string> names;
  for (const ZipRecord& record : archive_.zip().records()) {
    if (starts_with(record.name, kExtraFolder)) {
      names.push_back(record.name.substr(std::string(kExtraFolder).size()));
    }
  }
  return names;
}

bool ZipModelFile::read_extra_file(const std::string& extra_name, std::string* contents) {
  const std::string record = kExtraFolder + extra_name;
  if (!archive_.has(record)) return false;
  const RecordBytes bytes = archive_.read(record, Checksum::kVerify);
  contents->assign(bytes.data, bytes.size);
  return true;
}

}  // namespace aten_lite::serialization
