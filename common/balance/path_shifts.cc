#include "common/balance/path_shifts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>

#include "common/balance/candidate_sets.h"
#include "common/balance/evenness.h"
#include "common/balance/path_flows.h"
#include "common/fabric/counts.h"
#include "common/fabric/leaf_switches.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

constexpr int kMostPasses = 3;
// The most entries, candidates and hops to look at.
constexpr std::uint64_t kMostWork = 100'000'000;
// The most groups of CandidateSets::kColumns destinations that are worked on at once. While a group
// works on a slice, it does not see the moves of the other groups; with many groups these are few.
constexpr std::size_t kGroupsOfAPass = 16;
constexpr std::size_t kSlice = 8;

// By LID: does a path to it lead over a link that carries more than the limit?
std::vector<char> find_crowded(const Fabric& fabric, const LinkLoads& loads, std::uint32_t limit,
                               ConstTables rows) {
  std::vector<char> crowds(fabric.max_lid() + std::size_t{1});
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::array<char, 256> is_crowded{};
    bool any = false;
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      is_crowded[p] = loads.of(s)[p] > limit;
      any = any || is_crowded[p];
    }
    if (!any) continue;
    const PortNum* const row = rows.row(s);
    for (std::size_t lid = 1; lid < crowds.size(); ++lid) {
      crowds[lid] = static_cast<char>(crowds[lid] | is_crowded[row[lid]]);
    }
  }
  return crowds;
}

// Shared by all groups of a pass.
struct Crowds {
  std::uint32_t limit = 0;        // the most that a link should carry
  std::vector<char> lids;         // by LID: does it crowd a link?
  std::span<const char> is_leaf;  // leaves_of_trees()
};

// By switch: is it a leaf switch whose neighbours are none? In a HyperX there are none.
std::vector<char> leaves_of_trees(const Fabric& fabric) {
  const std::vector<char> is_leaf = leaf_flags(fabric);
  std::vector<char> result = is_leaf;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s)) {
      if (port.kind == PeerKind::kSwitch && is_leaf[port.peer]) result[s] = 0;
    }
  }
  return result;
}

// Moves paths to the LIDs of one group of destinations.
class Group {
 public:
  Group(const RouteRequest& request, const Targets& targets, const HopTable& table,
        const std::vector<bool>& fixed, std::span<const std::uint32_t> sources,
        std::span<const std::uint32_t> shares, const LinkLoads& loads, Tables rows)
      : fabric_(request.fabric),
        targets_(targets),
        fixed_(fixed),
        loads_(loads),
        rows_(rows),
        sets_(fabric_, table),
        order_(fabric_, table, sources),
        shifts_(fabric_, sources, shares, loads_),
        entries_(fabric_.switch_count()),
        now_(fabric_.switch_count(), kNoPath),
        then_(fabric_.switch_count(), kNoPath) {}
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  // Works on the destinations [first, last) of the group that begins with `begin`, starting with
  // these loads. Returns the work so far, that of earlier passes included.
  std::uint64_t run(const Crowds& crowds, std::size_t begin, std::size_t first, std::size_t last,
                    const LinkLoads& loads, std::uint64_t work) {
    loads_.replace(loads.all());
    work_ = work;
    for (std::size_t d = first; d < last; ++d) {
      if (targets_.at(d).empty() || (!fixed_.empty() && fixed_[d])) continue;
      if (!crowds_any(crowds, d)) continue;
      if (filled_from_ != begin) {
        const std::size_t columns = targets_.switches.size();
        sets_.fill(begin, std::min(CandidateSets::kColumns, columns - begin));
        filled_from_ = begin;
      }
      order_.start(d, 0);
      for (const EndPortIndex e : targets_.at(d)) {
        const EndPort& to = fabric_.end_ports()[e];
        for (const Lid lid : lids_of(to)) {
          if (crowds.lids[lid]) shift(crowds, to, lid, d - begin);
        }
      }
    }
    return work_;
  }
  // After run().
  const LinkLoads& loads() const { return loads_; }

 private:
  bool crowds_any(const Crowds& crowds, std::size_t d) const {
    for (const EndPortIndex e : targets_.at(d)) {
      for (const Lid lid : lids_of(fabric_.end_ports()[e])) {
        if (crowds.lids[lid]) return true;
      }
    }
    return false;
  }

