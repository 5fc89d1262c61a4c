#include "tests/support/slow_choices.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace weft::test {
namespace {

// One destination's choices.
class Walk {
 public:
  Walk(const RoutingView& view, const PortChoices& choices, Lid lid)
      : view_(view), choices_(choices), lid_(lid) {}

  std::vector<PortNum> ports(SwitchIndex s) const {
    std::vector<PortNum> list;
    const PortBits& set = choices_[s].at(lid_);
    for (unsigned p = 0; p < 256; ++p) {
      if ((set[p / 64] >> (p % 64) & 1) != 0) list.push_back(static_cast<PortNum>(p));
    }
    return list;
  }
  bool arrives(SwitchIndex s, PortNum port) const {
    const LidOwner owner = view_.fabric.owner(lid_);
    if (owner.kind == PeerKind::kSwitch) return owner.index == s && port == 0;
    return view_.fabric.end_ports()[owner.index].sw == s &&
           view_.fabric.end_ports()[owner.index].switch_port == port;
  }
  // The switch behind a port, if one is there.
  std::optional<SwitchIndex> next(SwitchIndex s, PortNum port) const {
    const auto ports = view_.fabric.ports(s);
    if (port >= ports.size() || ports[port].kind != PeerKind::kSwitch) return std::nullopt;
    return ports[port].peer;
  }

  // Every choice from here arrives. on_way: the switches that led here.
  bool is_safe(SwitchIndex s, std::set<SwitchIndex> on_way = {}) const {
    if (!on_way.insert(s).second) return false;
    const std::vector<PortNum> list = ports(s);
    return !list.empty() && std::all_of(list.begin(), list.end(), [&](PortNum port) {
      if (arrives(s, port)) return true;
      const auto to = next(s, port);
      return to && is_safe(*to, on_way);
    });
  }
  std::set<SwitchIndex> reached_from(SwitchIndex s) const {
    std::set<SwitchIndex> seen;
    std::vector<SwitchIndex> open = {s};
    while (!open.empty()) {
      const SwitchIndex at = open.back();
      open.pop_back();
      for (const PortNum port : ports(at)) {
        const auto to = next(at, port);
        if (to && seen.insert(*to).second) open.push_back(*to);
      }
    }
    return seen;
  }
  bool loops() const {
    for (SwitchIndex s = 0; s < view_.fabric.switch_count(); ++s) {
      if (reached_from(s).count(s) != 0) return true;
    }
    return false;
  }

  // What one SL's packets of an end port can do. True if some can be dropped.
  bool follow(EndPortIndex source, Sl sl, SlowChoices& found) const {
    const EndPort& e = view_.fabric.end_ports()[source];
    bool drops = false;
    std::set<std::tuple<SwitchIndex, PortNum, std::optional<ChannelKey>>> seen;
    std::vector<std::tuple<SwitchIndex, PortNum, std::optional<ChannelKey>>> open = {
        {e.sw, e.switch_port, std::nullopt}};
    while (!open.empty()) {
      const auto [s, in, before] = open.back();
      open.pop_back();
      for (const PortNum port : ports(s)) {
        if (port >= view_.fabric.ports(s).size()) continue;
        const Vl vl = view_.sl2vl != nullptr ? view_.sl2vl->vl(s, in, port, sl) : sl;
        if (view_.sl2vl != nullptr && vl == kDropVl && port != 0) {
          drops = true;
          continue;
        }
        const auto to = next(s, port);
        if (!to) continue;
        const Port& out = view_.fabric.ports(s)[port];
        const ChannelKey channel = {s, port, fold_vl(vl, out.link.data_vls)};
        found.lanes.insert(std::get<2>(channel));
        if (before) found.dependencies.insert({*before, channel});
        const std::tuple state = {*to, out.peer_port, std::optional(channel)};
        if (seen.insert(state).second) open.push_back(state);
      }
    }
    return drops;
  }

