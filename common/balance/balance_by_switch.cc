#include <algorithm>
#include <limits>
#include <numeric>

#include "common/balance/balance.h"
#include "common/balance/deal_row.h"
#include "common/balance/path_bits.h"
#include "common/balance/port_settings.h"
#include "common/base/random.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

// Is deal_row() enough? Hop weights and directions only change the candidates.
bool is_plain(const RouteRequest& request, const Targets& targets, const PortSettings& settings) {
  const Options& options = request.options;
  return targets.path_bits == 1 && !options.port_profile_switch_nodes && !options.port_shifting &&
         options.scatter_ports == 0 && !options.routing_order && settings.ignored.empty() &&
         settings.search_order.empty() && settings.share.empty();
}

// A common multiple of the PortSettings::share of all kinds of links, so that loads are integers,
// and below 2^30.
constexpr std::uint32_t kEveryShare = 33600;

// The complete rule, for one switch after the other.
class Chooser {
 public:
  Chooser(const RouteRequest& request, bool one_neighbour, const std::vector<PortTarget>& targets,
          unsigned path_bits, const PortSettings& settings, const NeighbourIndex& neighbours)
      : fabric_(request.fabric),
        options_(request.options),
        one_neighbour_(one_neighbour),
        targets_(targets),
        path_bits_(path_bits),
        settings_(settings),
        history_(neighbours, path_bits > 1 ? targets.size() : 0) {}

  void fill_row(const Candidates& candidates, SwitchIndex s, PortNum* row) {
    start(s);
    for (unsigned bit = 0; bit < path_bits_; ++bit) {
      for (std::size_t t = 0; t < targets_.size(); ++t) {
        const PortTarget& target = targets_[t];
        if (bit >> target.lmc != 0) continue;
        if (target.sw == s) {
          row[target.lid + bit] = target.port;
        } else if (const PortSet set = candidates.to(target.column); !is_empty(set)) {
          place(set, t, bit, row);
        }
      }
    }
  }

 private:
  void start(SwitchIndex s) {
    switch_ = s;
    const Switch& sw = fabric_.switches()[s];
    steps_.fill(1);
    for (unsigned p = 1; p <= sw.port_count && !settings_.share.empty(); ++p) {
      steps_[p] = kEveryShare / settings_.share[sw.first_port + p];
    }
    counts_.fill(0);
    loads_ = steps_;
    order_ = search_order(settings_, sw);
    if (path_bits_ > 1) history_.start(fabric_, s);
  }

  void place(PortSet set, std::size_t t, unsigned bit, PortNum* row) {
    const PortTarget& target = targets_[t];
    const auto lid = static_cast<Lid>(target.lid + bit);
    const PortNum before = bit == 0 || one_neighbour_ ? PortNum{0} : row[lid - 1];
    const PortNum port = choose(set, t, bit, before);
    row[lid] = port;
    if (!is_counted(target, port)) return;
    ++counts_[port];
    loads_[port] += steps_[port];
    if (path_bits_ > 1) history_.record(t, port);
  }

  bool is_counted(const PortTarget& target, PortNum port) const {
    if (target.port == 0 && !options_.port_profile_switch_nodes) return false;
    return settings_.ignored.empty() ||
           settings_.ignored[fabric_.switches()[switch_].first_port + port] == 0;
  }

  PortNum choose(PortSet set, std::size_t t, unsigned bit, PortNum before) const {
    PortList list;
    const std::span<PortNum> ports = in_search_order(set, before, list);
    if (bit == 0 && is_scattered(targets_[t])) return draw(ports, targets_[t].lid);
    if (options_.port_shifting) shift(ports);
    // With port_shifting, stock's dor ignores the other LIDs of the target.
    if (path_bits_ == 1 || (one_neighbour_ && options_.port_shifting)) return least_loaded(ports);
    return least_shared(ports, t);
  }

  // Writes the members of the set to `list`, beginning behind the position `before`.
  std::span<PortNum> in_search_order(PortSet set, PortNum before, PortList& list) const {
    unsigned size = 0;
    if (order_.empty()) {
      size = list_ports(set, list.data());
      const auto behind = std::upper_bound(list.begin(), list.begin() + size, before);
      std::rotate(list.begin(), behind, list.begin() + size);
    } else {
      for (std::size_t i = 1; i <= order_.size(); ++i) {
        const PortNum port = order_[(before + i) % order_.size()];
        if (contains(set, port)) list[size++] = port;
      }
    }
    return {list.data(), size};
  }

  bool is_scattered(const PortTarget& target) const {
    return options_.scatter_ports != 0 &&
           !(target.listed && options_.guid_routing_order_no_scatter) &&
           (target.port != 0 || options_.use_scatter_for_switch_lid);
  }

