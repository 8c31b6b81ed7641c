// The unpickler: values of each kind, and inputs that must be refused.
#include "aten_lite/serialization/unpickler.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "aten_lite/core/error.h"

namespace aten_lite::serialization {
namespace {

using std::string_literals::operator""s;

const std::string kProto = "\x80\x02"s;
// torch._utils._rebuild_tensor_v2((storage "0", of 4 floats), offset 0, ...
const std::string kFloatStorage =
    "(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x00"
    "0X\x03\x00\x00\x00"
    "cpuK\x04tQ"s;
const std::string kRebuild = "ctorch._utils\n_rebuild_tensor_v2\n("s + kFloatStorage;
const std::string kHooks =
    "\x89"
    "ccollections\nOrderedDict\n)RtR"s;

c10::Storage four_floats() {
  c10::Storage storage(c10::make_intrusive<c10::StorageImpl>(16));
  for (int i = 0; i < 4; ++i) static_cast<float*>(storage.mutable_data())[i] = float(i);
  return storage;
}

c10::IValue load(const std::string& pickle, const ObjectResolver& resolver = {}) {
  const c10::Storage storage = four_floats();
  return Unpickler(pickle, "test", [&](const std::string&) { return storage; }, resolver).read();
}

std::string error_of(const std::string& pickle) {
  try {
    load(pickle);
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

#define EXPECT_ERROR(pickle, text) \
  EXPECT_NE(error_of(pickle).find(text), std::string::npos) << error_of(pickle)

TEST(Unpickler, ReadsNumbers) {
  EXPECT_TRUE(load(kProto + "N.").isNone());
  EXPECT_EQ(load(kProto + "\x88.").toBool(), true);
  EXPECT_EQ(load(kProto + "K\xff.").toInt(), 255);
  EXPECT_EQ(load(kProto + "M\x01\x02.").toInt(), 0x201);
  EXPECT_EQ(load(kProto + "J\xfe\xff\xff\xff.").toInt(), -2);
  EXPECT_EQ(load(kProto + "G\x3f\xf8\x00\x00\x00\x00\x00\x00."s).toDouble(), 1.5);
}

TEST(Unpickler, ReadsLongIntegers) {
  EXPECT_EQ(load(kProto + "\x8a\x00."s).toInt(), 0);
  EXPECT_EQ(load(kProto + "\x8a\x01\xff.").toInt(), -1);
  EXPECT_EQ(load(kProto + "\x8a\x05\x00\x00\x00\x00\x01."s).toInt(), int64_t{1} << 32);
  EXPECT_EQ(load(kProto + "\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80."s).toInt(),
            std::numeric_limits<int64_t>::min());
  // Sign bits beyond the 64 change nothing, other bits do not fit.
  EXPECT_EQ(load(kProto + "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\x7f\x00."s).toInt(),
            std::numeric_limits<int64_t>::max());
  EXPECT_ERROR(kProto + "\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x80\x00."s, "64 bits");
  EXPECT_ERROR(kProto + "\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01."s, "64 bits");
}

TEST(Unpickler, ReadsStringsOfAllLengths) {
  EXPECT_EQ(load(kProto + "X\x02\x00\x00\x00hi."s).toStringRef(), "hi");
  EXPECT_EQ(load(kProto + "\x8c\x02hi.").toStringRef(), "hi");
  EXPECT_EQ(load(kProto + "\x8d\x02\x00\x00\x00\x00\x00\x00\x00hi."s).toStringRef(), "hi");
  EXPECT_EQ(load(kProto + "U\x02hi.").toStringRef(), "hi");
}

TEST(Unpickler, ReadsContainers) {
  const c10::IValue list = load(kProto +
                                "](K\x01K\x02"
                                "e.");
  ASSERT_EQ(list.toListRef().size(), 2u);
  EXPECT_EQ(list.toListRef()[1].toInt(), 2);
  const c10::IValue tuple = load(kProto + "(K\x01K\x02K\x03K\x04t.");
  EXPECT_EQ(tuple.toTupleRef().size(), 4u);
  EXPECT_EQ(load(kProto + ").").toTupleRef().size(), 0u);
  const c10::IValue dict =
      load(kProto + "}(X\x01\x00\x00\x00"s + "aK\x01X\x01\x00\x00\x00"s + "bK\x02u.");
  EXPECT_EQ(dict.toGenericDict().size(), 2u);
  EXPECT_EQ(dict.toGenericDict().at(c10::IValue("b")).toInt(), 2);
}

TEST(Unpickler, KeepsAliases) {
  const c10::IValue pair = load(kProto + "]q\x00h\x00\x86."s);
  const auto& elements = pair.toTupleRef().elements();
  EXPECT_TRUE(elements[0].is(elements[1]));
}

TEST(Unpickler, ReadsTypedLists) {
  const std::string list =
      "](K\x01K\x02"
      "e\x85R.";
  EXPECT_TRUE(load(kProto + "ctorch.jit._pickle\nbuild_intlist\n" + list).isIntList());
  EXPECT_ERROR(kProto + "ctorch.jit._pickle\nbuild_doublelist\n" + list, "build_doublelist");
  EXPECT_TRUE(load(kProto + "ctorch\nSize\nK\x01K\x02\x86\x85R.").isIntList());
}

TEST(Unpickler, AppliesTypeTags) {
  const std::string tag = "ctorch.jit._pickle\nrestore_type_tag\n";
  const c10::IValue list = load(kProto + tag +
                                "](](K\x01"
                                "ee\x8c\x0fList[List[int]]\x86R.");
  EXPECT_EQ(list.type()->annotation_str(), "List[List[int]]");
  EXPECT_TRUE(list.toListRef()[0].isIntList());
  EXPECT_ERROR(kProto + tag +
                   "](NK\x01"
                   "e\x8c\x09List[int]\x86R.",
               "is tagged as int");
  EXPECT_ERROR(kProto + tag + "N\x8c\x09List[int]\x86R.", "is none");
}

TEST(Unpickler, ReadsEnumerationsAsNumbers) {
  EXPECT_EQ(load(kProto + "ctorch\nfloat32\n.").toInt(), int64_t(c10::kFloat));
  EXPECT_EQ(load(kProto + "ctorch\nchannels_last\n.").toInt(),
            int64_t(c10::MemoryFormat::ChannelsLast));
  EXPECT_EQ(load(kProto + "ctorch.serialization\n_get_layout\n\x8c\x0dtorch.strided\x85R.").toInt(),
            0);
  EXPECT_EQ(load(kProto + "ctorch\ndevice\n\x8c\x04"
                          "cudaK\x01\x86R.")
                .toDevice()
                .str(),
            "cuda:1");
}

TEST(Unpickler, ReadsComplexNumbers) {
  const std::string number = "complex\nG\x3f\xf8\x00\x00\x00\x00\x00\x00K\x02\x86R."s;
  EXPECT_EQ(load(kProto + "c__builtin__\n" + number).toComplexDouble(),
            c10::complex<double>(1.5, 2));
  EXPECT_EQ(load(kProto + "cbuiltins\n" + number).toComplexDouble(), c10::complex<double>(1.5, 2));
}

TEST(Unpickler, ReadsTensorsAsViews) {
  const c10::IValue value =
      load(kProto + kRebuild + "K\x01K\x01K\x02\x86K\x02K\x01\x86" + kHooks + ".");
  const at::TensorBase& tensor = value.toTensor();
  EXPECT_EQ(tensor.sizes(), c10::IntArrayRef({1, 2}));
  EXPECT_EQ(tensor.storage_offset(), 1);
  EXPECT_EQ(tensor.data_ptr<float>()[0], 1);
}

TEST(Unpickler, CopiesNegatedViews) {
  const std::string metadata =
      "\x89"
      "ccollections\nOrderedDict\n)R}\x8c\x03neg\x88stR.";
  const c10::IValue value = load(kProto + kRebuild + "K\x00K\x02\x85K\x02\x85"s + metadata);
  const at::TensorBase& tensor = value.toTensor();
  EXPECT_EQ(tensor.data_ptr<float>()[0], 0);
  EXPECT_EQ(tensor.data_ptr<float>()[1], -2);
}

TEST(Unpickler, ChecksTensorGeometry) {
  EXPECT_ERROR(kProto + kRebuild + "K\x00K\x05\x85K\x01\x85"s + kHooks + ".", "its storage has 16");
  EXPECT_ERROR(kProto + kRebuild + "K\x04K\x01\x85K\x01\x85" + kHooks + ".", "its storage has 16");
  EXPECT_ERROR(kProto + kRebuild + "K\x00K\x02\x85J\xff\xff\xff\xff\x85"s + kHooks + ".",
               "negative");
  EXPECT_ERROR(kProto + kRebuild + "K\x00K\x02\x85)"s + kHooks + ".", "sizes and 0 strides");
  // Empty tensors with sizes whose product overflows.
  const std::string huge = "\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x40"s;
  EXPECT_ERROR(
      kProto + kRebuild + "K\x00(K\x00"s + huge + huge + "t(K\x01K\x01K\x01t" + kHooks + ".",
      "beyond what can be addressed");
}

TEST(Unpickler, ChecksStorageSizes) {
  std::string pickle = kProto + kRebuild + "K\x00)"s + ")" + kHooks + ".";
  pickle[pickle.find("K\x04tQ") + 1] = '\x05';
  EXPECT_ERROR(pickle, "its record has 16 bytes");
}

TEST(Unpickler, RefusesGlobalsOutsideItsList) {
  EXPECT_ERROR(kProto + "cos\nsystem\n\x8c\x02ls\x85R.", "os.system");
  EXPECT_ERROR(kProto + "\x8c\x02os\x8c\x06system\x93.", "os.system");
  EXPECT_ERROR(kProto + "ctorch._utils\n_rebuild_sparse_tensor\n.", "sparse");
  EXPECT_ERROR(kProto + "c__builtin__\nset\n.", "sets are no values");
  EXPECT_ERROR(kProto + "ctorch\nFancyStorage\n.", "FancyStorage");
}

TEST(Unpickler, RefusesFunctionsAsValues) {
  EXPECT_ERROR(kProto + "ctorch\ndevice\n.", "torch.device");
  EXPECT_ERROR(kProto + "](ctorch\nFloatStorage\ne.", "torch.FloatStorage");
  EXPECT_ERROR(kProto + kFloatStorage + ".", "storage");
  EXPECT_ERROR(kProto + "NN\x85R.", "no function");
}

TEST(Unpickler, MakesObjectsThroughTheResolver) {
  ObjectResolver resolver;
  std::string seen;
  resolver.object = [&](const std::string& name, c10::IValue state) {
    seen = name + " " + std::to_string(state.toGenericDict().size());
    return c10::IValue(7);
  };
  const std::string object = kProto + "c__torch__.a\nNet\n)\x81}\x8c\x01xNsb.";
  EXPECT_EQ(load(object, resolver).toInt(), 7);
  EXPECT_EQ(seen, "__torch__.a.Net 1");
  EXPECT_ERROR(object, "__torch__.a.Net");
  EXPECT_ERROR(kProto + "c__torch__\nNet\n)\x81.", "without its state");
}

TEST(Unpickler, IgnoresPythonAttributesOfDicts) {
  const c10::IValue value = load(kProto +
                                 "ccollections\nOrderedDict\n)R\x8c\x01"
                                 "aK\x01s}\x8c\x09_metadataNsb.");
  EXPECT_EQ(value.toGenericDict().size(), 1u);
}

TEST(Unpickler, ReadsParametersAsTensors) {
  const c10::IValue value = load(kProto + "ctorch._utils\n_rebuild_parameter\n(" + kRebuild +
                                 "K\x00K\x02\x85K\x01\x85"s + kHooks +
                                 "\x88"
                                 "ccollections\nOrderedDict\n)RtR.");
  EXPECT_EQ(value.toTensor().numel(), 2);
}

TEST(Unpickler, RefusesValuesThatContainThemselves) {
  EXPECT_ERROR(kProto +
                   "]q\x00h\x00"
                   "a."s,
               "contain");
  EXPECT_ERROR(kProto +
                   "]q\x00\x85h\x00K\x01"
                   "a."s,
               "contain themselves");
  EXPECT_ERROR(kProto + "}q\x00K\x01h\x00s."s, "contain");
}

TEST(Unpickler, BoundsNesting) {
  EXPECT_ERROR(kProto + std::string(200000, ']') + std::string(199999, 'a') + ".", "1000 deep");
  std::string tuples = kProto + ")";
  for (int i = 0; i < 200000; ++i) tuples += "\x85";
  EXPECT_ERROR(tuples + ".", "1000 deep");
}

TEST(Unpickler, BoundsWork) {
  // A tuple of 5000 numbers, copied to a list for every five bytes of the pickle.
  std::string pickle = kProto + "(";
  for (int i = 0; i < 5000; ++i) pickle += "K\x01";
  pickle +=
      "t\x85q\x01"
      "ctorch\nSize\nq\x02(";
  for (int i = 0; i < 5000; ++i) pickle += "h\x02h\x01R";
  EXPECT_ERROR(pickle + "t.", "over and over");
}

TEST(Unpickler, RefusesStackAndMemoErrors) {
  EXPECT_ERROR(kProto + ".", "empty stack");
  EXPECT_ERROR(kProto + "t.", "mark");
  EXPECT_ERROR(kProto + "(\x85.", "empty stack");
  EXPECT_ERROR(kProto + "h\x05.", "memo entry 5");
  EXPECT_ERROR(kProto + "Nr\xff\xff\xff\x7f.", "memo index");
  EXPECT_ERROR(kProto + "NN.", "more than one value");
  EXPECT_ERROR(kProto + "N(.", "");
  EXPECT_ERROR(kProto + "N", "no STOP");
  EXPECT_ERROR(kProto + "\xff.", "opcode 255");
  EXPECT_ERROR(kProto + "X\xff\xff\xff\x7fhi.", "middle of an opcode");
  EXPECT_ERROR(kProto + "}K\x01s.", "empty stack");
  EXPECT_ERROR(kProto + "}(K\x01u.", "without a value");
  EXPECT_ERROR(kProto + "})NsN.", "");
  EXPECT_ERROR("\x80\x09N.", "protocol 9");
}

TEST(Unpickler, SurvivesEveryTruncationAndChangedByte) {
  const std::string pickle = kProto + "(" + kRebuild + "K\x01K\x01K\x02\x86K\x02K\x01\x86" +
                             kHooks +
                             "q\x05}(\x8c\x01"
                             "a](K\x01h\x05"
                             "e\x8c\x01"
                             "bNutq\x06.";
  ASSERT_EQ(error_of(pickle), "");
  for (size_t size = 0; size < pickle.size(); ++size) {
    EXPECT_NE(error_of(pickle.substr(0, size)), "") << size;
  }
  for (size_t at = 0; at < pickle.size(); ++at) {
    for (int value = 0; value < 256; value += 7) {
      std::string damaged = pickle;
      damaged[at] = static_cast<char>(value);
      error_of(damaged);  // either way is right, but it must end
    }
  }
}

}  // namespace
}  // namespace aten_lite::serialization
