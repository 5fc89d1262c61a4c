#include "plugins/torus/torus_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketched_torus.h"

namespace weft {
namespace {

using test::Dims;
using test::lid_of_ca;
using test::lid_of_switch;
using test::meshes;
using test::places_of;
using test::rings;
using test::sketched_torus;

constexpr PortNum kXUp = 1;
constexpr PortNum kXDown = 2;
constexpr PortNum kYUp = 3;
constexpr PortNum kYDown = 4;
constexpr PortNum kZUp = 5;
constexpr PortNum kHost = 9;

struct Written {
  Written(Fabric f, const Torus& torus, TorusRule rule, const std::vector<PortNum>& order = {},
          unsigned threads = 1)
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const TorusPorts ports(fabric, torus);
    const Workers workers(threads);
    sls = write_torus_tables({fabric, torus, ports, rule, order, workers}, block.tables());
  }
  Written(const Fabric& f, const Dims& dims, TorusRule rule, const std::vector<PortNum>& order = {})
      : Written(f, places_of(f, dims), rule, order) {}

  // By place, to a CA by the place of its switch.
  PortNum entry(Torus::Place from, Torus::Place to) { return at(from, lid_of_ca(to)); }
  Sl sl(Torus::Place from, Torus::Place to) { return sls.rows[at(from)][lid_of_ca(to)]; }
  PortNum at(Torus::Place from, Lid lid) { return block.tables().row(at(from))[lid]; }
  SwitchIndex at(Torus::Place place) const {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (fabric.switches()[s].node_guid == place + 1) return s;
    }
    return kNone;
  }

  Fabric fabric;
  TableBlock block;
  SlBySwitch sls;
};

TEST(TorusTables, TakeTheShorterDirectionOfARing) {
  const Fabric fabric = sketched_torus(rings({5})).build();
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(fabric, rings({5}), rule);
    EXPECT_EQ(tables.entry(0, 1), kXUp);
    EXPECT_EQ(tables.entry(0, 2), kXUp);
    EXPECT_EQ(tables.entry(0, 3), kXDown);
    EXPECT_EQ(tables.entry(0, 4), kXDown);
    EXPECT_EQ(tables.entry(3, 0), kXUp);
    EXPECT_EQ(tables.entry(3, 1), kXDown);
    for (const auto& [from, to] : {std::pair(0, 3), {0, 4}, {1, 4}, {3, 0}, {4, 0}, {4, 1}}) {
      EXPECT_EQ(tables.sl(from, to), 1) << from << " to " << to << " goes round the ends";
    }
    for (const auto& [from, to] : {std::pair(0, 1), {0, 2}, {1, 3}, {2, 4}, {4, 2}, {3, 1}}) {
      EXPECT_EQ(tables.sl(from, to), 0) << from << " to " << to;
    }
  }
}

TEST(TorusTables, HaveTheLidsOfASwitchItself) {
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(sketched_torus(rings({5})).build(), rings({5}), rule);
    EXPECT_EQ(tables.entry(2, 2), kHost);
    EXPECT_EQ(tables.at(2, lid_of_switch(2)), 0);
    EXPECT_EQ(tables.at(2, lid_of_switch(3)), kXUp);
    EXPECT_EQ(tables.sl(2, 2), 0);
    EXPECT_EQ(tables.sls.rows[4][lid_of_switch(0)], 1);
    EXPECT_EQ(tables.at(2, 99), kNoPath) << "nobody's LID";
  }
}

TEST(TorusTables, StockNeverCrossesTheEndsIfDirectionsAreEqual) {
  Written tables(sketched_torus(rings({4})).build(), rings({4}), TorusRule::kStock);
  EXPECT_EQ(tables.entry(0, 2), kXUp);
  EXPECT_EQ(tables.entry(1, 3), kXUp);
  EXPECT_EQ(tables.entry(2, 0), kXDown);
  EXPECT_EQ(tables.entry(3, 1), kXDown);
  for (Torus::Place from = 0; from < 4; ++from) EXPECT_EQ(tables.sl(from, from ^ 2), 0);
  EXPECT_EQ(tables.entry(0, 3), kXDown);
  EXPECT_EQ(tables.sl(0, 3), 1);
}

