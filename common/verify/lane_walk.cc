#include "common/verify/lane_walk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/verify/senders.h"

namespace weft {
namespace {

constexpr std::size_t kLanesOfWord = 4;

// Sets of SLs by lane.
template <std::size_t kWords>
struct OnLanes {
  std::array<std::uint64_t, kWords> words = {};

  OnLanes() = default;
  explicit OnLanes(const LaneMap::SlsByLane& by_lane) {
    for (std::size_t lane = 0; lane < kWords * kLanesOfWord; ++lane) {
      words[lane / kLanesOfWord] |= std::uint64_t{by_lane[lane]} << lane % kLanesOfWord * kSls;
    }
  }
  SlSet of(unsigned lane) const {
    return static_cast<SlSet>(words[lane / kLanesOfWord] >> lane % kLanesOfWord * kSls);
  }
  SlSet any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    all |= all >> 32;
    return static_cast<SlSet>(all | all >> 16);
  }
  void operator|=(const OnLanes& more) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] |= more.words[i];
  }
  // The SLs of a set, each on the lane that it has here.
  OnLanes with(SlSet sls) const {
    constexpr std::uint64_t kEachLane = 0x0001'0001'0001'0001;
    OnLanes found;
    for (std::size_t i = 0; i < kWords; ++i) found.words[i] = words[i] & sls * kEachLane;
    return found;
  }
  // Any number of threads may do this at a time.
  void join(const OnLanes& more) {
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::atomic_ref<std::uint64_t> shared(words[i]);
      // Nearly all bits are set already; a load is far cheaper than a locked write.
      if ((more.words[i] & ~shared.load(std::memory_order_relaxed)) != 0) {
        shared.fetch_or(more.words[i], std::memory_order_relaxed);
      }
    }
  }
  friend bool operator==(const OnLanes&, const OnLanes&) = default;
};

// What all workers share.
template <std::size_t kWords>
class Turns {
 public:
  using Sls = OnLanes<kWords>;

  struct Turn {
    Sls leads;              // the lanes of all SLs behind it
    Sls requests, replies;  // that pass it, on the lanes before it
  };

  explicit Turns(const LaneWalk& walk)
      : walk_(&walk),
        groups_(group_senders(walk.index, walk.lanes)),
        spreads_(walk.lanes.spreads().begin(), walk.lanes.spreads().end()),
        turns_(static_cast<std::size_t>(links().turn_count())) {
    links().for_each_turn([this](LinkTurn turn, std::uint64_t number) {
      turns_[number].leads = onto(links()[turn.from].in_port, turn.to);
    });
    std::uint32_t group = kNone;
    for (std::size_t k = 0; k < groups_.of.size(); ++k) {
      if (group != kNone && groups_.of[k] <= group) continue;
      group = groups_.of[k];
      first_.push_back(static_cast<std::uint32_t>(injected_.size()) -
                       links().first_of(groups_.switch_of[group]));
      add_group(walk.index.fabric().end_ports()[walk.index.sources()[k]]);
    }
  }

  const LaneWalk& walk() const { return *walk_; }
  const SenderGroups& groups() const { return groups_; }
  Turn& at(LinkIndex from, LinkIndex to) {
    return turns_[static_cast<std::size_t>(links().turn(from, to))];
  }
  // The lanes of the SLs of a group's packets on a link out of their switch.
  const Sls& injected(std::size_t group, LinkIndex out) const {
    return *injected_[first_[group] + out];
  }

  // Adds the dependencies of all packets that passed turns.
  void find(LaneTurns& found, const Workers& workers) const {
    constexpr std::size_t kLinks = 64;
    workers.parallel_for(links().count(), kLinks, [&](std::size_t first, std::size_t last) {
      for (auto link = static_cast<LinkIndex>(first); link < last; ++link) {
        const Links::TurnsFrom& from = links().turns_from(link);
        for (std::uint32_t i = 0; i < from.count; ++i) {
          const Turn& turn = turns_[static_cast<std::size_t>(from.first) + i];
          add(turn.requests, turn.leads, link, from.first_link + i, found.requests);
          if ((turn.requests.any() & turn.leads.any()) != 0) {
            found.on_one_lane.add(link, 0, from.first_link + i, 0);
          }
          Sls both = turn.requests;
          both |= turn.replies;
          add(both, turn.leads, link, from.first_link + i, found.both);
        }
      }
    });
  }

