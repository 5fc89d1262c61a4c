#include "tests/support/slow_minhop.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace weft {
namespace {

// OpenSM keeps GUIDs as they travel, highest byte first, and compares them as numbers of the
// machine, for which, on x86, the byte that travels last counts most.
std::string bytes_by_weight(Guid guid) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>((guid >> (8 * i)) & 0xFF));
  return bytes;
}

bool comes_before(Guid a, Guid b) {
  const std::string x = bytes_by_weight(a), y = bytes_by_weight(b);
  return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), [](char p, char q) {
    return static_cast<unsigned char>(p) < static_cast<unsigned char>(q);
  });
}

using Rows = std::vector<std::vector<PortNum>>;

struct Target {
  Guid guid;       // of the port
  SwitchIndex at;  // the switch it is on
  Lid lid;
  std::uint8_t lmc;
  PortNum port;  // of that switch; 0: the switch itself
  bool listed = false;
};

std::vector<Target> all_targets(const Fabric& fabric) {
  std::vector<Target> targets;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& sw = fabric.switches()[s];
    targets.push_back({sw.node_guid, s, sw.lid, sw.lmc, 0});
  }
  for (const EndPort& e : fabric.end_ports()) {
    targets.push_back({e.port_guid, e.sw, e.lid, e.lmc, e.switch_port});
  }
  return targets;
}

// The end ports of one switch after the other, those with the most of them first.
std::vector<Guid> end_ports_in_order(const Fabric& fabric) {
  std::vector<SwitchIndex> switches;
  std::vector<int> end_ports(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    switches.push_back(s);
    for (const Port& p : fabric.ports(s)) end_ports[s] += p.kind == PeerKind::kEndPort ? 1 : 0;
  }
  std::sort(switches.begin(), switches.end(), [&](SwitchIndex a, SwitchIndex b) {
    return comes_before(fabric.switches()[a].node_guid, fabric.switches()[b].node_guid);
  });
  std::stable_sort(switches.begin(), switches.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return end_ports[a] > end_ports[b]; });
  std::vector<Guid> guids;
  for (const SwitchIndex s : switches) {
    for (const Port& p : fabric.ports(s)) {
      if (p.kind == PeerKind::kEndPort) guids.push_back(fabric.end_ports()[p.peer].port_guid);
    }
  }
  return guids;
}

// The routing order, then the end ports by switch, then what is left: the switches.
std::vector<Target> targets_in_order(const Fabric& fabric, const Options& options) {
  std::vector<Target> rest = all_targets(fabric), targets;
  const auto move = [&](Guid guid, bool listed) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i].guid != guid) continue;
      rest[i].listed = listed;
      targets.push_back(rest[i]);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  };
  for (const NamedNode& node : options.routing_order.value_or(std::vector<NamedNode>())) {
    move(node.guid, true);
  }
  for (const Guid guid : end_ports_in_order(fabric)) move(guid, false);
  std::sort(rest.begin(), rest.end(),
            [](const Target& a, const Target& b) { return comes_before(a.guid, b.guid); });
  targets.insert(targets.end(), rest.begin(), rest.end());
  return targets;
}

// [from][to]: the least sum of the weights of the ports on the way; -1: no path.
std::vector<std::vector<int>> weighted_distances(const Fabric& fabric,
                                                 const std::vector<std::vector<int>>& weights) {
  std::vector<std::vector<int>> distances(fabric.switch_count(),
                                          std::vector<int>(fabric.switch_count(), -1));
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) distances[s][s] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
        const Port& port = fabric.ports(s)[p];
        if (port.kind != PeerKind::kSwitch) continue;
        for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
          if (distances[port.peer][to] < 0) continue;
          const int hops = distances[port.peer][to] + weights[s][p];
          if (distances[s][to] >= 0 && distances[s][to] <= hops) continue;
          distances[s][to] = hops;
          changed = true;
        }
      }
    }
  }
  return distances;
}

// [switch][port]
std::vector<std::vector<int>> weights_of(const Fabric& fabric, const Options& options) {
  std::vector<std::vector<int>> weights;
  for (const Switch& sw : fabric.switches()) {
    weights.emplace_back(sw.port_count + std::size_t{1}, 1);
    if (!options.hop_weights) continue;
    for (const PortNote& note : *options.hop_weights) {
      if (note.switch_guid != sw.node_guid || note.port > sw.port_count) continue;
      if (note.weight > 0) weights.back()[note.port] = note.weight;
    }
  }
  return weights;
}

