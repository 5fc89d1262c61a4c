#include "plugins/dragonfly/avoid_busy_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/switch_graph.h"
#include "common/topology/switch_groups.h"
#include "plugins/dragonfly/dragonfly.h"
#include "plugins/dragonfly/group_lines.h"
#include "tests/support/routed_engine.h"

namespace weft {
namespace {

using Rows = std::vector<std::vector<PortNum>>;

struct Yielding : test::RoutedEngine {
  explicit Yielding(Fabric f, unsigned vls = 8)
      : RoutedEngine(dragonfly_engine(), std::move(f), with_congestion(), vls),
        groups(find_groups(SwitchGraph(fabric))),
        links(kDragonflyAvoidance.links(fabric)) {}

  static Options with_congestion() {
    Options options;
    options.congestion = true;
    return options;
  }

  std::uint32_t group_behind(const SendingPort& link) const {
    return groups.of[fabric.ports(link.sw)[link.port].peer];
  }
  // Those from groups to the n-th next one.
  std::vector<SendingPort> links_to_next(std::uint32_t n) const {
    std::vector<SendingPort> found;
    for (const SendingPort& link : links) {
      if ((groups.of[link.sw] + n) % groups.count == group_behind(link)) found.push_back(link);
    }
    return found;
  }

  AvoidanceResult lead_off(const std::vector<SendingPort>& busy, unsigned share = 95) {
    const Workers workers(2);
    const AvoidanceResult given =
        kDragonflyAvoidance.avoid({fabric, routing, busy, share, workers}, block.tables());
    verdict = verify(view(), workers);
    return given;
  }

  void expect_good() const {
    EXPECT_EQ(refusal, "");
    EXPECT_EQ(faults(), "");
    EXPECT_TRUE(verdict.credit_loop_reversed.empty());
    EXPECT_TRUE(verdict.credit_loop_multicast.empty());
  }

  // The links of a path; none if it leads nowhere.
  std::vector<SendingPort> links_of(SwitchIndex from, Lid lid) const {
    std::vector<SendingPort> passed;
    const SwitchIndex to = fabric.destination_switch(lid);
    for (SwitchIndex s = from; s != to;) {
      const PortNum port = entry(s, lid);
      if (port == kNoPath || passed.size() > 20) return {};
      passed.push_back({s, port});
      s = fabric.ports(s)[port].peer;
    }
    return passed;
  }
  std::uint32_t groups_between(SwitchIndex from, Lid lid) const {
    std::set<std::uint32_t> between;
    for (const SendingPort& link : links_of(from, lid)) between.insert(groups.of[link.sw]);
    between.erase(groups.of[from]);
    between.erase(groups.of[fabric.destination_switch(lid)]);
    return static_cast<std::uint32_t>(between.size());
  }

  // Flows over the busiest link between switches, or between groups alone, where each host sends to
  // the same host of the n-th next group.
  std::uint64_t busiest_to_next(std::uint32_t n, bool between_groups = false) const {
    std::vector<std::vector<EndPortIndex>> hosts(groups.count);
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      hosts[groups.of[fabric.end_ports()[e].sw]].push_back(e);
    }
    std::vector<std::vector<std::uint64_t>> load(fabric.switch_count(),
                                                 std::vector<std::uint64_t>(256));
    std::uint64_t most = 0;
    for (std::uint32_t group = 0; group < groups.count; ++group) {
      const auto& others = hosts[(group + n) % groups.count];
      for (std::size_t i = 0; i < hosts[group].size(); ++i) {
        const SwitchIndex from = fabric.end_ports()[hosts[group][i]].sw;
        for (const SendingPort& link : links_of(from, fabric.end_ports()[others[i]].lid)) {
          if (between_groups && groups.of[link.sw] == group_behind(link)) continue;
          most = std::max(most, ++load[link.sw][link.port]);
        }
      }
    }
    return most;
  }

