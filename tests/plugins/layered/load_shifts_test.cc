#include "plugins/layered/load_shifts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/layers_on.h"

namespace weft {
namespace {

// All paths from 0 to the CAs at 3 lead over 1 at first.
class Square {
 public:
  Square() {
    for (EndPortIndex a = 1; a < 5; ++a) {
      on_.write(on_.tree({1, 3, 3, kNone}), test::lid_of_ca(a));
      ++load[first_link(0, 1)];
      ++load[first_link(1, 3)];
    }
  }

  LinkIndex first_link(SwitchIndex from, SwitchIndex to) const { return on_.link(from, to); }
  LinkIndex taken(EndPortIndex ca) const {
    return on_.links.at(0, on_.tables.row(0)[test::lid_of_ca(ca)]);
  }

  // Of all LIDs at 3, one after the other; the paths along these links fit the only layer.
  void shift(std::vector<LinkIndex> order) {
    for (LinkIndex l = 0; l < on_.links.count(); ++l) {
      if (std::ranges::find(order, l) == order.end()) order.push_back(l);
    }
    PathLayers layers(on_.request, on_.links, on_.sources, {.orders = {order}});
    LoadShifts shifts(on_.links, on_.sources, load, layers);
    MinimalPaths paths;
    paths.find(on_.links, {}, 3);
    const DestinationUnit unit{.sw = 3, .first = 0, .count = 4, .end_ports = true};
    for (EndPortIndex a = 1; a < 5; ++a) {
      const Lid lid = test::lid_of_ca(a);
      shifts.shift(paths, unit, {&lid, 1}, on_.tables);
    }
  }

 private:
  test::LayersOn on_{test::square()};

 public:
  std::vector<std::uint32_t> load = std::vector<std::uint32_t>(on_.links.count());
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
