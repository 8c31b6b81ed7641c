// IValue: tags, conversions, sharing, equality, copies and destruction of deep values.
#include "aten_lite/core/ivalue.h"

#include <gtest/gtest.h>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/stack.h"

namespace {

using c10::IValue;

at::Tensor ones(int64_t n) {
  at::Tensor t(at::detail::empty_cpu({n}, at::kFloat));
  std::fill_n(t.data_ptr<float>(), n, 1.f);
  return t;
}

TEST(IValue, WrongTagNamesBoth) {
  try {
    IValue(3).toTensor();
    FAIL() << "toTensor() of an int must throw";
  } catch (const c10::Error& error) {
    EXPECT_STREQ(error.what(), "Expected Tensor but got Int");
  }
}

TEST(IValue, CopySharesTensor) {
  const IValue a(ones(2));
  const IValue b = a;
  b.toTensor().data_ptr<float>()[0] = 5;
  EXPECT_EQ(a.toTensor().data_ptr<float>()[0], 5);
  EXPECT_TRUE(a.is(b));
  EXPECT_EQ(a.use_count(), 2u);
}

TEST(IValue, MoveLeavesNone) {
  IValue a(ones(1));
  const IValue b = std::move(a);
  EXPECT_TRUE(a.isNone());  // NOLINT: that is what is tested
  EXPECT_EQ(b.toTensor().use_count(), 1u);
}

TEST(IValue, UndefinedTensorIsATensor) {
  EXPECT_TRUE(IValue(at::Tensor()).isTensor());
  EXPECT_TRUE(IValue(std::optional<at::Tensor>()).isNone());
}

TEST(IValue, ConvertsContainersBothWays) {
  const IValue list(std::vector<int64_t>{1, 2, 3});
  EXPECT_EQ(list.to<std::vector<int64_t>>(), (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ(list.type()->str(), "List[int]");
  const IValue tuple(std::make_tuple(1, 2.5, std::string("x")));
  EXPECT_EQ((tuple.to<std::tuple<int64_t, double, std::string>>()),
            std::make_tuple(int64_t{1}, 2.5, std::string("x")));
  EXPECT_THROW((tuple.to<std::tuple<int64_t>>()), c10::Error);
  EXPECT_EQ(IValue(std::optional<int64_t>(4)).toOptional<int64_t>(), 4);
}

TEST(IValue, ListsAreShared) {
  c10::List<int64_t> list({1, 2});
  const IValue value(list);
  list.push_back(3);
  list[0] = 7;
  EXPECT_EQ(value.toIntVector(), (std::vector<int64_t>{7, 2, 3}));
  EXPECT_THROW(list.get(3), c10::IndexError);
}

TEST(IValue, NumbersCompareByValue) {
  EXPECT_EQ(IValue(1), IValue(1.0));
  EXPECT_EQ(IValue(true), IValue(1));
  EXPECT_NE(IValue(1), IValue("1"));
  EXPECT_EQ(IValue(std::vector<int64_t>{1}), IValue(std::vector<int64_t>{1}));
}

TEST(IValue, DeepcopySharesNothingAndKeepsAliases) {
  const at::Tensor t = ones(3);
  const IValue original(std::vector<at::Tensor>{t, t});
  const IValue copy = original.deepcopy();
  t.data_ptr<float>()[0] = 9;
  const auto tensors = copy.toTensorVector();
  EXPECT_EQ(tensors[0].data_ptr<float>()[0], 1);
  EXPECT_TRUE(tensors[0].is_same(tensors[1]));
}

TEST(IValue, FreeingADeepNestDoesNotRecurse) {
  IValue value;
  for (int i = 0; i < 300000; ++i) {
    value = IValue(c10::ivalue::Tuple::create(std::vector<IValue>{value}));
  }
  value = IValue();
}

// A model can make such a list; printing or comparing it must end.
TEST(IValue, WalkingIntoAListThatHoldsItselfIsAnError) {
  c10::impl::GenericList list(c10::AnyType::get());
  c10::impl::GenericList other(c10::AnyType::get());
  list.push_back(IValue(list));
  other.push_back(IValue(other));
  EXPECT_THROW(c10::str(IValue(list)), c10::Error);
  EXPECT_THROW(static_cast<void>(IValue(list) == IValue(other)), c10::Error);
  list.clear();
  other.clear();
}

TEST(Dict, KeepsOrderAndFindsKeysInLargeDicts) {
  c10::Dict<int64_t, int64_t> dict;
  for (int64_t i = 99; i >= 0; --i) dict.insert(i, i * i);
  EXPECT_EQ(dict.at(7), 49);
  EXPECT_EQ(dict.begin()->key(), 99);
  EXPECT_EQ(dict.erase(99), 1u);
  EXPECT_EQ(dict.begin()->key(), 98);
  EXPECT_FALSE(dict.contains(99));
  EXPECT_THROW(dict.at(99), c10::IndexError);
}

TEST(Dict, RefusesUnhashableKeys) {
  c10::detail::DictImpl dict(c10::AnyType::get(), c10::AnyType::get());
  EXPECT_THROW(dict.insert_or_assign(IValue(std::vector<int64_t>{1}), IValue(1)), c10::TypeError);
}

TEST(Stack, PopAndPeek) {
  torch::jit::Stack stack;
  torch::jit::push(stack, 1, 2.0, "three");
  EXPECT_EQ(torch::jit::peek(stack, 0, 3).toInt(), 1);
  EXPECT_EQ(torch::jit::pop(stack).toStringRef(), "three");
  torch::jit::drop(stack, 1);
  EXPECT_EQ(stack.size(), 1u);
}

}  // namespace