 private:
  const Links& links() const { return walk_->index.links(); }

  const Sls& onto(PortNum in, LinkIndex out) const {
    const Link& link = links()[out];
    return spreads_[walk_->lanes.spread(link.from, in, link.port, link.data_vls)];
  }
  void add_group(const EndPort& source) {
    const LinkIndex first = links().first_of(source.sw);
    for (LinkIndex out = first; out < first + links().count_of(source.sw); ++out) {
      injected_.push_back(&onto(source.switch_port, out));
    }
  }
  void add(const Sls& sls, const Sls& leads, LinkIndex from, LinkIndex to,
           Dependencies& dependencies) const {
    if (sls.any() == 0) return;
    for (unsigned before = 0; before < walk_->lanes.lane_count(); ++before) {
      if (sls.of(before) == 0) continue;
      for (unsigned then = 0; then < walk_->lanes.lane_count(); ++then) {
        if ((sls.of(before) & leads.of(then)) != 0) dependencies.add(from, before, to, then);
      }
    }
  }

  const LaneWalk* walk_;
  SenderGroups groups_;
  std::vector<Sls> spreads_;          // as LaneMap::spreads()
  std::vector<Turn> turns_;           // by Links::turn
  std::vector<const Sls*> injected_;  // by group and link out of its switch
  std::vector<std::uint32_t> first_;  // by group: its offset in injected_, minus its first link
};

// Counts lost packets if maps drop some: by switch and by the SL of the plan. They must arrive on
// all SLs that clients may derive from it.
class Losses {
 public:
  explicit Losses(const LaneWalk& walk)
      : walk_(&walk), order_(walk.index.switch_count()), packets_(walk.index.switch_count()) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      sls_of_[sl] = with_hints(walk.plan, static_cast<Sl>(sl));
    }
  }

  ColumnResult count(const ColumnTile& tile, std::size_t i, const Column& column) {
    const FabricIndex& index = walk_->index;
    const std::span<const SwitchIndex> next = tile.next(i);
    const auto lid = static_cast<Lid>(column.entry);
    const EndPortIndex owner = index.fabric().owner(lid).index;
    ColumnResult result;
    std::fill(packets_.begin(), packets_.end(), BySl{});
    const auto leave = [&](SwitchIndex s, PortNum in, unsigned sl, std::uint32_t count) {
      const bool dropped = (walk_->lanes.dropped(s, in, tile.port(i, s)) & sls_of_[sl]) != 0;
      if (next[s] == kDeadEnd || dropped) {
        result.lost += count;
      } else if (next[s] != kArrived) {
        packets_[s][sl] += count;
      }
    };
    for (const EndPortIndex e : index.sources()) {
      const EndPort& source = index.fabric().end_ports()[e];
      if (e == owner) continue;
      leave(source.sw, source.switch_port,
            path_sl(walk_->plan, {source.sw, e}, lid, 0) & (kSls - 1), 1);
    }
    const auto pass = [&](SwitchIndex s) {
      if (next[s] >= index.switch_count()) return;
      const PortNum in = index.links()[index.slot_link(tile.slot(i, s))].in_port;
      for (unsigned sl = 0; sl < kSls; ++sl) {
        if (packets_[s][sl] != 0) leave(next[s], in, sl, packets_[s][sl]);
      }
    };
    const auto cycle = [&](std::span<const SwitchIndex> members) {
      ++result.loops;
      for (const SwitchIndex s : members) {
        for (const std::uint32_t count : packets_[s]) result.lost += count;
      }
    };
    order_.run(next, pass, cycle);
    return result;
  }

 private:
  using BySl = std::array<std::uint32_t, kSls>;

  const LaneWalk* walk_;
  ColumnOrder order_;
  std::vector<BySl> packets_;  // by switch: what leaves it for another
  std::array<SlSet, kSls> sls_of_ = {};
};

// A set of one bit for each SL.
constexpr SlBits single_sls() {
  SlBits bits = {};
  for (unsigned sl = 0; sl < kSls; ++sl) bits[sl] = static_cast<std::uint16_t>(1u << sl);
  return bits;
}

