#include "common/routing/part_options.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// s0 and s1 of a ring of four, with their CAs. Switch s has GUID 1 + s, CA a node GUID 0x1000 +
// 16 a, which is that of its port, too.
struct TwoOfFour {
  Options within(Options options) { return options_within(std::move(options), whole, part); }

  Fabric whole = test::clockwise_ring(4).fabric;
  FabricPart part = [this] {
    PortSelection switches(whole);
    PortSelection ends(whole);
    for (SwitchIndex s = 0; s < 2; ++s) {
      for (PortNum p = 0; p < 4; ++p) switches.add_switch_port(whole, s, p);
      ends.add_end_port(s);
    }
    return take_part(whole, switches, ends, {});
  }();
};

TEST(StepOptions, LeaveOutNodesOfOtherParts) {
  TwoOfFour fabrics;
  Options options;
  options.ranked_nodes = test::named_nodes({1, 3});
  options.compute_nodes = test::named_nodes({0x1000, 0x1020});
  options.io_nodes = test::named_nodes({0x1010, 0x1030});
  const Options result = fabrics.within(options);
  EXPECT_EQ(result.ranked_nodes, test::named_nodes({1}));
  EXPECT_EQ(result.compute_nodes, test::named_nodes({0x1000}));
  EXPECT_EQ(result.io_nodes, test::named_nodes({0x1010}));
}

// So that the engine can say what is wrong with the file.
TEST(StepOptions, KeepUnknownNodes) {
  TwoOfFour fabrics;
  Options options;
  options.ranked_nodes = test::named_nodes({0xBAD, 3});
  EXPECT_EQ(fabrics.within(options).ranked_nodes, test::named_nodes({0xBAD}));
}

TEST(StepOptions, HaveNoFileWhereNothingIsLeftOfIt) {
  TwoOfFour fabrics;
  Options options;
  options.ranked_nodes = test::named_nodes({3, 4});
  options.io_nodes.emplace();
  const Options result = fabrics.within(options);
  EXPECT_EQ(result.ranked_nodes, std::nullopt);
  // A file without GUIDs says that there are none.
  EXPECT_EQ(result.io_nodes, test::named_nodes({}));
  EXPECT_EQ(result.compute_nodes, std::nullopt);
}

}  // namespace
}  // namespace weft
