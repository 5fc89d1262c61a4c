#include "common/verify/straight_walk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <variant>

namespace weft {
namespace {

constexpr unsigned kSlMask = kSls - 1;

void add_bits(VlSets& set, VlSets bits) {
  const std::atomic_ref<VlSets> shared(set);
  // Nearly all are there already; a load is far cheaper than a locked write.
  if ((shared.load(std::memory_order_relaxed) & bits) != bits) {
    shared.fetch_or(bits, std::memory_order_relaxed);
  }
}

Sl sl_at(const std::vector<std::vector<Sl>>& rows, std::size_t row, std::uint32_t lid) {
  return row < rows.size() && lid < rows[row].size() ? rows[row][lid] : Sl{0};
}

// On which VLs the end ports of each switch send to the LIDs of a tile.
class Senders {
 public:
  explicit Senders(const StraightWalk& walk)
      : walk_(&walk),
        switches_(walk.index.switch_count()),
        requests_(ColumnTile::kWidth * switches_, 0),
        replies_(switches_, 0) {
    for (unsigned sl = 0; sl < kSls; ++sl) {
      bit_of_sl_[sl] = static_cast<std::uint16_t>(1u << walk.map[sl]);
    }
  }

  void load(std::span<const Column> columns) {
    std::fill(requests_.begin(), requests_.end(), std::uint16_t{0});
    load(walk_->plan, columns);
    for (const LanePlan& plan : walk_->granted) load(plan, columns);
  }

  // Writes what each switch sends to the LID of the i-th column of the tile.
  void inject(std::size_t i, const Column& column, std::span<VlSets> vls) {
    const std::uint16_t* requests = requests_.data() + i * switches_;
    const EndPortIndex owner = fabric().owner(static_cast<Lid>(column.entry)).index;
    const EndPort& end_port = fabric().end_ports()[owner];
    const bool replies = !std::holds_alternative<OneLane>(walk_->plan) &&
                         end_port.lid == static_cast<Lid>(column.entry);
    if (replies) {
      find_replies(column.destination, owner);
      for (SwitchIndex s = 0; s < switches_; ++s) vls[s] = requests[s] | as_replies(replies_[s]);
    } else {
      std::copy(requests, requests + switches_, vls.begin());
    }
    // Nobody sends to itself.
    vls[column.destination] = 0;
    const std::uint32_t first = walk_->index.first_source(column.destination);
    for (std::uint32_t k = first; k < first + walk_->index.source_count(column.destination); ++k) {
      const EndPortIndex e = walk_->index.sources()[k];
      if (e == owner) continue;
      const auto sl_of = [&](const LanePlan& plan) {
        return bit(path_sl(plan, {column.destination, e}, static_cast<Lid>(column.entry), 0));
      };
      VlSets sent = sl_of(walk_->plan);
      for (const LanePlan& plan : walk_->granted) sent |= sl_of(plan);
      const Lid lid = fabric().end_ports()[e].lid;
      if (replies && lid != 0) {
        sent |= as_replies(bit(path_sl(walk_->plan, {column.destination, owner}, lid, 0)));
      }
      vls[column.destination] |= sent;
    }
  }

 private:
  const Fabric& fabric() const { return walk_->index.fabric(); }
  std::uint16_t bit(Sl sl) const { return bit_of_sl_[sl & kSlMask]; }

  void load(const LanePlan& plan, std::span<const Column> columns) {
    if (const auto* by_path = std::get_if<SlByPath>(&plan)) {
      load_by_path(*by_path, columns);
    } else {
      load_by_switch(std::get_if<SlBySwitch>(&plan), columns);
    }
  }

  // by_switch: null where there is one lane.
  void load_by_switch(const SlBySwitch* by_switch, std::span<const Column> columns) {
    // Some rows at a time, so that what is written to a column is a cache line in one go.
    constexpr SwitchIndex kRows = 32;
    for (SwitchIndex first = 0; first < switches_; first += kRows) {
      const SwitchIndex last = std::min(first + kRows, switches_);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        std::uint16_t* requests = requests_.data() + i * switches_;
        for (SwitchIndex s = first; s < last; ++s) {
          if (walk_->index.source_count(s) == 0) continue;
          requests[s] |=
              bit(by_switch == nullptr ? Sl{0} : sl_at(by_switch->rows, s, columns[i].entry));
        }
      }
    }
  }