// Without that the replies to what goes round the ends would not, on the lane of what does.
TEST(TorusTables, ThereAndBackHaveOneSl) {
  for (const auto& dims :
       {rings({6}), rings({8}), rings({4, 6}), rings({4, 8}), rings({6, 4}), rings({4, 4, 4})}) {
    Written tables(sketched_torus(dims).build(), dims, TorusRule::kWhole);
    Torus::Place places = 1;
    for (const TorusDimension& d : dims) places *= d.radix;
    // In a last ring of 4 both ways go up, or both go down, so that one goes round the ends.
    const unsigned last = dims.back().radix == 4 ? 1u << (dims.size() - 1) : 0;
    for (Torus::Place from = 0; from < places; ++from) {
      for (Torus::Place to = 0; to < places; ++to) {
        EXPECT_EQ(tables.sl(from, to) & ~last, tables.sl(to, from) & ~last);
      }
    }
  }
}

TEST(TorusTables, OfARingOfFourOnePairGoesUpAndOneDown) {
  Written tables(sketched_torus(rings({4})).build(), rings({4}), TorusRule::kWhole);
  std::vector<unsigned> load(8);  // of CAs' paths over links up and down, by switch
  for (Torus::Place to = 0; to < 4; ++to) {
    const Torus::Place from = to ^ 2;
    const bool up = tables.entry(from, to) == kXUp;
    EXPECT_EQ(up, to % 2 == 0);
    EXPECT_EQ(tables.sl(from, to), up == (to < from) ? 1 : 0);
    EXPECT_EQ(tables.entry(up ? (from + 1) % 4 : (from + 3) % 4, to), up ? kXUp : kXDown);
    ++load[2 * from + up];
    ++load[2 * ((from + (up ? 1 : 3)) % 4) + up];
  }
  EXPECT_EQ(load, std::vector<unsigned>(8, 1));
}

TEST(TorusTables, AMeshHasNoLinkOverItsEnds) {
  Written whole(sketched_torus(meshes({5})).build(), meshes({5}), TorusRule::kWhole);
  Written stock(sketched_torus(meshes({5})).build(), meshes({5}), TorusRule::kStock);
  for (Torus::Place from = 0; from < 5; ++from) {
    for (Torus::Place to = 0; to < 5; ++to) {
      if (from == to) continue;
      const PortNum port = to > from ? kXUp : kXDown;
      EXPECT_EQ(whole.entry(from, to), port);
      EXPECT_EQ(stock.entry(from, to), port);
      EXPECT_EQ(whole.sl(from, to), 0);
      const Torus::Place apart = to > from ? to - from : from - to;
      EXPECT_EQ(stock.sl(from, to), apart > 2 ? 1 : 0) << "as if it were a ring";
    }
  }
}

TEST(TorusTables, GoDimensionByDimension) {
  const Dims dims = rings({3, 3, 3});
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(sketched_torus(dims).build(), dims, rule);
    EXPECT_EQ(tables.entry(0, 1 + 3 + 9), kXUp);
    EXPECT_EQ(tables.entry(0, 2 + 3), kXDown);
    EXPECT_EQ(tables.entry(1, 1 + 6 + 9), kYDown);
    EXPECT_EQ(tables.entry(1, 1 + 9), kZUp);
    EXPECT_EQ(tables.sl(0, 2 + 3 + 18), 0b101);
    EXPECT_EQ(tables.sl(1, 0 + 6), 0b010);
  }
}

TEST(TorusTables, OfFourDimensionsHaveFourBits) {
  const Dims dims = rings({3, 3, 3, 3});
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(sketched_torus(dims).build(), dims, rule);
    EXPECT_EQ(tables.sl(0, 80), 0b1111);
    EXPECT_EQ(tables.entry(0, 54), 8) << "down the fourth";
  }
}

