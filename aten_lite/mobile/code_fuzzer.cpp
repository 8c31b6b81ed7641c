#include "aten_lite/mobile/code_fuzzer.h"

#include <algorithm>
#include <string>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"

#if defined(__has_feature)
#define ATEN_LITE_HAS_FEATURE(x) __has_feature(x)
#else
#define ATEN_LITE_HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || ATEN_LITE_HAS_FEATURE(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif

namespace aten_lite::testing {

namespace {

using c10::IValue;
using torch::jit::OpCode;

constexpr size_t kBytesPerInstruction = 3;
constexpr int64_t kMaxSteps = 2000;

// A program may store an object in itself. Counting references never frees such a cycle, in PyTorch
// neither: it is no leak of the interpreter's.
#if defined(__SANITIZE_ADDRESS__) || ATEN_LITE_HAS_FEATURE(address_sanitizer)
using CyclesAreNoLeaks = __lsan::ScopedDisabler;
#else
struct CyclesAreNoLeaks {};
#endif

const std::vector<OpCode>& mobile_opcodes() {
  static const std::vector<OpCode>* const opcodes = [] {
    auto* all = new std::vector<OpCode>();
#define ATEN_LITE_LIST_OPCODE(name, mobile) \
  if (mobile) all->push_back(OpCode::name);
    ATEN_LITE_FORALL_OPCODES(ATEN_LITE_LIST_OPCODE)
#undef ATEN_LITE_LIST_OPCODE
    return all;
  }();
  return *opcodes;
}

IValue small_tensor() {
  at::Tensor tensor(at::detail::empty_cpu({2}, at::kLong));
  std::fill_n(tensor.data_ptr<int64_t>(), 2, 1);
  return IValue(tensor);
}

void add_method(ImageBuilder* image, const char* name, std::vector<Line> lines) {
  image->method(name)
      .code(std::move(lines))
      .registers(4)
      .constants({0, 1, true, "forward", "{} {}", IValue(), small_tensor(),
                  IValue(c10::ivalue::Tuple::create(1, 2))})
      .types({"List[int]", "Dict[str, int]", "int", "__torch__.Thing",
              "__torch__.NT[NamedTuple, [[a, int], [b, int]]]"})
      .operators({"test::add", "test::digits/2", "test::unpack", "test::count", "test::fail"});
}

}  // namespace

std::vector<uint8_t> code_as_bytes(const std::vector<Line>& lines) {
  const std::vector<OpCode>& opcodes = mobile_opcodes();
  std::vector<uint8_t> bytes;
  for (const Line& line : lines) {
    const auto at = std::find(opcodes.begin(), opcodes.end(), *torch::jit::parse_opcode(line.op));
    bytes.push_back(static_cast<uint8_t>(at - opcodes.begin()));
    bytes.push_back(static_cast<uint8_t>(line.x));
    bytes.push_back(static_cast<uint8_t>(line.n));
  }
  return bytes;
}

bool run_bytes_as_code(const uint8_t* data, size_t size) {
  const std::vector<OpCode>& opcodes = mobile_opcodes();
  std::vector<Line> lines;
  for (size_t i = 0; i + kBytesPerInstruction <= size; i += kBytesPerInstruction) {
    lines.push_back({torch::jit::opcode_name(opcodes[data[i] % opcodes.size()]),
                     static_cast<int8_t>(data[i + 1]), data[i + 2]});
  }
  [[maybe_unused]] const CyclesAreNoLeaks cycles_are_no_leaks;
  ImageBuilder image;
  add_method(&image, "forward", std::move(lines));
  torch::jit::mobile::Module module;
  try {
    module = image.build();
  } catch (const c10::Error&) {
    return false;
  }
  torch::jit::mobile::RunOptions options;
  options.max_steps = kMaxSteps;
  module.set_run_options(options);
  const IValue arguments[] = {3,
                              true,
                              "text",
                              small_tensor(),
                              c10::List<int64_t>({1, 2}),
                              IValue(c10::ivalue::Tuple::create(4, 5)),
                              make_object(module, "__torch__.Net", {1, 2})};
  for (const IValue& argument : arguments) {
    for (size_t count = 0; count < 3; ++count) {
      try {
        module.forward(std::vector<IValue>(count, argument));
      } catch (const c10::Error&) {
        // What wrong code is to give.
      }
    }
  }
  return true;
}

}  // namespace aten_lite::testing

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  aten_lite::testing::run_bytes_as_code(data, size);
  return 0;
}
