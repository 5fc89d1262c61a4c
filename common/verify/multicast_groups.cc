#include "common/verify/multicast_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/base/disjoint_sets.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

constexpr std::size_t kMostSentences = 8;
constexpr PortBits kNoEntry{};

class MulticastCheck {
 public:
  explicit MulticastCheck(const Fabric& fabric)
      : fabric_(fabric), ports_(fabric.switch_count(), &kNoEntry) {}

  void judge(const MulticastGroup& group) {
    ++verdict_.groups;
    for (const MulticastEntry& entry : group.entries) ports_[entry.sw] = &entry.ports;
    DisjointSets trees(fabric_.switch_count());
    SwitchIndex closes = kNone;  // a switch whose link closes a cycle
    for (const MulticastEntry& entry : group.entries) follow(group, entry, trees, closes);
    if (closes != kNone) {
      ++verdict_.looping_groups;
      tell(fmt::format("packets to MLID 0x{:04x} can go round by {}", group.mlid,
                       fabric_.describe_switch(closes)));
    }
    look_for_members(group, trees);
    for (const MulticastEntry& entry : group.entries) ports_[entry.sw] = &kNoEntry;
  }

  MulticastVerdict take() { return std::move(verdict_); }

 private:
  void follow(const MulticastGroup& group, const MulticastEntry& entry, DisjointSets& trees,
              SwitchIndex& closes) {
    const auto ports = fabric_.ports(entry.sw);
    for_each_port(entry.ports, [&](PortNum p) {
      if (p == 0) return;
      if (p >= ports.size() || ports[p].kind == PeerKind::kNothing) ++verdict_.dead_ports;
      if (p >= ports.size() || ports[p].kind != PeerKind::kSwitch) return;
      const bool both_ways = contains(*ports_[ports[p].peer], ports[p].peer_port);
      if (!both_ways) {
        ++verdict_.one_way_links;
        tell(fmt::format("{} sends packets to MLID 0x{:04x} out of port {}, but {} sends none back",
                         fabric_.describe_switch(entry.sw), group.mlid, p,
                         fabric_.describe_switch(ports[p].peer)));
      }
      // A link with entries at both ends counts at its first end.
      const bool is_first = std::pair(entry.sw, p) < std::pair(ports[p].peer, ports[p].peer_port);
      if ((is_first || !both_ways) && !trees.unite(entry.sw, ports[p].peer)) closes = entry.sw;
    });
  }

  void look_for_members(const MulticastGroup& group, DisjointSets& trees) {
    SwitchIndex first = kNone;
    for (const MulticastEntry& entry : group.entries) {
      const auto ports = fabric_.ports(entry.sw);
      bool has_member = false;
      for_each_port(entry.ports, [&](PortNum p) {
        has_member |= p == 0 || (p < ports.size() && ports[p].kind == PeerKind::kEndPort);
      });
      if (!has_member) continue;
      if (first == kNone) first = entry.sw;
      if (trees.find(first) == trees.find(entry.sw)) continue;
      ++verdict_.split_groups;
      tell(fmt::format("members of MLID 0x{:04x} at {} and at {} are in different trees",
                       group.mlid, fabric_.describe_switch(first),
                       fabric_.describe_switch(entry.sw)));
      return;
    }
  }

  void tell(std::string sentence) {
    if (verdict_.findings.size() < kMostSentences) verdict_.findings.push_back(std::move(sentence));
  }

  const Fabric& fabric_;
  std::vector<const PortBits*> ports_;  // by switch, of the current group
  MulticastVerdict verdict_;
};

}  // namespace

MulticastVerdict verify_multicast(const Fabric& fabric, const std::vector<MulticastGroup>& groups) {
  MulticastCheck check(fabric);
  for (const MulticastGroup& group : groups) check.judge(group);
  return check.take();
}

std::vector<LinkTurn> turns_of(const Links& links, const std::vector<MulticastGroup>& groups) {
  std::vector<PortBits> ports(links.switch_count());
  std::vector<bool> there(static_cast<std::size_t>(links.turn_count()));
  for (const MulticastGroup& group : groups) {
    for (const MulticastEntry& entry : group.entries) ports[entry.sw] = entry.ports;
    for (const MulticastEntry& entry : group.entries) {
      const LinkIndex first = links.first_of(entry.sw);
      const LinkIndex last = first + links.count_of(entry.sw);
      for (LinkIndex back = first; back < last; ++back) {
        const LinkIndex in = links.opposite(back);
        if (!contains(ports[links[in].from], links[in].port)) continue;
        for (LinkIndex out = first; out < last; ++out) {
          if (out == back || !contains(entry.ports, links[out].port)) continue;
          there[static_cast<std::size_t>(links.turn(in, out))] = true;
        }
      }
    }
    for (const MulticastEntry& entry : group.entries) ports[entry.sw] = PortBits{};
  }
  std::vector<LinkTurn> turns;
  links.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    if (there[static_cast<std::size_t>(number)]) turns.push_back(turn);
  });
  return turns;
}

}  // namespace weft
