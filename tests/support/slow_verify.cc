#include "tests/support/slow_verify.h"

#include <algorithm>
#include <map>
#include <optional>
#include <variant>

#include "common/fabric/counts.h"

namespace weft::test {
namespace {

struct Step {
  enum Kind { kMoves, kArrives, kEnds } kind = kEnds;
  SwitchIndex next = 0;
};

Step step(const RoutingView& view, SwitchIndex s, Lid lid) {
  const Fabric& fabric = view.fabric;
  const PortNum entry = view.tables.row(s)[lid];
  const LidOwner owner = fabric.owner(lid);
  if (entry == 0) {
    const bool own = owner.kind == PeerKind::kSwitch && owner.index == s;
    return {own ? Step::kArrives : Step::kEnds, 0};
  }
  if (entry >= fabric.ports(s).size()) return {};
  const Port& port = fabric.ports(s)[entry];
  if (port.kind == PeerKind::kSwitch) return {Step::kMoves, port.peer};
  if (port.kind == PeerKind::kEndPort && owner.kind == PeerKind::kEndPort &&
      owner.index == port.peer) {
    return {Step::kArrives, 0};
  }
  return {};
}

// Does a walk over the tables, blind to lanes, get from the switch to the LID's owner?
bool arrives(const RoutingView& view, SwitchIndex s, Lid lid) {
  std::set<SwitchIndex> visited;
  while (visited.insert(s).second) {
    const Step taken = step(view, s, lid);
    if (taken.kind != Step::kMoves) return taken.kind == Step::kArrives;
    s = taken.next;
  }
  return false;
}

bool connected(const Fabric& fabric, SwitchIndex from, SwitchIndex to) {
  std::set<SwitchIndex> seen = {from};
  std::vector<SwitchIndex> open = {from};
  while (!open.empty()) {
    const SwitchIndex s = open.back();
    open.pop_back();
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch && seen.insert(port.peer).second) {
        open.push_back(port.peer);
      }
    }
  }
  return seen.count(to) != 0;
}

// The lane of a packet on the link out of a switch; nothing if it is dropped.
std::optional<Vl> lane(const RoutingView& view, SwitchIndex s, PortNum in, PortNum out, Sl sl) {
  Vl vl = sl;
  if (view.sl2vl != nullptr) {
    vl = view.sl2vl->vl(s, in, out, sl);
    if (vl == 15) return std::nullopt;
  } else if (std::holds_alternative<OneLane>(view.lanes)) {
    return Vl{0};
  }
  return fold_vl(vl, view.fabric.ports(s)[out].link.data_vls);
}

// Walks from an end port until the packet arrives, ends, or uses a channel again.
bool walk(const RoutingView& view, EndPortIndex source, Lid lid, Sl sl, std::set<Vl>& lanes,
          Dependencies& dependencies) {
  SwitchIndex s = view.fabric.end_ports()[source].sw;
  PortNum in = view.fabric.end_ports()[source].switch_port;
  std::optional<ChannelKey> before;
  std::set<ChannelKey> used;
  while (true) {
    const Step taken = step(view, s, lid);
    if (taken.kind == Step::kEnds) return false;
    const PortNum out = view.tables.row(s)[lid];
    const std::optional<Vl> vl = lane(view, s, in, out, sl);
    if (!vl) return false;
    if (taken.kind == Step::kArrives) return true;
    const ChannelKey channel = {s, out, *vl};
    lanes.insert(*vl);
    if (before) dependencies.insert({*before, channel});
    if (!used.insert(channel).second) return false;
    before = channel;
    in = view.fabric.ports(s)[out].peer_port;
    s = taken.next;
  }
}

