#include "tests/support/slow_minhop.h"

#include <algorithm>
#include <deque>
#include <limits>
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

struct Target {
  SwitchIndex at;  // the switch it is on
  Lid lid;
  std::uint8_t lmc;
  PortNum port;  // of that switch; 0: the switch itself
  Guid guid;
  struct Used {
    SwitchIndex neighbour;
    unsigned forwarded;
  };
  std::vector<Used> used;  // by its LIDs so far, at the switch in hand
};

std::vector<Target> targets_in_order(const Fabric& fabric) {
  std::vector<SwitchIndex> switches;
  std::vector<int> end_ports(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    switches.push_back(s);
    for (const Port& p : fabric.ports(s)) end_ports[s] += p.kind == PeerKind::kEndPort ? 1 : 0;
  }
  const auto by_guid = [&](SwitchIndex a, SwitchIndex b) {
    return comes_before(fabric.switches()[a].node_guid, fabric.switches()[b].node_guid);
  };
  std::sort(switches.begin(), switches.end(), by_guid);
  std::vector<SwitchIndex> busiest_first = switches;
  std::stable_sort(busiest_first.begin(), busiest_first.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return end_ports[a] > end_ports[b]; });
  std::vector<Target> targets;
  for (const SwitchIndex s : busiest_first) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      if (fabric.ports(s)[p].kind != PeerKind::kEndPort) continue;
      const EndPort& e = fabric.end_ports()[fabric.ports(s)[p].peer];
      targets.push_back({s, e.lid, e.lmc, static_cast<PortNum>(p), e.port_guid, {}});
    }
  }
  for (const SwitchIndex s : switches) {
    const Switch& sw = fabric.switches()[s];
    targets.push_back({s, sw.lid, sw.lmc, 0, sw.node_guid, {}});
  }
  return targets;
}

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

std::vector<std::vector<PortNum>> slow_minhop(const Fabric& fabric, const Options& options,
                                              const Live* live) {
  const auto distances = slow_distances(fabric);
  unsigned lmc = 0;
  for (const EndPort& e : fabric.end_ports()) lmc = std::max<unsigned>(lmc, e.lmc);
  for (const Switch& s : fabric.switches()) lmc = std::max<unsigned>(lmc, s.lmc);

  std::vector<std::vector<PortNum>> tables;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    std::vector<PortNum> row(fabric.max_lid() + std::size_t{1}, kNoPath);
    const auto ports = fabric.ports(s);
    std::vector<unsigned> count(ports.size(), 0);
    std::vector<Target> targets = targets_in_order(fabric);
    const auto minimal = [&](std::size_t p, const Target& t) {
      return p > 0 && p < ports.size() && ports[p].kind == PeerKind::kSwitch &&
             distances[s][t.at] > 0 && distances[ports[p].peer][t.at] == distances[s][t.at] - 1;
    };
    for (unsigned offset = 0; offset < 1u << lmc; ++offset) {
      for (Target& t : targets) {
        if (t.lid == 0 || offset >= 1u << t.lmc) continue;
        const auto lid = static_cast<Lid>(t.lid + offset);
        if (t.at == s) {
          row[lid] = t.port;
          continue;
        }
        PortNum chosen = kNoPath;
        const PortNum old = live != nullptr ? live->port(s, lid) : kNoPath;
        if (minimal(old, t)) {
          chosen = old;
        } else {
          const unsigned start = offset == 0 ? 1 : row[lid - 1] + 1u;
          constexpr unsigned kMost = std::numeric_limits<unsigned>::max();
          unsigned least = kMost, least_system = kMost, least_node = kMost, least_forwarded = kMost;
          PortNum best = 0, other_system = 0, other_node = 0;
          for (unsigned i = start; i < start + ports.size(); ++i) {
            const auto p = static_cast<PortNum>(i % ports.size());
            if (!minimal(p, t)) continue;
            unsigned forwarded = 0;
            if (lmc > 0) {
              bool system_used = false, node_used = false;
              const auto system = [&](SwitchIndex n) { return fabric.switches()[n].system_guid; };
              for (const Target::Used& u : t.used) {
                system_used |= system(u.neighbour) == system(ports[p].peer);
                if (u.neighbour != ports[p].peer) continue;
                node_used = true;
                forwarded = u.forwarded;
              }
              if (!system_used) {
                if (count[p] < least_system) {
                  least_system = count[p];
                  other_system = p;
                  least_forwarded = 0;
                }
              } else if (!node_used && count[p] < least_node) {
                least_node = count[p];
                other_node = p;
                least_forwarded = 0;
              }
            }
            if (count[p] < least) {
              best = p;
              least = count[p];
              if (lmc > 0 && forwarded < least_forwarded) least_forwarded = forwarded;
            } else if (lmc > 0 && count[p] == least && forwarded < least_forwarded) {
              least_forwarded = forwarded;
              best = p;
            }
          }
          if (best == 0) continue;
          chosen = other_system != 0 ? other_system : other_node != 0 ? other_node : best;
        }
        row[lid] = chosen;
        if (t.port == 0 && !options.port_profile_switch_nodes) continue;
        ++count[chosen];
        const auto used = std::find_if(t.used.begin(), t.used.end(), [&](const Target::Used& u) {
          return u.neighbour == ports[chosen].peer;
        });
        if (used == t.used.end()) {
          t.used.push_back({ports[chosen].peer, 1});
        } else {
          ++used->forwarded;
        }
      }
    }
    tables.push_back(std::move(row));
  }
  return tables;
}

}  // namespace weft