  void spread(SwitchIndex s, double packets, std::vector<double>& load) const {
    const std::vector<PortNum> list = ports(s);
    for (const PortNum port : list) {
      if (arrives(s, port)) continue;
      const double share = packets / static_cast<double>(list.size());
      load[view_.fabric.switches()[s].first_port + port] += share;
      spread(*next(s, port), share, load);
    }
  }

 private:
  const RoutingView& view_;
  const PortChoices& choices_;
  Lid lid_;
};

std::set<SwitchIndex> piece_of(const Fabric& fabric, SwitchIndex s) {
  std::set<SwitchIndex> piece = {s};
  std::vector<SwitchIndex> open = {s};
  while (!open.empty()) {
    const SwitchIndex at = open.back();
    open.pop_back();
    for (const Port& port : fabric.ports(at)) {
      if (port.kind == PeerKind::kSwitch && piece.insert(port.peer).second)
        open.push_back(port.peer);
    }
  }
  return piece;
}

}  // namespace

SlowChoices slow_choices(const RoutingView& view, const PortChoices& choices) {
  const Fabric& fabric = view.fabric;
  SlowChoices found;
  found.link_load.assign(fabric.all_ports().size(), 0.0);
  for (unsigned i = 1; i <= fabric.max_lid(); ++i) {
    const auto lid = static_cast<Lid>(i);
    const LidOwner owner = fabric.owner(lid);
    if (owner.kind == PeerKind::kNothing) continue;
    const Walk walk(view, choices, lid);
    const SwitchIndex d = fabric.destination_switch(lid);
    const std::set<SwitchIndex> piece = piece_of(fabric, d);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      found.entries += walk.ports(s).empty() ? 0 : 1;
      found.with_several_ports += walk.ports(s).size() > 1 ? 1 : 0;
    }
    found.looping_lids += walk.loops() ? 1 : 0;
    if (owner.kind == PeerKind::kSwitch) {
      for (SwitchIndex s = 0; s < fabric.switch_count() && fabric.switches()[d].lid == lid; ++s) {
        if (s != d && piece.count(s) != 0 && !walk.is_safe(s)) ++found.unsafe_switch_pairs;
      }
      continue;
    }
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      const SwitchIndex s = fabric.end_ports()[e].sw;
      if (e == owner.index || fabric.end_ports()[e].lid == 0) continue;
      const bool safe = walk.is_safe(s);
      found.unsafe_pairs += safe ? 0 : 1;
      found.disconnected_pairs += piece.count(s) != 0 ? 0 : 1;
      for (const unsigned sl : numbers_in(path_sls(view.lanes, {s, e}, lid))) {
        found.drops |= walk.follow(e, static_cast<Sl>(sl), found);
      }
      if (safe) walk.spread(s, 1.0, found.link_load);
    }
  }
  return found;
}

PortChoices no_choices(const Fabric& fabric) { return PortChoices(fabric.switch_count()); }

void choose(PortChoices& choices, SwitchIndex s, Lid lid, PortNum port) {
  ChoiceRow& row = choices[s];
  PortBits set = row.at(lid);
  add_port(set, port);
  const auto same = std::find(row.sets.begin(), row.sets.end(), set);
  const auto number = static_cast<std::uint16_t>(same - row.sets.begin());
  if (same == row.sets.end()) row.sets.push_back(set);
  if (row.set_of.size() <= lid) row.set_of.resize(lid + std::size_t{1});
  row.set_of[lid] = number;
}

PortChoices only_choices(const RoutingView& view) {
  PortChoices choices = no_choices(view.fabric);
  for (SwitchIndex s = 0; s < view.fabric.switch_count(); ++s) {
    for (unsigned lid = 1; lid <= view.fabric.max_lid(); ++lid) {
      const PortNum port = view.tables.row(s)[lid];
      if (port != kNoPath) choose(choices, s, static_cast<Lid>(lid), port);
    }
  }
  return choices;
}

}  // namespace weft::test
