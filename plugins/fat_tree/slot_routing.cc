#include "plugins/fat_tree/slot_routing.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "plugins/fat_tree/displaced_lids.h"

namespace weft {
namespace {

constexpr std::size_t kBatch = 256;  // destination switches

// Routes one switch after the other; the scratch memory of one worker.
class SlotRouter {
 public:
  SlotRouter(const RouteRequest& request, const FatTree& tree, const UpPorts& up,
             const TreeDestinations& destinations, const HopTable& table)
      : fabric_(request.fabric),
        tree_(tree),
        up_(up),
        destinations_(destinations),
        next_hops_(request.fabric, table, kBatch),
        sets_(kBatch * next_hops_.words()),
        displaced_(request.fabric, tree, up, destinations, next_hops_.words()) {}

  // Fills in the row of a switch.
  void route(SwitchIndex s, PortNum* row) {
    start(s, row);
    const std::size_t columns = destinations_.targets.switches.size();
    for (std::size_t first = 0; first < columns; first += kBatch) {
      const std::size_t count = std::min(kBatch, columns - first);
      next_hops_.fill(s, first, count, sets_.data());
      for (std::size_t i = 0; i < count; ++i) {
        fill_column(first + i, PortSet(sets_.data() + i * next_hops_.words(), next_hops_.words()));
      }
    }
    displaced_.write_entries(row);
  }

 private:
  struct Range {
    std::uint32_t first = 0;  // in UpPorts::of(switch)
    std::uint32_t count = 0;
  };

  void start(SwitchIndex s, PortNum* row) {
    switch_ = s;
    row_ = row;
    rank_ = tree_.ranks[s] == kFar ? 0 : tree_.ranks[s];
    up_ports_ = up_.of(s);
    look_up_slots();
    by_slot_.assign(width_, {});
    down_set_.assign(next_hops_.words(), 0);
    slot_set_.assign(next_hops_.words(), 0);
    for (std::uint32_t i = 0; i < up_ports_.size(); ++i) {
      const UpPort& port = up_ports_[i];
      if (by_slot_[port.slot].count++ == 0) by_slot_[port.slot].first = i;
      slot_set_[port.port / 64] |= std::uint64_t{1} << (port.port % 64);
    }
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || tree_.ranks[ports[p].peer] <= tree_.ranks[s]) {
        continue;
      }
      down_set_[p / 64] |= std::uint64_t{1} << (p % 64);
    }
    displaced_.start(s);
  }

