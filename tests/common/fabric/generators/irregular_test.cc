// Missing and extra CAs, shuffled GUIDs.
#include "common/fabric/generators/irregular.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "tests/support/fabric_facts.h"

namespace weft {
namespace {

TEST(Amount, RoundsPercentagesUp) {
  EXPECT_EQ((Amount{2, true}.of(50)), 1u);
  EXPECT_EQ((Amount{2, true}.of(51)), 2u);
  EXPECT_EQ((Amount{0.1, true}.of(20)), 1u);
  EXPECT_EQ((Amount{100, true}.of(7)), 7u);
  EXPECT_EQ((Amount{0, true}.of(7)), 0u);
  EXPECT_EQ(Amount{12}.of(7), 12u);
}

TEST(Hosts, AreSpreadEvenly) {
  const Fabric whole = make_xgft({.down = {4, 3}, .up = {1, 2}});
  const Fabric seven = with_hosts(whole, 7);
  EXPECT_EQ(contradictions(seven), std::vector<std::string>{});
  EXPECT_EQ(seven.switch_count(), 5u);
  ASSERT_EQ(seven.end_port_count(), 7u);
  std::map<std::string, std::vector<unsigned>> ports;
  for (EndPortIndex e = 0; e < 7; ++e) {
    EXPECT_EQ(seven.end_port_name(e), "node-000" + std::to_string(e + 1)) << "no name is left out";
    const EndPort& port = seven.end_ports()[e];
    ports[std::string(seven.switch_name(port.sw))].push_back(port.switch_port);
  }
  using Ports = std::vector<unsigned>;
  EXPECT_EQ(ports["leaf 0"], (Ports{1, 2}));
  EXPECT_EQ(ports["leaf 1"], (Ports{1, 2}));
  EXPECT_EQ(ports["leaf 2"], (Ports{1, 2, 3}));
  EXPECT_EQ(text_of(with_hosts(whole, 12)), text_of(whole));
  EXPECT_THROW(with_hosts(whole, 0), BadInput);
  EXPECT_THROW(with_hosts(whole, 13), BadInput);
}

TEST(MissingCas, AreAsManyAsAsked) {
  const Fabric whole = make_xgft({.down = {10, 4}, .up = {1, 4}});
  const Fabric rest = without_some_cas(whole, {25, true}, 1);
  EXPECT_EQ(rest.end_port_count(), 30u);
  EXPECT_EQ(rest.switch_count(), 8u);
  EXPECT_EQ(contradictions(rest), std::vector<std::string>{});
  EXPECT_EQ(without_some_cas(whole, {39}, 1).end_port_count(), 1u);
  EXPECT_THROW(without_some_cas(whole, {40}, 1), BadInput);
}

TEST(ExtraCas, ArePlacedWhereThereAreNone) {
  const Fabric whole = make_xgft({.down = {4, 3}, .up = {1, 2}});
  const Fabric more = with_extra_cas(whole, 3, {}, 9);
  EXPECT_EQ(contradictions(more), std::vector<std::string>{});
  ASSERT_EQ(more.end_port_count(), 15u);
  std::map<std::string, unsigned> on_switch;
  for (EndPortIndex e = 0; e < more.end_port_count(); ++e) {
    if (!more.end_port_name(e).starts_with("extra-")) continue;
    ++on_switch[std::string(more.switch_name(more.end_ports()[e].sw))];
  }
  ASSERT_EQ(on_switch.size(), 2u);  // both spines; one has two
  EXPECT_EQ(on_switch["spine 0"] + on_switch["spine 1"], 3u);
  const SwitchIndex spine = switch_named(more, "spine 0");
  EXPECT_EQ(more.switches()[spine].port_count, 3 + on_switch["spine 0"]);
  EXPECT_EQ(more.ports(spine)[4].kind, PeerKind::kEndPort);
  EXPECT_THROW(with_extra_cas(make_torus({.dims = {4}}), 1, {}, 1), BadInput);
  EXPECT_THROW(with_extra_cas(whole, 1000, {}, 1), BadInput);  // 500 ports
  EXPECT_THROW(with_extra_cas(whole, 0xFFFFFFFF, {}, 1), BadInput);
}

std::map<std::string, unsigned> aggregation_nodes(const Fabric& fabric) {
  std::map<std::string, unsigned> on_switch;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (fabric.end_port_name(e) != kAggregationNode) continue;
    ++on_switch[std::string(fabric.switch_name(fabric.end_ports()[e].sw))];
  }
  return on_switch;
}

TEST(AggregationNodes, AreOnSwitches) {
  const Fabric whole = make_xgft({.down = {4, 3}, .up = {1, 2}});
  const Fabric on_all = with_aggregation_nodes(whole, {}, {}, 1);
  EXPECT_EQ(contradictions(on_all), std::vector<std::string>{});
  EXPECT_EQ(on_all.end_port_count(), 17u);
  EXPECT_EQ(aggregation_nodes(on_all),
            (std::map<std::string, unsigned>{
                {"leaf 0", 1}, {"leaf 1", 1}, {"leaf 2", 1}, {"spine 0", 1}, {"spine 1", 1}}));
  EXPECT_EQ(on_all.ports(switch_named(on_all, "leaf 0"))[7].kind, PeerKind::kEndPort);
  EXPECT_EQ(aggregation_nodes(with_aggregation_nodes(whole, {.leaves_only = true}, {}, 1)),
            (std::map<std::string, unsigned>{{"leaf 0", 1}, {"leaf 1", 1}, {"leaf 2", 1}}));
  EXPECT_EQ(aggregation_nodes(with_aggregation_nodes(whole, {.percent = 50}, {}, 1)).size(), 3u);
  EXPECT_EQ(aggregation_nodes(with_aggregation_nodes(whole, {.percent = 0}, {}, 1)).size(), 0u);
  EXPECT_THROW(with_aggregation_nodes(make_hyperx({.dims = {254}}), {}, {}, 1), BadInput);
}

// How many links a switch has to each other one.
std::map<std::string, unsigned> neighbours(const Fabric& fabric, SwitchIndex s) {
  std::map<std::string, unsigned> links;
  for (const Port& port : fabric.ports(s)) {
    if (port.kind == PeerKind::kSwitch) ++links[std::string(fabric.switch_name(port.peer))];
  }
  return links;
}

TEST(UnevenSpines, HaveHalfOfTheirLinks) {
  const Fabric whole = make_xgft({.down = {2, 6}, .up = {1, 3}});
  const Fabric uneven = with_uneven_spines(whole, {1}, 1);
  EXPECT_EQ(contradictions(uneven), std::vector<std::string>{});
  EXPECT_EQ(facts_of(uneven).links, 18u);
  EXPECT_EQ(facts_of(uneven).end_ports, 12u);
  std::multiset<unsigned> links_of_spines;
  unsigned doubles = 0;
  for (SwitchIndex s = 0; s < uneven.switch_count(); ++s) {
    unsigned links = 0;
    for (const auto& [peer, count] : neighbours(uneven, s)) {
      EXPECT_TRUE(neighbours(whole, s).contains(peer));
      links += count;
      if (count == 2) ++doubles;
    }
    if (uneven.switch_name(s).starts_with("leaf")) {
      EXPECT_EQ(links, 3u);
    } else {
      links_of_spines.insert(links);
    }
  }
  EXPECT_EQ(*links_of_spines.begin(), 3u);
  EXPECT_EQ(doubles, 3u * 2);  // seen from both ends
  EXPECT_NE(text_of(with_uneven_spines(whole, {1}, 2)), text_of(uneven));
}

TEST(UnevenSpines, NeedAnotherSpine) {
  const Fabric whole = make_xgft({.down = {2, 6}, .up = {1, 3}});
  EXPECT_EQ(text_of(with_uneven_spines(whole, {0}, 1)), text_of(whole));
  EXPECT_EQ(facts_of(with_uneven_spines(whole, {2}, 1)).pieces, 1u);
  EXPECT_THROW(with_uneven_spines(whole, {3}, 1), BadInput);
  EXPECT_THROW(with_uneven_spines(whole, {100, true}, 1), BadInput);
  EXPECT_THROW(with_uneven_spines(make_torus({.dims = {4}}), {1}, 1), BadInput);
}

// Line chip 0 and 1 each hold an edge switch; what they have of links to the spine chip cannot go.
TEST(UnevenSpines, DoNotCutTheFabric) {
  const Fabric whole = make_directors({.spines = {2}, .lines = {3}, .edges = 6, .cas = 1});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(facts_of(with_uneven_spines(whole, {3}, seed)).pieces, 1u);
  }
}

