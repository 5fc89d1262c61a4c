#include <algorithm>
#include <array>
#include <utility>

#include "common/balance/balance.h"
#include "common/balance/destination_batches.h"
#include "common/balance/path_bits.h"
#include "common/balance/port_settings.h"
#include "common/balance/switch_lids.h"
#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

// Candidates are found for this many destinations at a time, so that they stay in the cache.
constexpr std::size_t kColumns = 64;
// Going over all choices again stops when the busiest link is this close to the mean, after so many
// times, or when that took less than a twentieth off it.
constexpr double kEven = 1.1;
constexpr int kRevisions = 3;
constexpr double kWorthwhile = 0.95;

// What all blocks share. Each writes only to the staged choices of its own destinations.
struct Problem {
  const RouteRequest& request;
  const Targets& targets;
  const HopTable& table;
  const NeighbourIndex& neighbours;
  std::vector<std::uint32_t> sources;  // end ports with a LID, by switch
  // What a path adds to the load of a port, by position in all_ports(); empty: 1 each.
  std::vector<std::uint8_t> charges;
  Tables rows;
  Batches batches;
  std::vector<PortNum> staged;  // [switch][position in batches.lids]

  PortNum* choices(SwitchIndex s, std::size_t d) {
    return staged.data() + s * batches.lids.size() + batches.first[d];
  }
};

class Block {
 public:
  Block(Problem& problem, std::size_t first, std::size_t last)
      : problem_(problem),
        fabric_(problem.request.fabric),
        first_(first),
        last_(last),
        finder_(fabric_, problem.table, kColumns),
        sets_(fabric_.switch_count() * kColumns * finder_.words()),
        load_(fabric_.all_ports().size()),
        hops_(fabric_.switch_count()),
        next_load_(fabric_.switch_count()),
        next_known_(fabric_.switch_count(), kNone),
        arrived_(fabric_.switch_count()),
        path_bits_(problem.neighbours, problem.targets.path_bits > 1 ? kSwitchItself + 1u : 0u) {}

  // Makes all choices; the links start empty.
  void route() { pass(false); }

  // The first choices were made before the loads were known: makes all again, one destination at a
  // time, while that helps. `load` is that of the tables as they are.
  void revise(std::vector<std::uint32_t> load) {
    load_ = std::move(load);
    for (int i = 0; i < kRevisions && busiest() > kEven * mean(); ++i) {
      const std::uint32_t before = busiest();
      std::vector<PortNum> choices_before = problem_.staged;
      pass(true);
      if (busiest() >= before) problem_.staged = std::move(choices_before);
      if (busiest() > kWorthwhile * before) return;
    }
  }

  // Paths over each link, by position in all_ports().
  const std::vector<std::uint32_t>& load() const { return load_; }

 private:
  PortSet set(SwitchIndex s, std::size_t column) const {
    return {sets_.data() + (s * kColumns + column) * finder_.words(), finder_.words()};
  }