TEST(StockRule, TakesTheOtherDirectionIfALinkIsCut) {
  const Fabric fabric = test::without_link(sketched_torus(rings({5})).build(), 1, kXUp);
  Written tables(fabric, rings({5}), TorusRule::kStock);
  EXPECT_EQ(tables.entry(0, 1), kXUp);
  EXPECT_EQ(tables.entry(0, 2), kXDown);
  EXPECT_EQ(tables.entry(1, 2), kXDown);
  EXPECT_EQ(tables.entry(4, 2), kXDown);
  EXPECT_EQ(tables.entry(2, 1), kXUp);
  EXPECT_EQ(tables.sl(0, 2), 0) << "as if nothing were missing";
  EXPECT_EQ(tables.sl(2, 1), 0);
  EXPECT_EQ(tables.sl(0, 3), 1);
}

TEST(StockRule, TurnsInFrontOfASwitchThatIsMissing) {
  // (2, 2) = 12 is missing.
  const Dims dims = rings({5, 5});
  const Fabric fabric = test::without_switch(sketched_torus(dims).build(), 12);
  Written tables(fabric, dims, TorusRule::kStock);
  EXPECT_EQ(tables.entry(10, 22), kXUp) << "as far as links lead, to (1, 2)";
  EXPECT_EQ(tables.entry(11, 22), kYUp) << "where it turns early";
  EXPECT_EQ(tables.entry(16, 22), kXUp) << "and back";
  EXPECT_EQ(tables.entry(17, 22), kYUp);
  EXPECT_EQ(tables.sl(10, 22), 0);
  EXPECT_EQ(tables.entry(14, 2), kXDown);
  EXPECT_EQ(tables.entry(13, 2), kYDown);
  EXPECT_EQ(tables.entry(10, 13), kXDown) << "in the row itself the other way round";
  EXPECT_EQ(tables.entry(11, 13), kXDown);
  EXPECT_EQ(tables.sl(11, 13), 0);
  EXPECT_EQ(tables.entry(5, 22), kXUp) << "not concerned";
}

TEST(StockRule, HasNoPathWhereARingIsInTwoPieces) {
  Fabric fabric = test::without_link(sketched_torus(rings({5})).build(), 1, kXUp);
  fabric = test::without_link(fabric, 3, kXUp);
  Written tables(fabric, rings({5}), TorusRule::kStock);
  EXPECT_EQ(tables.entry(1, 2), kNoPath);
  EXPECT_EQ(tables.entry(4, 3), kNoPath);
  EXPECT_EQ(tables.entry(2, 3), kXUp);
  EXPECT_EQ(tables.entry(4, 1), kXUp);
}

TEST(WholeRule, TakesTheOtherDirectionIfOneIsInterrupted) {
  const Fabric fabric = test::without_link(sketched_torus(rings({5})).build(), 1, kXUp);
  Written tables(fabric, rings({5}), TorusRule::kWhole);
  EXPECT_EQ(tables.entry(1, 2), kXDown);
  EXPECT_EQ(tables.entry(0, 2), kXDown);
  EXPECT_EQ(tables.entry(2, 1), kXUp);
  EXPECT_EQ(tables.sl(1, 2), 0) << "as if nothing were missing";
}

TEST(WholeRule, HasNoPathWhereARingIsInTwoPieces) {
  Fabric fabric = test::without_link(sketched_torus(rings({5})).build(), 1, kXUp);
  fabric = test::without_link(fabric, 3, kXUp);
  Written tables(fabric, rings({5}), TorusRule::kWhole);
  EXPECT_EQ(tables.entry(1, 2), kNoPath);
}

