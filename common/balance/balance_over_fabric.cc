#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "common/balance/balance.h"
#include "common/balance/candidate_sets.h"
#include "common/balance/closed_circle.h"
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
#include "common/graph/pieces.h"

namespace weft {
namespace {

// Number of switches that spread their LIDs at a time.
constexpr SwitchIndex kStretch = 32;

// A switch that deals no LIDs of its own end ports is a round ahead of others, and within a round
// ports differ by one.
constexpr std::uint32_t kRounds = 4;

struct Turns {
  // By destination: the number of its first LID. Each LID takes the next candidate in turns.
  std::vector<std::uint32_t> first = {};
  // How many rounds a port lags that has fallen behind. Numbers that no LID has leave it out once
  // for each destination before them.
  std::uint32_t rounds = kRounds;
  std::vector<std::uint32_t> links = {};  // by destination: its links to switches, at least 1
};

// Shared by all blocks. Each block writes only the entries of its own destinations.
struct Problem {
  const RouteRequest& request;
  const Targets& targets;
  const HopTable& table;
  const NeighbourIndex& neighbours;
  std::vector<std::uint32_t> sources;  // sources_by_switch()
  std::vector<std::uint8_t> charges;   // port_charges()
  Tables rows;
  Batches batches;
  Turns turns;
};

// All LIDs of a port count as one. Parts of the fabric that are not connected, as separate rails
// are, count on their own.
Turns find_turns(const Fabric& fabric, const Targets& targets, const Batches& batches) {
  const std::size_t count = batches.first.size() - 1;
  const auto lids = [&](std::size_t d) {
    return static_cast<std::uint32_t>((batches.of(d).size() + targets.path_bits - 1) /
                                      targets.path_bits);
  };
  const std::span<const SwitchIndex> switches = std::span(targets.switches).first(count);
  Turns turns;
  turns.first.resize(count);
  for (const SwitchIndex s : switches) {
    turns.links.push_back(std::max(links_to_switches(fabric, s), 1u));
  }
  for (const std::vector<std::size_t>& of_piece : split_by_piece(fabric, switches)) {
    const auto is_as_first = [&](std::size_t d) {
      const std::size_t first = of_piece.front();
      return lids(d) == lids(first) && turns.links[d] == turns.links[first];
    };
    std::vector<std::uint32_t> sizes(of_piece.size());
    std::ranges::transform(of_piece, sizes.begin(), lids);
    if (std::ranges::all_of(of_piece, is_as_first)) {
      sizes = closed_circle(sizes.size(), sizes.front(), turns.links[of_piece.front()]);
    }
    std::uint32_t number = 0;
    std::uint32_t gaps = 0;
    for (std::size_t i = 0; i < of_piece.size(); ++i) {
      turns.first[of_piece[i]] = number;
      number += sizes[i];
      if (sizes[i] != lids(of_piece[i])) ++gaps;
    }
    turns.rounds = std::max(turns.rounds, kRounds + gaps);
  }
  return turns;
}

// The current destination.
struct Destination {
  std::size_t d = 0;       // position in the targets
  std::size_t column = 0;  // in the candidate sets
  SwitchIndex sw = kNone;
  std::span<const BatchLid> lids;
};

// The candidates of the current switch.
class CandidateList {
 public:
  // set: of port_set_words(); often the same as that of the previous switch.
  void use(PortSet set) {
    if (!are_equal(set, std::span(listed_).first(set.size()))) {
      std::ranges::copy(set, listed_.begin());
      count_ = list_ports(set, ports_.data());
      std::copy_n(ports_.begin(), count_, ports_.begin() + count_);
    }
    first_ = 0;
  }
  unsigned count() const { return count_; }
  // Rotates the list: the i-th comes first.
  void begin_with(std::size_t i) { first_ = i; }
  const PortNum* data() const { return ports_.data() + first_; }

