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
