#include "aten_lite/mobile/verifier.h"

#include <algorithm>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/mobile/function.h"

namespace torch::jit::mobile {

namespace {

// The highest slot of an object that code may write.
constexpr int32_t kMaxAttributeSlot = 1 << 16;

size_t as_count(int32_t x) { return static_cast<size_t>(x); }

class Verifier {
 public:
  explicit Verifier(Code* code) : code_(*code) {}

  void run() {
    TORCH_CHECK(!code_.instructions.empty(), "method ", code_.name, " has no instructions");
    for (pc_ = 0; pc_ < code_.instructions.size(); ++pc_) check_operands();
    follow_depths();
    place_checks();
  }

 private:
  // What is known of the stack when an instruction begins.
  struct Depth {
    size_t least = 0;
    bool exact = true;
    bool reached = false;
  };

  const Instruction& here() const { return code_.instructions[pc_]; }

  template <typename... Args>
  void check(bool condition, const Args&... message) const {
    TORCH_CHECK(condition, "method ", code_.name, ": instruction ", pc_, " (", op_name(here().op),
                " ", here().x, " ", here().n, "): ", message...);
  }

  void check_index(const char* what, size_t size) const {
    check(here().x >= 0 && as_count(here().x) < size, "operand X = ", here().x,
          " is out of range; the method has ", size, " ", what);
  }

  // X is the first of `count` registers, which are numbered from 1.
  void check_registers(size_t count) const {
    const int64_t first = here().x;
    check(first >= 1 &&
              first + static_cast<int64_t>(count) - 1 <= static_cast<int64_t>(code_.register_size),
          "operand X = ", first, " is out of range; the method has ", code_.register_size,
          " registers, numbered from 1");
  }

  void check_jump() const {
    const int64_t target = static_cast<int64_t>(pc_) + here().x;
    check(target >= 0 && target < static_cast<int64_t>(code_.instructions.size()),
          "operand X = ", here().x, " jumps to instruction ", target, "; the method has ",
          code_.instructions.size());
  }

  void check_type(c10::TypeKind kind, const char* name) const {
    check_index("types", code_.types.size());
    const c10::Type& type = *code_.types[as_count(here().x)];
    check(type.kind() == kind, "it needs a ", name, " type but operand X names ",
          type.annotation_str());
  }

  void check_operands() const {
    const Instruction& inst = here();
    switch (inst.op) {
      case Op::OP:
      case Op::OPN:
        check_index("operators", code_.operators.size());
        check_operator_kind(*code_.operators[as_count(inst.x)].row->schema);
        break;
      case Op::LOAD:
      case Op::MOVE:
      case Op::STORE:
      case Op::DROPR:
        check_registers(1);
        break;
      case Op::STOREN:
        check_registers(inst.n);
        break;
      case Op::LOADC:
        check_index("constants", code_.constants.size());
        break;
      case Op::JF:
      case Op::JMP:
        check_jump();
        break;
      case Op::LOOP:
        check_jump();
        check(inst.n >= 2, "operand N = ", inst.n, "; a loop has at least a count and a condition");
        break;
      case Op::CALL:
        check_index("functions that it may call", code_.functions.size());
        break;
      case Op::INTERFACE_CALL:
        check_index("method calls", code_.method_calls.size());
        check(inst.n >= 1, "operand N = 0; a method is called with its object");
        break;
      case Op::GET_ATTR:
      case Op::SET_ATTR:
        check(inst.x >= 0 && inst.x <= kMaxAttributeSlot, "operand X = ", inst.x,
              " is no attribute's number");
        break;
      case Op::LIST_CONSTRUCT:
        check_type(c10::TypeKind::ListType, "list");
        break;
      case Op::DICT_CONSTRUCT:
        check_type(c10::TypeKind::DictType, "dict");
        check(inst.n % 2 == 0, "operand N = ", inst.n, "; a dict is made of pairs");
        break;
      case Op::NAMED_TUPLE_CONSTRUCT:
        check_type(c10::TypeKind::TupleType, "tuple");
        check(code_.types[as_count(inst.x)]->elements().size() == inst.n, "operand N = ", inst.n,
              "; ", code_.types[as_count(inst.x)]->annotation_str(), " has ",
              code_.types[as_count(inst.x)]->elements().size(), " fields");
        break;
      case Op::CREATE_OBJECT:
        check_type(c10::TypeKind::ClassType, "class");
        break;
      case Op::ISINSTANCE:
        check(inst.x >= 0 && as_count(inst.x) + inst.n <= code_.types.size(),
              "operands X = ", inst.x, ", N = ", inst.n, " are out of range; the method has ",
              code_.types.size(), " types");
        break;
      case Op::TUPLE_CONSTRUCT:
      case Op::LIST_UNPACK:
      case Op::FORMAT:
        check(inst.x >= 0 && as_count(inst.x) <= kMaxStackDepth, "operand X = ", inst.x,
              " is no number of values");
        check(inst.op != Op::FORMAT || inst.x >= 1, "a format string is missing");
        break;
      case Op::TUPLE_SLICE:
        check(inst.x >= 0, "operand X = ", inst.x, " is negative");
        break;
      case Op::PREPARED:
        check_index("prepared calls", code_.prepared_calls.size());
        break;
      case Op::IF_LESS:
        check_registers(1);
        check(inst.n >= 1 && inst.n <= code_.register_size, "operand N = ", inst.n,
              " is no register");
        check(pc_ + 2 < code_.instructions.size(), "nothing follows it");
        break;
      case Op::INCREMENT:
        check_registers(1);
        break;
      case Op::INT_ADD:
      case Op::INT_SUB:
      case Op::INT_MUL:
      case Op::INT_REMAINDER:
      case Op::INT_EQ:
      case Op::INT_NE:
      case Op::INT_LT:
      case Op::INT_LE:
      case Op::INT_GT:
      case Op::INT_GE:
        for (const int64_t reg : {int64_t{inst.n}, int64_t{inst.x >> kIntOperandBits},
                                  int64_t{inst.x & kIntOperandMask}}) {
          check(reg >= 1 && reg <= static_cast<int64_t>(code_.register_size), "it uses register ",
                reg, "; the method has ", code_.register_size, ", numbered from 1");
        }
        break;
      case Op::DROP:
      case Op::RET:
      case Op::TUPLE_INDEX:
      case Op::RAISE_EXCEPTION:
      case Op::DICT_INDEX:
      case Op::UNCHECKED_CAST:
      case Op::__IS__:
      case Op::UN_INITIALIZED:
      case Op::__ISNOT__:
      case Op::DEVICE:
      case Op::DTYPE:
      case Op::DIM:
      case Op::__NOT__:
      case Op::TO_LIST:
      case Op::NUM_TO_TENSOR:
      case Op::IS_CUDA:
      case Op::WARN:
        break;
      default:
        check(false, "it is not supported in mobile models");
    }
  }