  // Routes all LIDs of the block; `again`: takes each destination's paths out first.
  void pass(bool again) {
    for (std::size_t begin = first_; begin < last_; begin += kColumns) {
      problem_.request.workers.check_stop();
      const std::size_t count = std::min(kColumns, last_ - begin);
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        finder_.fill(s, begin, count, sets_.data() + s * kColumns * finder_.words());
      }
      for (std::size_t d = begin; d < begin + count; ++d) {
        start_destination(d);
        if (again) withdraw();
        route_to(d - begin);
      }
    }
  }

  void start_destination(std::size_t d) {
    destination_ = problem_.targets.switches[d];
    rotation_ = d;
    lids_ = problem_.batches.of(d);
    sort_by_distance(d);
    clear_flows();
  }

  // All switches that reach the destination, the farthest first.
  void sort_by_distance(std::size_t d) {
    Hops farthest = 0;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      hops_[s] = problem_.table.hops(s, d);
      if (hops_[s] != kFar) farthest = std::max(farthest, hops_[s]);
    }
    starts_.assign(farthest + std::size_t{2}, 0);
    for (const Hops hops : hops_) {
      if (hops != kFar) ++starts_[static_cast<std::size_t>(farthest - hops) + 1];
    }
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    order_.resize(starts_.back());
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (hops_[s] != kFar) order_[starts_[static_cast<std::size_t>(farthest - hops_[s])]++] = s;
    }
  }

  void clear_flows() {
    flows_.assign(fabric_.switch_count() * lids_.size(), 0);
    std::fill(arrived_.begin(), arrived_.end(), char{0});
  }

  void route_to(std::size_t column) {
    const auto end_ports = problem_.targets.at(rotation_);
    for (const SwitchIndex s : order_) {
      chosen_ = problem_.choices(s, rotation_);
      if (s == destination_) {
        for (std::size_t j = 0; j < lids_.size(); ++j) {
          chosen_[j] = lids_[j].target == kSwitchItself
                           ? PortNum{0}
                           : fabric_.end_ports()[end_ports[lids_[j].target]].switch_port;
        }
        continue;
      }
      candidates_ = list_ports(set(s, column), ports_.data());
      choose(s, column);
      send(s);
    }
  }

  // What `paths` add to the load of a port.
  std::uint32_t charge(SwitchIndex s, PortNum port, std::uint32_t paths) const {
    if (problem_.charges.empty()) return paths;
    return paths * problem_.charges[fabric_.switches()[s].first_port + port];
  }

  // Passes what arrived at s, and its own, on to the next switches; load_ has it already.
  void send(SwitchIndex s) {
    const std::size_t n = lids_.size();
    const std::uint32_t own = problem_.sources[s];
    if (!arrived_[s] && own == 0) return;
    const std::uint32_t* const flows = flows_.data() + s * n;
    const auto peers = fabric_.ports(s);
    for (std::size_t j = 0; j < n; ++j) {
      const SwitchIndex next = peers[chosen_[j]].peer;
      flows_[next * n + j] += flows[j] + own;
      arrived_[next] = 1;
    }
  }

  // Takes the paths to this destination, as the tables have them, out of the loads.
  void withdraw() {
    const std::size_t n = lids_.size();
    for (const SwitchIndex s : order_) {
      if (s == destination_) continue;
      chosen_ = problem_.choices(s, rotation_);
      std::uint32_t* const load = load_.data() + fabric_.switches()[s].first_port;
      for (std::size_t j = 0; j < n; ++j) {
        load[chosen_[j]] -= charge(s, chosen_[j], flows_[s * n + j] + problem_.sources[s]);
      }
      send(s);
    }
    clear_flows();
  }

  // Sets chosen_ for the batch at s, and adds the paths to the loads of its links.
  void choose(SwitchIndex s, std::size_t column) {
    const bool plain = problem_.request.live == nullptr && problem_.targets.path_bits == 1;
    if (plain && !arrived_[s] && problem_.sources[s] == 0) {
      spread(s);
      return;
    }
    // Ties fall to another port with each destination, so that blocks do not all favour the same
    // one.
    std::rotate(ports_.begin(), ports_.begin() + static_cast<std::ptrdiff_t>(first_turn(s)),
                ports_.begin() + candidates_);
    own_.clear();
    if (problem_.targets.path_bits > 1) path_bits_.start(fabric_, s);
    keep_live(s, column);
    const std::uint32_t* const flows = flows_.data() + s * lids_.size();
    const bool may_deal = problem_.charges.empty() && problem_.targets.path_bits == 1;
    for (std::size_t j = 0; j < lids_.size(); ++j) {
      if (chosen_[j] != kNoPath) continue;
      if (may_deal && flows[j] == 0 && problem_.sources[s] == 0) {
        chosen_[j] = ports_[j % candidates_];
      } else if (may_deal && flows[j] == 0) {
        own_.push_back(static_cast<std::uint32_t>(j));
      } else {
        take(s, j, least_loaded(s, column, j));
      }
    }
    if (!own_.empty()) deal(s);
  }

  // Which candidate has the first turn where it does not matter.
  std::size_t first_turn(SwitchIndex s) const {
    const std::uint32_t seed = problem_.request.options.scatter_ports;
    if (seed == 0) return rotation_ % candidates_;
    const Guid here = fabric_.switches()[s].node_guid;
    const Guid there = fabric_.switches()[destination_].node_guid;
    return Random(Random(Random(seed).next() ^ here).next() ^ there).below(candidates_);
  }

  // Where no path comes by, only the order of the ports counts.
  void spread(SwitchIndex s) {
    std::size_t i = first_turn(s);
    for (std::size_t j = 0; j < lids_.size(); ++j) {
      chosen_[j] = ports_[i];
      if (++i == candidates_) i = 0;
    }
  }

  // Where only a switch's own paths start, the LIDs in own_, they are dealt out evenly, the least
  // loaded ports first: they have to come down to the destination over different links. Ports that
  // are far ahead, by what several destinations weigh, are passed over.
  void deal(SwitchIndex s) {
    const std::size_t n = own_.size();
    const std::uint32_t paths = problem_.sources[s];
    std::uint32_t* const load = load_.data() + fabric_.switches()[s].first_port;
    unsigned takers = static_cast<unsigned>(std::min<std::size_t>(n, candidates_));
    sort_by_load(load, takers);
    const std::uint64_t far_ahead = load[ports_[0]] + std::uint64_t{4} * n * paths;
    while (load[ports_[takers - 1]] >= far_ahead) --takers;
    unsigned i = 0;
    for (const std::uint32_t j : own_) {
      chosen_[j] = ports_[i];
      load[ports_[i]] += paths;
      if (++i == takers) i = 0;
    }
  }

  // Puts the `count` least loaded first, equals in the order in which they stand. Few are selected;
  // else all are sorted by insertion: loads that were dealt out are nearly in order.
  void sort_by_load(const std::uint32_t* load, unsigned count) {
    if (count <= candidates_ / 4) {
      for (unsigned i = 0; i < count; ++i) {
        const auto least =
            std::min_element(ports_.begin() + i, ports_.begin() + candidates_,
                             [load](PortNum a, PortNum b) { return load[a] < load[b]; });
        std::rotate(ports_.begin() + i, least, least + 1);
      }
      return;
    }
    for (unsigned i = 1; i < candidates_; ++i) {
      const PortNum port = ports_[i];
      unsigned j = i;
      for (; j > 0 && load[ports_[j - 1]] > load[port]; --j) ports_[j] = ports_[j - 1];
      ports_[j] = port;
    }
  }

  void take(SwitchIndex s, std::size_t j, PortNum port) {
    chosen_[j] = port;
    load_[fabric_.switches()[s].first_port + port] +=
        charge(s, port, flows_[s * lids_.size() + j] + problem_.sources[s]);
    if (problem_.targets.path_bits > 1) path_bits_.record(lids_[j].target, port);
  }

  void keep_live(SwitchIndex s, std::size_t column) {
    std::fill_n(chosen_, lids_.size(), kNoPath);
    if (problem_.request.live == nullptr) return;
    for (std::size_t j = 0; j < lids_.size(); ++j) {
      const PortNum port = problem_.request.live->port(s, lids_[j].lid);
      if (contains(set(s, column), port)) take(s, j, port);
    }
  }

  // The port whose link, and the link behind it, are least loaded; of the LIDs of one port each
  // prefers systems, then switches, that the others do not use.
  PortNum least_loaded(SwitchIndex s, std::size_t column, std::size_t j) {
    const std::uint32_t* const load = load_.data() + fabric_.switches()[s].first_port;
    const auto peers = fabric_.ports(s);
    const bool path_bits = problem_.targets.path_bits > 1;
    const std::uint32_t paths = flows_[s * lids_.size() + j] + problem_.sources[s];
    const auto cost = [&](PortNum port) {
      const SwitchIndex next = peers[port].peer;
      std::uint32_t behind = 0;
      if (next != destination_) behind = next_load(next, column) + flows_[next * lids_.size() + j];
      const unsigned target = lids_[j].target;
      std::uint32_t here = load[port];
      // Equal loads say nothing of unequal links.
      if (!problem_.charges.empty()) here += charge(s, port, paths);
      return std::tuple(path_bits ? path_bits_.to_system(target, port) : 0u,
                        path_bits ? path_bits_.to_switch(target, port) : 0u, std::max(here, behind),
                        here);
    };
    PortNum best = ports_[0];
    auto least = cost(best);
    for (unsigned i = 1; i < candidates_; ++i) {
      const auto other = cost(ports_[i]);
      if (other < least) {
        least = other;
        best = ports_[i];
      }
    }
    return best;
  }

  // The least load of the links that lead on from a switch, as it was before the batch came to it.
  std::uint32_t next_load(SwitchIndex s, std::size_t column) {
    if (next_known_[s] == destination_) return next_load_[s];
    std::array<PortNum, 256> ports{};
    const unsigned count = list_ports(set(s, column), ports.data());
    const std::uint32_t* const load = load_.data() + fabric_.switches()[s].first_port;
    std::uint32_t least = load[ports[0]];
    for (unsigned i = 1; i < count; ++i) least = std::min(least, load[ports[i]]);
    next_known_[s] = destination_;
    next_load_[s] = least;
    return least;
  }

  std::uint32_t busiest() const { return *std::max_element(load_.begin(), load_.end()); }

  double mean() const {
    std::uint64_t links = 0, total = 0;
    for (std::size_t p = 0; p < load_.size(); ++p) {
      links += fabric_.all_ports()[p].kind == PeerKind::kSwitch ? 1u : 0u;
      total += load_[p];
    }
    return links == 0 ? 0 : static_cast<double>(total) / static_cast<double>(links);
  }

  Problem& problem_;
  const Fabric& fabric_;
  std::size_t first_;  // destinations [first_, last_)
  std::size_t last_;
  NextHops finder_;
  std::vector<std::uint64_t> sets_;  // [switch][column]
  std::vector<std::uint32_t> load_;  // paths over a link, by position in all_ports()

  // Of the destination in hand:
  SwitchIndex destination_ = kNone;
  std::size_t rotation_ = 0;
  std::span<const BatchLid> lids_;
  std::vector<Hops> hops_;             // by switch
  std::vector<std::uint32_t> starts_;  // of a distance in order_
  std::vector<SwitchIndex> order_;
  std::vector<std::uint32_t> flows_;  // [switch][LID]: paths that arrive
  std::vector<std::uint32_t> next_load_;
  std::vector<SwitchIndex> next_known_;  // for which destination next_load_ is
  std::vector<char> arrived_;            // any paths, by switch

  // Of the switch in hand:
  std::array<PortNum, 256> ports_{};
  unsigned candidates_ = 0;
  PortNum* chosen_ = nullptr;       // by LID of the batch, in the staged choices
  std::vector<std::uint32_t> own_;  // positions of LIDs that only own paths lead to
  PathBits path_bits_;
};