  SwitchGroups groups;
  std::vector<SendingPort> links;
};

Fabric dragonfly(const DragonflySpec& spec) { return with_new_lids(make_dragonfly(spec), 0); }

constexpr DragonflySpec kSmall = {.routers = 4, .global_links = 2, .cas = 2};
constexpr DragonflySpec kSeveralLinks = {.routers = 8, .global_links = 4, .cas = 1, .groups = 7};
constexpr DragonflySpec kRows = {.routers = 4, .global_links = 3, .cas = 1, .groups = 5, .rows = 3};
constexpr DragonflySpec kShapes[] = {kSmall, kSeveralLinks, kRows};

TEST(GroupLines, TwoGroupsHaveOneLine) {
  for (std::uint32_t a = 0; a < 3 * kLines; ++a) {
    for (std::uint32_t b = 0; b < 3 * kLines; ++b) {
      unsigned lines = 0;
      for (Sl sl = 1; sl <= kLines; ++sl) lines += is_on_line(sl, a) && is_on_line(sl, b) ? 1 : 0;
      EXPECT_EQ(lines, a % kLines == b % kLines ? 4u : 1u);
      EXPECT_TRUE(is_on_line(line_sl(a, b), a) && is_on_line(line_sl(a, b), b));
      EXPECT_EQ(line_sl(a, b), line_sl(b, a)) << "replies";
    }
  }
}

TEST(AvoidBusyLinks, PathsAreMinimalUntilALinkIsBusy) {
  for (const DragonflySpec& spec : kShapes) {
    Yielding routed(dragonfly(spec));
    routed.expect_good();
    EXPECT_EQ(routed.links.size(),
              std::size_t{routed.groups.count} * spec.routers * spec.rows * spec.global_links);
    const Rows before = routed.rows();
    EXPECT_EQ(routed.lead_off({}).entries, 0u);
    EXPECT_TRUE(routed.rows() == before);
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        EXPECT_EQ(routed.groups_between(s, end_port.lid), 0u);
        EXPECT_EQ(routed.sl(s, end_port.lid),
                  routed.groups.of[s] == routed.groups.of[end_port.sw]
                      ? 0
                      : line_sl(routed.groups.of[s], routed.groups.of[end_port.sw]));
      }
    }
  }
}

TEST(AvoidBusyLinks, AllLinksToTheNextGroupAreRelieved) {
  for (const DragonflySpec& spec : kShapes) {
    Yielding routed(dragonfly(spec));
    const auto busy = routed.links_to_next(1);
    const AvoidanceResult given = routed.lead_off(busy, 100);
    routed.expect_good();
    EXPECT_EQ(given.relieved, routed.groups.count);
    EXPECT_EQ(given.unrelieved, 0u);
    for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
      for (const EndPort& end_port : routed.fabric.end_ports()) {
        const bool is_next =
            (routed.groups.of[s] + 1) % routed.groups.count == routed.groups.of[end_port.sw];
        EXPECT_EQ(routed.groups_between(s, end_port.lid), is_next ? 1u : 0u);
      }
    }
  }
}

// The order of the links, and what was led off before, make no difference.
TEST(AvoidBusyLinks, WritesTheRowsOfTheGroupAlone) {
  for (const DragonflySpec& spec : kShapes) {
    Yielding all(dragonfly(spec));
    const Rows at_rest = all.rows();
    all.lead_off(all.links_to_next(1));
    const Rows relieved = all.rows();
    for (std::uint32_t group = 0; group < all.groups.count; ++group) {
      Yielding one(dragonfly(spec));
      auto busy = one.links_to_next(1);
      std::erase_if(busy, [&](const SendingPort& l) { return one.groups.of[l.sw] != group; });
      std::ranges::reverse(busy);
      one.lead_off(busy);
      one.expect_good();
      const Rows rows = one.rows();
      for (SwitchIndex s = 0; s < one.fabric.switch_count(); ++s) {
        EXPECT_TRUE(rows[s] == (one.groups.of[s] == group ? relieved[s] : at_rest[s])) << s;
      }
    }
  }
}