// What a worker needs to walk columns.
template <std::size_t kWords>
class LaneWalker {
 public:
  explicit LaneWalker(Turns<kWords>& turns)
      : index_(&turns.walk().index),
        turns_(&turns),
        tile_(*index_),
        senders_(*index_, turns.groups(), turns.walk().plan, turns.walk().granted, single_sls()),
        order_(index_->switch_count()),
        losses_(turns.walk()),
        sent_(turns.groups().count()),
        packets_(index_->switch_count()),
        leaving_(index_->switch_count()) {}

  void walk(std::span<const Column> columns, std::span<ColumnResult> results) {
    tile_.load(turns_->walk().rows, columns);
    senders_.load(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (tile_.same_as(i) == i) {
        inject(i, columns);
        results[i] = walk_column(i, columns[i].destination);
      } else {
        results[i] = results[tile_.same_as(i)];
      }
    }
    if (!turns_->walk().lanes.drops()) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      results[i] = losses_.count(tile_, i, columns[i]);
    }
  }

  const OnLanes<kWords>& used() const { return used_; }  // by requests

 private:
  using Sls = OnLanes<kWords>;

  struct BothSls {
    Sls requests, replies;

    friend bool operator==(const BothSls&, const BothSls&) = default;
  };

  ColumnResult walk_column(std::size_t i, SwitchIndex destination) {
    const auto next = tile_.next(i);
    for (SwitchIndex s = 0; s < packets_.size(); ++s) packets_[s] = index_->source_count(s);
    --packets_[destination];
    ColumnResult result;
    const auto pass = [&](SwitchIndex s) {
      const SwitchIndex n = next[s];
      if (n < packets_.size()) {
        packets_[n] += packets_[s];
        move_on(i, s, n);
      } else if (n == kDeadEnd) {
        result.lost += packets_[s];
      }
    };
    const auto cycle = [&](std::span<const SwitchIndex> members) {
      ++result.loops;
      for (const SwitchIndex s : members) result.lost += packets_[s];
      go_round(i, members);
    };
    order_.run(next, pass, cycle);
    return result;
  }

  // Injects the packets to the i-th column's LID, and to LIDs of other columns with its paths.
  void inject(std::size_t i, std::span<const Column> columns) {
    std::ranges::copy(senders_.sent(i, columns[i]), sent_.begin());
    for (std::size_t j = i + 1;
         j < columns.size() && columns[j].destination == columns[i].destination; ++j) {
      if (tile_.same_as(j) != i) continue;
      const std::span<const BothWays> more = senders_.sent(j, columns[j]);
      for (std::size_t g = 0; g < sent_.size(); ++g) sent_[g] |= more[g];
    }
    std::fill(leaving_.begin(), leaving_.end(), BothSls{});
    for (std::size_t g = 0; g < sent_.size(); ++g) {
      const SwitchIndex s = turns_->groups().switch_of[g];
      const LinkIndex link = index_->slot_link(tile_.slot(i, s));
      if (link == kNone) continue;
      const Sls& leads = turns_->injected(g, link);
      leaving_[s].requests |= leads.with(static_cast<SlSet>(sent_[g]));
      leaving_[s].replies |= leads.with(static_cast<SlSet>(sent_[g] >> kSls));
    }
  }

  // Moves the packets from s to n, and adds the turns from there on.
  void move_on(std::size_t i, SwitchIndex s, SwitchIndex n) {
    const BothSls& moving = leaving_[s];
    used_ |= moving.requests;
    const LinkIndex onward = index_->slot_link(tile_.slot(i, n));
    if (onward == kNone) return;
    auto& turn = turns_->at(index_->slot_link(tile_.slot(i, s)), onward);
    turn.requests.join(moving.requests);
    turn.replies.join(moving.replies);
    leaving_[n].requests |= turn.leads.with(moving.requests.any());
    leaving_[n].replies |= turn.leads.with(moving.replies.any());
  }

  // Packets on a cycle may have other lanes in each round, until they repeat.
  void go_round(std::size_t i, std::span<const SwitchIndex> members) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const SwitchIndex s : members) {
        const SwitchIndex n = tile_.next(i)[s];
        const BothSls before = leaving_[n];
        move_on(i, s, n);
        changed |= leaving_[n] != before;
      }
    }
  }

  const FabricIndex* index_;
  Turns<kWords>* turns_;
  ColumnTile tile_;
  Senders senders_;
  ColumnOrder order_;
  Losses losses_;
  std::vector<BothWays> sent_;          // by group of senders
  std::vector<std::uint32_t> packets_;  // by switch: packets that leave it, or end there
  std::vector<BothSls> leaving_;        // by switch: the SLs of packets to the next one
  Sls used_;
};

