#include "plugins/layered/load_shifts.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/lane_routing.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// 0 above 1 and 2, these above 3. One CA at 0, four at 3, whose paths all lead over 1 at first.
class Square {
 public:
  Square() : links(routed_.fabric) {
    load.resize(links.count());
    for (EndPortIndex a = 1; a < 5; ++a) {
      for (const LinkIndex l : {first_link(0, 1), first_link(1, 3)}) {
        tables.row(links[l].from)[test::lid_of_ca(a)] = links[l].port;
        ++load[l];
      }
      tables.row(2)[test::lid_of_ca(a)] = links[first_link(2, 3)].port;
    }
  }

  LinkIndex first_link(SwitchIndex from, SwitchIndex to) const {
    LinkIndex link = links.first_of(from);
    while (links[link].to != to) ++link;
    return link;
  }
  LinkIndex taken(EndPortIndex ca) { return links.at(0, tables.row(0)[test::lid_of_ca(ca)]); }

  // Of all LIDs at 3, one after the other; the paths along these links fit the only layer.
  void shift(std::vector<LinkIndex> order) {
    for (LinkIndex l = 0; l < links.count(); ++l) {
      if (std::ranges::find(order, l) == order.end()) order.push_back(l);
    }
    const Options options;
    const Workers workers(1);
    const RouteRequest request{routed_.fabric, options, nullptr, workers, test::first_lanes(1)};
    LayeredGrowth growth({request, links, tables, false, {}, order, 1000});
    const std::vector<std::uint32_t> sources = {1, 0, 0, 4};
    LoadShifts shifts(links, sources, load, growth);
    MinimalPaths paths;
    paths.find(links, {}, 3);
    const DestinationUnit unit{.sw = 3, .first = 0, .count = 4, .end_ports = true};
    for (EndPortIndex a = 1; a < 5; ++a) {
      const Lid lid = test::lid_of_ca(a);
      shifts.shift(paths, unit, {&lid, 1}, tables);
    }
  }

 private:
  static Fabric drawn() {
    test::Sketch sketch(4);
    sketch.link(0, 1, 1, 1);
    sketch.link(0, 2, 2, 1);
    sketch.link(1, 2, 3, 1);
    sketch.link(2, 2, 3, 2);
    sketch.ca(0, 3);
    for (PortNum port = 3; port < 7; ++port) sketch.ca(3, port);
    return sketch.build();
  }
  test::Routed routed_{drawn()};

 public:
  Links links;
  Tables tables = routed_.block.tables();
  std::vector<std::uint32_t> load;
};

TEST(LoadShifts, ShareTheLoadOfTwoWays) {
  Square square;
  const auto l = [&](SwitchIndex from, SwitchIndex to) { return square.first_link(from, to); };
  square.shift({l(0, 1), l(0, 2), l(1, 3), l(2, 3)});
  EXPECT_EQ(square.load[l(0, 1)], 2u);
  EXPECT_EQ(square.load[l(1, 3)], 2u);
  EXPECT_EQ(square.load[l(0, 2)], 2u);
  EXPECT_EQ(square.load[l(2, 3)], 2u);
  EXPECT_EQ(square.taken(1), l(0, 2));
  EXPECT_EQ(square.taken(2), l(0, 2));
  EXPECT_EQ(square.taken(3), l(0, 1));
  EXPECT_EQ(square.taken(4), l(0, 1));
}

TEST(LoadShifts, LeaveWhatNoLayerTakesElsewhere) {
  Square square;
  const auto l = [&](SwitchIndex from, SwitchIndex to) { return square.first_link(from, to); };
  // 0 - 2 - 3 does not ascend.
  square.shift({l(0, 1), l(2, 3), l(0, 2), l(1, 3)});
  EXPECT_EQ(square.load[l(0, 1)], 4u);
  EXPECT_EQ(square.load[l(2, 3)], 0u);
  for (EndPortIndex a = 1; a < 5; ++a) EXPECT_EQ(square.taken(a), l(0, 1));
}

TEST(LoadShifts, LeaveLinksThatAreNoBusierThanOthers) {
  Square square;
  const auto l = [&](SwitchIndex from, SwitchIndex to) { return square.first_link(from, to); };
  square.load[l(2, 3)] = 4;
  square.shift({l(0, 1), l(0, 2), l(1, 3), l(2, 3)});
  EXPECT_EQ(square.load[l(0, 1)], 4u);
  EXPECT_EQ(square.load[l(2, 3)], 4u);
}

}  // namespace
}  // namespace weft
