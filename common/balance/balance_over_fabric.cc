#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "common/balance/balance.h"
#include "common/balance/candidate_sets.h"
#include "common/balance/destination_batches.h"
#include "common/balance/link_loads.h"
#include "common/balance/path_bits.h"
#include "common/balance/path_flows.h"
#include "common/balance/path_shifts.h"
#include "common/balance/port_settings.h"
#include "common/balance/switch_lids.h"
#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

// What all blocks share. Each writes only to the staged choices of its own destinations.
struct Problem {
  const RouteRequest& request;
  const Targets& targets;
  const HopTable& table;
  const NeighbourIndex& neighbours;
  std::vector<std::uint32_t> sources;  // sources_by_switch()
  std::vector<std::uint8_t> charges;   // port_charges()
  Tables rows;
  Batches batches;
  std::vector<PortNum> staged;  // [switch][position in batches.lids]

  PortNum* choices(SwitchIndex s, std::size_t d) {
    return staged.data() + s * batches.lids.size() + batches.first[d];
  }
};

// The destination to which paths are found now.
struct Destination {
  std::size_t d = 0;       // position in the targets
  std::size_t column = 0;  // in the candidate sets
  SwitchIndex sw = kNone;
  std::span<const BatchLid> lids;
};

// The switch that chooses now.
struct Choice {
  std::array<PortNum, 256> ports{};  // the candidates, in the order in which they are preferred
  unsigned candidates = 0;
  PortNum* chosen = nullptr;       // by LID of the destination, in the staged choices
  std::vector<std::uint32_t> own;  // positions of LIDs that only own paths lead to
};

// The least load of the links that lead on from a switch, as it was before the batch came to it.
struct LoadBehind {
  std::uint32_t load = 0;
  SwitchIndex known_for = kNone;  // destination switch
};

// A block of destinations, balanced in itself by the rule of balance_over_fabric (balance.h).
//
// For one destination after the other, the switches choose from the farthest to the nearest
// (PathFlows): each knows what arrives there, chooses a port for each LID of the destination by
// what the links carry so far (LinkLoads), adds its paths to that and sends them on. There are
// three ways to choose, the cheapest that is good enough for a LID first:
//   spread        no path comes by: in the order of the ports
//   deal          only paths of the switch's own: evenly, the least loaded ports first
//   least_loaded  others' paths too: the port whose link, and the link behind it, carry least
class Block {
 public:
  // Destinations [first, last) of the targets.
  Block(Problem& problem, std::size_t first, std::size_t last)
      : problem_(problem),
        fabric_(problem.request.fabric),
        first_(first),
        last_(last),
        sets_(fabric_, problem.table),
        loads_(fabric_, problem.charges),
        flows_(fabric_, problem.table, problem.sources),
        behind_(fabric_.switch_count()),
        path_bits_(problem.neighbours, has_path_bits() ? kSwitchItself + 1u : 0u) {}

  // Makes all choices; the links start empty.
  void route() {
    sets_.for_each(first_, last_, problem_.request.workers,
                   [this](std::size_t d, std::size_t column) {
                     to_ = {d, column, problem_.targets.switches[d], problem_.batches.of(d)};
                     flows_.start(d, to_.lids.size());
                     route_destination();
                   });
  }

  // Paths over each link, by position in all_ports().
  const std::vector<std::uint32_t>& load() const { return loads_.all(); }

 private:
  bool has_path_bits() const { return problem_.targets.path_bits > 1; }

  void route_destination() {
    for (const SwitchIndex s : flows_.order()) {
      at_.chosen = problem_.choices(s, to_.d);
      if (s == to_.sw) {
        leave_fabric();
        continue;
      }
      at_.candidates = list_ports(sets_.at(s, to_.column), at_.ports.data());
      choose(s);
      flows_.send(s, at_.chosen);
    }
  }

  // The entries of the destination switch itself.
  void leave_fabric() {
    const auto end_ports = problem_.targets.at(to_.d);
    for (std::size_t j = 0; j < to_.lids.size(); ++j) {
      const std::uint16_t target = to_.lids[j].target;
      at_.chosen[j] =
          target == kSwitchItself ? PortNum{0} : fabric_.end_ports()[end_ports[target]].switch_port;
    }
  }

  // Chooses for all LIDs at s, and adds the paths to the loads of its links.
  void choose(SwitchIndex s) {
    if (!has_path_bits() && !flows_.arrived(s) && flows_.own(s) == 0) {
      spread(s);
      return;
    }
    // Ties fall to another port with each destination, so that blocks do not all favour the same
    // one.
    std::rotate(at_.ports.begin(), at_.ports.begin() + static_cast<std::ptrdiff_t>(first_turn(s)),
                at_.ports.begin() + at_.candidates);
    at_.own.clear();
    if (has_path_bits()) path_bits_.start(fabric_, s);
    const std::uint32_t* const arrived = flows_.at(s);
    const bool may_deal = loads_.charged_alike() && !has_path_bits();
    for (std::size_t j = 0; j < to_.lids.size(); ++j) {
      if (may_deal && arrived[j] == 0 && flows_.own(s) == 0) {
        at_.chosen[j] = at_.ports[j % at_.candidates];
      } else if (may_deal && arrived[j] == 0) {
        at_.own.push_back(static_cast<std::uint32_t>(j));
      } else {
        take(s, j, least_loaded(s, j));
      }
    }
    if (!at_.own.empty()) deal(s);
  }