TEST(ShuffledGuids, AreTheSameOnesElsewhere) {
  const Fabric plain = make_xgft({.down = {4, 3}, .up = {2, 3}});
  const Fabric shuffled = with_shuffled_guids(plain, 4);
  EXPECT_EQ(contradictions(shuffled), std::vector<std::string>{});
  ASSERT_EQ(shuffled.switch_count(), plain.switch_count());
  ASSERT_EQ(shuffled.end_port_count(), plain.end_port_count());
  unsigned moved = 0;
  for (SwitchIndex s = 0; s < plain.switch_count(); ++s) {
    EXPECT_EQ(shuffled.switches()[s].node_guid, plain.switches()[s].node_guid);
    moved += shuffled.switch_name(s) != plain.switch_name(s) ? 1 : 0;
  }
  EXPECT_GT(moved, 0u);
  for (EndPortIndex e = 0; e < plain.end_port_count(); ++e) {
    EXPECT_EQ(shuffled.end_ports()[e].port_guid, plain.end_ports()[e].port_guid);
  }
  // The same cables between the same names.
  const auto cables = [](const Fabric& fabric) {
    std::set<std::string> result;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
        const Port& port = fabric.ports(s)[p];
        const auto peer = port.kind == PeerKind::kSwitch ? fabric.switch_name(port.peer)
                                                         : fabric.end_port_name(port.peer);
        result.insert(std::string(fabric.switch_name(s)) + " " + std::to_string(p) + " " +
                      std::string(peer) + " " + std::to_string(port.peer_port));
      }
    }
    return result;
  };
  EXPECT_EQ(cables(shuffled), cables(plain));
  EXPECT_EQ(text_of(with_shuffled_guids(plain, 4)), text_of(shuffled));
  EXPECT_NE(text_of(with_shuffled_guids(plain, 5)), text_of(shuffled));
}

}  // namespace
}  // namespace weft