// Four for a path over the fastest links, more over slower ones, and nothing over ignored ports.
std::vector<std::uint8_t> port_charges(const PortSettings& settings) {
  std::vector<std::uint8_t> charges;
  if (!settings.share.empty()) {
    const unsigned most = *std::max_element(settings.share.begin(), settings.share.end());
    for (const unsigned share : settings.share) {
      charges.push_back(static_cast<std::uint8_t>(std::min(255u, (4 * most + share / 2) / share)));
    }
  }
  if (!settings.ignored.empty()) {
    charges.resize(settings.ignored.size(), 1);
    for (std::size_t p = 0; p < charges.size(); ++p) {
      if (settings.ignored[p]) charges[p] = 0;
    }
  }
  return charges;
}

void write_rows(const Problem& problem) {
  const std::vector<BatchLid>& lids = problem.batches.lids;
  problem.request.workers.parallel_for(
      problem.rows.row_count(), 8, [&](std::size_t first, std::size_t last) {
        for (std::size_t s = first; s < last; ++s) {
          const PortNum* const choices = problem.staged.data() + s * lids.size();
          PortNum* const row = problem.rows.row(static_cast<SwitchIndex>(s));
          for (std::size_t i = 0; i < lids.size(); ++i) row[lids[i].lid] = choices[i];
        }
      });
}

}  // namespace