  // Which candidate has the first turn where it does not matter.
  std::size_t first_turn(SwitchIndex s) const {
    const std::uint32_t seed = problem_.request.options.scatter_ports;
    if (seed == 0) return to_.d % at_.candidates;
    const Guid here = fabric_.switches()[s].node_guid;
    const Guid there = fabric_.switches()[to_.sw].node_guid;
    return Random(Random(Random(seed).next() ^ here).next() ^ there).below(at_.candidates);
  }

  // Where no path comes by, only the order of the ports counts.
  void spread(SwitchIndex s) {
    std::size_t i = first_turn(s);
    for (std::size_t j = 0; j < to_.lids.size(); ++j) {
      at_.chosen[j] = at_.ports[i];
      if (++i == at_.candidates) i = 0;
    }
  }

  void take(SwitchIndex s, std::size_t j, PortNum port) {
    at_.chosen[j] = port;
    loads_.add(s, port, flows_.from(s, j));
    if (has_path_bits()) path_bits_.record(to_.lids[j].target, port);
  }

  // Where only a switch's own paths start, the LIDs in at_.own, they are dealt out evenly, the
  // least loaded ports first: they have to come down to the destination over different links. Ports
  // that are far ahead, by what several destinations weigh, are passed over.
  void deal(SwitchIndex s) {
    const std::size_t n = at_.own.size();
    const std::uint32_t paths = flows_.own(s);
    const std::uint32_t* const load = loads_.of(s);
    unsigned takers = static_cast<unsigned>(std::min<std::size_t>(n, at_.candidates));
    sort_by_load(load, takers);
    const std::uint64_t far_ahead = load[at_.ports[0]] + std::uint64_t{4} * n * paths;
    while (load[at_.ports[takers - 1]] >= far_ahead) --takers;
    unsigned i = 0;
    for (const std::uint32_t j : at_.own) {
      at_.chosen[j] = at_.ports[i];
      loads_.add(s, at_.ports[i], paths);
      if (++i == takers) i = 0;
    }
  }

  // Puts the `count` least loaded first, equals in the order in which they stand. Few are selected;
  // else all are sorted by insertion: loads that were dealt out are nearly in order.
  void sort_by_load(const std::uint32_t* load, unsigned count) {
    auto& ports = at_.ports;
    if (count <= at_.candidates / 4) {
      for (unsigned i = 0; i < count; ++i) {
        const auto least =
            std::min_element(ports.begin() + i, ports.begin() + at_.candidates,
                             [load](PortNum a, PortNum b) { return load[a] < load[b]; });
        std::rotate(ports.begin() + i, least, least + 1);
      }
      return;
    }
    for (unsigned i = 1; i < at_.candidates; ++i) {
      const PortNum port = ports[i];
      unsigned j = i;
      for (; j > 0 && load[ports[j - 1]] > load[port]; --j) ports[j] = ports[j - 1];
      ports[j] = port;
    }
  }

  // The port whose link, and the link behind it, are least loaded; of the LIDs of one port each
  // prefers systems, then switches, that the others do not use.
  PortNum least_loaded(SwitchIndex s, std::size_t j) {
    const std::uint32_t* const load = loads_.of(s);
    const auto peers = fabric_.ports(s);
    const bool path_bits = has_path_bits();
    const std::uint32_t paths = flows_.from(s, j);
    const auto cost = [&](PortNum port) {
      const SwitchIndex next = peers[port].peer;
      std::uint32_t behind = 0;
      if (next != to_.sw) behind = load_behind(next) + flows_.at(next)[j];
      const unsigned target = to_.lids[j].target;
      std::uint32_t here = load[port];
      // Equal loads say nothing of unequal links.
      if (!loads_.charged_alike()) here += loads_.charge(s, port, paths);
      return std::tuple(path_bits ? path_bits_.to_system(target, port) : 0u,
                        path_bits ? path_bits_.to_switch(target, port) : 0u, std::max(here, behind),
                        here);
    };
    PortNum best = at_.ports[0];
    auto least = cost(best);
    for (unsigned i = 1; i < at_.candidates; ++i) {
      const auto other = cost(at_.ports[i]);
      if (other < least) {
        least = other;
        best = at_.ports[i];
      }
    }
    return best;
  }

  std::uint32_t load_behind(SwitchIndex s) {
    LoadBehind& behind = behind_[s];
    if (behind.known_for == to_.sw) return behind.load;
    std::array<PortNum, 256> ports{};
    const unsigned count = list_ports(sets_.at(s, to_.column), ports.data());
    const std::uint32_t* const load = loads_.of(s);
    std::uint32_t least = load[ports[0]];
    for (unsigned i = 1; i < count; ++i) least = std::min(least, load[ports[i]]);
    behind = {least, to_.sw};
    return least;
  }

  Problem& problem_;
  const Fabric& fabric_;
  std::size_t first_;
  std::size_t last_;
  CandidateSets sets_;
  LinkLoads loads_;

  Destination to_;
  PathFlows flows_;
  std::vector<LoadBehind> behind_;  // by switch

  Choice at_;
  PathBits path_bits_;  // of that switch
};

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
  write_rows(problem);
  if (count > 0) {
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t p = 0; p < loads[0].size(); ++p) loads[0][p] += loads[i][p];
    }
    LinkLoads load(fabric, problem.charges);
    load.replace(std::move(loads[0]));
    // The choices were made before the loads were known.
    shift_paths(request, targets, table, {}, load, rows);
  }
  if (!request.options.port_profile_switch_nodes) spread_switch_lids(request, targets, table, rows);
}

}  // namespace weft
