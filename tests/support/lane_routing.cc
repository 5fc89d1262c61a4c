#include "tests/support/lane_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "common/fabric/builder.h"
#include "common/fabric/counts.h"
#include "common/fabric/generators/blueprint.h"
#include "common/session/acceptance.h"
#include "plugins/engines.h"
#include "tests/support/fabric_facts.h"

namespace weft::test {
namespace {

// All other SLs drop their packets.
Sl2Vl only(const LaneBudget& budget) {
  Sl2Vl::Map map;
  map.fill(kDropVl);
  for (const Lane& lane : budget.lanes) map[lane.sl] = lane.vl;
  return Sl2Vl(map);
}

bool same_plan(const LanePlan& a, const LanePlan& b) {
  if (a.index() != b.index()) return false;
  if (const auto* by_switch = std::get_if<SlBySwitch>(&a)) {
    return by_switch->rows == std::get<SlBySwitch>(b).rows;
  }
  if (const auto* by_path = std::get_if<SlByPath>(&a)) {
    return by_path->rows == std::get<SlByPath>(b).rows;
  }
  return true;
}

bool same_trees(const MulticastPlan& a, const MulticastPlan& b) {
  const auto same_node = [](const MasterTree::Node& x, const MasterTree::Node& y) {
    return x.in_tree == y.in_tree && x.parent == y.parent && x.port == y.port &&
           x.parent_port == y.parent_port && x.depth == y.depth;
  };
  const auto same_tree = [&](const MasterTree& x, const MasterTree& y) {
    return std::ranges::equal(x.nodes, y.nodes, same_node);
  };
  return std::ranges::equal(a.masters, b.masters, same_tree);
}

}  // namespace

LaneRouting::LaneRouting(const EngineInfo& engine, const Fabric& fabric, const LaneBudget& budget,
                         const Options& options, unsigned threads)
    : fabric_(fabric), budget_(budget) {
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  const Workers workers(threads);
  try {
    routing_ = engine.route({fabric, options, workers, budget, all_engines()}, block.tables());
    verify_lanes(fabric, block.tables(), routing_, Sl2Vl::kIdentity, {}, workers);
  } catch (const CannotRoute& failure) {
    refusal_ = failure.what();
    return;
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const PortNum* row = block.tables().row(s);
    rows_.emplace_back(row, row + fabric.max_lid() + 1);
  }
  const Sl2Vl map = only(budget);
  const Sl2Vl* const maps = routing_.sl2vl ? routing_.sl2vl.get() : one_lane() ? nullptr : &map;
  const RoutingView view{fabric, block.tables(), routing_.lanes, maps, &routing_.multicast};
  verdict_ = verify(view, workers);
  figures_ = measure(view, workers);
}

bool LaneRouting::one_lane() const { return std::holds_alternative<OneLane>(routing_.lanes); }

bool LaneRouting::is_of_whole_product() const {
  return std::ranges::any_of(routing_.remarks, [](const std::string& remark) {
    return remark.starts_with("routed as if ");
  });
}

Sl LaneRouting::sl(SwitchIndex from, Lid lid) const {
  return path_sl(routing_.lanes, {.sw = from, .end_port = kNone}, lid, 0);
}

std::string LaneRouting::path_faults() const {
  if (refused()) return refusal_;
  for (SwitchIndex to = 0; to < fabric_.switch_count(); ++to) {
    const std::vector<std::uint32_t> hops = hops_from(fabric_, to);
    for (unsigned l = 1; l <= fabric_.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (fabric_.destination_switch(lid) != to) continue;
      const LidOwner owner = fabric_.owner(lid);
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        const PortNum port = entry(s, lid);
        bool good = false;
        if (hops[s] == kNone) {
          good = port == kNoPath;
        } else if (s == to) {
          good = port == (owner.kind == PeerKind::kSwitch
                              ? PortNum{0}
                              : fabric_.end_ports()[owner.index].switch_port);
        } else if (port != 0 && port < fabric_.ports(s).size()) {
          const Port& out = fabric_.ports(s)[port];
          good = out.kind == PeerKind::kSwitch && hops[out.peer] + 1 == hops[s];
        }
        if (!good) return fmt::format("switch {} sends LID {} to port {}", s, l, port);
      }
    }
  }
  return {};
}