  void load_by_path(const SlByPath& plan, std::span<const Column> columns) {
    for (const EndPortIndex e : walk_->index.sources()) {
      const SwitchIndex s = fabric().end_ports()[e].sw;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        std::uint16_t& requests = requests_[i * switches_ + s];
        requests =
            static_cast<std::uint16_t>(requests | bit(sl_at(plan.rows, e, columns[i].entry)));
      }
    }
  }

  // A reply's SL is that of the path from its destination to its source.
  void find_replies(SwitchIndex destination, EndPortIndex owner) {
    const auto* by_switch = std::get_if<SlBySwitch>(&walk_->plan);
    if (by_switch != nullptr && destination == replies_to_) return;
    replies_to_ = destination;
    const auto& rows =
        by_switch != nullptr ? by_switch->rows : std::get<SlByPath>(walk_->plan).rows;
    const std::size_t row = by_switch != nullptr ? destination : owner;
    std::fill(replies_.begin(), replies_.end(), std::uint16_t{0});
    for (const EndPort& source : fabric().end_ports()) {
      if (source.lid == 0) continue;
      replies_[source.sw] =
          static_cast<std::uint16_t>(replies_[source.sw] | bit(sl_at(rows, row, source.lid)));
    }
  }

  const StraightWalk* walk_;
  SwitchIndex switches_;
  std::array<std::uint16_t, kSls> bit_of_sl_ = {};
  std::vector<std::uint16_t> requests_;  // by column of the tile and switch
  std::vector<std::uint16_t> replies_;   // by switch; all that send to replies_to_
  SwitchIndex replies_to_ = kNone;
};

// What a worker needs to walk columns.
class StraightWalker {
 public:
  StraightWalker(const StraightWalk& walk, std::span<VlSets> turns)
      : index_(&walk.index),
        rows_(walk.rows),
        turns_(turns),
        tile_(walk.index),
        senders_(walk),
        order_(walk.index.switch_count()),
        packets_(walk.index.switch_count()),
        vls_(walk.index.switch_count()),
        link_vls_(walk.index.links().count(), 0) {}

  void walk(std::span<const Column> columns, std::span<ColumnResult> results) {
    tile_.load(rows_, columns);
    senders_.load(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      senders_.inject(i, columns[i], vls_);
      results[i] = walk_column(i, columns[i].destination);
    }
  }

  std::span<const VlSets> link_vls() const { return link_vls_; }  // by link
  VlSets arrived() const { return arrived_; }

 private:
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

  // Packets on these VLs go from s to n, and on from there.
  void move_on(std::size_t i, SwitchIndex s, SwitchIndex n, VlSets vls) {
    const LinkIndex link = index_->slot_link(tile_.slot(i, s));
    link_vls_[link] |= vls;
    const LinkIndex onward = index_->slot_link(tile_.slot(i, n));
    if (onward != kNone) add_bits(turns_[index_->links().turn(link, onward)], vls);
  }

  const FabricIndex* index_;
  Rows rows_;
  std::span<VlSets> turns_;
  ColumnTile tile_;
  Senders senders_;
  ColumnOrder order_;
  std::vector<std::uint32_t> packets_;  // by switch: how many leave it, or end there
  std::vector<VlSets> vls_;             // by switch: on which VLs they do
  std::vector<VlSets> link_vls_;
  VlSets arrived_ = 0;
};

// The VLs of requests that a link does not have.
VlSets missing_vls(const Link& link) {
  return kRequestVls & ~((VlSets{1} << std::min<unsigned>(link.data_vls, kDropVl)) - 1);
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
  walkers.reserve(used);
  for (std::size_t i = 0; i < used; ++i) walkers.emplace_back(walk, result.turns);
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
  for (LinkIndex from = 0; from < links.count(); ++from) {
    const Links::TurnsFrom& out = links.turns_from(from);
    for (std::uint32_t i = 0; i < out.count; ++i) {
      if ((turns[out.first + i] & bits) != 0) dependencies.add(from, 0, out.first_link + i, 0);
    }
  }
  return dependencies;
}

}  // namespace weft