 private:
  std::array<std::uint64_t, 4> listed_{};
  unsigned count_ = 0;
  std::size_t first_ = 0;
  std::array<PortNum, 512> ports_{};  // ascending, and once more
};

// The current switch.
struct Choice {
  CandidateList ports;
  PortNum* chosen = nullptr;       // by LID of the destination, in the staged choices
  std::vector<std::uint32_t> own;  // positions of LIDs with only own paths
};

// The least load of the links that lead on from a switch, before the switch chose for this
// destination.
struct LoadBehind {
  std::uint32_t load = 0;
  SwitchIndex known_for = kNone;  // destination switch
};

// A block of destinations, balanced separately by the rule of balance_over_fabric (balance.h).
//
// For each destination the switches choose, the farthest first (PathFlows): each knows the paths
// through it, chooses a port for each LID of the destination by the loads so far (LinkLoads), adds
// its paths to the loads and sends them on. A switch chooses in one of three ways:
//   spread        without paths through it: in the order of the ports
//   deal          with own paths only: evenly, the least loaded ports first
//   least_loaded  with others' paths: the port whose link and next link have the least load
class Block {
 public:
  // Destinations [first, last) of the targets.
  Block(const Problem& problem, std::size_t first, std::size_t last)
      : problem_(problem),
        fabric_(problem.request.fabric),
        first_(first),
        last_(last),
        sets_(fabric_, problem.table),
        staged_(fabric_.switch_count()),
        loads_(fabric_, problem.charges),
        flows_(fabric_, problem.table, problem.sources),
        behind_(fabric_.switch_count()),
        path_bits_(problem.neighbours, has_path_bits() ? kSwitchItself + 1u : 0u) {}

  // Makes all choices; the links start empty.
  void route() {
    sets_.for_some(first_, last_, problem_.request.workers,
                   [this](std::size_t begin, std::size_t count) {
                     staged_.start(problem_.batches, begin, begin + count);
                     for (std::size_t column = 0; column < count; ++column) {
                       const std::size_t d = begin + column;
                       to_ = {d, column, problem_.targets.switches[d], problem_.batches.of(d)};
                       flows_.start(d, to_.lids.size());
                       route_destination();
                     }
                     staged_.write(problem_.rows);
                   });
  }

  // Did any switch have more than one port to choose from?
  bool had_choice() const { return had_choice_; }
  // Paths over each link, by position in all_ports().
  const std::vector<std::uint32_t>& load() const { return loads_.all(); }

 private:
  bool has_path_bits() const { return problem_.targets.path_bits > 1; }

