#include "common/balance/path_shifts.h"

#include <algorithm>
#include <array>

#include "common/balance/candidate_sets.h"
#include "common/balance/evenness.h"
#include "common/balance/path_flows.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr int kMostPasses = 3;
// Entries to look at, and candidates: about a second's worth.
constexpr std::uint64_t kMostWork = 100'000'000;

// Goes over the LIDs of all destinations once.
class Pass {
 public:
  Pass(const RouteRequest& request, const Targets& targets, const HopTable& table,
       const std::vector<bool>& fixed, LinkLoads& loads, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        targets_(targets),
        fixed_(fixed),
        loads_(loads),
        rows_(rows),
        sources_(sources_by_switch(fabric_)),
        sets_(fabric_, table),
        order_(fabric_, table, sources_),
        shifts_(fabric_, sources_, loads),
        entries_(fabric_.switch_count()) {}

  void run() {
    find_crowded();
    const std::size_t columns = targets_.switches.size();
    for (std::size_t first = 0; first < columns; first += CandidateSets::kColumns) {
      request_.workers.check_stop();
      const std::size_t count = std::min(CandidateSets::kColumns, columns - first);
      bool is_filled = false;
      for (std::size_t d = first; d < first + count; ++d) {
        if (targets_.at(d).empty() || (!fixed_.empty() && fixed_[d])) continue;
        if (!crowds_any(d)) continue;
        if (!is_filled) sets_.fill(first, count);
        is_filled = true;
        order_.start(d, 0);
        for (const EndPortIndex e : targets_.at(d)) {
          for (const Lid lid : lids_of(fabric_.end_ports()[e])) {
            if (crowds_[lid]) shift(lid, d - first);
          }
        }
      }
    }
  }

 private:
  // The LIDs with a path over a link that carries more than it should.
  void find_crowded() {
    limit_ = static_cast<std::uint32_t>(kEven * loads_.mean());
    crowds_.assign(fabric_.max_lid() + std::size_t{1}, 0);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      std::array<char, 256> is_crowded{};
      bool any = false;
      for (std::size_t p = 1; p < fabric_.ports(s).size(); ++p) {
        is_crowded[p] = loads_.of(s)[p] > limit_;
        any = any || is_crowded[p];
      }
      if (!any) continue;
      const PortNum* const row = rows_.row(s);
      for (std::size_t lid = 1; lid < crowds_.size(); ++lid) {
        crowds_[lid] = static_cast<char>(crowds_[lid] | is_crowded[row[lid]]);
      }
    }
  }

  bool crowds_any(std::size_t d) const {
    for (const EndPortIndex e : targets_.at(d)) {
      for (const Lid lid : lids_of(fabric_.end_ports()[e])) {
        if (crowds_[lid]) return true;
      }
    }
    return false;
  }

  void shift(Lid lid, std::size_t column) {
    if (work_ > kMostWork) return;
    const auto way = order_.order().first(order_.order().size() - 1);
    for (const SwitchIndex s : way) entries_[s] = rows_.row(s)[lid];
    work_ += way.size();
    if (!shifts_.start(order_.order(), entries_, limit_)) return;
    std::array<PortNum, 256> ports{};
    for (const SwitchIndex s : way) {
      if (!shifts_.is_crowded(s)) continue;
      const unsigned candidates = list_ports(sets_.at(s, column), ports.data());
      work_ += candidates;
      for (unsigned i = 0; i < candidates; ++i) shifts_.move(s, ports[i]);
      rows_.row(s)[lid] = entries_[s];
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  const Targets& targets_;
  const std::vector<bool>& fixed_;
  const LinkLoads& loads_;
  Tables rows_;
  std::vector<std::uint32_t> sources_;
  CandidateSets sets_;
  PathFlows order_;
  PathShifts shifts_;
  std::uint64_t work_ = 0;        // of all passes
  std::uint32_t limit_ = 0;       // what a link should carry at most
  std::vector<char> crowds_;      // by LID
  std::vector<PortNum> entries_;  // by switch, of the LID in hand
};

}  // namespace

bool PathShifts::start(std::span<const SwitchIndex> farthest_first, std::span<PortNum> entries,
                       std::uint32_t limit) {
  destination_ = farthest_first.back();
  entries_ = entries;
  const auto on_the_way = farthest_first.first(farthest_first.size() - 1);
  std::fill(place_.begin(), place_.end(), 0u);
  for (std::size_t i = 0; i < farthest_first.size(); ++i) {
    place_[farthest_first[i]] = static_cast<std::uint32_t>(i);
    flow_[farthest_first[i]] = sources_[farthest_first[i]];
  }
  for (const SwitchIndex s : on_the_way) {
    if (!leads_on(s, entries[s])) return false;
    flow_[next(s, entries[s])] += flow_[s];
  }
  cost_[destination_] = 0;
  is_crowded_[destination_] = 0;
  for (std::size_t i = on_the_way.size(); i-- > 0;) {
    const SwitchIndex s = on_the_way[i];
    const std::uint32_t load = loads_.of(s)[entries[s]];
    cost_[s] = cost_[next(s, entries[s])] + load;
    is_crowded_[s] = static_cast<char>(load > limit || is_crowded_[next(s, entries[s])]);
  }
  return true;
}

bool PathShifts::move(SwitchIndex s, PortNum port) {
  const std::uint32_t flow = flow_[s];
  if (flow == 0 || port == entries_[s] || !leads_on(s, port)) return false;
  const std::uint64_t cost = cost_[next(s, port)] + loads_.of(s)[port];
  if (cost + loads_.charge(s, port, flow) >= cost_[s] || !relieves(s, port)) return false;
  add(s, 0 - flow);
  entries_[s] = port;
  add(s, flow);
  cost_[s] = cost + loads_.charge(s, port, flow);
  return true;
}

// Compares the path from s with the one that begins with a port, up to where they meet, if they do
// after as many links.
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
    s = next(s, old);
    other = next(other, port);
    if (s == other) return taken < left && most_taken <= most_left;
    if (s == destination_ || other == destination_) return false;
  }
}

// So many paths more on the way from a switch; modulo 2^32.
void PathShifts::add(SwitchIndex s, std::uint32_t paths) {
  while (true) {
    loads_.add(s, entries_[s], paths);
    s = next(s, entries_[s]);
    if (s == destination_) return;
    flow_[s] += paths;
  }
}

void shift_paths(const RouteRequest& request, const Targets& targets, const HopTable& table,
                 const std::vector<bool>& fixed, LinkLoads& loads, Tables rows) {
  if (targets.path_bits > 1 || loads.busiest() <= kEven * loads.mean()) return;
  Pass pass(request, targets, table, fixed, loads, rows);
  for (int i = 0; i < kMostPasses && loads.busiest() > kEven * loads.mean(); ++i) {
    const std::uint32_t before = loads.busiest();
    pass.run();
    if (loads.busiest() > kWorthwhile * before) return;
  }
}

}  // namespace weft
