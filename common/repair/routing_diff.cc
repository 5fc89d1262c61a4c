#include "common/repair/routing_diff.h"

#include <algorithm>
#include <mutex>
#include <variant>

#include "common/fabric/counts.h"

namespace weft {
namespace {

// By position in Fabric::all_ports() of the fabric before.
std::vector<char> find_lost_links(const FabricMatch& match) {
  const Fabric& before = match.before();
  std::vector<char> lost(before.all_ports().size(), 0);
  for (SwitchIndex s = 0; s < before.switch_count(); ++s) {
    for (std::size_t p = 1; p < before.ports(s).size(); ++p) {
      lost[before.switches()[s].first_port + p] =
          match.lost_link(s, static_cast<PortNum>(p)) ? 1 : 0;
    }
  }
  return lost;
}

// The LID that the same port had before, wherever it was; 0: it had none.
Lid lid_of_port_before(const FabricMatch& match, Lid lid) {
  const LidOwner owner = match.now().owner(lid);
  if (owner.kind != PeerKind::kEndPort) return match.lid_before(lid);
  const EndPortIndex b = match.end_port_before(owner.index);
  if (b == kNone) return 0;
  const LidRange there = lids_of(match.before().end_ports()[b]);
  const auto offset = static_cast<std::uint32_t>(lid - match.now().end_ports()[owner.index].lid);
  return offset < there.count ? static_cast<Lid>(there.first + offset) : Lid{0};
}

bool has_moved(const FabricMatch& match, EndPortIndex e) {
  const EndPort& port = match.now().end_ports()[e];
  return match.end_port_before(e) != kNone && !match.keeps_neighbour(port.sw, port.switch_port);
}

// By switch: did its packets to a LID cross a lost link? Visits each switch once for a LID.
class OldPaths {
 public:
  OldPaths(const FabricMatch& match, ConstTables tables, const std::vector<char>& lost)
      : match_(match), tables_(tables), lost_(lost), state_(match.before().switch_count()) {}

  void begin(Lid lid) {
    lid_ = lid;
    std::fill(state_.begin(), state_.end(), State::kUnknown);
  }

  // Does the entry of a switch name a port whose link is lost?
  bool is_over_lost(SwitchIndex s) const {
    const PortNum port = tables_.row(s)[lid_];
    return port < match_.before().ports(s).size() &&
           lost_[match_.before().switches()[s].first_port + port] != 0;
  }

  bool led_over(SwitchIndex s) {
    State verdict = State::kClear;  // if the path ends, or comes to a switch again
    for (; state_[s] == State::kUnknown; s = match_.before().ports(s)[tables_.row(s)[lid_]].peer) {
      way_.push_back(s);
      if (is_over_lost(s)) {
        state_[s] = verdict = State::kLedOver;
        break;
      }
      state_[s] = State::kClear;
      if (!leads_on(s)) break;
    }
    if (state_[s] == State::kLedOver) verdict = State::kLedOver;
    for (const SwitchIndex passed : way_) state_[passed] = verdict;
    way_.clear();
    return verdict == State::kLedOver;
  }

 private:
  enum class State : std::uint8_t { kUnknown, kClear, kLedOver };

  bool leads_on(SwitchIndex s) const {
    const auto ports = match_.before().ports(s);
    const PortNum port = tables_.row(s)[lid_];
    return port < ports.size() && ports[port].kind == PeerKind::kSwitch;
  }

  const FabricMatch& match_;
  ConstTables tables_;
  const std::vector<char>& lost_;
  Lid lid_ = 0;
  std::vector<State> state_;
  std::vector<SwitchIndex> way_;
};

class Comparison {
 public:
  Comparison(const FabricMatch& match, const RoutingToCompare& before, const RoutingToCompare& now)
      : match_(match),
        before_(before),
        now_(now),
        lost_(find_lost_links(match)),
        with_sls_(!std::holds_alternative<OneLane>(before.lanes) ||
                  !std::holds_alternative<OneLane>(now.lanes)) {}