  void check_operator_kind(const at::schemas::OperatorSchema& schema) const {
    if (here().op == Op::OPN) {
      check(schema.is_vararg(), "OPN calls operators with any number of arguments, but ",
            schema.full_name(), " takes ", schema.argument_count());
    } else {
      check(!schema.is_vararg(), schema.full_name(),
            " takes any number of arguments and must be called by OPN");
    }
  }

  // Abstract interpretation: visits instructions until what is known of their depths is stable.
  void follow_depths() {
    depths_.assign(code_.instructions.size(), Depth());
    const bool exact = code_.arity != kUnknownArity;
    merge(0, {exact ? code_.arity : 0, exact, true});
    while (!pending_.empty()) {
      pc_ = pending_.back();
      pending_.pop_back();
      step();
    }
  }

  void step() {
    const Instruction& inst = here();
    const StackEffect effect = stack_effect(code_, inst);
    Depth depth = depths_[pc_];
    check(!depth.exact || effect.takes <= depth.least, "it takes ", effect.takes,
          " values but the stack holds ", depth.least);
    // Where the depth is not known, the check that will be placed makes sure of this much.
    depth.least = std::max(depth.least, effect.takes) - effect.takes + effect.leaves;
    depth.exact = depth.exact && !effect.leaves_unknown;
    check(depth.least <= kMaxStackDepth, "the stack would hold ", depth.least, " values");
    code_.max_stack = std::max(code_.max_stack, depth.least);
    const size_t target = pc_ + static_cast<size_t>(static_cast<int64_t>(inst.x));
    switch (inst.op) {
      case Op::RET:
        check(!depth.exact || depth.least == 1, "a method returns one value, but the stack holds ",
              depth.least);
        return;
      case Op::RAISE_EXCEPTION:
        return;
      case Op::JMP:
        merge(target, depth);
        return;
      case Op::JF:
        merge(target, depth);
        break;
      case Op::LOOP: {
        // When the loop ends its three counters are gone.
        Depth after = depth;
        after.least -= 3;
        merge(target, after);
        break;
      }
      case Op::IF_LESS:
        merge(pc_ + 2, depth);
        break;
      default:
        break;
    }
    check(pc_ + 1 < code_.instructions.size(), "the method goes on beyond its last instruction");
    merge(pc_ + 1, depth);
  }