// The ports of a switch, 0 first, in the order in which they are searched.
std::vector<PortNum> ports_in_order(const Switch& sw, const Options& options) {
  std::vector<PortNum> order = {0};
  const auto has = [&](PortNum p) {
    return std::find(order.begin(), order.end(), p) != order.end();
  };
  for (const SearchOrder& line : options.search_order.value_or(std::vector<SearchOrder>())) {
    if (line.switch_guid != sw.node_guid || order.size() > 1) continue;
    for (const PortNum p : line.ports) {
      if (p > sw.port_count || has(p)) {
        order = {0};
        break;
      }
      order.push_back(p);
    }
  }
  for (unsigned p = 1; p <= sw.port_count; ++p) {
    if (!has(static_cast<PortNum>(p))) order.push_back(static_cast<PortNum>(p));
  }
  return order;
}

double capacity(const Port& port) {
  static const std::map<LinkSpeed, double> kRates = {
      {LinkSpeed::kUnknown, 8}, {LinkSpeed::kSdr, 2},  {LinkSpeed::kDdr, 4},  {LinkSpeed::kQdr, 8},
      {LinkSpeed::kFdr10, 10},  {LinkSpeed::kFdr, 14}, {LinkSpeed::kEdr, 25}, {LinkSpeed::kHdr, 50},
      {LinkSpeed::kNdr, 100},   {LinkSpeed::kXdr, 200}};
  return kRates.at(port.link.speed) * (port.link.width == 0 ? 4 : port.link.width);
}

// One way out of a switch to a target, as it stands when the target's next LID is routed.
struct Way {
  PortNum port;
  unsigned count;    // LIDs over the port
  double load;       // what is compared
  bool system_used;  // by other LIDs of the target
  bool node_used;
  unsigned forwarded;  // LIDs of the target to the same node; dor: over the same link
};

bool any_is_least(const std::vector<Way>& ways, PortNum port) {
  const auto way =
      std::find_if(ways.begin(), ways.end(), [&](const Way& w) { return w.port == port; });
  return way != ways.end() &&
         std::none_of(ways.begin(), ways.end(), [&](const Way& w) { return w.load < way->load; });
}

PortNum first_least(const std::vector<Way>& ways) {
  return std::min_element(ways.begin(), ways.end(),
                          [](const Way& a, const Way& b) { return a.load < b.load; })
      ->port;
}

// One pass over the ways as stock makes it for LMC > 0.
PortNum pass_for_lmc(const std::vector<Way>& ways, bool dor) {
  constexpr double kMost = std::numeric_limits<double>::infinity();
  double least = kMost, least_system = kMost, least_node = kMost;
  unsigned least_forwarded = std::numeric_limits<unsigned>::max();
  PortNum best = 0, other_system = 0, other_node = 0;
  for (const Way& way : ways) {
    if (!dor && !way.system_used) {
      if (way.load < least_system) {
        least_system = way.load;
        other_system = way.port;
        least_forwarded = 0;
      }
    } else if (!dor && !way.node_used && way.load < least_node) {
      least_node = way.load;
      other_node = way.port;
      least_forwarded = 0;
    }
    if (way.load < least) {
      best = way.port;
      least = way.load;
      if (way.forwarded < least_forwarded) least_forwarded = way.forwarded;
    } else if (way.load == least && way.forwarded < least_forwarded) {
      least_forwarded = way.forwarded;
      best = way.port;
    }
  }
  return other_system != 0 ? other_system : other_node != 0 ? other_node : best;
}

// The tables of one switch.
class SlowRow {
 public:
  SlowRow(const Fabric& f, const Options& o, SwitchIndex s, bool dor, bool lmc)
      : fabric_(f),
        options_(o),
        s_(s),
        dor_(dor),
        lmc_(lmc),
        order_(ports_in_order(f.switches()[s], o)),
        count_(f.ports(s).size(), 0) {}

  // `minimal`: is a port on a shortest way to the target?
  template <typename Minimal>
  std::vector<Way> ways(const Target& t, std::size_t start, const Minimal& minimal) const {
    std::vector<Way> list;
    std::optional<SwitchIndex> first;
    for (std::size_t i = start; i < start + order_.size(); ++i) {
      const PortNum p = order_[i % order_.size()];
      if (!minimal(p)) continue;
      const Port& port = fabric_.ports(s_)[p];
      if (!first) first = port.peer;
      if (dor_ && port.peer != *first) continue;
      Way way{p, count_[p], 0, false, false, 0};
      // As in a race: the load is that of the port with one LID more.
      way.load = options_.weigh_links ? (count_[p] + 1) / capacity(port) : count_[p];
      if (const auto used = used_.find(t.guid); used != used_.end()) {
        for (const PortNum u : used->second) {
          const SwitchIndex node = fabric_.ports(s_)[u].peer;
          way.system_used |= system(node) == system(port.peer);
          way.node_used |= node == port.peer;
          if (dor_ ? u == p : node == port.peer) ++way.forwarded;
        }
      }
      list.push_back(way);
    }
    return list;
  }