// A ring of 5 with two links between s0 and s1, and three CAs each, a0 .. a2 at s0.
test::Sketch doubled_link() {
  test::Sketch sketch = sketched_torus(rings({5}), false);
  sketch.link(0, 6, 1, 5);
  for (SwitchIndex s = 0; s < 5; ++s) {
    for (PortNum port = 9; port < 12; ++port) sketch.ca(s, port);
  }
  return sketch;
}

TEST(TorusTables, ParallelLinksTakeTurns) {
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(doubled_link().build(), rings({5}), rule);
    std::vector<PortNum> ports;
    for (EndPortIndex a = 3; a < 9; ++a) ports.push_back(tables.at(0, lid_of_ca(a)));
    EXPECT_EQ(ports, (std::vector<PortNum>{1, 6, 1, 6, 1, 6})) << "to those of s1 and s2";
    EXPECT_EQ(tables.at(0, lid_of_switch(1)), 1) << "switches' LIDs have turns of their own";
    EXPECT_EQ(tables.at(0, lid_of_switch(2)), 6);
    EXPECT_EQ(tables.at(1, lid_of_ca(0)), 2);
    EXPECT_EQ(tables.at(1, lid_of_ca(1)), 5);
    EXPECT_EQ(tables.at(2, lid_of_ca(1)), kXDown) << "a lone link";
  }
}

TEST(StockRule, TurnsComeInThePortOrder) {
  Written tables(doubled_link().build(), rings({5}), TorusRule::kStock, {11, 3, 9});
  EXPECT_EQ(tables.at(0, lid_of_ca(5)), 1) << "at port 11";
  EXPECT_EQ(tables.at(0, lid_of_ca(3)), 6) << "at port 9";
  EXPECT_EQ(tables.at(0, lid_of_ca(4)), 1) << "at port 10, which is not named";
}

// A ring of 4 with two links between s0 and s1, and a CA with four LIDs at each.
TEST(StockRule, GivesAllLidsOfAPortTheSameWay) {
  test::Sketch sketch = sketched_torus(rings({4}), false);
  sketch.link(0, 6, 1, 5);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 9, static_cast<Lid>(100 + 4 * s), 2);
  const Fabric fabric = sketch.build();
  Written stock(fabric, rings({4}), TorusRule::kStock);
  Written whole(fabric, rings({4}), TorusRule::kWhole);
  unsigned up = 0;
  unsigned first_link = 0;
  for (Lid bits = 0; bits < 4; ++bits) {
    EXPECT_EQ(stock.at(0, static_cast<Lid>(104 + bits)), 1);
    EXPECT_EQ(stock.at(0, static_cast<Lid>(108 + bits)), 6);
    EXPECT_EQ(stock.at(1, static_cast<Lid>(104 + bits)), kHost);
    EXPECT_EQ(stock.at(3, static_cast<Lid>(104 + bits)), kXDown);
    up += whole.at(0, static_cast<Lid>(108 + bits)) != kXDown;
    first_link += whole.at(0, static_cast<Lid>(104 + bits)) == 1;
    EXPECT_EQ(whole.at(1, static_cast<Lid>(104 + bits)), kHost);
  }
  EXPECT_EQ(up, 4u) << "of two ways as long all have one, too";
  EXPECT_EQ(first_link, 2u);
}

TEST(TorusTables, SwitchesWithoutAPlaceHaveNoEntries) {
  const Fabric fabric = sketched_torus(rings({5})).build();
  Torus torus(meshes({4}), 5);
  for (SwitchIndex s = 0; s < 4; ++s) torus.put(s, s);
  for (const TorusRule rule : {TorusRule::kWhole, TorusRule::kStock}) {
    Written tables(fabric, torus, rule);
    EXPECT_EQ(tables.entry(0, 4), kNoPath);
    EXPECT_EQ(tables.at(0, lid_of_switch(4)), kNoPath);
    EXPECT_EQ(tables.entry(4, 0), kNoPath);
    EXPECT_EQ(tables.entry(4, 4), kNoPath);
    EXPECT_EQ(tables.sl(4, 0), 0);
    EXPECT_EQ(tables.entry(0, 3), kXUp);
  }
}