  void merge(size_t target, const Depth& incoming) {
    Depth& known = depths_[target];
    if (known.reached) {
      check(!known.exact || !incoming.exact || known.least == incoming.least, "instruction ",
            target, " is reached with ", known.least, " values on the stack and with ",
            incoming.least);
      const bool exact = known.exact && incoming.exact;
      // A bound that falls once more falls to nothing at once, so that this ends soon.
      const size_t least = incoming.least >= known.least ? known.least
                           : known.exact                 ? incoming.least
                                                         : 0;
      if (least == known.least && exact == known.exact) return;
      known.least = least;
      known.exact = exact;
    } else {
      known = incoming;
      known.reached = true;
    }
    pending_.push_back(target);
  }

  // Backward jumps are among the checked ones, so that no loop can grow the stack without end.
  void place_checks() {
    for (pc_ = 0; pc_ < code_.instructions.size(); ++pc_) {
      const Depth& depth = depths_[pc_];
      if (!depth.reached || depth.exact) continue;
      Instruction& inst = code_.instructions[pc_];
      const StackEffect effect = stack_effect(code_, inst);
      const bool jumps_back =
          (inst.op == Op::JMP || inst.op == Op::JF || inst.op == Op::LOOP) && inst.x <= 0;
      if (effect.takes <= depth.least && !jumps_back && !effect.leaves_unknown) continue;
      code_.depth_checks.push_back({inst, effect.takes});
      inst = {Op::CHECK_DEPTH, 0, static_cast<int32_t>(code_.depth_checks.size() - 1)};
    }
  }

  Code& code_;
  size_t pc_ = 0;
  std::vector<Depth> depths_;
  std::vector<size_t> pending_;
};

}  // namespace

void verify(Code* code) {
  Verifier(code).run();
  const auto choose_call = [code](Instruction* inst) {
    if (inst->op == Op::OP && !code->operators[as_count(inst->x)].defaults.empty()) {
      inst->op = Op::OP_WITH_DEFAULTS;
    }
  };
  for (Instruction& inst : code->instructions) choose_call(&inst);
  for (DepthCheck& check : code->depth_checks) choose_call(&check.original);
}

StackEffect stack_effect(const Code& code, const Instruction& inst) {
  switch (inst.op) {
    case Op::OP:
    case Op::OP_WITH_DEFAULTS:
    case Op::OPN: {
      const OperatorCall& call = code.operators[as_count(inst.x)];
      const at::schemas::OperatorSchema& schema = *call.row->schema;
      return {inst.op == Op::OPN ? inst.n : call.pushed, schema.return_count(), schema.is_varret()};
    }
    case Op::LOAD:
    case Op::MOVE:
    case Op::LOADC:
    case Op::CREATE_OBJECT:
    case Op::UN_INITIALIZED:
      return {0, 1};
    case Op::STORE:
    case Op::DROP:
    case Op::JF:
      return {1, 0};
    case Op::STOREN:
      return {inst.n, 0};
    case Op::DROPR:
    case Op::JMP:
    case Op::IF_LESS:
    case Op::INCREMENT:
    case Op::INT_ADD:
    case Op::INT_SUB:
    case Op::INT_MUL:
    case Op::INT_REMAINDER:
    case Op::INT_EQ:
    case Op::INT_NE:
    case Op::INT_LT:
    case Op::INT_LE:
    case Op::INT_GT:
    case Op::INT_GE:
      return {0, 0};
    case Op::LOOP:
      // Counter, limit, condition, and N - 2 values that the loop carries.
      return {size_t{inst.n} + 1, size_t{inst.n} + 1};
    case Op::RET:
      return {1, 1};
    case Op::CALL:
      return {code.functions[as_count(inst.x)]->num_inputs(), 1};
    case Op::INTERFACE_CALL:
    case Op::LIST_CONSTRUCT:
    case Op::NAMED_TUPLE_CONSTRUCT:
    case Op::DICT_CONSTRUCT:
      return {inst.n, 1};
    case Op::TUPLE_CONSTRUCT:
    case Op::FORMAT:
      return {as_count(inst.x), 1};
    case Op::LIST_UNPACK:
      return {1, as_count(inst.x)};
    case Op::PREPARED:
      return {(inst.n & kPreparedAdds) != 0 ? size_t{2} : size_t{1}, 1};
    case Op::SET_ATTR:
    case Op::WARN:
      return {2, 0};
    case Op::TUPLE_INDEX:
    case Op::DICT_INDEX:
    case Op::__IS__:
    case Op::__ISNOT__:
      return {2, 1};
    case Op::TO_LIST:
      return {3, 1};
    case Op::RAISE_EXCEPTION:
      return {1, 0};
    default:
      return {1, 1};
  }
}

}  // namespace torch::jit::mobile