void balance_over_fabric(const RouteRequest& request, const Targets& targets, const HopTable& table,
                         Tables rows) {
  const Fabric& fabric = request.fabric;
  const NeighbourIndex neighbours(fabric);
  Problem problem{request, targets, table, neighbours, {}, {}, rows, {}, {}};
  problem.charges = port_charges(PortSettings(fabric, request.options));
  problem.sources = sources_by_switch(fabric);

  // Switches with end ports come first in this order of targets.
  std::size_t destinations = 0;
  while (destinations < targets.switches.size() &&
         (!targets.at(destinations).empty() || request.options.port_profile_switch_nodes)) {
    ++destinations;
  }
  problem.batches = collect_batches(request, targets, destinations);
  problem.staged.assign(fabric.switch_count() * problem.batches.lids.size(), kNoPath);
  const std::vector<std::size_t> borders = block_borders(fabric, targets, destinations);
  const std::size_t count = borders.size() - 1;
  std::vector<std::vector<std::uint32_t>> loads(count);
  request.workers.parallel_for(count, 1, [&](std::size_t i, std::size_t) {
    Block block(problem, borders[i], borders[i + 1]);
    block.route();
    loads[i] = block.load();
  });
  if (count > 0) {
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t p = 0; p < loads[0].size(); ++p) loads[0][p] += loads[i][p];
    }
    Block(problem, 0, destinations).revise(std::move(loads[0]));
  }
  write_rows(problem);
  if (!request.options.port_profile_switch_nodes) spread_switch_lids(request, targets, table, rows);
}

}  // namespace weft
