#include "common/verify/lane_walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <variant>

namespace weft {
namespace {

constexpr Sl kSendsNothing = 255;
constexpr unsigned kSlMask = kSls - 1;

// The SLs of a tile's packets, by column and position among FabricIndex::sources().
class SenderSls {
 public:
  explicit SenderSls(const FabricIndex& index)
      : index_(&index),
        senders_(index.sources().size()),
        sls_(ColumnTile::kWidth * senders_, kSendsNothing) {}

  void load(const LaneWalk& walk, PacketKind kind, std::span<const Column> columns) {
    if (kind == PacketKind::kRequests) {
      load_requests(walk, columns);
    } else {
      load_replies(walk, columns);
    }
    // Nobody sends to itself.
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const SwitchIndex s = columns[i].destination;
      const std::uint32_t first = index_->first_source(s);
      for (std::uint32_t k = first; k < first + index_->source_count(s); ++k) {
        if (index_->sources()[k] == owner(columns[i])) sls_[i * senders_ + k] = kSendsNothing;
      }
    }
  }

  std::span<const Sl> of(std::size_t column) const {
    return {sls_.data() + column * senders_, senders_};
  }

 private:
  PathSource source(EndPortIndex e) const { return {index_->fabric().end_ports()[e].sw, e}; }
  EndPortIndex owner(const Column& column) const {
    return index_->fabric().owner(static_cast<Lid>(column.entry)).index;
  }

  void load_requests(const LaneWalk& walk, std::span<const Column> columns) {
    for (std::size_t k = 0; k < senders_; ++k) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto lid = static_cast<Lid>(columns[i].entry);
        sls_[i * senders_ + k] =
            path_sl(walk.plan, source(index_->sources()[k]), lid, walk.hint) & kSlMask;
      }
    }
  }

  void load_replies(const LaneWalk& walk, std::span<const Column> columns) {
    const auto end_ports = index_->fabric().end_ports();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const EndPortIndex requester = owner(columns[i]);
      for (std::size_t k = 0; k < senders_; ++k) {
        const Lid lid = end_ports[index_->sources()[k]].lid;
        sls_[i * senders_ + k] =
            lid == 0
                ? kSendsNothing
                : static_cast<Sl>(path_sl(walk.plan, source(requester), lid, walk.hint) & kSlMask);
      }
    }
  }

  const FabricIndex* index_;
  std::size_t senders_;
  std::vector<Sl> sls_;
};