unsigned loops_to(const RoutingView& view, Lid lid) {
  const std::uint32_t switches = view.fabric.switch_count();
  std::set<std::set<SwitchIndex>> cycles;
  for (SwitchIndex start = 0; start < switches; ++start) {
    // After S steps a walk is on its cycle, if it has one.
    SwitchIndex s = start;
    bool moves = true;
    for (std::uint32_t i = 0; i < switches && moves; ++i) {
      const Step taken = step(view, s, lid);
      moves = taken.kind == Step::kMoves;
      s = taken.next;
    }
    if (!moves) continue;
    std::set<SwitchIndex> cycle;
    while (cycle.insert(s).second) s = step(view, s, lid).next;
    cycles.insert(cycle);
  }
  return static_cast<unsigned>(cycles.size());
}

std::vector<SwitchIndex> tree_neighbours(const MasterTree& tree, SwitchIndex v) {
  std::vector<SwitchIndex> neighbours;
  if (tree.nodes[v].parent != kNone) neighbours.push_back(tree.nodes[v].parent);
  for (SwitchIndex s = 0; s < tree.nodes.size(); ++s) {
    if (tree.nodes[s].in_tree && tree.nodes[s].parent == v) neighbours.push_back(s);
  }
  return neighbours;
}

// The port of x that leads along the tree to its neighbour y.
PortNum tree_port(const MasterTree& tree, SwitchIndex x, SwitchIndex y) {
  return tree.nodes[x].parent == y ? tree.nodes[x].port : tree.nodes[y].parent_port;
}

// Is there a switch with end ports that have a LID on x's side of the edge between v and x?
bool leads_to_end_ports(const Fabric& fabric, const MasterTree& tree, SwitchIndex v,
                        SwitchIndex x) {
  std::set<SwitchIndex> seen = {v, x};
  std::vector<SwitchIndex> open = {x};
  while (!open.empty()) {
    const SwitchIndex s = open.back();
    open.pop_back();
    for (const EndPort& e : fabric.end_ports()) {
      if (e.sw == s && e.lid != 0) return true;
    }
    for (const SwitchIndex n : tree_neighbours(tree, s)) {
      if (seen.insert(n).second) open.push_back(n);
    }
  }
  return false;
}

void add_multicast(const RoutingView& view, const MasterTree& tree, Sl sl,
                   Dependencies& dependencies) {
  const Fabric& fabric = view.fabric;
  for (SwitchIndex v = 0; v < fabric.switch_count(); ++v) {
    for (const SwitchIndex x : tree_neighbours(tree, v)) {
      for (const SwitchIndex y : tree_neighbours(tree, v)) {
        if (x == y || !leads_to_end_ports(fabric, tree, v, x) ||
            !leads_to_end_ports(fabric, tree, v, y)) {
          continue;
        }
        const PortNum in = tree_port(tree, x, v);
        const PortNum out = tree_port(tree, v, y);
        const std::optional<Vl> then = lane(view, v, fabric.ports(x)[in].peer_port, out, sl);
        for (std::size_t before = 0; before < fabric.ports(x).size(); ++before) {
          if (before == in) continue;
          const std::optional<Vl> first = lane(view, x, static_cast<PortNum>(before), in, sl);
          if (first && then) dependencies.insert({{x, in, *first}, {v, out, *then}});
        }
      }
    }
  }
}

// What packets of a path may have.
std::set<Sl> sls_of(const LanePlan& plan, const PathSource& source, Lid lid) {
  if (std::holds_alternative<OneLane>(plan)) return {0};
  std::set<Sl> sls;
  for (Sl hint = 0; hint < 16; ++hint) {
    sls.insert(static_cast<Sl>(path_sl(plan, source, lid, hint) & 15));
  }
  return sls;
}

// All that are in the rows of a plan, and SL 0, which the rest has.
std::set<Sl> all_sls(const LanePlan& plan) {
  std::set<Sl> in_rows = {0};
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  const auto* by_path = std::get_if<SlByPath>(&plan);
  if (by_switch != nullptr) {
    for (const auto& row : by_switch->rows) in_rows.insert(row.begin(), row.end());
  } else if (by_path != nullptr) {
    for (const auto& row : by_path->rows) in_rows.insert(row.begin(), row.end());
  }
  std::set<Sl> sls;
  for (const Sl sl : in_rows) {
    for (unsigned hint = 0; hint < 16; ++hint) {
      const unsigned chosen = by_switch == nullptr ? 0 : hint & by_switch->from_hint;
      sls.insert(static_cast<Sl>((sl | chosen) & 15));
    }
  }
  return sls;
}