  void shift(const Crowds& crowds, const EndPort& to, Lid lid, std::size_t column) {
    if (work_ > kMostWork) return;
    const auto way = order_.order().first(order_.order().size() - 1);
    for (const SwitchIndex s : way) entries_[s] = rows_.row(s)[lid];
    work_ += way.size();
    if (!shifts_.start(order_.order(), entries_)) return;
    const bool may_divide = !loads_.charged_alike() || !crowds.is_leaf[to.sw];
    shifts_.find_crowded(order_.order(), crowds.limit, may_divide);
    std::array<PortNum, 256> ports{};
    for (const SwitchIndex s : way) {
      if (!shifts_.is_crowded(s)) continue;
      const unsigned candidates = list_ports(sets_.at(s, column), ports.data());
      work_ += candidates;
      for (unsigned i = 0; i < candidates; ++i) {
        if (shifts_.is_better(s, ports[i]) && keeps_apart(to, lid, s, ports[i])) {
          shifts_.move(s, ports[i]);
        }
      }
      rows_.row(s)[lid] = entries_[s];
    }
  }

  // With this port, does the path from s to a LID share its first link, and any link, with the
  // paths to no more other LIDs of the end port than now? Cost: O(hops) for each LID.
  bool keeps_apart(const EndPort& to, Lid lid, SwitchIndex s, PortNum port) {
    int first = 0;
    const PortNum* const row = rows_.row(s);
    for (const Lid other : lids_of(to)) {
      if (other != lid) first += (row[other] == port) - (row[other] == entries_[s]);
    }
    if (first > 0) return false;
    if (lids_of(to).count == 1) return true;
    const std::size_t hops = mark(s, entries_[s], to.sw, now_) + mark(s, port, to.sw, then_);
    int any = 0;
    for (const Lid other : lids_of(to)) {
      if (other != lid) any += shares(other, s, to.sw, then_) - shares(other, s, to.sw, now_);
    }
    work_ += hops * lids_of(to).count;
    mark(s, entries_[s], to.sw, now_, /*erases=*/true);
    mark(s, port, to.sw, then_, /*erases=*/true);
    return any <= 0;
  }
  // Writes the ports of the path that begins with this one, by switch, or erases them. Returns the
  // number of hops.
  std::size_t mark(SwitchIndex s, PortNum port, SwitchIndex destination,
                   std::vector<PortNum>& ports, bool erases = false) const {
    std::size_t hops = 0;
    for (; s != destination; port = entries_[s], ++hops) {
      ports[s] = erases ? kNoPath : port;
      s = next(s, port);
    }
    return hops;
  }
  bool shares(Lid lid, SwitchIndex s, SwitchIndex destination,
              const std::vector<PortNum>& ports) const {
    while (s != destination) {
      const PortNum port = rows_.row(s)[lid];
      if (ports[s] == port) return true;
      s = next(s, port);
    }
    return false;
  }
  SwitchIndex next(SwitchIndex s, PortNum port) const { return fabric_.ports(s)[port].peer; }

  const Fabric& fabric_;
  const Targets& targets_;
  const std::vector<bool>& fixed_;
  LinkLoads loads_;
  Tables rows_;
  CandidateSets sets_;
  std::size_t filled_from_ = SIZE_MAX;  // the first destination of the sets
  PathFlows order_;
  PathShifts shifts_;
  std::uint64_t work_ = 0;
  std::vector<PortNum> entries_;  // by switch, of the current LID
  // By switch: the ports of the path of keeps_apart(), as it is and as it would be.
  std::vector<PortNum> now_, then_;
};

// Works on a slice of each group; `begin`: the first destination of the first group.
void shift_slices(const RouteRequest& request, std::size_t columns, const Crowds& crowds,
                  std::size_t begin, std::size_t slice, std::deque<Group>& groups, LinkLoads& loads,
                  std::uint64_t& work) {
  std::vector<std::uint64_t> work_of(groups.size());
  request.workers.parallel_for(groups.size(), 1, [&](std::size_t i, std::size_t) {
    const std::size_t group = begin + i * CandidateSets::kColumns;
    const std::size_t first = std::min(group + slice, columns);
    work_of[i] =
        groups[i].run(crowds, group, first, std::min(first + kSlice, columns), loads, work) - work;
  });
  std::vector<std::uint32_t> sum = loads.all();
  for (const Group& group : groups) {
    for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += group.loads().all()[p] - loads.all()[p];
  }
  loads.replace(std::move(sum));
  work = std::accumulate(work_of.begin(), work_of.end(), work);
}

