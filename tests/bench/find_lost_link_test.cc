#include "bench/find_lost_link.h"

#include <gtest/gtest.h>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using bench::find_lost_link;
using test::Sketch;

// Two switches with two links; which of them is there is up to the caller.
Fabric pair_of_switches(bool first, bool second) {
  Sketch sketch(2);
  if (first) sketch.link(0, 1, 1, 4);
  if (second) sketch.link(0, 2, 1, 3);
  return sketch.build();
}

TEST(FindLostLink, NamesSwitchesAndPorts) {
  const auto link = find_lost_link(pair_of_switches(true, true), pair_of_switches(true, false));
  ASSERT_TRUE(link);
  EXPECT_EQ(link->a, 0u);
  EXPECT_EQ(link->port_a, 2);
  EXPECT_EQ(link->b, 1u);
  EXPECT_EQ(link->port_b, 3);
}

TEST(FindLostLink, NothingIsMissing) {
  EXPECT_FALSE(find_lost_link(pair_of_switches(true, true), pair_of_switches(true, true)));
  EXPECT_FALSE(find_lost_link(pair_of_switches(true, false), pair_of_switches(true, true)))
      << "one more is not one less";
}

}  // namespace
}  // namespace weft