// A repair gives a new switch without hosts no row.
TEST(AvoidBusyLinks, RowsOfSlsMayBeMissing) {
  Yielding routed(dragonfly({.routers = 4, .global_links = 1, .cas = 2}));
  std::get<SlBySwitch>(routed.routing.lanes).rows[1].clear();
  for (std::uint32_t n = 1; n < routed.groups.count; ++n) {
    routed.lead_off(routed.links_to_next(n));
    routed.expect_good();
  }
}

TEST(AvoidBusyLinks, AShareOfThePathsStays) {
  for (const unsigned share : {0u, 1u, 50u, 95u, 100u}) {
    Yielding routed(dragonfly({.routers = 10, .global_links = 2, .cas = 9, .groups = 5}));
    routed.lead_off(routed.links_to_next(1), share);
    std::uint64_t led_off = 0;
    std::uint64_t all = 0;
    for (const EndPort& end_port : routed.fabric.end_ports()) {
      if (routed.groups.of[end_port.sw] != 1) continue;
      ++all;
      for (SwitchIndex s = 0; s < routed.fabric.switch_count(); ++s) {
        if (routed.groups.of[s] != 0) continue;
        led_off += routed.groups_between(s, end_port.lid);
        break;
      }
    }
    EXPECT_NEAR(static_cast<double>(led_off), static_cast<double>(all * share) / 100, 2) << share;
  }
}

TEST(AvoidBusyLinks, NothingMovesWhereEverythingIsBusy) {
  for (const DragonflySpec& spec : kShapes) {
    Yielding routed(dragonfly(spec));
    const Rows before = routed.rows();
    const AvoidanceResult given = routed.lead_off(routed.links);
    EXPECT_TRUE(routed.rows() == before);
    EXPECT_EQ(given.relieved, 0u);
    EXPECT_EQ(given.unrelieved, routed.groups.count * (routed.groups.count - 1));
  }
}

TEST(AvoidBusyLinks, OneOfSeveralLinksIsNotThePair) {
  Yielding routed(dragonfly(kSeveralLinks));
  const auto busy = routed.links_to_next(2);
  ASSERT_GT(busy.size(), std::size_t{2} * routed.groups.count);
  EXPECT_EQ(routed.lead_off({busy.front()}).entries, 0u);
}

// As in doc/dragonfly.md; no routing can get below 3.92.
TEST(AvoidBusyLinks, AdversarialTrafficIsSpread) {
  Yielding routed(dragonfly({.routers = 10, .global_links = 5, .cas = 10}));
  EXPECT_EQ(routed.busiest_to_next(1), 100u);
  routed.lead_off(routed.links_to_next(1));
  routed.expect_good();
  EXPECT_LE(routed.busiest_to_next(1, true), 6u) << "links between groups";
  EXPECT_LE(routed.busiest_to_next(1), 7u) << "others";
}

TEST(AvoidBusyLinks, NeedsFourLanes) {
  Yielding routed(dragonfly(kSmall), 3);
  routed.expect_good();
  EXPECT_FALSE(routed.routing.remarks.empty());
  EXPECT_EQ(routed.lead_off(routed.links_to_next(1)).entries, 0u);
  Yielding with_four(dragonfly(kSmall), 4);
  EXPECT_GT(with_four.lead_off(with_four.links_to_next(1)).entries, 0u);
  with_four.expect_good();
}

// Whatever is missing, and whatever is busy: all that arrived arrives, and nothing closes a cycle.
TEST(AvoidBusyLinks, AvoidsMissingLinks) {
  unsigned relieved = 0;
  for (const DragonflySpec& spec : kShapes) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Fabric fabric = with_new_lids(
          with_failures(make_dragonfly(spec), {.links = {.number = 3}, .seed = seed}), 0);
      for (std::uint32_t n = 1; n <= 3; ++n) {
        Yielding routed(fabric);
        if (!routed.refusal.empty()) continue;
        relieved += routed.lead_off(routed.links_to_next(n)).relieved;
        EXPECT_EQ(routed.faults(), "");
        EXPECT_TRUE(routed.verdict.credit_loop_reversed.empty());
        EXPECT_TRUE(routed.verdict.credit_loop_multicast.empty());
      }
    }
  }
  EXPECT_GT(relieved, 50u);
}

}  // namespace
}  // namespace weft