// Works on all destinations once; `work`: that of all passes.
void pass(const RouteRequest& request, const Targets& targets, std::deque<Group>& groups,
          std::span<const char> is_leaf, LinkLoads& loads, std::uint64_t& work, Tables rows) {
  Crowds crowds{static_cast<std::uint32_t>(kEven * loads.mean()), {}, is_leaf};
  crowds.lids = find_crowded(request.fabric, loads, crowds.limit, rows);
  const std::size_t columns = targets.switches.size();
  const std::size_t at_once = groups.size() * CandidateSets::kColumns;
  for (std::size_t begin = 0; begin < columns; begin += at_once) {
    request.workers.check_stop();
    for (std::size_t slice = 0; slice < CandidateSets::kColumns && work <= kMostWork;
         slice += kSlice) {
      shift_slices(request, columns, crowds, begin, slice, groups, loads, work);
    }
  }
}

}  // namespace

std::vector<std::uint32_t> even_shares(const Fabric& fabric,
                                       std::span<const std::uint32_t> sources) {
  const Pieces pieces = find_pieces(fabric);
  std::vector<std::uint32_t> lids(fabric.switch_count());
  std::vector<std::uint32_t> reached(pieces.count);  // LIDs, by piece
  for (const EndPort& port : fabric.end_ports()) {
    lids[port.sw] += lids_of(port).count;
    reached[pieces.of[port.sw]] += lids_of(port).count;
  }
  std::vector<std::uint32_t> shares(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::uint32_t links = links_to_switches(fabric, s);
    if (links == 0) continue;
    shares[s] =
        static_cast<std::uint32_t>(kEven * sources[s] * (reached[pieces.of[s]] - lids[s]) / links);
  }
  return shares;
}

PathShifts::PathShifts(const Fabric& fabric, std::span<const std::uint32_t> sources,
                       std::span<const std::uint32_t> shares, LinkLoads& loads)
    : fabric_(fabric),
      sources_(sources),
      shares_(shares),
      loads_(loads),
      place_(fabric.switch_count()),
      next_(fabric.switch_count()),
      flow_(fabric.switch_count()),
      cost_(fabric.switch_count()),
      is_crowded_(fabric.switch_count()),
      without_(fabric.switch_count()) {}

bool PathShifts::start(std::span<const SwitchIndex> farthest_first, std::span<PortNum> entries) {
  destination_ = farthest_first.back();
  entries_ = entries;
  const auto on_the_way = farthest_first.first(farthest_first.size() - 1);
  std::fill(place_.begin(), place_.end(), 0u);
  for (std::size_t i = 0; i < farthest_first.size(); ++i) {
    place_[farthest_first[i]] = static_cast<std::uint32_t>(i);
    flow_[farthest_first[i]] = sources_[farthest_first[i]];
  }
  for (const SwitchIndex s : on_the_way) {
    next_[s] = next_by(s, entries[s]);
    if (next_[s] == kNone) return false;
    flow_[next_[s]] += flow_[s];
  }
  cost_[destination_] = 0;
  for (std::size_t i = on_the_way.size(); i-- > 0;) {
    const SwitchIndex s = on_the_way[i];
    cost_[s] = cost_[next_[s]] + loads_.of(s)[entries[s]];
  }
  return true;
}

