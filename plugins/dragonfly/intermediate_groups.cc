#include "plugins/dragonfly/intermediate_groups.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "plugins/dragonfly/group_halves.h"

namespace weft {
namespace {

class GroupChoice {
 public:
  GroupChoice(const GroupGraph& graph, DragonflyPaths paths)
      : graph_(graph), paths_(paths), uses_(graph.count()) {}

  // Turns to the LIDs of another group.
  void start(std::uint32_t group) {
    group_ = group;
    port_ = 0;
    lid_ = 0;
    std::ranges::fill(uses_, 0);
  }

  // Adds all LIDs of a port.
  void add(Lid base, unsigned count, SwitchIndex sw, PortNum port,
           std::vector<DragonflyLid>& lids) {
    taken_.clear();
    for (unsigned bit = 0; bit < count; ++bit) {
      DragonflyLid lid{.lid = static_cast<Lid>(base + bit),
                       .sw = sw,
                       .port = port,
                       .in_group = {port_, 0, bit},
                       .via = kNone,
                       .of_via = {},
                       .halving = 0};
      ++lid_;
      if (has_detour(bit)) {
        lid.halving = static_cast<std::uint8_t>(
            (paths_ == DragonflyPaths::kNonminimal ? bit : bit - 1) % kHalvings);
        lid.via = choose(lid.halving);
        if (lid.via != kNone) lid.of_via = {uses_[lid.via]++, 0, 1 + 2 * (group_ + lid.via)};
      }
      lids.push_back(lid);
    }
    ++port_;
  }

  std::uint32_t ports() const { return port_; }
  std::uint32_t uses(std::uint32_t via) const { return uses_[via]; }

 private:
  bool has_detour(unsigned bit) const {
    return paths_ == DragonflyPaths::kNonminimal || (paths_ == DragonflyPaths::kMix && bit > 0);
  }

  // The intermediate group that the fewest LIDs of the group have so far. Each group and LID has
  // another order, so that equals are used alike.
  std::uint32_t choose(unsigned halving) {
    const auto pairs = graph_.pairs_of(group_);
    std::uint32_t best = kNone;
    bool best_is_taken = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::uint32_t via = pairs[(i + group_ + lid_) % pairs.size()].to;
      if (in_second_half(halving, via) == in_second_half(halving, group_)) continue;
      const bool is_taken = std::ranges::find(taken_, via) != taken_.end();
      if (best != kNone && (is_taken != best_is_taken ? is_taken : uses_[via] >= uses_[best])) {
        continue;
      }
      best = via;
      best_is_taken = is_taken;
    }
    if (best != kNone) taken_.push_back(best);
    return best;
  }

  const GroupGraph& graph_;
  DragonflyPaths paths_;
  std::uint32_t group_ = 0;
  std::uint32_t port_ = 0;  // of the group
  std::uint32_t lid_ = 0;
  std::vector<std::uint32_t> uses_;   // by group
  std::vector<std::uint32_t> taken_;  // by other LIDs of the port
};

}  // namespace

DragonflyLids choose_intermediate_groups(const Fabric& fabric, const GroupGraph& graph,
                                         DragonflyPaths paths) {
  DragonflyLids lids{.all = {}, .first = {0}};
  lids.all.reserve(fabric.lid_count());
  GroupChoice choice(graph, paths);
  for (std::uint32_t group = 0; group < graph.count(); ++group) {
    choice.start(group);
    for (const SwitchIndex s : graph.members(group)) {
      const auto ports = fabric.ports(s);
      for (std::size_t port = 1; port < ports.size(); ++port) {
        if (ports[port].kind != PeerKind::kEndPort) continue;
        const EndPort& end_port = fabric.end_ports()[ports[port].peer];
        if (end_port.lid == 0) continue;
        choice.add(end_port.lid, 1u << end_port.lmc, s, static_cast<PortNum>(port), lids.all);
      }
    }
    const GroupChoice of_end_ports = choice;
    for (const SwitchIndex s : graph.members(group)) {
      const Switch& sw = fabric.switches()[s];
      if (sw.lid != 0) choice.add(sw.lid, 1u << sw.lmc, s, 0, lids.all);
    }
    for (std::size_t i = lids.first.back(); i < lids.all.size(); ++i) {
      DragonflyLid& lid = lids.all[i];
      lid.in_group.alike = of_end_ports.ports();
      if (lid.via != kNone) lid.of_via.alike = of_end_ports.uses(lid.via);
    }
    lids.first.push_back(static_cast<std::uint32_t>(lids.all.size()));
  }
  return lids;
}

}  // namespace weft
