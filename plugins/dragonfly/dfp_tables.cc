#include "plugins/dragonfly/dfp_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "plugins/dragonfly/dragonfly_lanes.h"
#include "plugins/dragonfly/group_halves.h"

namespace weft {
namespace {

// Ways out of a group, and the SL of paths over them.
struct Choice {
  LeafSpineWays::Shared ways;
  Sl sl;
  bool is_climb = false;   // of LeafSpineWays::climbs
  bool is_around = false;  // over another group than those of the LIDs before and after
};

// A LID of another group.
struct Target {
  const DragonflyLid& lid;
  std::uint32_t via;  // the intermediate group; kNone: it has none, or lost it
  std::uint32_t last;

  // Has it an SL of group_halves.h? A LID that lost its intermediate group keeps that SL, so that
  // paths there and back have the same SL.
  bool has_halving() const { return lid.via != kNone; }
  // The halving for the SL of its paths from a group. For LIDs without a halving it is one by which
  // the group and the last group are in different halves, if there is one: direct paths back have
  // the same SL.
  unsigned halving(std::uint32_t group) const {
    if (has_halving()) return lid.halving;
    for (unsigned halving = 0; halving < kAllHalvings; ++halving) {
      if (is_of_other_half(halving, group)) return halving;
    }
    return 0;
  }
  bool is_of_other_half(unsigned halving, std::uint32_t group) const {
    return in_second_half(halving, group) != in_second_half(halving, last);
  }
};

// The switches of a group as senders.
class SourceGroup {
 public:
  SourceGroup(const DfpTask& task, std::span<const std::uint32_t> sources, std::uint32_t group)
      : task_(task), sources_(sources), group_(group), members_(task.graph.members(group)) {}

  // Is there a way from all switches with end ports?
  bool reaches(const Target& target) const {
    if (task_.graph.pairs_of(group_).empty()) return true;  // it has no links to other groups
    return is_enough(choices(target));
  }

  // vias: of all LIDs. Returns the entries that have no path.
  std::vector<std::pair<Lid, SwitchIndex>> write(std::span<const std::uint32_t> vias, Tables rows,
                                                 SlBySwitch& sls) const {
    const DragonflyLids& lids = task_.lids;
    std::vector<std::pair<Lid, SwitchIndex>> missing;
    for (std::uint32_t last = 0; last < task_.graph.count(); ++last) {
      std::vector<Choice> inside;
      SwitchIndex to = kNone;
      for (std::uint32_t i = lids.first[last]; i < lids.first[last + 1]; ++i) {
        const DragonflyLid& lid = lids.all[i];
        if (last != group_) {
          write_entries(lid, lid.between_groups(), choices({lid, vias[i], last}), rows, sls,
                        missing);
          continue;
        }
        if (std::exchange(to, lid.sw) != lid.sw) {
          inside = {{.ways = std::make_shared<const GroupWays>(task_.ways.to_member(to)),
                     .sl = kMinimalSl}};
        }
        write_entries(lid, lid.in_group, inside, rows, sls, missing);
        rows.row(to)[lid.lid] = lid.port;
      }
    }
    return missing;
  }

 private:
  // The choices, in the order in which switches take them.
  std::vector<Choice> choices(const Target& target) const {
    const DragonflyLid& lid = target.lid;
    const Sl sl = target.has_halving() ? halving_sl(lid.halving, group_, target.last) : kMinimalSl;
    std::vector<Choice> choices;
    if (LeafSpineWays::Shared ways = direct(target)) choices.push_back({std::move(ways), sl});
    if (target.via == kNone || target.via == group_) {
      if (!is_enough(choices)) add_climbs(target, choices);
      // Groups send to a LID with an intermediate group through that group.
      if (target.via == kNone && !is_enough(choices)) add_around(target, choices);
      return choices;
    }
    LeafSpineWays::Shared through = ways_through(target.via, target.last, lid.sw);
    if (through == nullptr) return choices;
    choices.insert(choices.begin(), {std::move(through), sl});
    if (choices.size() > 1 && !is_enough(choices)) choices.erase(choices.begin());
    return choices;
  }

  // The SL of halves shows whether the group is in the half of the last group, in which turns come
  // before the first of two links, or in the half of intermediate groups.
  LeafSpineWays::Shared direct(const Target& target) const {
    const std::uint32_t pair = task_.graph.find_pair(group_, target.last);
    if (pair == kNone) return nullptr;
    const bool is_last_link =
        !target.has_halving() || target.is_of_other_half(target.lid.halving, group_);
    return task_.ways.direct(pair, target.lid.sw,
                             is_last_link ? LeafTurn::kBeforeLast : LeafTurn::kBeforeFirstOfMany);
  }
  LeafSpineWays::Shared ways_through(std::uint32_t via, std::uint32_t last, SwitchIndex to) const {
    const std::uint32_t first = task_.graph.find_pair(group_, via);
    const std::uint32_t second = task_.graph.find_pair(via, last);
    return first == kNone || second == kNone ? nullptr : task_.ways.through(first, second, to);
  }

  // Adds ways up, down and up again, if the direct link counts as the second one.
  void add_climbs(const Target& target, std::vector<Choice>& choices) const {
    const unsigned halving = target.halving(group_);
    if (choices.empty() || task_.vls < kDetourVls || !target.is_of_other_half(halving, group_)) {
      return;
    }
    choices.push_back({task_.ways.climbs(*choices.front().ways, group_),
                       halving_sl(halving, group_, target.last), true});
  }