// What a worker needs to walk columns. For each switch and SL in use it keeps how many packets
// leave the switch for the next one, and on which lanes.
class LaneWalker {
 public:
  LaneWalker(const LaneWalk& walk, Dependencies& dependencies)
      : walk_(&walk),
        dependencies_(&dependencies),
        tile_(walk.index),
        sender_sls_(walk.index),
        order_(walk.index.switch_count()) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((walk.sls >> sl & 1) == 0) continue;
      position_of_sl_[sl] = static_cast<std::uint8_t>(sl_count_);
      sl_at_[sl_count_++] = static_cast<Sl>(sl);
    }
    packets_.resize(std::size_t{walk.index.switch_count()} * sl_count_);
    lanes_.resize(packets_.size());
  }

  void walk(PacketKind kind, std::span<const Column> columns, std::span<ColumnResult> results) {
    tile_.load(walk_->rows, columns);
    sender_sls_.load(*walk_, kind, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) results[i] = walk_column(i);
  }

  unsigned lanes_used() const { return lanes_used_; }

 private:
  // Packets of one SL that stand at a switch and want to go on.
  struct Arrivals {
    PortNum in_port;
    std::size_t sl;  // its position among those in use
    std::uint32_t packets;
    std::uint32_t link = kNone;  // that they came by; kNone: from an end port
    unsigned lanes = 0;          // set of lanes on that link
  };

  ColumnResult walk_column(std::size_t i) {
    column_ = i;
    next_ = tile_.next(i);
    result_ = {};
    std::fill(packets_.begin(), packets_.end(), 0);
    std::fill(lanes_.begin(), lanes_.end(), std::uint16_t{0});
    inject();
    order_.run(
        next_, [&](SwitchIndex s) { pass_on(s); },
        [&](std::span<const SwitchIndex> members) { go_round(members); });
    return result_;
  }

  void inject() {
    const FabricIndex& index = walk_->index;
    const std::span<const Sl> sls = sender_sls_.of(column_);
    for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
      const std::uint32_t first = index.first_source(s);
      for (std::uint32_t k = first; k < first + index.source_count(s); ++k) {
        if (sls[k] == kSendsNothing) continue;
        const PortNum port = index.fabric().end_ports()[index.sources()[k]].switch_port;
        result_.lost += leave(s, {port, position_of_sl_[sls[k]], 1});
      }
    }
  }

  void pass_on(SwitchIndex s) {
    if (next_[s] >= walk_->index.switch_count()) return;
    for (std::size_t sl = 0; sl < sl_count_; ++sl) {
      const std::size_t at = s * sl_count_ + sl;
      if (packets_[at] != 0) result_.lost += leave(next_[s], came_from(s, sl, packets_[at]));
    }
  }

  // Packets on a cycle never arrive. Their lanes may differ from round to round until they repeat.
  void go_round(std::span<const SwitchIndex> members) {
    ++result_.loops;
    for (const SwitchIndex s : members) {
      for (std::size_t sl = 0; sl < sl_count_; ++sl) result_.lost += packets_[s * sl_count_ + sl];
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (const SwitchIndex s : members) {
        for (std::size_t sl = 0; sl < sl_count_; ++sl) {
          if (lanes_[s * sl_count_ + sl] == 0) continue;
          const std::size_t at = next_[s] * sl_count_ + sl;
          const std::uint16_t before = lanes_[at];
          leave(next_[s], came_from(s, sl, 0));
          changed |= lanes_[at] != before;
        }
      }
    }
  }

  Arrivals came_from(SwitchIndex s, std::size_t sl, std::uint32_t packets) const {
    const std::uint32_t link = walk_->index.slot_link(tile_.slot(column_, s));
    return {walk_->index.links()[link].in_port, sl, packets, link, lanes_[s * sl_count_ + sl]};
  }

  // Sends packets on from a switch, and tells how many are lost there.
  std::uint64_t leave(SwitchIndex s, const Arrivals& arrivals) {
    if (next_[s] == kDeadEnd) return arrivals.packets;
    const PortNum out = tile_.port(column_, s);
    const std::uint8_t data_vls = walk_->index.fabric().ports(s)[out].link.data_vls;
    const unsigned lane =
        walk_->lanes.lane(s, arrivals.in_port, out, sl_at_[arrivals.sl], data_vls);
    if (lane == LaneMap::kDropped) return arrivals.packets;
    if (next_[s] == kArrived) return 0;
    const std::size_t at = s * sl_count_ + arrivals.sl;
    packets_[at] += arrivals.packets;
    lanes_[at] = static_cast<std::uint16_t>(lanes_[at] | 1u << lane);
    lanes_used_ |= 1u << lane;
    if (arrivals.link == kNone) return 0;
    const std::uint32_t onward = walk_->index.slot_link(tile_.slot(column_, s));
    for (unsigned rest = arrivals.lanes; rest != 0; rest &= rest - 1) {
      dependencies_->add(arrivals.link, static_cast<unsigned>(std::countr_zero(rest)), onward,
                         lane);
    }
    return 0;
  }

  const LaneWalk* walk_;
  Dependencies* dependencies_;
  ColumnTile tile_;
  SenderSls sender_sls_;
  ColumnOrder order_;
  std::array<std::uint8_t, kSls> position_of_sl_ = {};
  std::array<Sl, kSls> sl_at_ = {};
  std::size_t sl_count_ = 0;
  std::vector<std::uint32_t> packets_;  // by switch and position of the SL
  std::vector<std::uint16_t> lanes_;
  unsigned lanes_used_ = 0;
  std::size_t column_ = 0;
  std::span<const SwitchIndex> next_;
  ColumnResult result_;
};

}  // namespace

unsigned sls_in_use(const LanePlan& plan) {
  unsigned sls = 1;  // SL 0: what OneLane is asked for, and what is not in a plan
  std::visit(
      [&](const auto& lanes) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(lanes)>, OneLane>) {
          for (const std::vector<Sl>& row : lanes.rows) {
            for (const Sl sl : row) sls |= 1u << (sl & kSlMask);
          }
        }
      },
      plan);
  const unsigned without_hint = sls;
  for (const Sl hint : hints_of(plan)) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      if ((without_hint >> sl & 1) != 0) sls |= 1u << ((sl | hint) & kSlMask);
    }
  }
  return sls;
}

std::vector<Sl> hints_of(const LanePlan& plan) {
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  const unsigned bits = by_switch == nullptr ? 0 : by_switch->from_hint & kSlMask;
  std::vector<Sl> hints;
  for (unsigned hint = 0; hint <= bits; ++hint) {
    if ((hint & ~bits) == 0) hints.push_back(static_cast<Sl>(hint));
  }
  return hints;
}

unsigned walk_lanes(const LaneWalk& walk, PacketKind kind, std::span<const Column> columns,
                    std::span<ColumnResult> results, Dependencies& dependencies,
                    const Workers& workers) {
  const std::size_t tiles = (columns.size() + ColumnTile::kWidth - 1) / ColumnTile::kWidth;
  std::vector<LaneWalker> walkers;
  const std::size_t used = std::min<std::size_t>(workers.threads(), tiles);
  walkers.reserve(used);
  for (std::size_t i = 0; i < used; ++i) walkers.emplace_back(walk, dependencies);
  workers.parallel_for(tiles, 1, [&](unsigned worker, std::size_t tile, std::size_t) {
    const std::size_t first = tile * ColumnTile::kWidth;
    const std::size_t count = std::min(ColumnTile::kWidth, columns.size() - first);
    walkers[worker].walk(kind, columns.subspan(first, count), results.subspan(first, count));
  });
  unsigned lanes = 0;
  for (const LaneWalker& walker : walkers) lanes |= walker.lanes_used();
  return lanes;
}

}  // namespace weft