void PathShifts::find_crowded(std::span<const SwitchIndex> farthest_first, std::uint32_t limit,
                              bool may_divide) {
  const std::uint32_t all = flow_[destination_] - sources_[destination_];
  is_crowded_[destination_] = without_[destination_] = 0;
  for (std::size_t i = farthest_first.size() - 1; i-- > 0;) {
    const SwitchIndex s = farthest_first[i];
    const std::uint32_t load = loads_.of(s)[entries_[s]];
    // Slow links are to carry less than others, whatever their switch sends.
    const std::uint32_t share =
        loads_.charged_alike() ? std::max(shares_[s], shares_[next_[s]]) : 0;
    const std::uint64_t most = std::max(limit, share);
    is_crowded_[s] = static_cast<char>(load > most || is_crowded_[next_[s]]);
    without_[s] = static_cast<char>(load > most + flow_[s] || without_[next_[s]]);
  }
  if (may_divide) return;
  for (const SwitchIndex s : farthest_first) {
    if (flow_[s] <= all / 2) is_crowded_[s] = without_[s];
  }
}

// The next switch by a port; kNone: it does not come later in the order.
SwitchIndex PathShifts::next_by(SwitchIndex s, PortNum port) const {
  if (port == kNoPath) return kNone;
  const Port& link = fabric_.ports(s)[port];
  return link.kind == PeerKind::kSwitch && place_[link.peer] > place_[s] ? link.peer : kNone;
}

bool PathShifts::is_better(SwitchIndex s, PortNum port) const {
  if (flow_[s] == 0 || port == entries_[s] || next_by(s, port) == kNone) return false;
  return cost_by(s, port) < cost_[s] && relieves(s, port);
}

void PathShifts::move(SwitchIndex s, PortNum port) {
  const std::uint32_t flow = flow_[s];
  const std::uint64_t cost = cost_by(s, port);
  add(s, 0 - flow);
  entries_[s] = port;
  next_[s] = next_by(s, port);
  add(s, flow);
  cost_[s] = cost;
}

// The loads on the path from a switch if it begins with a port.
std::uint64_t PathShifts::cost_by(SwitchIndex s, PortNum port) const {
  return cost_[next_by(s, port)] + loads_.of(s)[port] + loads_.charge(s, port, flow_[s]);
}

// Is the path from s that begins with a port better (see move())? Compares the two paths up to the
// switch where they meet, if they meet after the same number of links.
bool PathShifts::relieves(SwitchIndex s, PortNum port) const {
  const std::uint32_t flow = flow_[s];
  std::uint64_t left = 0, taken = 0, most_left = 0, most_taken = 0;
  SwitchIndex other = s;
  for (PortNum old = entries_[s];; old = entries_[s], port = entries_[other]) {
    const std::uint64_t now = loads_.of(s)[old];
    const std::uint64_t then =
        std::uint64_t{loads_.of(other)[port]} + loads_.charge(other, port, flow);
    left += now;
    taken += then;
    most_left = std::max(most_left, now);
    most_taken = std::max(most_taken, then);
    other = other == s ? fabric_.ports(s)[port].peer : next_[other];
    s = next_[s];
    if (s == other) return taken < left && most_taken <= most_left;
    if (s == destination_ || other == destination_) return false;
  }
}

// Adds a number of paths to the load of the path from a switch; modulo 2^32.
void PathShifts::add(SwitchIndex s, std::uint32_t paths) {
  while (true) {
    loads_.add(s, entries_[s], paths);
    s = next_[s];
    if (s == destination_) return;
    flow_[s] += paths;
  }
}

void shift_paths(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 const std::vector<bool>& fixed, LinkLoads& loads, Tables rows) {
  if (loads.busiest() <= kEven * loads.mean()) return;
  const std::vector<std::uint32_t> sources = sources_by_switch(request.fabric);
  const std::vector<std::uint32_t> shares = even_shares(request.fabric, sources);
  std::deque<Group> groups;
  const std::size_t count = targets.switches.size() / (kGroupsOfAPass * CandidateSets::kColumns);
  while (groups.size() < std::max<std::size_t>(1, count)) {
    groups.emplace_back(request, targets, table, fixed, sources, shares, loads, rows);
  }
  const std::vector<char> is_leaf = leaves_of_trees(request.fabric);
  std::uint64_t work = 0;
  for (int i = 0; i < kMostPasses && work <= kMostWork; ++i) {
    if (loads.busiest() <= kEven * loads.mean()) return;
    const std::uint32_t before = loads.busiest();
    pass(request, targets, groups, is_leaf, loads, work, rows);
    if (loads.busiest() > kWorthwhile * before) return;
  }
}

}  // namespace weft