TEST(TorusTables, SwitchesWithoutALidAreNoDestinations) {
  FabricBuilder builder("without LID");
  for (const Guid guid : {1, 2}) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 4});
  }
  builder.set_address(1, 0, 0, 7, 0);
  builder.add_link(0, 1, 1, 2, {});
  Written tables(builder.build(), meshes({2}), TorusRule::kStock);
  EXPECT_EQ(tables.at(0, 7), kXUp);
  EXPECT_EQ(tables.at(0, 0), kNoPath);
  EXPECT_EQ(tables.at(1, 0), kNoPath);
}

bool suits(const Fabric& fabric, const Dims& dims) {
  const Torus torus = places_of(fabric, dims);
  return suits_stock_rule(torus, TorusPorts(fabric, torus));
}

TEST(StockRule, SuitsRingsWithOneBreak) {
  const Dims dims = rings({5, 4});
  const Fabric whole = sketched_torus(dims).build();
  EXPECT_TRUE(suits(whole, dims));
  const Fabric once = test::without_link(whole, 0, kXUp);
  EXPECT_TRUE(suits(once, dims));
  EXPECT_FALSE(suits(test::without_link(once, 2, kXUp), dims)) << "twice in a ring";
  EXPECT_TRUE(suits(test::without_link(once, 5, kXUp), dims)) << "in another ring";
  EXPECT_TRUE(suits(test::without_link(once, 0, kYUp), dims)) << "in another dimension";
  EXPECT_FALSE(suits(test::without_switch(once, 3), dims)) << "a switch is a break, too";
  EXPECT_TRUE(suits(test::without_switch(once, 1), dims)) << "the same one";
  EXPECT_TRUE(suits(test::without_switch(whole, 7), dims));
}

TEST(StockRule, SuitsMeshesThatAreNotCut) {
  const Dims dims = meshes({3, 3});
  const Fabric whole = sketched_torus(dims).build();
  EXPECT_TRUE(suits(whole, dims));
  EXPECT_FALSE(suits(test::without_link(whole, 0, kXUp), dims));
  EXPECT_FALSE(suits(test::without_switch(whole, 4), dims));
  EXPECT_TRUE(suits(test::without_switch(whole, 0), dims)) << "a corner";
}

TEST(StockRule, SuitsMissingSwitchesThatAreNeighboursAlongZ) {
  const Dims dims = rings({3, 3, 5});
  const Fabric whole = sketched_torus(dims).build();
  const auto without = [&](const std::vector<Torus::Place>& places) {
    Fabric fabric = whole;
    for (const Torus::Place place : places) fabric = test::without_switch(fabric, place);
    return suits(fabric, dims);
  };
  EXPECT_TRUE(without({0}));
  EXPECT_TRUE(without({0, 9}));
  EXPECT_TRUE(without({0, 36})) << "round the ends";
  EXPECT_TRUE(without({0, 9, 18}));
  EXPECT_TRUE(without({0, 9, 18, 27, 36})) << "a whole column";
  EXPECT_FALSE(without({0, 18}));
  EXPECT_FALSE(without({0, 1}));
  EXPECT_FALSE(without({0, 3}));
  EXPECT_FALSE(without({0, 9, 1, 10}));
}

TEST(TorusTables, AreTheSameWithAnyNumberOfThreads) {
  const Dims dims = rings({6, 6});
  const Fabric fabric = sketched_torus(dims).build();
  Written one(fabric, places_of(fabric, dims), TorusRule::kWhole, {}, 1);
  Written four(fabric, places_of(fabric, dims), TorusRule::kWhole, {}, 4);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    EXPECT_TRUE(std::equal(one.block.tables().row(s),
                           one.block.tables().row(s) + fabric.max_lid() + 1,
                           four.block.tables().row(s)));
  }
  EXPECT_EQ(one.sls.rows, four.sls.rows);
}

}  // namespace
}  // namespace weft
