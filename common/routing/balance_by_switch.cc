#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "common/graph/next_hops.h"
#include "common/routing/balance.h"
#include "common/routing/path_bits.h"

namespace weft {
namespace {

// The candidates of one switch to each destination, by position in the targets.
struct Candidates {
  const std::uint64_t* sets;
  std::size_t words;
  PortSet to(std::size_t d) const { return {sets + d * words, words}; }
};

using Counts = std::array<std::uint32_t, 256>;  // LIDs by port
using PortList = std::array<PortNum, 256>;

// LIDs dealt out one by one to the least counted of a set of ports, lowest port first. While the
// counts of the set are even but for the ports that had their turn in this round, that is a cyclic
// copy of the list of its ports.
class Dealer {
 public:
  explicit Dealer(std::size_t words) : set_(words) {}

  void start_switch() {
    counts_.fill(0);
    std::fill(set_.begin(), set_.end(), 0);
    size_ = 0;
  }

  // The LIDs to come are dealt to this set (not empty).
  void use(PortSet set) {
    if (std::equal(set.begin(), set.end(), set_.begin())) return;
    settle();
    std::copy(set.begin(), set.end(), set_.begin());
    size_ = list_ports(set, ports_.data());
    turn_ = 0;
    level_ = counts_[least_counted()];
    even_ = all_at_level();
  }

  // Writes the ports of the next LIDs.
  void deal(std::size_t count, PortNum* out) {
    for (; count > 0 && !even_; --count) *out++ = deal_uneven();
    while (count > 0) {
      const std::size_t run = std::min<std::size_t>(count, size_ - turn_);
      std::copy_n(ports_.data() + turn_, run, out);
      out += run;
      count -= run;
      turn_ += static_cast<unsigned>(run);
      if (turn_ < size_) return;
      turn_ = 0;
      ++level_;
    }
  }

  // LIDs by port so far.
  const Counts& counts() {
    settle();
    return counts_;
  }

 private:
  // While even_, counts_ are not kept: ports before turn_ have level_ + 1 LIDs, the others level_.
  void settle() {
    if (!even_) return;
    for (unsigned i = 0; i < size_; ++i) counts_[ports_[i]] = level_ + (i < turn_ ? 1 : 0);
  }

  PortNum least_counted() const {
    return *std::min_element(ports_.begin(), ports_.begin() + size_,
                             [this](PortNum a, PortNum b) { return counts_[a] < counts_[b]; });
  }

  bool all_at_level() const {
    return std::all_of(ports_.begin(), ports_.begin() + size_,
                       [this](PortNum p) { return counts_[p] == level_; });
  }

  PortNum deal_uneven() {
    while (counts_[ports_[turn_]] != level_) next_turn();
    const PortNum port = ports_[turn_];
    ++counts_[port];
    next_turn();
    return port;
  }

  void next_turn() {
    if (++turn_ < size_) return;
    turn_ = 0;
    ++level_;
    even_ = all_at_level();
  }

  std::vector<std::uint64_t> set_;
  PortList ports_{};  // of the set, ascending
  Counts counts_{};
  unsigned size_ = 0;
  unsigned turn_ = 0;        // index in ports_
  std::uint32_t level_ = 0;  // the least count of the set
  bool even_ = false;
};

// The ports of a switch by their counts, the lowest first among equals. Writes them to `sorted`.
std::span<const PortNum> sort_by_count(std::size_t ports, const Counts& counts, PortList& sorted) {
  const std::span<PortNum> list(sorted.data(), ports - 1);
  std::iota(list.begin(), list.end(), PortNum{1});
  std::sort(list.begin(), list.end(), [&counts](PortNum a, PortNum b) {
    return std::pair(counts[a], a) < std::pair(counts[b], b);
  });
  return list;
}

// The first of them that is in the set (not empty).
PortNum first_in(PortSet set, std::span<const PortNum> sorted) {
  if (const PortNum only = only_port(set); only != kNoPath) return only;
  return *std::find_if(sorted.begin(), sorted.end(), [set](PortNum p) { return contains(set, p); });
}

// One path bit, no live tables, LIDs of switches not counted: nothing but the dealing.
void deal_row(const Fabric& fabric, const Targets& targets, const Candidates& candidates,
              SwitchIndex s, Dealer& dealer, PortNum* row) {
  PortList ports;
  dealer.start_switch();
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const auto end_ports = targets.at(d);
    if (end_ports.empty()) continue;
    if (targets.switches[d] == s) {
      for (const EndPortIndex e : end_ports) {
        row[fabric.end_ports()[e].lid] = fabric.end_ports()[e].switch_port;
      }
      continue;
    }
    if (is_empty(candidates.to(d))) continue;
    dealer.use(candidates.to(d));
    const auto lids = targets.lids_at(d);
    if (targets.in_a_row[d]) {
      dealer.deal(lids.size(), row + lids.front());
    } else {
      dealer.deal(lids.size(), ports.data());
      for (std::size_t i = 0; i < lids.size(); ++i) row[lids[i]] = ports[i];
    }
  }
  const auto sorted = sort_by_count(fabric.ports(s).size(), dealer.counts(), ports);
  for (std::size_t d = 0; d < targets.switches.size(); ++d) {
    const Lid lid = targets.switch_lids[d];
    if (lid == 0) continue;
    if (targets.switches[d] == s) {
      row[lid] = 0;
    } else if (!is_empty(candidates.to(d))) {
      row[lid] = first_in(candidates.to(d), sorted);
    }
  }
}

// The rule in full, for one switch after the other.
class Chooser {
 public:
  Chooser(const RouteRequest& request, const Targets& targets,
          const std::vector<std::uint32_t>& column, const NeighbourIndex& neighbours)
      : fabric_(request.fabric),
        options_(request.options),
        live_(request.live),
        targets_(targets),
        column_(column),
        history_(neighbours,
                 targets.path_bits > 1 ? targets.end_ports.size() + fabric_.switch_count() : 0) {}

