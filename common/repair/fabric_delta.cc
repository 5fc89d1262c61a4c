#include "common/repair/fabric_delta.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// A link between two switches, named by its lower end.
bool is_lower_end(const Port& port, SwitchIndex s, std::size_t p) {
  return port.kind == PeerKind::kSwitch &&
         std::pair(s, p) < std::pair(port.peer, std::size_t{port.peer_port});
}

bool are_joined(const Fabric& fabric, SwitchIndex a, SwitchIndex b) {
  const auto ports = fabric.ports(a);
  return std::any_of(ports.begin(), ports.end(), [b](const Port& port) {
    return port.kind == PeerKind::kSwitch && port.peer == b;
  });
}

void count_switches(const FabricMatch& match, FabricDelta& delta) {
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(match.before());
  for (SwitchIndex s = 0; s < match.before().switch_count(); ++s) {
    if (match.switch_now(s) != kNone) continue;
    ++(end_ports[s] > 0 ? delta.lost_leaf_switches : delta.lost_switches);
  }
  for (SwitchIndex s = 0; s < match.now().switch_count(); ++s) {
    if (match.switch_before(s) == kNone) {
      ++delta.new_switches;
    } else if (match.now().switches()[s].lid !=
                   match.before().switches()[match.switch_before(s)].lid ||
               match.now().switches()[s].lmc !=
                   match.before().switches()[match.switch_before(s)].lmc) {
      ++delta.changed_lids;
    }
  }
}

// Of links between switches that were there before and are there now.
void count_links(const FabricMatch& match, FabricDelta& delta) {
  const Fabric& before = match.before();
  const Fabric& now = match.now();
  std::vector<std::pair<SwitchIndex, SwitchIndex>> cut;
  for (SwitchIndex s = 0; s < before.switch_count(); ++s) {
    const SwitchIndex here = match.switch_now(s);
    for (std::size_t p = 1; here != kNone && p < before.ports(s).size(); ++p) {
      const Port& port = before.ports(s)[p];
      if (!is_lower_end(port, s, p) || match.switch_now(port.peer) == kNone) continue;
      if (!match.lost_link(s, static_cast<PortNum>(p))) continue;
      if (are_joined(now, here, match.switch_now(port.peer))) {
        ++delta.lost_parallel_links;
      } else {
        cut.emplace_back(s, port.peer);
      }
    }
  }
  std::sort(cut.begin(), cut.end());
  delta.lost_bundles =
      static_cast<std::uint32_t>(std::unique(cut.begin(), cut.end()) - cut.begin());
  for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
    for (std::size_t p = 1; match.switch_before(s) != kNone && p < now.ports(s).size(); ++p) {
      const Port& port = now.ports(s)[p];
      if (!is_lower_end(port, s, p) || match.switch_before(port.peer) == kNone) continue;
      if (!match.keeps_neighbour(s, static_cast<PortNum>(p))) ++delta.new_links;
    }
  }
}

void count_end_ports(const FabricMatch& match, FabricDelta& delta) {
  const auto before = match.before().end_ports();
  const auto now = match.now().end_ports();
  for (EndPortIndex e = 0; e < before.size(); ++e) {
    if (match.end_port_now(e) == kNone && match.switch_now(before[e].sw) != kNone) {
      ++delta.lost_end_ports;
    }
  }
  for (EndPortIndex e = 0; e < now.size(); ++e) {
    const EndPortIndex b = match.end_port_before(e);
    if (b == kNone) {
      if (match.switch_before(now[e].sw) != kNone) ++delta.new_end_ports;
    } else if (match.switch_now(before[b].sw) != now[e].sw ||
               before[b].switch_port != now[e].switch_port) {
      ++delta.moved_end_ports;
    } else if (before[b].lid != now[e].lid || before[b].lmc != now[e].lmc) {
      ++delta.changed_lids;
    }
  }
}

}  // namespace

FabricDelta find_delta(const FabricMatch& match) {
  FabricDelta delta;
  count_switches(match, delta);
  count_links(match, delta);
  count_end_ports(match, delta);
  return delta;
}

std::string describe(const FabricDelta& delta) {
  std::string text;
  const auto add = [&](std::uint32_t count, const char* one, const char* many) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  add(delta.lost_leaf_switches, "leaf switch lost", "leaf switches lost");
  add(delta.lost_switches, "switch lost", "switches lost");
  add(delta.lost_parallel_links, "parallel link lost", "parallel links lost");
  add(delta.lost_bundles, "pair of switches no longer linked",
      "pairs of switches no longer linked");
  add(delta.lost_end_ports, "end port lost", "end ports lost");
  add(delta.new_switches, "switch added", "switches added");
  add(delta.new_links, "link added", "links added");
  add(delta.new_end_ports, "end port added", "end ports added");
  add(delta.moved_end_ports, "end port moved", "end ports moved");
  add(delta.changed_lids, "port with a changed LID", "ports with changed LIDs");
  return text.empty() ? "nothing" : text;
}

}  // namespace weft