template <std::size_t kWords>
LaneTurns walk_with(const LaneWalk& walk, std::span<const Column> columns,
                    std::span<ColumnResult> results, const Workers& workers) {
  Turns<kWords> turns(walk);
  const std::size_t tiles = (columns.size() + ColumnTile::kWidth - 1) / ColumnTile::kWidth;
  std::vector<LaneWalker<kWords>> walkers;
  const std::size_t workers_used = std::min<std::size_t>(workers.threads(), tiles);
  walkers.reserve(workers_used);
  for (std::size_t i = 0; i < workers_used; ++i) walkers.emplace_back(turns);
  workers.parallel_for(tiles, 1, [&](unsigned worker, std::size_t tile, std::size_t) {
    const std::size_t first = tile * ColumnTile::kWidth;
    const std::size_t count = std::min(ColumnTile::kWidth, columns.size() - first);
    walkers[worker].walk(columns.subspan(first, count), results.subspan(first, count));
  });
  const Dependencies none(walk.index.links(), std::max(1u, walk.lanes.lane_count()));
  LaneTurns found = {0, none, none, Dependencies(walk.index.links(), 1)};
  for (const LaneWalker<kWords>& walker : walkers) {
    for (unsigned lane = 0; lane < walk.lanes.lane_count(); ++lane) {
      if (walker.used().of(lane) != 0) found.used |= 1u << lane;
    }
  }
  turns.find(found, workers);
  return found;
}

}  // namespace

SenderGroups group_senders(const FabricIndex& index, const LaneMap& lanes) {
  SenderGroups groups;
  std::map<std::vector<Sl2Vl::Number>, std::uint32_t> known;  // at the switch
  std::vector<Sl2Vl::Number> maps;
  for (const EndPortIndex e : index.sources()) {
    const EndPort& source = index.fabric().end_ports()[e];
    if (groups.switch_of.empty() || groups.switch_of.back() != source.sw) known.clear();
    maps.clear();
    for (std::size_t out = 0; out < index.fabric().ports(source.sw).size(); ++out) {
      maps.push_back(lanes.number(source.sw, source.switch_port, static_cast<PortNum>(out)));
    }
    const auto [group, is_new] =
        known.try_emplace(maps, static_cast<std::uint32_t>(groups.switch_of.size()));
    if (is_new) groups.switch_of.push_back(source.sw);
    groups.of.push_back(group->second);
  }
  return groups;
}

SlSet sls_in_use(const LanePlan& plan) {
  unsigned sls = with_hints(plan, 0);  // for OneLane, and for pairs that a plan does not have
  std::visit(
      [&](const auto& lanes) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(lanes)>, OneLane>) {
          unsigned in_rows = 0;
          for (const std::vector<Sl>& row : lanes.rows) {
            for (const Sl sl : row) in_rows |= 1u << (sl & (kSls - 1));
          }
          for (unsigned sl = 0; sl < kSls; ++sl) {
            if ((in_rows >> sl & 1) != 0) sls |= with_hints(plan, static_cast<Sl>(sl));
          }
        }
      },
      plan);
  return static_cast<SlSet>(sls);
}

LaneTurns walk_lanes(const LaneWalk& walk, std::span<const Column> columns,
                     std::span<ColumnResult> results, const Workers& workers) {
  const unsigned lanes = walk.lanes.lane_count();
  if (lanes <= kLanesOfWord) return walk_with<1>(walk, columns, results, workers);
  if (lanes <= 2 * kLanesOfWord) return walk_with<2>(walk, columns, results, workers);
  return walk_with<4>(walk, columns, results, workers);
}

}  // namespace weft