  // One of the least loaded ports, by a hash instead of stock's random(), so that tables do not
  // depend on earlier draws.
  PortNum draw(std::span<PortNum> ports, Lid lid) const {
    const std::uint32_t least = loads_[least_loaded(ports)];
    const auto end = std::remove_if(ports.begin(), ports.end(),
                                    [&](PortNum port) { return loads_[port] != least; });
    const std::uint64_t at_seed = Random(options_.scatter_ports).next();
    const std::uint64_t at_switch = Random(at_seed ^ fabric_.switches()[switch_].node_guid).next();
    return ports[Random(at_switch ^ lid).below(static_cast<std::uint32_t>(end - ports.begin()))];
  }

  // So that switches with the same counts do not all begin with the same port.
  void shift(std::span<PortNum> ports) const {
    const std::size_t total =
        std::accumulate(ports.begin(), ports.end(), std::size_t{0},
                        [this](std::size_t sum, PortNum port) { return sum + counts_[port]; });
    const auto by = static_cast<std::ptrdiff_t>(total / ports.size() % ports.size());
    std::rotate(ports.begin(), ports.begin() + by, ports.end());
  }

  // The first of the least loaded ports.
  PortNum least_loaded(std::span<const PortNum> ports) const {
    return *std::min_element(ports.begin(), ports.end(),
                             [this](PortNum a, PortNum b) { return loads_[a] < loads_[b]; });
  }

  // In one pass, as in stock: `fewest_forwarded` breaks ties of loads, and its value from a port to
  // a new system or switch also counts for later ports.
  PortNum least_shared(std::span<const PortNum> ports, std::size_t t) const {
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t least = kMost, least_new_system = kMost, least_new_switch = kMost;
    std::uint32_t fewest_forwarded = kMost;
    PortNum best = 0, new_system = 0, new_switch = 0;
    for (const PortNum port : ports) {
      const std::uint32_t load = loads_[port];
      const unsigned forwarded = history_.to_switch(t, port);
      if (one_neighbour_) {
        // Neither system nor switch is new.
      } else if (history_.to_system(t, port) == 0) {
        if (load < least_new_system) {
          least_new_system = load;
          new_system = port;
          fewest_forwarded = 0;
        }
      } else if (forwarded == 0 && load < least_new_switch) {
        least_new_switch = load;
        new_switch = port;
        fewest_forwarded = 0;
      }
      if (load < least) {
        best = port;
        least = load;
        fewest_forwarded = std::min(fewest_forwarded, forwarded);
      } else if (load == least && forwarded < fewest_forwarded) {
        best = port;
        fewest_forwarded = forwarded;
      }
    }
    if (new_system != 0) return new_system;
    return new_switch != 0 ? new_switch : best;
  }

  const Fabric& fabric_;
  const Options& options_;
  bool one_neighbour_;
  const std::vector<PortTarget>& targets_;
  unsigned path_bits_;
  const PortSettings& settings_;
  PathBits history_;
  // Of the current switch.
  SwitchIndex switch_ = 0;
  std::span<const PortNum> order_;
  PortCounts counts_{};
  PortCounts steps_{};  // by port: what a LID adds to its load
  PortCounts loads_{};  // by port: with one more LID
};

}  // namespace

void balance_by_switch(const RouteRequest& request, const Targets& targets, const HopTable& table,
                       Tables rows) {
  const Fabric& fabric = request.fabric;
  const PortSettings settings(fabric, request.options);
  const bool plain = is_plain(request, targets, settings);
  const std::vector<PortTarget> list =
      plain ? std::vector<PortTarget>()
            : ports_in_stock_order(fabric, targets, request.options.routing_order);
  const NeighbourIndex neighbours(fabric, table.one_neighbour);

  struct Worker {
    NextHops finder;
    std::vector<std::uint64_t> sets;
    Dealer dealer;
    Chooser chooser;
  };
  const std::size_t columns = table.distances.columns();
  const NextHops finder(fabric, table, columns);
  std::vector<Worker> workers(
      request.workers.threads(),
      Worker{finder, std::vector<std::uint64_t>(columns * finder.words()), Dealer(finder.words()),
             Chooser(request, table.one_neighbour, list, targets.path_bits, settings, neighbours)});
  request.workers.parallel_for(
      fabric.switch_count(), 8, [&](unsigned worker, std::size_t first, std::size_t last) {
        Worker& w = workers[worker];
        const Candidates candidates{w.sets.data(), finder.words()};
        for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
          w.finder.fill(s, 0, columns, w.sets.data());
          if (plain) {
            deal_row(fabric, targets, candidates, s, w.dealer, rows.row(s));
          } else {
            w.chooser.fill_row(candidates, s, rows.row(s));
          }
        }
      });
}

}  // namespace weft
