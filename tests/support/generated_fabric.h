// What tests of generators ask of a fabric.
#ifndef WEFT_TESTS_SUPPORT_GENERATED_FABRIC_H_
#define WEFT_TESTS_SUPPORT_GENERATED_FABRIC_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/counts.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "tests/support/fabric_facts.h"

namespace weft::test {

// Which switch or CA, by name, and which of its ports a switch's port leads to: «leaf 0.1 port 3».
inline std::string leads_to(const Fabric& fabric, std::string_view name, unsigned port) {
  const SwitchIndex s = switch_named(fabric, name);
  if (s == kNone || port >= fabric.ports(s).size()) return "no such port";
  const Port& p = fabric.ports(s)[port];
  if (p.kind == PeerKind::kNothing) return "nothing";
  const std::string_view peer =
      p.kind == PeerKind::kSwitch ? fabric.switch_name(p.peer) : fabric.end_port_name(p.peer);
  return std::string(peer) + " port " + std::to_string(p.peer_port);
}

// It contradicts itself nowhere, has no LIDs, and GUIDs as all generators give them.
inline void expect_sound(const Fabric& fabric, unsigned pieces = 1) {
  EXPECT_EQ(contradictions(fabric), std::vector<std::string>{});
  EXPECT_EQ(fabric.max_lid(), 0);
  for (const Switch& sw : fabric.switches()) EXPECT_EQ(sw.system_guid, sw.node_guid);
  for (const EndPort& port : fabric.end_ports()) {
    EXPECT_EQ(port.port_guid, port.node_guid + port.port_num);
    EXPECT_EQ(port.system_guid, port.node_guid);
  }
  EXPECT_EQ(facts_of(fabric).pieces, pieces);
}

// Between any two switches; kFar if some have no path.
inline Hops most_hops(const Fabric& fabric) {
  const Distances distances = distances_to(SwitchGraph(fabric), all_switches(fabric), Workers(1));
  Hops most = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto row = distances.from(s).first(distances.destinations());
    most = std::max(most, *std::ranges::max_element(row));
  }
  return most;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_GENERATED_FABRIC_H_
