#include "common/verify/straight_walk.h"

#include <algorithm>
#include <atomic>

namespace weft {
namespace {

void add_bits(VlSets& set, VlSets bits) {
  const std::atomic_ref<VlSets> shared(set);
  // Nearly all bits are set already; a load is far cheaper than a locked write.
  if ((shared.load(std::memory_order_relaxed) & bits) != bits) {
    shared.fetch_or(bits, std::memory_order_relaxed);
  }
}

// By SL: a set of its VL.
SlBits vls_of(const Sl2Vl::Map& map) {
  SlBits bits;
  for (unsigned sl = 0; sl < kSls; ++sl) bits[sl] = static_cast<std::uint16_t>(1u << map[sl]);
  return bits;
}

// A group for all end ports of each switch.
SenderGroups group_by_switch(const FabricIndex& index) {
  SenderGroups groups;
  for (SwitchIndex s = 0; s < index.switch_count(); ++s) {
    if (index.source_count(s) == 0) continue;
    groups.of.insert(groups.of.end(), index.source_count(s),
                     static_cast<std::uint32_t>(groups.switch_of.size()));
    groups.switch_of.push_back(s);
  }
  return groups;
}

// What a worker needs to walk columns.
class StraightWalker {
 public:
  StraightWalker(const StraightWalk& walk, const SenderGroups& groups, std::span<VlSets> turns)
      : index_(&walk.index),
        rows_(walk.rows),
        groups_(&groups),
        turns_(turns),
        tile_(walk.index),
        senders_(walk.index, groups, walk.plan, walk.granted, vls_of(walk.map)),
        order_(walk.index.switch_count()),
        packets_(walk.index.switch_count()),
        vls_(walk.index.switch_count()),
        link_vls_(walk.index.links().count(), 0) {}

  void walk(std::span<const Column> columns, std::span<ColumnResult> results) {
    tile_.load(rows_, columns);
    senders_.load(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      inject(senders_.sent(i, columns[i]));
      results[i] = walk_column(i, columns[i].destination);
    }
  }

  std::span<const VlSets> link_vls() const { return link_vls_; }  // by link
  VlSets arrived() const { return arrived_; }

 private:
  void inject(std::span<const BothWays> sent) {
    std::fill(vls_.begin(), vls_.end(), VlSets{0});
    for (std::size_t g = 0; g < sent.size(); ++g) vls_[groups_->switch_of[g]] = sent[g];
  }

  ColumnResult walk_column(std::size_t i, SwitchIndex destination) {
    const auto next = tile_.next(i);
    for (SwitchIndex s = 0; s < packets_.size(); ++s) packets_[s] = index_->source_count(s);
    --packets_[destination];
    ColumnResult result;
    const auto pass = [&](SwitchIndex s) {
      const SwitchIndex n = next[s];
      if (n == kArrived) {
        arrived_ |= vls_[s];
        return;
      }
      if (n == kDeadEnd) {
        result.lost += packets_[s];
        return;
      }
      packets_[n] += packets_[s];
      if (vls_[s] == 0) return;
      vls_[n] |= vls_[s];
      move_on(i, s, n, vls_[s]);
    };
    const auto cycle = [&](std::span<const SwitchIndex> members) {
      ++result.loops;
      VlSets caught = 0;
      for (const SwitchIndex s : members) {
        result.lost += packets_[s];
        caught |= vls_[s];
      }
      if (caught == 0) return;
      for (const SwitchIndex s : members) move_on(i, s, next[s], caught);
    };
    order_.run(next, pass, cycle);
    return result;
  }

  // Moves packets on these VLs from s to n, and adds the turns from there on.
  void move_on(std::size_t i, SwitchIndex s, SwitchIndex n, VlSets vls) {
    const LinkIndex link = index_->slot_link(tile_.slot(i, s));
    link_vls_[link] |= vls;
    const LinkIndex onward = index_->slot_link(tile_.slot(i, n));
    if (onward != kNone) add_bits(turns_[index_->links().turn(link, onward)], vls);
  }

  const FabricIndex* index_;
  Rows rows_;
  const SenderGroups* groups_;
  std::span<VlSets> turns_;
  ColumnTile tile_;
  Senders senders_;
  ColumnOrder order_;
  std::vector<std::uint32_t> packets_;  // by switch: packets that leave it, or end there
  std::vector<VlSets> vls_;             // by switch: the VLs of these packets
  std::vector<VlSets> link_vls_;
  VlSets arrived_ = 0;
};

// The VLs that a link does not have, as bits of requests.
VlSets missing_vls(const Link& link) {
  return kRequests & ~((VlSets{1} << std::min<unsigned>(link.data_vls, kDropVl)) - 1);
}

}  // namespace

StraightResult walk_straight(const StraightWalk& walk, std::span<const Column> columns,
                             std::span<ColumnResult> results, const Workers& workers) {
  const Links& links = walk.index.links();
  StraightResult result;
  result.turns.resize(links.turn_count(), 0);
  const std::size_t tiles = (columns.size() + ColumnTile::kWidth - 1) / ColumnTile::kWidth;
  std::vector<StraightWalker> walkers;
  const std::size_t used = std::min<std::size_t>(workers.threads(), tiles);
  const SenderGroups groups = group_by_switch(walk.index);
  walkers.reserve(used);
  for (std::size_t i = 0; i < used; ++i) walkers.emplace_back(walk, groups, result.turns);
  workers.parallel_for(tiles, 1, [&](unsigned worker, std::size_t tile, std::size_t) {
    const std::size_t first = tile * ColumnTile::kWidth;
    const std::size_t count = std::min(ColumnTile::kWidth, columns.size() - first);
    walkers[worker].walk(columns.subspan(first, count), results.subspan(first, count));
  });
  for (const StraightWalker& walker : walkers) {
    for (LinkIndex l = 0; l < links.count(); ++l) {
      result.used |= walker.link_vls()[l];
      if ((either_way(walker.link_vls()[l]) & missing_vls(links[l])) != 0) result.straight = false;
    }
    if ((either_way(walker.arrived()) >> kDropVl & 1) != 0) result.straight = false;
  }
  return result;
}

Dependencies turns_on(const Links& links, std::span<const VlSets> turns, VlSets bits) {
  Dependencies dependencies(links, 1);
  links.for_each_turn([&](LinkTurn turn, std::uint64_t number) {
    if ((turns[number] & bits) != 0) dependencies.add(turn.from, 0, turn.to, 0);
  });
  return dependencies;
}

}  // namespace weft
