#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/session/session.h"
#include "common/stored/stored_hops.h"
#include "plugins/file/file.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/drawn_fabric.h"

namespace weft {
namespace {

// As OpenSM dumps it; `hops` gives them through a port, or 0xff.
template <typename HopsThrough>
std::string lid_matrix(const Fabric& fabric, HopsThrough hops) {
  std::string text;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    text += fmt::format("Switch: guid 0x{:016x}\n", fabric.switches()[s].node_guid);
    for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
      text += fmt::format("0x{:04x}: {}", fabric.switches()[d].lid, s == d ? "00" : "ff");
      for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
        text += fmt::format(" {:02x}", s == d ? 0xFF : hops(s, p, d));
      }
      text += fmt::format(" # portguid 0x{:016x}\n", fabric.switches()[d].node_guid);
    }
  }
  return text;
}

Options loaded(const std::string& text, Balance balance) {
  std::vector<std::string> warnings;
  Options options;
  options.balance = balance;
  options.stored_hops =
      std::make_shared<const StoredHops>(parse_stored_hops(text, "file", Workers(2), warnings));
  RC_ASSERT(warnings.empty());
  return options;
}

RC_GTEST_PROP(LidMatrix, OfShortestPathsGivesTheTablesOfMinHop, ()) {
  const Fabric fabric = (*test::drawn_broken_fabric()).fabric;
  std::vector<SwitchIndex> all;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) all.push_back(s);
  const HopTable table = shortest_hop_table(fabric, SwitchGraph(fabric), {}, all, Workers(1));
  const std::string text = lid_matrix(fabric, [&](SwitchIndex s, std::size_t p, SwitchIndex d) {
    const Port& port = fabric.ports(s)[p];
    const bool leads = port.kind == PeerKind::kSwitch && table.hops(port.peer, d) != kFar;
    return leads ? table.hops(port.peer, d) + 1 : 0xFF;
  });
  for (const Balance balance : {Balance::kSwitch, Balance::kFabric}) {
    const Options options = loaded(text, balance);
    TableBlock rows(fabric.switch_count(), fabric.max_lid());
    TableBlock expected(fabric.switch_count(), fabric.max_lid());
    file_engine().route({fabric, options, Workers(2)}, rows.tables());
    minhop_engine().route({fabric, options, Workers(2)}, expected.tables());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const PortNum* const row = rows.tables().row(s);
      RC_ASSERT(std::equal(row, row + fabric.max_lid() + 1, expected.tables().row(s)));
    }
  }
}

// Any hops through any port: what comes of it may be bad, and is called so.
RC_GTEST_PROP(LidMatrix, OfNonsenseDoesNoHarm, ()) {
  const test::DrawnFabric drawn = *test::drawn_broken_fabric();
  const Fabric& fabric = drawn.fabric;
  Random random = drawn.random;
  const std::string text = lid_matrix(fabric, [&](SwitchIndex, std::size_t, SwitchIndex) {
    return random.below(3) == 0 ? 0xFFu : random.below(random.below(9) == 0 ? 0x100u : 4u);
  });
  for (const Balance balance : {Balance::kSwitch, Balance::kFabric}) {
    Options options = loaded(text, balance);
    options.port_profile_switch_nodes = random.below(2) == 0;
    options.file_unchecked = true;
    TableBlock rows(fabric.switch_count(), fabric.max_lid());
    Session session(file_engine());
    session.route({Fabric(fabric), options, Workers(2)}, rows.tables());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
        const PortNum port = rows.tables().row(s)[lid];
        const SwitchIndex to = fabric.destination_switch(static_cast<Lid>(lid));
        if (to == kNone || to == s || port == kNoPath) continue;
        RC_ASSERT(port < fabric.ports(s).size());
        RC_ASSERT(fabric.ports(s)[port].kind == PeerKind::kSwitch);
      }
    }
  }
}

}  // namespace
}  // namespace weft
