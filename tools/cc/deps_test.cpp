// The libraries that are not ours are found, compile with our flags, link and run.

#include <gtest/gtest.h>

#include "hwy/highway.h"
#include "zlib.h"

namespace {

TEST(Dependencies, ZlibRuns) {
  EXPECT_EQ(crc32(0, reinterpret_cast<const Bytef*>("a"), 1), 0xE8B7BE43u);
}

TEST(Dependencies, HighwayKnowsThisMachine) { EXPECT_NE(hwy::SupportedTargets(), 0); }

}  // namespace
