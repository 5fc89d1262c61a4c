#include "common/whatif/newly_lost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "common/graph/pieces.h"
#include "tests/support/living_fabric.h"
#include "tests/support/random_fabric.h"
#include "tests/support/random_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

NewlyLost lost(const Fabric& before, ConstTables old, const Fabric& now, ConstTables rows) {
  const FabricMatch match(before, now);
  return count_newly_lost(match, old, rows, verify({now, rows, OneLane{}}, Workers(1)));
}

TEST(NewlyLost, WhatHadNoPathBeforeDoesNotCount) {
  test::Routed before = test::clockwise_ring(4);
  before.entry(0, test::lid_of_ca(1)) = kNoPath;  // from s0, and by s0 from s3 and s2
  test::Routed now = test::clockwise_ring(4);
  now.entry(0, test::lid_of_ca(1)) = kNoPath;
  now.entry(3, test::lid_of_ca(2)) = kNoPath;
  const NewlyLost found =
      lost(before.fabric, before.block.tables(), now.fabric, now.block.tables());
  EXPECT_EQ(found.pairs, 1u);  // s3 to a2: it alone sends there by s3
  EXPECT_EQ(found.disconnected, 0u);
}

TEST(NewlyLost, WhatNoLinkConnectsIsCountedApart) {
  test::Routed before = test::two_switches();
  test::Sketch sketch(2);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  test::Routed now(sketch);
  const NewlyLost found =
      lost(before.fabric, before.block.tables(), now.fabric, now.block.tables());
  EXPECT_EQ(found.pairs, 0u);
  EXPECT_EQ(found.disconnected, 2u);
}

// Does a packet arrive, step by step?
bool arrives(const Fabric& fabric, ConstTables rows, SwitchIndex s, Lid lid) {
  const EndPort& to = fabric.end_ports()[fabric.owner(lid).index];
  for (std::uint32_t steps = 0; steps <= fabric.switch_count(); ++steps) {
    const PortNum out = rows.row(s)[lid];
    if (s == to.sw && out == to.switch_port) return true;
    if (out >= fabric.ports(s).size() || fabric.ports(s)[out].kind != PeerKind::kSwitch)
      return false;
    s = fabric.ports(s)[out].peer;
  }
  return false;
}

TEST(NewlyLost, IsWhatPairByPairIsFound) {
  std::uint64_t seen = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    test::LivingFabric living(random_broken_fabric(seed));
    for (unsigned i = 0; i < 5; ++i) living.change(random);
    const Fabric& before = living.whole();
    const Fabric now = living.now();
    TableBlock old = test::random_minimal_tables(before, random);
    TableBlock rows = test::random_minimal_tables(now, random);
    for (TableBlock* block : {&old, &rows}) {
      for (unsigned i = random.below(20); i > 0; --i) {
        const Tables tables = block->tables();
        tables.row(random.below(static_cast<std::uint32_t>(
            tables.row_count())))[random.below(now.max_lid() + 1u)] = kNoPath;
      }
    }
    const FabricMatch match(before, now);
    const Pieces pieces = find_pieces(now);
    NewlyLost expected;
    for (const EndPort& from : now.end_ports()) {
      for (std::size_t l = 1; l <= now.max_lid() && from.lid != 0; ++l) {
        const auto lid = static_cast<Lid>(l);
        const LidOwner owner = now.owner(lid);
        if (owner.kind != PeerKind::kEndPort) continue;
        const EndPort& to = now.end_ports()[owner.index];
        if (to.port_guid == from.port_guid || arrives(now, rows.tables(), from.sw, lid)) continue;
        if (!arrives(before, old.tables(), match.switch_before(from.sw), lid)) continue;
        ++(pieces.of[from.sw] == pieces.of[to.sw] ? expected.pairs : expected.disconnected);
      }
    }
    const NewlyLost found =
        lost(before, std::as_const(old).tables(), now, std::as_const(rows).tables());
    EXPECT_EQ(found.pairs, expected.pairs);
    EXPECT_EQ(found.disconnected, expected.disconnected);
    seen += std::min(found.pairs, found.disconnected);
  }
  EXPECT_GT(seen, 0u);
}

}  // namespace
}  // namespace weft