  void fill_row(const Candidates& candidates, SwitchIndex s, std::span<const SwitchIndex> map_order,
                PortNum* row) {
    counts_.fill(0);
    if (targets_.path_bits > 1) history_.start(fabric_, s);
    for (unsigned bit = 0; bit < targets_.path_bits; ++bit) {
      for (std::size_t d = 0; d < targets_.switches.size(); ++d) {
        for (std::uint32_t t = targets_.first[d]; t < targets_.first[d + 1]; ++t) {
          const EndPort& port = fabric_.end_ports()[targets_.end_ports[t]];
          if (bit >> port.lmc != 0) continue;
          const auto lid = static_cast<Lid>(port.lid + bit);
          if (targets_.switches[d] == s) {
            row[lid] = port.switch_port;
          } else {
            place(candidates.to(d), s, t, lid, bit, true, row);
          }
        }
      }
      for (const SwitchIndex to : map_order) {
        const Switch& sw = fabric_.switches()[to];
        if (sw.lid == 0 || bit >> sw.lmc != 0) continue;
        const auto lid = static_cast<Lid>(sw.lid + bit);
        if (to == s) {
          row[lid] = 0;
        } else {
          place(candidates.to(column_[to]), s, targets_.end_ports.size() + to, lid, bit,
                options_.port_profile_switch_nodes, row);
        }
      }
    }
  }

 private:
  void place(PortSet set, SwitchIndex s, std::size_t target, Lid lid, unsigned bit, bool counted,
             PortNum* row) {
    if (is_empty(set)) return;
    PortNum port = live_ == nullptr ? kNoPath : live_->port(s, lid);
    if (!contains(set, port)) {
      // Stock starts behind the port of the LID before.
      const PortNum before = bit == 0 ? PortNum{0} : row[lid - 1];
      port = choose(set, target, before);
    }
    row[lid] = port;
    if (!counted) return;
    ++counts_[port];
    if (targets_.path_bits > 1) history_.record(target, port);
  }

  PortNum choose(PortSet set, std::size_t target, PortNum before) const {
    PortList ports;
    const unsigned size = list_ports(set, ports.data());
    const auto behind = std::upper_bound(ports.begin(), ports.begin() + size, before);
    std::rotate(ports.begin(), behind, ports.begin() + size);
    if (targets_.path_bits == 1) return least_counted(std::span(ports.data(), size));
    return least_shared(std::span(ports.data(), size), target);
  }

  PortNum least_counted(std::span<const PortNum> ports) const {
    return *std::min_element(ports.begin(), ports.end(),
                             [this](PortNum a, PortNum b) { return counts_[a] < counts_[b]; });
  }

  // In one pass as stock makes it: `fewest_forwarded` breaks ties of counts, and what a port to a
  // new system or switch sets it to holds for the ports behind it as well.
  PortNum least_shared(std::span<const PortNum> ports, std::size_t target) const {
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t least = kMost, least_new_system = kMost, least_new_switch = kMost;
    std::uint32_t fewest_forwarded = kMost;
    PortNum best = 0, new_system = 0, new_switch = 0;
    for (const PortNum port : ports) {
      const std::uint32_t count = counts_[port];
      const unsigned forwarded = history_.to_switch(target, port);
      if (history_.to_system(target, port) == 0) {
        if (count < least_new_system) {
          least_new_system = count;
          new_system = port;
          fewest_forwarded = 0;
        }
      } else if (forwarded == 0 && count < least_new_switch) {
        least_new_switch = count;
        new_switch = port;
        fewest_forwarded = 0;
      }
      if (count < least) {
        best = port;
        least = count;
        fewest_forwarded = std::min(fewest_forwarded, forwarded);
      } else if (count == least && forwarded < fewest_forwarded) {
        best = port;
        fewest_forwarded = forwarded;
      }
    }
    if (new_system != 0) return new_system;
    return new_switch != 0 ? new_switch : best;
  }

  const Fabric& fabric_;
  const Options& options_;
  const Live* live_;
  const Targets& targets_;
  const std::vector<std::uint32_t>& column_;  // position in targets_.switches by SwitchIndex
  PathBits history_;
  Counts counts_{};
};

}  // namespace

void balance_by_switch(const RouteRequest& request, const Targets& targets, const HopTable& table,
                       Tables rows) {
  const Fabric& fabric = request.fabric;
  const bool plain = targets.path_bits == 1 && request.live == nullptr &&
                     !request.options.port_profile_switch_nodes;
  const std::vector<SwitchIndex> map_order = stock_switch_order(fabric);
  std::vector<std::uint32_t> column(fabric.switch_count());
  for (std::uint32_t d = 0; d < targets.switches.size(); ++d) column[targets.switches[d]] = d;
  const NeighbourIndex neighbours(fabric);

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
             Chooser(request, targets, column, neighbours)});
  request.workers.parallel_for(
      fabric.switch_count(), 8, [&](unsigned worker, std::size_t first, std::size_t last) {
        Worker& w = workers[worker];
        const Candidates candidates{w.sets.data(), finder.words()};
        for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
          w.finder.fill(s, 0, columns, w.sets.data());
          if (plain) {
            deal_row(fabric, targets, candidates, s, w.dealer, rows.row(s));
          } else {
            w.chooser.fill_row(candidates, s, map_order, rows.row(s));
          }
        }
      });
}

}  // namespace weft