Dependencies with_granted(const RoutingView& view, Dependencies requests) {
  const auto end_ports = view.fabric.end_ports();
  std::set<Vl> ignored;
  for (const LanePlan& plan : view.granted) {
    for (EndPortIndex a = 0; a < end_ports.size(); ++a) {
      for (EndPortIndex b = 0; b < end_ports.size(); ++b) {
        if (a == b || end_ports[a].lid == 0) continue;
        for (const Lid lid : lids_of(end_ports[b])) {
          for (const Sl sl : sls_of(plan, {end_ports[a].sw, a}, lid)) {
            walk(view, a, lid, sl, ignored, requests);
          }
        }
      }
    }
  }
  return requests;
}

}  // namespace

SlowVerdict slow_verify(const RoutingView& view) {
  const Fabric& fabric = view.fabric;
  SlowVerdict verdict;
  std::set<Vl> lanes;
  for (EndPortIndex a = 0; a < fabric.end_port_count(); ++a) {
    for (EndPortIndex b = 0; b < fabric.end_port_count(); ++b) {
      if (a == b || fabric.end_ports()[a].lid == 0) continue;
      const bool linked = connected(fabric, fabric.end_ports()[a].sw, fabric.end_ports()[b].sw);
      for (const Lid lid : lids_of(fabric.end_ports()[b])) {
        bool reached = true;
        for (const Sl sl : sls_of(view.lanes, {view.fabric.end_ports()[a].sw, a}, lid)) {
          reached &= walk(view, a, lid, sl, lanes, verdict.requests);
        }
        if (!reached) ++verdict.unreachable_pairs;
        if (!linked) ++verdict.disconnected_pairs;
      }
    }
  }
  const auto on_vl_0 = [](const ChannelKey& c) {
    return ChannelKey{std::get<0>(c), std::get<1>(c), Vl{0}};
  };
  for (const auto& [from, to] : verdict.requests) {
    verdict.on_one_lane.insert({on_vl_0(from), on_vl_0(to)});
  }
  verdict.with_granted = with_granted(view, verdict.requests);
  verdict.with_replies = verdict.requests;
  std::set<Vl> reply_lanes;
  for (EndPortIndex a = 0; a < fabric.end_port_count(); ++a) {
    for (EndPortIndex b = 0; b < fabric.end_port_count(); ++b) {
      const Lid to_a = fabric.end_ports()[a].lid;
      const Lid to_b = fabric.end_ports()[b].lid;
      if (a == b || to_a == 0 || to_b == 0) continue;
      for (const Sl sl : sls_of(view.lanes, {view.fabric.end_ports()[a].sw, a}, to_b)) {
        walk(view, b, to_a, sl, reply_lanes, verdict.with_replies);
      }
    }
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (SwitchIndex d = 0; d < fabric.switch_count(); ++d) {
      const Lid lid = fabric.switches()[d].lid;
      if (s == d || lid == 0 || !connected(fabric, s, d)) continue;
      if (!arrives(view, s, lid)) ++verdict.unreachable_switch_pairs;
    }
  }
  for (unsigned lid = 1; lid <= fabric.max_lid(); ++lid) {
    if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kNothing) continue;
    verdict.forwarding_loops += loops_to(view, static_cast<Lid>(lid));
  }
  const bool one_lane = std::holds_alternative<OneLane>(view.lanes) && view.sl2vl == nullptr;
  if (one_lane) lanes = {0};
  verdict.lanes_used = static_cast<unsigned>(lanes.size());
  const std::set<Sl> sls = all_sls(view.lanes);
  for (Sl sl = 0; sl < 16; ++sl) {
    if (!one_lane && !sls.contains(sl)) continue;
    Dependencies& dependencies = verdict.with_multicast[sl];
    dependencies = has_cycle(verdict.with_granted) ? verdict.requests : verdict.with_granted;
    if (view.multicast == nullptr) continue;
    for (const MasterTree& tree : view.multicast->masters) {
      add_multicast(view, tree, sl, dependencies);
    }
  }
  return verdict;
}

