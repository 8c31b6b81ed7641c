#include "aten_lite/mobile/debug_table.h"

#include <gtest/gtest.h>

namespace torch::jit::mobile {
namespace {

using c10::IValue;

template <typename... Values>
IValue tuple(Values&&... values) {
  return IValue(c10::ivalue::Tuple::create(IValue(std::forward<Values>(values))...));
}

// What torch writes for: class A: forward() at line 5 of net.py; class M calls it at line 11.
std::vector<std::pair<std::string, IValue>> records() {
  const IValue strings = tuple("", "def forward(self, x):\n", "    return self.a(x)\n", "net.py",
                               "    return x.view(3, 7)\n");
  const IValue call = tuple(tuple(c10::List<int64_t>({1, 2}), 3, 10), 33, 42);
  const IValue view = tuple(tuple(c10::List<int64_t>({1, 4}), 3, 4), 33, 45);
  return {
      {"callstack_debug_map.pkl",
       tuple(tuple(8, 4, "aten::view", tuple(tuple("__torch__.A", "a"), 3, IValue(), "forward")),
             tuple(2, 3, "aten::add", IValue()))},
      {"code/__torch__.py.debug_pkl", tuple("FORMAT_WITH_STRING_TABLE", strings,
                                            tuple(tuple(219, call, 3), tuple(450, view, 4)))}};
}

TEST(DebugTable, NamesTheModule) {
  const DebugTable table(records());
  EXPECT_EQ(table.module_hierarchy(8, "__torch__.M"), "top(M).a(A)::forward.aten::view");
  EXPECT_EQ(table.module_hierarchy(2, "__torch__.M"), "top(M).aten::add");
  EXPECT_EQ(table.module_hierarchy(99, "__torch__.M"), "");
}

TEST(DebugTable, NamesTheLinesInnermostFirst) {
  const std::vector<std::string> lines = DebugTable(records()).call_stack(8);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "File net.py, line 5, in forward: return x.view(3, 7)");
  EXPECT_EQ(lines[1], "File net.py, line 11: return self.a(x)");
}

TEST(DebugTable, LeavesOutWhatIsDamaged) {
  const std::vector<IValue> values = {
      IValue(),
      IValue(3),
      tuple(),
      tuple(1),
      tuple(tuple(8)),
      tuple(tuple(8, "x", 3, 4)),
      tuple(tuple(8, 4, "aten::view", tuple(1, 2))),
      tuple("FORMAT_WITH_STRING_TABLE", tuple(), tuple(tuple(1, tuple(tuple(), -5, 2), 4))),
      tuple("FORMAT_WITH_STRING_TABLE", tuple("a"),
            tuple(tuple(1, tuple(tuple(c10::List<int64_t>({-1, 7}), 0, 0), 1 << 20, 2), 4)))};
  for (const IValue& stacks : values) {
    for (const IValue& sources : values) {
      const DebugTable table({{"callstack_debug_map.pkl", stacks}, {"a.debug_pkl", sources}});
      EXPECT_NO_THROW(table.module_hierarchy(8, "M"));
      EXPECT_NO_THROW(table.call_stack(8));
    }
  }
}

}  // namespace
}  // namespace torch::jit::mobile
