#include "common/whatif/load_change.h"

#include <algorithm>
#include <bitset>
#include <cstddef>

#include "common/fabric/counts.h"

namespace weft {
namespace {

std::size_t position(const Fabric& fabric, SwitchIndex s, PortNum port) {
  return fabric.switches()[s].first_port + std::size_t{port};
}

// Sums the paths of one fabric.
class Paths {
 public:
  Paths(const Fabric& fabric, ConstTables tables)
      : fabric_(&fabric),
        tables_(tables),
        sources_(sources_by_switch(fabric)),
        load_(fabric.all_ports().size(), 0) {}

  // Adds the paths from a switch's end ports to an end port's LID; none if they do not arrive.
  void add(SwitchIndex s, Lid lid) {
    const EndPort& to = fabric_->end_ports()[fabric_->owner(lid).index];
    const std::uint32_t count = sources_[s] - (s == to.sw ? 1 : 0);
    if (count == 0) return;
    way_.clear();
    while (way_.size() <= fabric_->switch_count()) {
      const PortNum out = tables_.row(s)[lid];
      if (s == to.sw && out == to.switch_port) {
        for (const std::size_t link : way_) load_[link] += count;
        return;
      }
      if (out >= fabric_->ports(s).size()) return;
      const Port& port = fabric_->ports(s)[out];
      if (port.kind != PeerKind::kSwitch) return;
      way_.push_back(position(*fabric_, s, out));
      s = port.peer;
    }
  }

  std::uint32_t sources(SwitchIndex s) const { return sources_[s]; }
  std::uint64_t load(std::size_t position) const { return load_[position]; }

 private:
  const Fabric* fabric_;
  ConstTables tables_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint64_t> load_;
  std::vector<std::size_t> way_;
};

class LoadChange {
 public:
  LoadChange(const FabricMatch& match, const LoadedTables& before, ConstTables now)
      : match_(match),
        load_before_(before.link_load),
        tables_(now),
        gone_(match.before(), before.tables),
        come_(match.now(), now),
        stamp_(match.now().switch_count(), 0) {}

  std::vector<std::uint64_t> run(std::span<const ChangedEntry> changed) {
    std::vector<ChangedEntry> others(changed.begin(), changed.end());
    for (SwitchIndex s = 0; s < match_.now().switch_count(); ++s)
      add_entries_that_differ(s, others);
    std::ranges::sort(others);
    for (std::size_t i = 0; i < others.size();) {
      const Lid lid = others[i].first;
      reached_.clear();
      ++last_stamp_;
      for (; i < others.size() && others[i].first == lid; ++i) reach(others[i].second);
      if (match_.now().owner(lid).kind == PeerKind::kEndPort) follow_others(lid);
    }
    follow_lost();
    return sum_up();
  }

 private:
  // Adds entries with an unchanged port number if the link at the port or the number of sources at
  // the switch has changed.
  void add_entries_that_differ(SwitchIndex s, std::vector<ChangedEntry>& others) const {
    const Fabric& now = match_.now();
    const SwitchIndex b = match_.switch_before(s);
    std::bitset<256> leads_elsewhere;
    for (std::size_t p = 1; p < now.ports(s).size(); ++p) {
      leads_elsewhere[p] = !match_.keeps_neighbour(s, static_cast<PortNum>(p));
    }
    const bool has_other_sources = come_.sources(s) != gone_.sources(b);
    if (leads_elsewhere.none() && !has_other_sources) return;
    for (std::size_t l = 1; l <= now.max_lid(); ++l) {
      if (has_other_sources || leads_elsewhere[tables_.row(s)[l]]) {
        others.emplace_back(static_cast<Lid>(l), s);
      }
    }
  }

  void reach(SwitchIndex s) {
    if (stamp_[s] == last_stamp_) return;
    stamp_[s] = last_stamp_;
    reached_.push_back(s);
  }

  // Adds all paths to the LID over a switch with a changed entry. Old and new tables lead the same
  // switches there, since all other entries are unchanged.
  void follow_others(Lid lid) {
    const Fabric& now = match_.now();
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const SwitchIndex s = reached_[i];
      for (const Port& port : now.ports(s)) {
        if (port.kind != PeerKind::kSwitch) continue;
        if (tables_.row(port.peer)[lid] == port.peer_port) reach(port.peer);
      }
      come_.add(s, lid);
      gone_.add(match_.switch_before(s), lid);
    }
  }

  // Removes paths to lost end ports, and from lost switches.
  void follow_lost() {
    const Fabric& before = match_.before();
    std::vector<SwitchIndex> lost;
    for (SwitchIndex s = 0; s < before.switch_count(); ++s) {
      if (match_.switch_now(s) == kNone) lost.push_back(s);
    }
    const std::vector<SwitchIndex> all = all_switches(before);
    for (std::size_t l = 1; l <= before.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      if (before.owner(lid).kind != PeerKind::kEndPort) continue;
      const bool is_lost = match_.now().owner(lid).kind != PeerKind::kEndPort;
      for (const SwitchIndex s : is_lost ? all : lost) gone_.add(s, lid);
    }
  }

  std::vector<std::uint64_t> sum_up() const {
    const Fabric& now = match_.now();
    std::vector<std::uint64_t> load(now.all_ports().size(), 0);
    for (SwitchIndex s = 0; s < now.switch_count(); ++s) {
      for (std::size_t p = 1; p < now.ports(s).size(); ++p) {
        const auto port = static_cast<PortNum>(p);
        if (now.ports(s)[p].kind != PeerKind::kSwitch) continue;
        const std::size_t here = position(now, s, port);
        load[here] = come_.load(here);
        if (!match_.keeps_neighbour(s, port)) continue;
        const std::size_t there = position(match_.before(), match_.switch_before(s), port);
        load[here] += load_before_[there] - gone_.load(there);
      }
    }
    return load;
  }

  const FabricMatch& match_;
  std::span<const std::uint64_t> load_before_;
  ConstTables tables_;
  Paths gone_;
  Paths come_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t last_stamp_ = 0;
  std::vector<SwitchIndex> reached_;
};

}  // namespace

std::vector<std::uint64_t> loads_after(const FabricMatch& match, const LoadedTables& before,
                                       ConstTables now, std::span<const ChangedEntry> changed) {
  return LoadChange(match, before, now).run(changed);
}

LoadSummary summarise(const Fabric& fabric, std::span<const std::uint64_t> link_load) {
  LoadSummary summary;
  std::uint64_t total = 0;
  std::uint64_t links = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      if (port.kind != PeerKind::kSwitch || port.peer == s) continue;
      const std::uint64_t load = link_load[position(fabric, s, static_cast<PortNum>(p))];
      if (summary.sw == kNone || load > summary.most) {
        summary.most = load;
        summary.sw = s;
        summary.port = static_cast<PortNum>(p);
      }
      total += load;
      ++links;
    }
  }
  if (links > 0) summary.mean = static_cast<double>(total) / static_cast<double>(links);
  return summary;
}

}  // namespace weft
