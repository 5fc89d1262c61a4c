#include "common/whatif/suggestions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "common/fabric/counts.h"
#include "common/topology/missing_parts.h"
#include "common/verify/upstream.h"
#include "common/whatif/port_names.h"

namespace weft {
namespace {

using SwitchPair = std::pair<SwitchIndex, SwitchIndex>;

std::optional<PortNum> free_port(const Fabric& fabric, SwitchIndex s) {
  const auto ports = fabric.ports(s);
  for (std::size_t p = 1; p < ports.size(); ++p) {
    if (ports[p].kind == PeerKind::kNothing) return static_cast<PortNum>(p);
  }
  return std::nullopt;
}

std::vector<SwitchPair> pairs_missing(const Fabric& fabric, std::span<const SwitchIndex> roots) {
  std::vector<SwitchPair> pairs;
  for (const MissingParts::Links& links : find_missing_parts(fabric, roots).links) {
    if (links.above != kNone) pairs.emplace_back(links.below, links.above);
  }
  return pairs;
}

// Counts, for pairs of switches with free ports, the paths over a link that pass both.
class DetourFinder {
 public:
  DetourFinder(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric),
        tables_(tables),
        sources_(sources_by_switch(fabric)),
        sent_(fabric.switch_count()),
        upstream_(fabric, tables) {
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      has_free_port_.push_back(free_port(fabric, s).has_value());
    }
  }

  // The pairs, by number of paths, the largest first.
  std::vector<SwitchPair> run(SwitchPort link) {
    for (std::uint32_t i = 1; i <= fabric_.max_lid(); ++i) {
      const Lid lid = static_cast<Lid>(i);
      if (tables_.row(link.first)[lid] != link.second) continue;
      if (fabric_.owner(lid).kind == PeerKind::kEndPort) count(link.first, lid);
    }
    std::vector<std::pair<SwitchPair, std::uint64_t>> counted(paths_.begin(), paths_.end());
    std::ranges::stable_sort(counted,
                             [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<SwitchPair> pairs;
    pairs.reserve(counted.size());
    for (const auto& [pair, paths] : counted) pairs.push_back(pair);
    return pairs;
  }

 private:
  void count(SwitchIndex at, Lid lid) {
    const std::vector<SwitchIndex> behind = switches_behind(at, lid);
    if (behind.empty()) return;
    const auto before = upstream_.of(at, lid);
    for (const SwitchIndex s : before) sent_[s] = sources_[s];
    for (std::size_t i = before.size(); i-- > 1;) {
      const SwitchIndex next = fabric_.ports(before[i])[tables_.row(before[i])[lid]].peer;
      sent_[next] += sent_[before[i]];
    }
    for (const SwitchIndex a : before) {
      if (!has_free_port_[a] || sent_[a] == 0) continue;
      for (const SwitchIndex b : behind) {
        if (a != b) paths_[std::minmax(a, b)] += sent_[a];
      }
    }
  }

  // Switches with free ports on the path up to the LID's switch; empty: packets do not arrive.
  std::vector<SwitchIndex> switches_behind(SwitchIndex at, Lid lid) const {
    std::vector<SwitchIndex> behind;
    const SwitchIndex last = fabric_.destination_switch(lid);
    for (std::uint32_t hops = 0; hops < fabric_.switch_count() && at != last; ++hops) {
      const PortNum out = tables_.row(at)[lid];
      if (out == 0 || out >= fabric_.ports(at).size()) return {};
      const Port& port = fabric_.ports(at)[out];
      if (port.kind != PeerKind::kSwitch) return {};
      at = port.peer;
      if (has_free_port_[at]) behind.push_back(at);
    }
    return at == last ? behind : std::vector<SwitchIndex>{};
  }

  const Fabric& fabric_;
  ConstTables tables_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint64_t> sent_;  // for the current LID, by switch: packets that it sends or
                                     // forwards
  std::vector<bool> has_free_port_;
  Upstream upstream_;
  std::map<SwitchPair, std::uint64_t> paths_;
};

CableCandidates between(const Fabric& fabric, std::span<const SwitchPair> pairs, std::size_t most) {
  CableCandidates candidates;
  const PortNames names(fabric);
  for (const auto& [a, b] : pairs) {
    const auto from = free_port(fabric, a);
    const auto to = free_port(fabric, b);
    if (!from || !to) continue;
    ++candidates.of;
    if (candidates.cables.size() == most) continue;
    const SwitchPort here = {a, *from};
    const SwitchPort there = {b, *to};
    candidates.cables.push_back({.kind = FailureKind::kAdd,
                                 .name = names.of(here) + " - " + names.of(there),
                                 .added = {{here, there}}});
  }
  return candidates;
}

}  // namespace

CableCandidates find_cables(const Fabric& fabric, ConstTables tables, SwitchPort busiest,
                            std::span<const SwitchIndex> roots, std::size_t most) {
  CableCandidates missing = between(fabric, pairs_missing(fabric, roots), most);
  if (missing.of > 0 || busiest.first == kNone) return missing;
  return between(fabric, DetourFinder(fabric, tables).run(busiest), most);
}

bool gains_more(const Suggestion& a, const Suggestion& b) {
  const auto key = [](const Suggestion& s) {
    const Outcome& o = s.outcome;
    return std::tuple(!o.error.empty(), o.unreachable, s.cuts.links + s.cuts.switches,
                      o.busiest_after, o.mean_after);
  };
  return key(a) < key(b);
}

}  // namespace weft