  // Adds ways through groups of the other half than the last group, with links to both groups,
  // whose own packets need no third group.
  void add_around(const Target& target, std::vector<Choice>& choices) const {
    if (task_.vls < kDetourVls) return;
    const unsigned halving = target.halving(group_);
    const Sl sl = halving_sl(halving, group_, target.last);
    const auto pairs = task_.graph.pairs_of(target.last);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::uint32_t via = pairs[(i + target.lid.turn()) % pairs.size()].to;
      if (via == group_ || !target.is_of_other_half(halving, via)) continue;
      LeafSpineWays::Shared through = ways_through(via, target.last, target.lid.sw);
      if (through == nullptr) continue;
      const std::uint32_t onwards = task_.graph.find_pair(via, target.last);
      if (!task_.ways.serve(*task_.ways.direct(onwards, target.lid.sw), via)) continue;
      choices.push_back({.ways = std::move(through), .sl = sl, .is_around = true});
      if (is_enough(choices)) return;
    }
  }

  bool is_enough(const std::vector<Choice>& choices) const {
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      if (sources_[members_[i]] != 0 && pick(choices, i) == nullptr) return false;
    }
    return true;
  }

  // The choice of a switch: the first with a link to another group, or a link up to a spine with
  // such a link. The spine makes the same choice: if it had an earlier one, the leaf switch would
  // have it too. Leaf switches where others turn, or to which climbs lead, make the first choice.
  // Null: none.
  static const Choice* pick(const std::vector<Choice>& choices, std::uint32_t position) {
    for (const Choice& choice : choices) {
      const std::uint8_t hops = choice.ways->hops[position];
      if (hops <= 1 || (choice.is_climb && hops != GroupWays::kNoWay)) return &choice;
    }
    const bool has_turn =
        !choices.empty() && choices.front().ways->hops[position] != GroupWays::kNoWay;
    return has_turn ? &choices.front() : nullptr;
  }

  void write_entries(const DragonflyLid& lid, LidTurn turn, const std::vector<Choice>& choices,
                     Tables rows, SlBySwitch& sls,
                     std::vector<std::pair<Lid, SwitchIndex>>& missing) const {
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      const SwitchIndex s = members_[i];
      if (s == lid.sw) continue;
      if (const Choice* choice = pick(choices, i)) {
        const std::uint32_t alike = choice->is_climb || choice->is_around ? 0 : turn.alike;
        const std::size_t place = choice->ways->place(i, {turn.number, alike, turn.begin});
        rows.row(s)[lid.lid] = choice->ways->ports(i)[place];
        sls.rows[s][lid.lid] = choice->sl;
      } else if (sources_[s] != 0 || is_base(lid)) {
        // Only end ports send to other LIDs.
        missing.emplace_back(lid.lid, s);
      }
    }
  }

  bool is_base(const DragonflyLid& lid) const {
    const Fabric& fabric = task_.fabric;
    return lid.lid == (lid.port == 0 ? fabric.switches()[lid.sw].lid
                                     : fabric.end_ports()[fabric.ports(lid.sw)[lid.port].peer].lid);
  }

  const DfpTask& task_;
  std::span<const std::uint32_t> sources_;  // by switch: end ports
  std::uint32_t group_;
  std::span<const SwitchIndex> members_;
};

// The intermediate groups of all LIDs. A switch without a way through the intermediate group of a
// LID must have a direct way. If some switch has neither, the LID gets no intermediate group, since
// its column has no room for a third kind of way.
std::vector<std::uint32_t> vias_without_dead_ends(const DfpTask& task,
                                                  std::span<const std::uint32_t> sources) {
  const DragonflyLids& lids = task.lids;
  std::vector<std::uint32_t> vias;
  vias.reserve(lids.all.size());
  for (const DragonflyLid& lid : lids.all) vias.push_back(lid.via);
  if (task.ways.are_whole()) return vias;
  task.workers.parallel_for(task.graph.count(), 1, [&](std::size_t begin, std::size_t end) {
    for (auto last = static_cast<std::uint32_t>(begin); last < end; ++last) {
      task.workers.check_stop();
      for (std::uint32_t i = lids.first[last]; i < lids.first[last + 1]; ++i) {
        for (std::uint32_t group = 0; group < task.graph.count() && vias[i] != kNone; ++group) {
          if (group == last) continue;
          const Target target{lids.all[i], vias[i], last};
          if (!SourceGroup(task, sources, group).reaches(target)) vias[i] = kNone;
        }
      }
    }
  });
  return vias;
}

}  // namespace

DragonflyTables write_dfp_tables(const DfpTask& task, Tables rows) {
  DragonflyTables tables;
  tables.sls = sl_by_switch(task.fabric.switch_count(), task.fabric.max_lid(), kMinimalSl);
  const std::vector<std::uint32_t> sources = sources_by_switch(task.fabric);
  const std::vector<std::uint32_t> vias = vias_without_dead_ends(task, sources);
  std::mutex mutex;  // of the missing entries
  task.workers.parallel_for(task.graph.count(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t group = begin; group < end; ++group) {
      task.workers.check_stop();
      const SourceGroup source(task, sources, static_cast<std::uint32_t>(group));
      const auto missing = source.write(vias, rows, tables.sls);
      const std::lock_guard lock(mutex);
      tables.missing.insert(tables.missing.end(), missing.begin(), missing.end());
    }
  });
  std::ranges::sort(tables.missing);
  return tables;
}

}  // namespace weft