  void route_destination() {
    for (const SwitchIndex s : flows_.order()) {
      at_.chosen = staged_.at(s, to_.d);
      if (s == to_.sw) {
        leave_fabric();
        continue;
      }
      at_.ports.use(sets_.at(s, to_.column));
      choose(s);
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

  // Chooses for all LIDs at s, adds the paths to the loads of its links and sends them on.
  void choose(SwitchIndex s) {
    const bool is_crossed = flows_.arrived(s);
    if (at_.ports.count() == 1) {
      take_only(s);
      return;
    }
    had_choice_ = true;
    const std::size_t first = first_turn(s);
    at_.ports.begin_with(first);
    if (!loads_.charged_alike() || has_path_bits()) {
      if (has_path_bits()) path_bits_.start(fabric_, s);
      for (std::size_t j = 0; j < to_.lids.size(); ++j) take(s, j, least_loaded(s, j));
      return;
    }
    const bool has_own = flows_.own(s) != 0;
    if (!has_own) spread();
    const std::uint32_t* const arrived = flows_.at(s);
    at_.own.clear();
    for (std::size_t j = 0, lids = to_.lids.size(); j < lids; ++j) {
      if (is_crossed && arrived[j] != 0) {
        at_.ports.begin_with(turn_above(s, j));
        take(s, j, least_loaded(s, j));
      } else if (has_own) {
        at_.own.push_back(static_cast<std::uint32_t>(j));
      }
    }
    at_.ports.begin_with(first);
    if (has_own) deal(s);
  }

  void take_only(SwitchIndex s) {
    const PortNum port = *at_.ports.data();
    std::fill_n(at_.chosen, to_.lids.size(), port);
    loads_.add(s, port, flows_.send_all(s, fabric_.ports(s)[port].peer));
  }

  // The candidate that wins ties. With own paths only it is the same at all switches with the same
  // candidates, so that the paths to a LID join early; else the levels of a tree would take the
  // same turns. Always the first if paths over some ports are not counted, so that this one takes
  // all, as in stock (so dor keeps to one link).
  std::size_t first_turn(SwitchIndex s) const {
    if (has_uncounted(s)) return 0;
    const std::uint32_t seed = problem_.request.options.scatter_ports;
    if (seed == 0) {
      const auto turn =
          flows_.arrived(s) ? static_cast<std::uint32_t>(to_.d) : problem_.turns.first[to_.d];
      return turn % at_.ports.count();
    }
    const Guid here = fabric_.switches()[s].node_guid;
    const Guid there = fabric_.switches()[to_.sw].node_guid;
    return Random(Random(Random(seed).next() ^ here).next() ^ there).below(at_.ports.count());
  }

  // The same for one LID with paths from other switches, as in a tree: switches of the level below
  // have taken as many turns as the destination switch has links up.
  std::size_t turn_above(SwitchIndex s, std::size_t j) const {
    if (problem_.request.options.scatter_ports != 0) return first_turn(s);
    const std::uint32_t number = problem_.turns.first[to_.d] + to_.lids[j].target;
    return number / problem_.turns.links[to_.d] % at_.ports.count();
  }

  bool has_uncounted(SwitchIndex s) const {
    const std::span<const PortNum> ports(at_.ports.data(), at_.ports.count());
    return !loads_.charged_alike() &&
           std::ranges::any_of(ports, [&](PortNum port) { return loads_.charge(s, port, 1) == 0; });
  }

  // For a switch without paths: only the order of the ports counts.
  void spread() {
    for (std::size_t j = 0; j < to_.lids.size(); j += at_.ports.count()) {
      std::copy_n(at_.ports.data(), std::min<std::size_t>(at_.ports.count(), to_.lids.size() - j),
                  at_.chosen + j);
    }
  }

  void take(SwitchIndex s, std::size_t j, PortNum port) {
    at_.chosen[j] = port;
    loads_.add(s, port, flows_.send(s, j, fabric_.ports(s)[port].peer));
    if (has_path_bits()) path_bits_.record(to_.lids[j].target, port);
  }

  // For a switch with own paths only: deals the LIDs of at_.own evenly in turns, so that they
  // arrive at the destination over different links, and leave other switches over the same as here.
  // Begins with the ports that lag by several rounds; passes over those that are far ahead.
  void deal(SwitchIndex s) {
    const std::span<const std::uint32_t> own = at_.own;
    const std::size_t n = own.size();
    if (n == 0) return;
    const std::uint32_t paths = flows_.own(s);
    const std::uint32_t* const load = loads_.of(s);
    unsigned takers = static_cast<unsigned>(std::min<std::size_t>(n, at_.ports.count()));
    std::array<PortNum, 256> ports;
    std::copy_n(at_.ports.data(), at_.ports.count(), ports.data());
    const std::uint64_t rounds = problem_.turns.rounds;
    const std::span<PortNum> all(ports.data(), at_.ports.count());
    std::uint32_t least = UINT32_MAX;
    for (const PortNum port : all) least = std::min(least, load[port]);
    std::array<std::uint32_t, 256> ahead;  // by port
    for (const PortNum port : all) {
      ahead[port] = static_cast<std::uint32_t>((load[port] - least) / (rounds * paths));
    }
    sort_by_load(ahead.data(), all, takers);
    const std::uint64_t far_ahead = least + rounds * n * paths;
    while (load[ports[takers - 1]] >= far_ahead) --takers;
    const auto peers = fabric_.ports(s);
    PortNum* const chosen = at_.chosen;
    for (unsigned i = 0; i < takers; ++i) {
      std::uint32_t* const there = flows_.arriving(peers[ports[i]].peer);
      std::uint32_t sent = 0;
      for (std::size_t k = i; k < n; k += takers) {
        chosen[own[k]] = ports[i];
        there[own[k]] += paths;
        sent += paths;
      }
      loads_.add(s, ports[i], sent);
    }
  }

  // Puts the `count` least loaded ports first, in a stable order. A few are selected, else all are
  // sorted by insertion, since dealt loads are nearly in order.
  static void sort_by_load(const std::uint32_t* load, std::span<PortNum> ports, unsigned count) {
    if (count <= ports.size() / 4) {
      for (unsigned i = 0; i < count; ++i) {
        const auto least =
            std::min_element(ports.begin() + i, ports.end(),
                             [load](PortNum a, PortNum b) { return load[a] < load[b]; });
        std::rotate(ports.begin() + i, least, least + 1);
      }
      return;
    }
    for (unsigned i = 1; i < ports.size(); ++i) {
      const PortNum port = ports[i];
      unsigned j = i;
      for (; j > 0 && load[ports[j - 1]] > load[port]; --j) ports[j] = ports[j - 1];
      ports[j] = port;
    }
  }

  // The port whose link, and the link behind it, are least loaded; of equal ones the first that
  // paths from elsewhere to this LID join behind. Of the LIDs of one port each prefers systems,
  // then switches, that the others do not use.
  PortNum least_loaded(SwitchIndex s, std::size_t j) {
    const std::uint32_t* const load = loads_.of(s);
    const auto peers = fabric_.ports(s);
    const bool path_bits = has_path_bits();
    const std::uint32_t paths = flows_.from(s, j);
    const unsigned target = to_.lids[j].target;
    PortNum best = kNoPath;
    bool is_joined = false;
    std::pair<std::uint64_t, std::uint64_t> least{UINT64_MAX, UINT64_MAX};
    for (const PortNum port : std::span(at_.ports.data(), at_.ports.count())) {
      std::uint32_t here = load[port];
      // Links of different charge need the load after the choice.
      if (!loads_.charged_alike()) here += loads_.charge(s, port, paths);
      const std::uint64_t shared =
          path_bits ? both(path_bits_.to_system(target, port), path_bits_.to_switch(target, port))
                    : 0;
      if (std::pair(shared, both(here, here)) > least) continue;
      const SwitchIndex next = peers[port].peer;
      const std::uint32_t behind = next == to_.sw ? 0 : load_behind(next);
      const bool joins = next == to_.sw || flows_.at(next)[j] != 0;
      const std::pair cost(shared, both(std::max(here, behind), here));
      if (cost > least || (cost == least && (is_joined || !joins))) continue;
      least = cost;
      is_joined = joins;
      best = port;
    }
    return best;
  }

  // A key that orders by the first, then by the second.
  static std::uint64_t both(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t{first} << 32 | second;
  }

  std::uint32_t load_behind(SwitchIndex s) {
    LoadBehind& behind = behind_[s];
    if (behind.known_for == to_.sw) return behind.load;
    const std::uint32_t* const load = loads_.of(s);
    std::uint32_t least = UINT32_MAX;
    for_each_port(sets_.at(s, to_.column),
                  [&](PortNum port) { least = std::min(least, load[port]); });
    behind = {least, to_.sw};
    return least;
  }

  const Problem& problem_;
  const Fabric& fabric_;
  std::size_t first_;
  std::size_t last_;
  CandidateSets sets_;
  StagedChoices staged_;
  LinkLoads loads_;
  bool had_choice_ = false;

  Destination to_;
  PathFlows flows_;
  std::vector<LoadBehind> behind_;  // by switch

  Choice at_;
  PathBits path_bits_;  // of that switch
};

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
  problem.turns = find_turns(fabric, targets, problem.batches);
  const std::vector<std::size_t> borders = block_borders(fabric, targets, destinations);
  const std::size_t count = borders.size() - 1;
  std::vector<std::vector<std::uint32_t>> loads(count);
  std::atomic<bool> had_choice = false;
  // LIDs of switches that are not weighed need not wait for the blocks; a small fabric has fewer
  // blocks than threads.
  const SwitchIndex switches = fabric.switch_count();
  const std::size_t stretches =
      request.options.port_profile_switch_nodes ? 0 : (switches + kStretch - 1) / kStretch;
  request.workers.parallel_for(count + stretches, 1, [&](std::size_t i, std::size_t) {
    if (i >= count) {
      const auto first = static_cast<SwitchIndex>((i - count) * kStretch);
      spread_switch_lids(fabric, targets, table, first, std::min(first + kStretch, switches), rows);
      return;
    }
    Block block(problem, borders[i], borders[i + 1]);
    block.route();
    loads[i] = block.load();
    if (block.had_choice()) had_choice = true;
  });
  if (had_choice) {
    for (std::size_t i = 1; i < count; ++i) {
      for (std::size_t p = 0; p < loads[0].size(); ++p) loads[0][p] += loads[i][p];
    }
    LinkLoads load(fabric, problem.charges);
    load.replace(std::move(loads[0]));
    // The choices were made before all loads were known.
    shift_paths(request, targets, table, {}, load, rows);
  }
}

}  // namespace weft
