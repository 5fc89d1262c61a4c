#include "common/plan/cable_differences.h"

#include <algorithm>
#include <tuple>

#include "common/fabric/counts.h"

namespace weft {
namespace {

using Cables = std::map<NodePair, std::vector<CablePorts>>;

class CableComparer {
 public:
  CableComparer(const PlannedFabric& plan, const Fabric& there, const PlanMatch& match)
      : given_(plan), plan_(plan.fabric), there_(there), match_(match) {}

  CableDifferences run() && {
    const Cables planned = planned_cables();
    Cables there = cables_there();
    for (const auto& [nodes, cables] : planned) {
      result_.planned += cables.size();
      compare(nodes, cables, there[nodes]);
    }
    for (auto& [nodes, cables] : there) {
      if (!planned.contains(nodes) && !cables.empty()) result_.extra[nodes] = std::move(cables);
    }
    explain();
    return std::move(result_);
  }

 private:
  PlanNode node_of_switch(SwitchIndex s) const { return match_.switch_planned[s]; }
  PlanNode node_of_port(EndPortIndex e) const {
    const EndPortIndex planned = match_.port_planned[e];
    return planned == kNone ? kNone : plan_.switch_count() + planned;
  }

  static void add(Cables& cables, PlanNode near, PlanNode far, CablePorts ports) {
    if (far < near) {
      std::swap(near, far);
      std::swap(ports.a, ports.b);
      std::swap(ports.is_a_known, ports.is_b_known);
    }
    cables[{near, far}].push_back(ports);
  }

  Cables planned_cables() const {
    Cables cables;
    for (SwitchIndex s = 0; s < plan_.switch_count(); ++s) {
      if (match_.switch_there[s] == kNone) continue;
      for (std::size_t n = 1; n < plan_.ports(s).size(); ++n) {
        const Port& port = plan_.ports(s)[n];
        const auto near = static_cast<PortNum>(n);
        CablePorts ports = {near, port.peer_port, knows(s, near), true, port.link};
        if (port.kind == PeerKind::kEndPort && match_.port_there[port.peer] != kNone) {
          ports.b = 0;
          add(cables, s, plan_.switch_count() + port.peer, ports);
        }
        const bool is_first = std::pair(s, near) < std::pair(port.peer, port.peer_port);
        if (port.kind == PeerKind::kSwitch && is_first && match_.switch_there[port.peer] != kNone) {
          ports.is_b_known = knows(port.peer, port.peer_port);
          add(cables, s, port.peer, ports);
        }
      }
    }
    return cables;
  }
  bool knows(SwitchIndex s, PortNum port) const {
    return given_.is_port_known[plan_.switches()[s].first_port + port];
  }

  Cables cables_there() const {
    const PlannedChassis chassis(given_, there_, match_);
    Cables cables;
    for (SwitchIndex s = 0; s < there_.switch_count(); ++s) {
      const PlanNode node = node_of_switch(s);
      if (node == kNone) continue;
      const Guid system = there_.switches()[s].system_guid;
      for (std::size_t n = 1; n < there_.ports(s).size(); ++n) {
        const Port& port = there_.ports(s)[n];
        const auto near = static_cast<PortNum>(n);
        const CablePorts ports = {near, port.peer_port, true, true, port.link};
        if (port.kind == PeerKind::kEndPort && node_of_port(port.peer) != kNone) {
          add(cables, node, node_of_port(port.peer), {near, 0, true, true, port.link});
        }
        const bool is_first = std::pair(s, near) < std::pair(port.peer, port.peer_port);
        if (port.kind != PeerKind::kSwitch || !is_first || node_of_switch(port.peer) == kNone) {
          continue;
        }
        const bool is_inside = system != 0 && there_.switches()[port.peer].system_guid == system;
        if (is_inside && !chassis.is_inside_planned(system)) continue;
        add(cables, node, node_of_switch(port.peer), ports);
      }
    }
    return cables;
  }

  static bool fits(PortNum planned, bool is_known, PortNum there) {
    return !is_known || planned == there;
  }

  // Compares the cables between two nodes: first those at the planned ports, then the others.
  void compare(NodePair nodes, std::vector<CablePorts> planned, std::vector<CablePorts>& there) {
    for (const int ends : {2, 1, 0}) {
      std::erase_if(planned, [&](const CablePorts& cable) {
        const auto found = std::ranges::find_if(there, [&](const CablePorts& other) {
          const bool a = fits(cable.a, cable.is_a_known, other.a);
          const bool b = fits(cable.b, cable.is_b_known, other.b);
          return a + b >= ends;
        });
        if (found == there.end()) return false;
        take(CablePair{nodes, cable, *found}, ends == 2);
        there.erase(found);
        return true;
      });
    }
    if (!planned.empty()) result_.missing[nodes] = std::move(planned);
    if (!there.empty()) result_.extra[nodes] = std::move(there);
    there.clear();
  }

  void take(const CablePair& pair, bool is_same_port) {
    ++result_.same;
    if (!is_same_port) result_.other_ports.push_back(pair);
    const LinkAttributes& planned = pair.planned.link;
    const LinkAttributes& there = pair.there.link;
    const bool has_other_width =
        planned.width != 0 && there.width != 0 && planned.width != there.width;
    const bool has_other_speed = planned.speed != LinkSpeed::kUnknown &&
                                 there.speed != LinkSpeed::kUnknown && planned.speed != there.speed;
    if (has_other_width || has_other_speed) result_.other_rates.push_back(pair);
  }

  void explain() {
    std::map<NodePair, std::int32_t> more;
    for (const auto& [nodes, cables] : result_.missing) {
      more[nodes] -= static_cast<std::int32_t>(cables.size());
    }
    for (const auto& [nodes, cables] : result_.extra) {
      more[nodes] += static_cast<std::int32_t>(cables.size());
    }
    std::vector<OddLinks> odd;
    for (const auto& [nodes, count] : more) {
      if (count != 0) odd.push_back({nodes.a, nodes.b, count, false});
    }
    result_.odd = explain_odd_links(odd);
  }

  const PlannedFabric& given_;
  const Fabric& plan_;
  const Fabric& there_;
  const PlanMatch& match_;
  CableDifferences result_;
};

}  // namespace

PlannedChassis::PlannedChassis(const PlannedFabric& plan, const Fabric& there,
                               const PlanMatch& match) {
  std::map<Guid, std::size_t> switches;
  for (const Switch& sw : there.switches()) {
    if (sw.system_guid != 0) ++switches[sw.system_guid];
  }
  for (const auto& [system, count] : switches) {
    if (count > 1) is_planned_.emplace(system, false);
  }
  const auto system_of = [&](SwitchIndex planned) {
    const SwitchIndex s = match.switch_there[planned];
    return s == kNone ? Guid{0} : there.switches()[s].system_guid;
  };
  for (SwitchIndex s = 0; s < plan.fabric.switch_count(); ++s) {
    const auto chassis = is_planned_.find(system_of(s));
    if (chassis == is_planned_.end()) continue;
    for (const Port& port : plan.fabric.ports(s)) {
      const bool is_inside = port.kind == PeerKind::kSwitch && port.peer != s &&
                             system_of(port.peer) == chassis->first;
      chassis->second = chassis->second || is_inside;
    }
  }
}

bool PlannedChassis::is_inside_planned(Guid system) const {
  const auto found = is_planned_.find(system);
  return found == is_planned_.end() || found->second;
}

CableDifferences compare_cables(const PlannedFabric& plan, const Fabric& there,
                                const PlanMatch& match) {
  return CableComparer(plan, there, match).run();
}

}  // namespace weft
