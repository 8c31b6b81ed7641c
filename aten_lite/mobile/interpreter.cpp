// The loop over a method's instructions. What verify() has proven is not checked again here:
// operands are in range and the stack holds what an instruction takes. Kinds of values are checked
// by IValue's accessors.
#include "aten_lite/mobile/interpreter.h"

#include <new>

#include "aten_lite/mobile/error_context.h"
#include "aten_lite/mobile/function.h"
#include "aten_lite/mobile/instructions.h"
#include "aten_lite/mobile/verifier.h"

namespace torch::jit::mobile {

namespace {

// All methods that are running may have this many registers together.
constexpr size_t kMaxRegisters = size_t{1} << 22;

struct Frame {
  const Code* code;
  const Instruction* pc;
  size_t base;       // where the method's part of the stack begins
  size_t registers;  // and that of the registers
};

// The numbers that an INT_* instruction reads.
struct IntOperands {
  IntOperands(const c10::IValue* registers, int32_t x)
      : a(registers[x >> kIntOperandBits].toInt()), b(registers[x & kIntOperandMask].toInt()) {}
  uint64_t wrapped_a() const { return static_cast<uint64_t>(a); }
  uint64_t wrapped_b() const { return static_cast<uint64_t>(b); }

  int64_t a;
  int64_t b;
};

c10::IValue wrapped(uint64_t value) { return c10::IValue(static_cast<int64_t>(value)); }

// Python's %: the result has the divisor's sign.
int64_t remainder(int64_t a, int64_t b) {
  TORCH_CHECK(b != 0, "ZeroDivisionError: integer division or modulo by zero");
  if (b == -1) return 0;
  const int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

class Interpreter {
 public:
  Interpreter(Stack& stack, const RunOptions& options)
      : stack_(stack),
        steps_left_(options.max_steps),
        limited_(options.max_steps > 0),
        max_steps_(options.max_steps) {}

  void run(const Code& code) {
    enter(code, stack_.size());
    try {
      loop();
    } catch (c10::Error& error) {
      add_context(&error);
      throw;
    } catch (const std::bad_alloc&) {
      c10::Error error("out of memory");
      add_context(&error);
      throw error;
    } catch (const std::exception& exception) {
      c10::Error error(exception.what());
      add_context(&error);
      throw error;
    }
  }

 private:
  void enter(const Code& code, size_t arguments) {
    TORCH_CHECK(frames_.size() < kMaxCallDepth, "methods call one another more than ",
                kMaxCallDepth, " deep");
    TORCH_CHECK(code.arity == kUnknownArity || code.arity == arguments, "method ", code.name,
                " takes ", code.arity, " arguments but is called with ", arguments);
    const size_t base = stack_.size() - arguments;
    const size_t first_register = registers_.size();
    TORCH_CHECK(first_register + code.register_size <= kMaxRegisters,
                "the methods that are running need more than ", kMaxRegisters, " registers");
    registers_.resize(first_register + code.register_size);
    stack_.reserve(base + code.max_stack + 1);
    frames_.push_back({&code, code.instructions.data(), base, first_register});
  }

  void leave() {
    registers_.resize(frames_.back().registers);
    frames_.pop_back();
  }

  // Counts the instructions since the last jump.
  void count_steps(std::ptrdiff_t count) {
    if (!limited_) return;
    steps_left_ -= count;
    TORCH_CHECK(steps_left_ > 0, "the model was ended after ", max_steps_,
                " instructions, the limit that the caller set");
  }

  void check_depth(const DepthCheck& check, size_t base) const {
    const size_t depth = stack_.size() - base;
    TORCH_CHECK(stack_.size() >= base && depth >= check.needed, op_name(check.original.op),
                " takes ", check.needed, " values but the stack holds ", depth);
    TORCH_CHECK(depth <= kMaxStackDepth, "the stack holds ", depth, " values, which is too many");
  }

  void loop();
  void add_context(c10::Error* error) const;

  Stack& stack_;
  // Those of all frames. Numbers begin at 1: what is before the first register is never used.
  std::vector<c10::IValue> registers_ = std::vector<c10::IValue>(1);
  std::vector<Frame> frames_;
  int64_t steps_left_;
  bool limited_;
  int64_t max_steps_;
};

void Interpreter::loop() {
  Stack& stack = stack_;
  // The running frame, in locals. `pc` is written back before anything that may throw or call: the
  // frame's copy is what errors are described by.
  const Code* code = nullptr;
  const Instruction* pc = nullptr;
  const Instruction* segment = nullptr;
  c10::IValue* registers = nullptr;
  size_t base = 0;
  Frame* running = nullptr;
  const auto load_frame = [&] {
    Frame& frame = frames_.back();
    running = &frame;
    code = frame.code;
    pc = frame.pc;
    segment = pc;
    registers = registers_.data() + frame.registers - 1;
    base = frame.base;
  };
  load_frame();
  while (true) {
    Instruction inst = *pc;
    running->pc = pc;
  dispatch:
    switch (inst.op) {
      case Op::OP:
        code->operators[static_cast<size_t>(inst.x)].wrapper(stack);
        ++pc;
        break;
      case Op::OP_WITH_DEFAULTS:
        call_with_defaults(code->operators[static_cast<size_t>(inst.x)], stack);
        ++pc;
        break;
      case Op::OPN:
        stack.emplace_back(int64_t{inst.n});
        code->operators[static_cast<size_t>(inst.x)].wrapper(stack);
        ++pc;
        break;
      case Op::LOAD:
        stack.push_back(registers[inst.x]);
        ++pc;
        break;
      case Op::MOVE:
        stack.push_back(std::move(registers[inst.x]));
        ++pc;
        break;
      case Op::STORE:
        registers[inst.x] = std::move(stack.back());
        stack.pop_back();
        ++pc;
        break;
      case Op::STOREN:
        for (int32_t i = inst.n; i > 0; --i) {
          registers[inst.x + i - 1] = std::move(stack.back());
          stack.pop_back();
        }
        ++pc;
        break;
      case Op::DROP:
        stack.pop_back();
        ++pc;
        break;
      case Op::DROPR:
        registers[inst.x] = c10::IValue();
        ++pc;
        break;
      case Op::LOADC:
        stack.push_back(code->constants[static_cast<size_t>(inst.x)]);
        ++pc;
        break;
      case Op::GET_ATTR: {
        c10::IValue value = stack.back().toObjectRef().getSlot(static_cast<size_t>(inst.x));
        stack.back() = std::move(value);
        ++pc;
        break;
      }
      case Op::JF: {
        const bool condition = stack.back().toBool();
        stack.pop_back();
        if (condition) {
          ++pc;
          break;
        }
        count_steps(pc - segment + 1);
        pc += inst.x;
        segment = pc;
        break;
      }
      case Op::JMP:
        count_steps(pc - segment + 1);
        pc += inst.x;
        segment = pc;
        break;
      case Op::LOOP:
        if (loop_continues(stack, inst.n)) {
          ++pc;
          break;
        }
        count_steps(pc - segment + 1);
        pc += inst.x;
        segment = pc;
        break;
      case Op::RET:
        TORCH_CHECK(stack.size() == base + 1, "a method returns one value, but the stack holds ",
                    static_cast<int64_t>(stack.size()) - static_cast<int64_t>(base));
        count_steps(pc - segment + 1);
        leave();
        if (frames_.empty()) return;
        load_frame();
        ++pc;
        break;
      case Op::CALL: {
        const Function& function = *code->functions[static_cast<size_t>(inst.x)];
        count_steps(pc - segment + 1);
        enter(function.get_code(), function.num_inputs());
        load_frame();
        break;
      }
      case Op::INTERFACE_CALL: {
        const Function& function =
            find_target(code->method_calls[static_cast<size_t>(inst.x)], peek(stack, 0, inst.n));
        count_steps(pc - segment + 1);
        enter(function.get_code(), inst.n);
        load_frame();
        break;
      }
      case Op::PREPARED:
        run_prepared(*code->prepared_calls[static_cast<size_t>(inst.x)], inst.n, stack);
        ++pc;
        break;
      case Op::IF_LESS:
        pc += registers[inst.n].toInt() < registers[inst.x].toInt() ? 2 : 1;
        break;
      case Op::INCREMENT:
        registers[inst.x] = c10::IValue(registers[inst.x].toInt() + 1);
        ++pc;
        break;
#define ATEN_LITE_INT_CASE(op, result)       \
  case Op::op: {                             \
    const IntOperands in(registers, inst.x); \
    registers[inst.n] = result;              \
    ++pc;                                    \
    break;                                   \
  }
        ATEN_LITE_INT_CASE(INT_ADD, wrapped(in.wrapped_a() + in.wrapped_b()))
        ATEN_LITE_INT_CASE(INT_SUB, wrapped(in.wrapped_a() - in.wrapped_b()))
        ATEN_LITE_INT_CASE(INT_MUL, wrapped(in.wrapped_a() * in.wrapped_b()))
        ATEN_LITE_INT_CASE(INT_REMAINDER, c10::IValue(remainder(in.a, in.b)))
        ATEN_LITE_INT_CASE(INT_EQ, c10::IValue(in.a == in.b))
        ATEN_LITE_INT_CASE(INT_NE, c10::IValue(in.a != in.b))
        ATEN_LITE_INT_CASE(INT_LT, c10::IValue(in.a < in.b))
        ATEN_LITE_INT_CASE(INT_LE, c10::IValue(in.a <= in.b))
        ATEN_LITE_INT_CASE(INT_GT, c10::IValue(in.a > in.b))
        ATEN_LITE_INT_CASE(INT_GE, c10::IValue(in.a >= in.b))
#undef ATEN_LITE_INT_CASE
      case Op::CHECK_DEPTH: {
        const DepthCheck& check = code->depth_checks[static_cast<size_t>(inst.x)];
        check_depth(check, base);
        inst = check.original;
        goto dispatch;
      }
      default:
        run_simple(*code, inst, stack);
        ++pc;
        break;
    }
  }
}

void Interpreter::add_context(c10::Error* error) const {
  if (frames_.empty()) return;
  const Frame& top = frames_.back();
  Instruction inst = *top.pc;
  if (inst.op == Op::CHECK_DEPTH) {
    inst = top.code->depth_checks[static_cast<size_t>(inst.x)].original;
  }
  error->add_context("in " + describe_instruction(*top.code, inst, stack_, top.base));
  for (size_t i = frames_.size(); i > 0; --i) {
    const Frame& frame = frames_[i - 1];
    const size_t pc = static_cast<size_t>(frame.pc - frame.code->instructions.data());
    std::vector<std::string> place = describe_place(*frame.code, pc);
    place[0] = (i == frames_.size() ? "at " : "called from ") + place[0];
    for (std::string& line : place) error->add_context(std::move(line));
  }
}

}  // namespace

void run_code(const Code& code, Stack& stack, const RunOptions& options) {
  Interpreter(stack, options).run(code);
}

}  // namespace torch::jit::mobile