  PortNum choose(std::vector<Way> ways) const {
    if (options_.port_shifting) {
      std::size_t total = 0;
      for (const Way& way : ways) total += way.count;
      std::vector<Way> shifted;
      for (std::size_t i = 0; i < ways.size(); ++i) {
        shifted.push_back(ways[(total / ways.size() + i) % ways.size()]);
      }
      ways = shifted;
    }
    return !lmc_ || (dor_ && options_.port_shifting) ? first_least(ways) : pass_for_lmc(ways, dor_);
  }

  bool draws(const Target& t) const {
    if (options_.scatter_ports == 0) return false;
    if (t.listed && options_.guid_routing_order_no_scatter) return false;
    return t.port != 0 || options_.use_scatter_for_switch_lid;
  }

  void count(const Target& t, PortNum port) {
    if (t.port == 0 && !options_.port_profile_switch_nodes) return;
    for (const PortNote& note : options_.ignored_ports.value_or(std::vector<PortNote>())) {
      if (note.switch_guid == fabric_.switches()[s_].node_guid && note.port == port) return;
    }
    ++count_[port];
    used_[t.guid].push_back(port);
  }

 private:
  Guid system(SwitchIndex s) const { return fabric_.switches()[s].system_guid; }

  const Fabric& fabric_;
  const Options& options_;
  SwitchIndex s_;
  bool dor_, lmc_;
  std::vector<PortNum> order_;
  std::vector<unsigned> count_;                // by port
  std::map<Guid, std::vector<PortNum>> used_;  // by target: the ports of its LIDs so far
};

}  // namespace

std::vector<std::vector<int>> slow_distances(const Fabric& fabric) {
  std::vector<std::vector<int>> distances;
  for (SwitchIndex from = 0; from < fabric.switch_count(); ++from) {
    std::vector<int> hops(fabric.switch_count(), -1);
    std::deque<SwitchIndex> queue = {from};
    hops[from] = 0;
    while (!queue.empty()) {
      const SwitchIndex s = queue.front();
      queue.pop_front();
      for (const Port& p : fabric.ports(s)) {
        if (p.kind != PeerKind::kSwitch || hops[p.peer] >= 0) continue;
        hops[p.peer] = hops[s] + 1;
        queue.push_back(p.peer);
      }
    }
    distances.push_back(hops);
  }
  return distances;
}

Rows slow_minhop(const Fabric& fabric, const Options& options, bool dor, const Rows* drawn) {
  const auto weights = weights_of(fabric, options);
  const auto distances = weighted_distances(fabric, weights);
  unsigned lmc = 0;
  for (const EndPort& e : fabric.end_ports()) lmc = std::max<unsigned>(lmc, e.lmc);
  for (const Switch& s : fabric.switches()) lmc = std::max<unsigned>(lmc, s.lmc);
  const std::vector<Target> targets = targets_in_order(fabric, options);

  Rows tables;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::vector<PortNum> row(fabric.max_lid() + std::size_t{1}, kNoPath);
    SlowRow rule(fabric, options, s, dor, lmc > 0);
    for (unsigned offset = 0; offset < 1u << lmc; ++offset) {
      for (const Target& t : targets) {
        if (t.lid == 0 || offset >= 1u << t.lmc) continue;
        const auto lid = static_cast<Lid>(t.lid + offset);
        if (t.at == s) {
          row[lid] = t.port;
          continue;
        }
        const std::size_t start = offset == 0 || dor ? 1 : row[lid - 1] + std::size_t{1};
        const auto ways = rule.ways(t, start, [&](std::size_t p) {
          const Port& port = fabric.ports(s)[p];
          return p > 0 && port.kind == PeerKind::kSwitch && distances[port.peer][t.at] >= 0 &&
                 distances[port.peer][t.at] + weights[s][p] == distances[s][t.at];
        });
        if (ways.empty()) continue;
        if (offset == 0 && rule.draws(t)) {
          row[lid] = any_is_least(ways, (*drawn)[s][lid]) ? (*drawn)[s][lid] : kNoPath;
          if (row[lid] == kNoPath) continue;
        } else {
          row[lid] = rule.choose(ways);
        }
        rule.count(t, row[lid]);
      }
    }
    tables.push_back(std::move(row));
  }
  return tables;
}

}  // namespace weft
