// Which slots displaced LIDs take, where all that they are weighed by is known.
#include "plugins/fat_tree/displaced_lids.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/routed_tree.h"

namespace weft {
namespace {

using test::FoundTree;
using Ports = std::vector<PortNum>;

// Leaves s0..s3 with CAs at the ports 1..4 and the spines s4..s7 at the ports 5..8: slots 0..3.
FoundTree four_by_four(std::uint8_t lmc = 0) {
  Fabric fabric = with_new_lids(make_xgft({.down = {4, 4}, .up = {1, 4}}), lmc);
  return {std::move(fabric), {4, 5, 6, 7}};
}

// What s0 sends LIDs to, all of which may take some ports.
class AtFirstLeaf {
 public:
  explicit AtFirstLeaf(const FoundTree& found)
      : found_(found), lids_(found.fabric, found.tree, found.up, found.to, 1) {
    lids_.start(0);
  }
  Ports place(const std::vector<Lid>& lids, const Ports& ports) {
    std::vector<std::uint64_t> set(1);
    for (const PortNum port : ports) set[0] |= std::uint64_t{1} << port;
    for (const Lid lid : lids) {
      const DestinationIndex i = found_.destination(lid);
      lids_.add(i, found_.to.number[1][i], set);
    }
    std::vector<PortNum> row(found_.fabric.max_lid() + std::size_t{1}, kNoPath);
    lids_.write_entries(row.data());
    Ports entries;
    for (const Lid lid : lids) entries.push_back(row[lid]);
    return entries;
  }

 private:
  const FoundTree& found_;
  DisplacedLids lids_;
};

Lid lid_of(const FoundTree& found, EndPortIndex e) { return found.fabric.end_ports()[e].lid; }

TEST(DisplacedLids, TakeTheRemainingSlots) {
  const FoundTree found = four_by_four();
  EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4)}, {7}), Ports{7});
  EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4), lid_of(found, 5)}, {8}), (Ports{8, 8}));
}

TEST(DisplacedLids, NeighboursTakeDifferentSlots) {
  // Of s1, for which neither of the slots has more to do than the other.
  const FoundTree found = four_by_four();
  const Ports ports = AtFirstLeaf(found).place({lid_of(found, 4), lid_of(found, 5)}, {7, 8});
  EXPECT_EQ(std::set<PortNum>(ports.begin(), ports.end()), (std::set<PortNum>{7, 8}));
}

TEST(DisplacedLids, NoneTakesTheSlotThatHasMoreToDoBelow) {
  // s1 has lost s6, so that two of its LIDs come down over another spine.
  const FoundTree whole = four_by_four();
  const FoundTree found(test::without_link(whole.fabric, 1, 7), {4, 5, 6, 7});
  const auto busy = static_cast<PortNum>(5 + found.to.displaced[1].at(0).slot);
  for (const PortNum other : Ports{5, 6, 8}) {
    if (other == busy) continue;
    EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4)}, {busy, other}), Ports{other});
  }
}

TEST(DisplacedLids, LidsOfAPortTakeDifferentSlots) {
  const FoundTree found = four_by_four(1);
  for (const EndPortIndex e : {4u, 5u, 6u, 7u, 8u, 12u}) {
    const Lid lid = lid_of(found, e);
    const Ports ports = AtFirstLeaf(found).place({lid, static_cast<Lid>(lid + 1)}, {5, 6, 7, 8});
    EXPECT_NE(ports[0], ports[1]) << e;
  }
}

TEST(DisplacedLids, ALinkThatIsNoSlotsIsTakenIfThereIsNoOther) {
  const FoundTree found = four_by_four();
  EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4)}, {1}), Ports{1});
  EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4)}, {1, 8}), Ports{8});
}

TEST(DisplacedLids, OneSwitchAfterTheOther) {
  const FoundTree found = four_by_four();
  AtFirstLeaf again(found);
  const Ports first = again.place({lid_of(found, 4), lid_of(found, 5)}, {7, 8});
  EXPECT_EQ(AtFirstLeaf(found).place({lid_of(found, 4), lid_of(found, 5)}, {7, 8}), first);
}

}  // namespace
}  // namespace weft
