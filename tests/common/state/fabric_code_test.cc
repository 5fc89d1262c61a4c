#include "common/state/fabric_code.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/random.h"
#include "tests/support/fabric_facts.h"
#include "tests/support/fabric_text.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

TEST(FabricCode, GivesTheSameFabricBack) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Fabric fabric = seed % 2 == 0 ? random_broken_fabric(seed) : test::random_tangle(random);
    const std::string bytes = encode_fabric(fabric);
    const Fabric again = decode_fabric(bytes);
    EXPECT_EQ(text_of(again), text_of(fabric));
    EXPECT_EQ(encode_fabric(again), bytes);
  }
}

TEST(FabricCode, RefusesWhatIsCutOff) {
  const std::string bytes = encode_fabric(random_fabric(3));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(refusal([&] { decode_fabric(bytes.substr(0, size)); }), "") << size;
  }
  EXPECT_NE(refusal([&] { decode_fabric(bytes + "x"); }), "");
}

// Whatever comes out is a fabric: the same numbers for the same GUIDs, links that agree.
TEST(FabricCode, TakesNoBytesAmiss) {
  const std::string good = encode_fabric(random_fabric(5));
  Random random(1);
  unsigned refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] =
        static_cast<char>(random.below(256));
    if (refusal([&] { encode_fabric(decode_fabric(bytes)); }) != "") ++refused;
  }
  EXPECT_GT(refused, 5'000u);
}

}  // namespace
}  // namespace weft