  // The number of each LID and its slot at switches of this plane; often the same as for the
  // previous switch. A LID whose way leads over the plane takes the slot of its way.
  void look_up_slots() {
    const std::uint32_t width = tree_.width[switch_];
    const std::uint32_t plane = tree_.plane[switch_];
    if (rank_ == slots_rank_ && plane == plane_) return;
    slots_rank_ = rank_;
    plane_ = plane;
    width_ = width;
    if (width == 0) return;
    slots_.resize(destinations_.lids.size());
    numbers_.resize(destinations_.lids.size());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const SwitchIndex way = destinations_.way[rank_][i];
      const bool over_plane = way != kNone && tree_.plane[way] == plane;
      numbers_[i] = (over_plane ? destinations_.number : destinations_.plain_number)[rank_][i];
      slots_[i] = tree_.link_of(switch_, numbers_[i]).slot;
    }
  }

  void fill_column(std::size_t column, PortSet set) {
    const DestinationIndex first = destinations_.first[column];
    const DestinationIndex last = destinations_.first[column + 1];
    if (destinations_.targets.switches[column] == switch_) {
      for (DestinationIndex i = first; i < last; ++i) {
        const LidOwner owner = fabric_.owner(destinations_.lids[i]);
        row_[destinations_.lids[i]] =
            owner.kind == PeerKind::kEndPort ? fabric_.end_ports()[owner.index].switch_port : 0;
      }
      return;
    }
    bool empty = true;
    bool down = false;
    bool up = false;    // over a slot
    bool whole = true;  // over every slot
    for (std::size_t w = 0; w < set.size(); ++w) {
      empty = empty && set[w] == 0;
      down = down || (set[w] & down_set_[w]) != 0;
      up = up || (set[w] & slot_set_[w]) != 0;
      whole = whole && (set[w] & slot_set_[w]) == slot_set_[w];
    }
    if (empty) return;
    if (down || !up) {
      leave_slots(first, last, set, down);
    } else if (whole) {
      for (DestinationIndex i = first; i < last; ++i) {
        const Range range = by_slot_[slots_[i]];
        if (range.count == 1) {
          row_[destinations_.lids[i]] = up_ports_[range.first].port;
        } else if (range.count == 0) {
          displaced_.add(i, numbers_[i], set);
        } else {
          const std::uint32_t link = tree_.parallel_link(switch_, numbers_[i], range.count);
          row_[destinations_.lids[i]] = up_ports_[range.first + link].port;
        }
      }
    } else {
      for (DestinationIndex i = first; i < last; ++i) {
        const Range range = by_slot_[slots_[i]];
        const auto ports = up_ports_.subspan(range.first, range.count);
        const std::uint32_t count = count_ports(ports, set);
        if (count == 0) {
          displaced_.add(i, numbers_[i], set);
        } else {
          const std::uint32_t link =
              count == 1 ? 0 : tree_.parallel_link(switch_, numbers_[i], count);
          row_[destinations_.lids[i]] = nth_port(ports, set, link);
        }
      }
    }
  }

  // For LIDs that take no slot: down, towards the way of the LID if possible; or over any candidate
  // if no slot leads on.
  void leave_slots(DestinationIndex first, DestinationIndex last, PortSet set, bool down) {
    std::array<PortNum, 256> ports;
    const unsigned all = list_ports(set, ports.data());
    const auto end = std::remove_if(ports.begin(), ports.begin() + all, [&](PortNum port) {
      return down && !contains(down_set_, port);
    });
    const auto count = static_cast<unsigned>(end - ports.begin());
    const unsigned below = rank_ + 1;
    for (DestinationIndex i = first; i < last; ++i) {
      if (count == 1 || below >= tree_.height) {
        row_[destinations_.lids[i]] = ports[destinations_.position[i] % count];
        continue;
      }
      const SwitchIndex wanted = destinations_.way[below][i];
      std::array<PortNum, 256> there;
      unsigned there_count = 0;
      for (unsigned k = 0; k < count; ++k) {
        if (fabric_.ports(switch_)[ports[k]].peer == wanted) there[there_count++] = ports[k];
      }
      const std::uint32_t number = destinations_.number[below][i];
      PortNum& entry = row_[destinations_.lids[i]];
      if (there_count == 0) {
        entry = ports[number % count];
      } else if (tree_.width[wanted] == 0) {
        entry = there[number % there_count];
      } else {
        entry = there[parallel_link_down(wanted, number, there_count)];
      }
    }
  }

  // The parallel link, 0..count - 1, to the lower switch that sends up by a number. Where its slot
  // leads to several upper switches, their links take turns first.
  std::uint32_t parallel_link_down(SwitchIndex lower, std::uint32_t number,
                                   std::uint32_t count) const {
    const SlotLink& link = tree_.link_of(lower, number);
    if (count > 1 && link.links > count) {
      const auto slot = up_.of(lower, link.slot);
      const std::uint32_t switches = UpPorts::switches(slot);
      const auto links = static_cast<std::uint32_t>(slot.size());
      if (switches > 1) return tree_.parallel_link(lower, number, links) / switches % count;
    }
    return tree_.parallel_link(lower, number, count);
  }

  const Fabric& fabric_;
  const FatTree& tree_;
  const UpPorts& up_;
  const TreeDestinations& destinations_;
  NextHops next_hops_;
  std::vector<std::uint64_t> sets_;
  DisplacedLids displaced_;

  // Of the current switch.
  SwitchIndex switch_ = kNone;
  PortNum* row_ = nullptr;
  unsigned rank_ = 0;
  std::uint32_t width_ = 0;
  std::span<const UpPort> up_ports_;
  std::vector<Range> by_slot_;
  std::vector<std::uint64_t> down_set_;  // ports that lead to a lower switch
  std::vector<std::uint64_t> slot_set_;  // ports of slots
  unsigned slots_rank_ = kMostRanks;
  std::uint32_t plane_ = kNone;
  std::vector<std::uint16_t> slots_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace

void route_over_slots(const RouteRequest& request, const FatTree& tree, const UpPorts& up,
                      const TreeDestinations& destinations, const HopTable& table, Tables rows) {
  // The switches of a plane are consecutive.
  std::vector<SwitchIndex> order(request.fabric.switch_count());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  std::stable_sort(order.begin(), order.end(), [&](SwitchIndex a, SwitchIndex b) {
    return std::pair(tree.ranks[a], tree.plane[a]) < std::pair(tree.ranks[b], tree.plane[b]);
  });
  std::vector<SlotRouter> routers;
  routers.reserve(request.workers.threads());
  for (unsigned i = 0; i < request.workers.threads(); ++i) {
    routers.emplace_back(request, tree, up, destinations, table);
  }
  request.workers.parallel_for(order.size(), 16,
                               [&](unsigned worker, std::size_t first, std::size_t last) {
                                 for (std::size_t i = first; i < last; ++i) {
                                   routers[worker].route(order[i], rows.row(order[i]));
                                 }
                               });
}

}  // namespace weft