  std::vector<SwitchChanges> run(const Workers& workers) const {
    std::vector<SwitchChanges> all(match_.now().switch_count());
    std::mutex mutex;
    const std::size_t lids = match_.now().max_lid() + std::size_t{1};
    // A block of columns is a cache line of each row.
    workers.parallel_for(lids, kLftBlock, [&](std::size_t first, std::size_t last) {
      std::vector<SwitchChanges> here(all.size());
      OldPaths paths(match_, before_.tables, lost_);
      for (std::size_t lid = std::max<std::size_t>(first, 1); lid < last; ++lid) {
        compare_column(static_cast<Lid>(lid), paths, here);
      }
      const std::lock_guard lock(mutex);
      for (std::size_t s = 0; s < all.size(); ++s) all[s] += here[s];
    });
    return all;
  }

 private:
  void compare_column(Lid lid, OldPaths& paths, std::vector<SwitchChanges>& changes) const {
    const Lid old = lid_of_port_before(match_, lid);
    if (old == 0) return;
    paths.begin(old);
    for (SwitchIndex s = 0; s < match_.now().switch_count(); ++s) {
      const SwitchIndex b = match_.switch_before(s);
      if (b == kNone) continue;
      const PortNum port = now_.tables.row(s)[lid];
      const bool changed = port != before_.tables.row(b)[old];
      const bool led_over = paths.led_over(b);
      EntryChanges& entries = changes[s].entries;
      ++entries.compared;
      entries.over_lost += paths.is_over_lost(b) ? 1 : 0;
      entries.led_over += led_over ? 1 : 0;
      entries.changed += changed ? 1 : 0;
      entries.forced += changed && led_over ? 1 : 0;
      entries.without_path += changed && port == kNoPath ? 1 : 0;
    }
    if (with_sls_ && match_.now().owner(lid).kind == PeerKind::kEndPort) {
      compare_sls(lid, old, paths, changes);
    }
  }

  void compare_sls(Lid lid, Lid old, OldPaths& paths, std::vector<SwitchChanges>& changes) const {
    const EndPortIndex to = match_.now().owner(lid).index;
    for (EndPortIndex e = 0; e < match_.now().end_port_count(); ++e) {
      const EndPortIndex b = match_.end_port_before(e);
      if (b == kNone || e == to) continue;
      const EndPort& from = match_.now().end_ports()[e];
      const EndPort& from_before = match_.before().end_ports()[b];
      if (from.lid == 0 || from_before.lid == 0) continue;
      SlChanges& sls = changes[from.sw].sls;
      ++sls.compared;
      if (path_sl(now_.lanes, {from.sw, e}, lid, 0) ==
          path_sl(before_.lanes, {from_before.sw, b}, old, 0)) {
        continue;
      }
      ++sls.changed;
      if (has_moved(match_, e) || paths.led_over(from_before.sw)) ++sls.forced;
    }
  }

  const FabricMatch& match_;
  const RoutingToCompare& before_;
  const RoutingToCompare& now_;
  std::vector<char> lost_;
  bool with_sls_;
};

// LIDs of ports that had no LID before.
std::vector<Lid> find_new_lids(const FabricMatch& match) {
  std::vector<Lid> lids;
  for (std::size_t l = 1; l <= match.now().max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (match.now().owner(lid).kind == PeerKind::kNothing) continue;
    if (lid_of_port_before(match, lid) == 0) lids.push_back(lid);
  }
  return lids;
}

}  // namespace

SwitchChanges& SwitchChanges::operator+=(const SwitchChanges& more) {
  entries.compared += more.entries.compared;
  entries.over_lost += more.entries.over_lost;
  entries.led_over += more.entries.led_over;
  entries.changed += more.entries.changed;
  entries.forced += more.entries.forced;
  entries.without_path += more.entries.without_path;
  sls.compared += more.sls.compared;
  sls.changed += more.sls.changed;
  sls.forced += more.sls.forced;
  return *this;
}

RoutingDiff compare_routings(const FabricMatch& match, const RoutingToCompare& before,
                             const RoutingToCompare& now, const Workers& workers) {
  RoutingDiff diff;
  diff.by_switch = Comparison(match, before, now).run(workers);
  for (const SwitchChanges& changes : diff.by_switch) diff.total += changes;
  diff.new_lids = find_new_lids(match);
  diff.lost_lids = find_new_lids(FabricMatch(match.now(), match.before()));
  for (EndPortIndex e = 0; e < match.now().end_port_count(); ++e) {
    if (has_moved(match, e)) diff.moved.push_back(e);
  }
  return diff;
}

}  // namespace weft