std::string LaneRouting::lane_faults() const {
  if (refused()) return refusal_;
  if (one_lane()) return {};
  std::map<Sl, Vl> lanes;
  for (const Lane& lane : budget_.lanes) lanes[lane.sl] = lane.vl;
  std::vector<bool> has_end_ports(fabric_.switch_count());
  for (const EndPort& port : fabric_.end_ports()) has_end_ports[port.sw] = true;
  for (SwitchIndex from = 0; from < fabric_.switch_count(); ++from) {
    for (unsigned l = 1; l <= fabric_.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const SwitchIndex to = fabric_.destination_switch(lid);
      if (to == kNone || to == from || entry(from, lid) == kNoPath) continue;
      const auto lane = lanes.find(sl(from, lid));
      if (lane == lanes.end()) {
        return fmt::format("switch {} to LID {} has SL {}, outside the budget", from, l,
                           sl(from, lid));
      }
      for (SwitchIndex s = from; s != to && has_end_ports[from];) {
        const Port& out = fabric_.ports(s)[entry(s, lid)];
        if (lane->second >= out.link.data_vls) {
          return fmt::format(
              "switch {} to LID {} is on VL {}, and switch {} port {} has {} data VLs", from, l,
              lane->second, s, entry(s, lid), out.link.data_vls);
        }
        s = out.peer;
      }
    }
  }
  return {};
}

std::string LaneRouting::pair_faults() const {
  if (refused()) return refusal_;
  std::map<SwitchIndex, Lid> first_lid;  // of an end port
  // Of an end port, by path bit.
  std::map<std::pair<SwitchIndex, unsigned>, Lid> first_of_bit;
  std::map<Lid, unsigned> bit_of;
  for (const EndPort& port : fabric_.end_ports()) {
    if (port.lid != 0) first_lid.emplace(port.sw, port.lid);
    for (const Lid lid : lids_of(port)) {
      const unsigned bit = lid - unsigned{port.lid};
      first_of_bit.emplace(std::pair(port.sw, bit), lid);
      bit_of[lid] = bit;
    }
  }
  for (unsigned l = 1; l <= fabric_.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    const auto to = first_lid.find(fabric_.destination_switch(lid));
    if (to == first_lid.end() || fabric_.owner(lid).kind != PeerKind::kEndPort) continue;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (s == to->first) continue;
      const Lid like = first_of_bit.at({to->first, bit_of.at(lid)});
      if (entry(s, lid) != entry(s, like)) {
        return fmt::format("switch {} sends LIDs {} and {} of switch {} different ways", s, l, like,
                           to->first);
      }
      if (first_lid.contains(s) && sl(s, lid) != sl(s, to->second)) {
        return fmt::format("switch {} to LIDs {} and {} of switch {} has SLs {} and {}", s, l,
                           to->second, to->first, sl(s, lid), sl(s, to->second));
      }
    }
  }
  for (const auto& [a, lid_a] : first_lid) {
    for (const auto& [b, lid_b] : first_lid) {
      if (a != b && sl(a, lid_b) != sl(b, lid_a)) {
        return fmt::format("switches {} and {} have SLs {} there and {} back", a, b, sl(a, lid_b),
                           sl(b, lid_a));
      }
    }
  }
  return {};
}

bool LaneRouting::same_as(const LaneRouting& other) const {
  return refusal_ == other.refusal_ && rows_ == other.rows_ &&
         same_plan(routing_.lanes, other.routing_.lanes) &&
         same_trees(routing_.multicast, other.routing_.multicast) &&
         routing_.warnings == other.routing_.warnings && routing_.remarks == other.routing_.remarks;
}

Fabric with_data_vls(const Fabric& fabric, std::uint8_t data_vls) {
  Blueprint blueprint(fabric);
  for (Blueprint::Link& link : blueprint.links) link.attributes.data_vls = data_vls;
  return blueprint.build();
}

Fabric with_fewer_lanes(const Fabric& fabric, Random& random) {
  static constexpr std::uint8_t kDataVls[] = {1, 2, 4, 8, 15};
  Blueprint blueprint(fabric);
  const std::uint32_t least = random.below(5);
  const std::uint32_t rarity = 1 + random.below(10);
  for (Blueprint::Link& link : blueprint.links) {
    if (random.below(rarity) == 0)
      link.attributes.data_vls = kDataVls[least + random.below(5 - least)];
  }
  return blueprint.build();
}

Fabric rediscovered(const Fabric& fabric, Random& random) {
  Blueprint blueprint(fabric);
  std::vector<NodeId> order(blueprint.nodes.size());
  for (NodeId n = 0; n < order.size(); ++n) order[n] = n;
  random.shuffle(order);
  std::vector<NodeId> place(order.size());
  std::vector<Blueprint::Node> nodes;
  for (const NodeId n : order) {
    place[n] = static_cast<NodeId>(nodes.size());
    nodes.push_back(blueprint.nodes[n]);
  }
  blueprint.nodes = std::move(nodes);
  for (Blueprint::Address& address : blueprint.addresses) address.node = place[address.node];
  random.shuffle(blueprint.addresses);
  for (Blueprint::Link& link : blueprint.links) {
    link.a = place[link.a];
    link.b = place[link.b];
    if (random.below(2) == 0) {
      std::swap(link.a, link.b);
      std::swap(link.port_a, link.port_b);
    }
  }
  random.shuffle(blueprint.links);
  return blueprint.build();
}

}  // namespace weft::test