Figures slow_measure(const RoutingView& view) {
  const Fabric& fabric = view.fabric;
  Figures figures;
  figures.link_load.resize(fabric.all_ports().size());
  std::uint64_t pairs = 0;
  std::uint64_t hops = 0;
  for (EndPortIndex a = 0; a < fabric.end_port_count(); ++a) {
    for (EndPortIndex b = 0; b < fabric.end_port_count(); ++b) {
      if (a == b || fabric.end_ports()[a].lid == 0) continue;
      for (const Lid lid : lids_of(fabric.end_ports()[b])) {
        SwitchIndex s = fabric.end_ports()[a].sw;
        if (s != fabric.end_ports()[b].sw && step(view, s, lid).kind == Step::kMoves) {
          const Sl sl = path_sl(view.lanes, {s, a}, lid, 0);
          const auto vl =
              lane(view, s, fabric.end_ports()[a].switch_port, view.tables.row(s)[lid], sl);
          if (vl) ++figures.paths_by_vl[*vl];
        }
        if (!arrives(view, s, lid)) continue;
        ++pairs;
        unsigned length = 0;
        for (Step taken = step(view, s, lid); taken.kind == Step::kMoves;
             taken = step(view, s, lid)) {
          ++figures.link_load[fabric.switches()[s].first_port + view.tables.row(s)[lid]];
          ++length;
          s = taken.next;
        }
        hops += length;
        figures.max_hops = std::max(figures.max_hops, length);
      }
    }
  }
  if (pairs != 0) figures.mean_hops = static_cast<double>(hops) / static_cast<double>(pairs);
  std::uint64_t links = 0;
  std::uint64_t load = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 0; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || port.peer == s) continue;
      const std::uint64_t on_link = figures.link_load[fabric.switches()[s].first_port + p];
      ++links;
      load += on_link;
      figures.max_link_load = std::max(figures.max_link_load, on_link);
      if (on_link == 0) ++figures.unused_links;
    }
  }
  if (links != 0) figures.mean_link_load = static_cast<double>(load) / static_cast<double>(links);
  return figures;
}

bool has_cycle(const Dependencies& dependencies) {
  std::map<ChannelKey, std::vector<ChannelKey>> next;
  for (const auto& [from, to] : dependencies) next[from].push_back(to);
  std::set<ChannelKey> done;
  for (const auto& [root, unused] : next) {
    // Depth first, with the path and how far each of its channels has got.
    std::vector<std::pair<ChannelKey, std::size_t>> path = {{root, 0}};
    std::set<ChannelKey> on_path = {root};
    while (!path.empty()) {
      auto& [channel, tried] = path.back();
      const auto found = next.find(channel);
      if (done.count(channel) != 0 || found == next.end() || tried == found->second.size()) {
        done.insert(channel);
        on_path.erase(channel);
        path.pop_back();
        continue;
      }
      const ChannelKey to = found->second[tried++];
      if (on_path.count(to) != 0) return true;
      if (done.count(to) == 0) {
        on_path.insert(to);
        path.push_back({to, 0});
      }
    }
  }
  return false;
}

bool is_cycle_of(const std::vector<Channel>& cycle, const Dependencies& dependencies) {
  const auto key = [](const Channel& c) { return ChannelKey{c.sw, c.port, c.vl}; };
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Channel& next = cycle[(i + 1) % cycle.size()];
    if (dependencies.count({key(cycle[i]), key(next)}) == 0) return false;
  }
  return !cycle.empty();
}

}  // namespace weft::test
