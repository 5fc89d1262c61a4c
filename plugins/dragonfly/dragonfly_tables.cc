#include "plugins/dragonfly/dragonfly_tables.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>

#include "plugins/dragonfly/group_halves.h"
#include "plugins/dragonfly/group_lines.h"
#include "plugins/dragonfly/group_ways.h"

namespace weft {
namespace {

class DragonflyWriter {
 public:
  DragonflyWriter(const DragonflyTask& task, Tables rows)
      : task_(task), graph_(task.graph), rows_(rows) {}

  DragonflyTables write() {
    find_ways();
    tables_.sls = sl_by_switch(task_.fabric.switch_count(), task_.fabric.max_lid(), kMinimalSl);
    task_.workers.parallel_for(graph_.count(), 1, [this](std::size_t begin, std::size_t end) {
      for (std::size_t group = begin; group < end; ++group) {
        task_.workers.check_stop();
        write_group(static_cast<std::uint32_t>(group));
      }
    });
    std::ranges::sort(tables_.missing);
    return std::move(tables_);
  }

 private:
  void find_ways() {
    to_group_.resize(graph_.pairs().size());
    task_.workers.parallel_for(to_group_.size(), 16, [this](std::size_t begin, std::size_t end) {
      for (std::size_t pair = begin; pair < end; ++pair) {
        to_group_[pair] = ways_to_links(graph_, graph_.pairs()[pair].from,
                                        graph_.links(static_cast<std::uint32_t>(pair)));
      }
    });
    to_switch_.resize(task_.fabric.switch_count());
    task_.workers.parallel_for(to_switch_.size(), 16, [this](std::size_t begin, std::size_t end) {
      for (std::size_t s = begin; s < end; ++s) {
        to_switch_[s] =
            ways_to_member(graph_, static_cast<SwitchIndex>(s), task_.lanes.vls >= kAroundVls);
      }
    });
  }

  // Writes the rows of a group's switches.
  void write_group(std::uint32_t group) {
    SourceGroup source(*this, group);
    for (std::uint32_t last = 0; last < graph_.count(); ++last) {
      const std::span<const DragonflyLid> lids{task_.lids.all.data() + task_.lids.first[last],
                                               task_.lids.first[last + 1] - task_.lids.first[last]};
      if (last == group) {
        source.write_own(lids);
      } else {
        source.write_others(last, lids);
      }
    }
    const std::lock_guard lock(mutex_);
    tables_.missing.insert(tables_.missing.end(), source.missing().begin(), source.missing().end());
  }

  class SourceGroup {
   public:
    SourceGroup(DragonflyWriter& writer, std::uint32_t group)
        : writer_(writer), graph_(writer.graph_), group_(group), members_(graph_.members(group)) {}

    const std::vector<std::pair<Lid, SwitchIndex>>& missing() const { return missing_; }

    void write_own(std::span<const DragonflyLid> lids) {
      for (const DragonflyLid& lid : lids) {
        write(lid, writer_.to_switch_[lid.sw], kMinimalSl);
        writer_.rows_.row(lid.sw)[lid.lid] = lid.port;
      }
    }

    void write_others(std::uint32_t last, std::span<const DragonflyLid> lids) {
      const std::uint32_t direct = graph_.find_pair(group_, last);
      const std::vector<std::uint32_t> around =
          direct == kNone ? groups_between(last) : std::vector<std::uint32_t>();
      GroupWays nearest;
      SwitchIndex to = kNone;
      for (const DragonflyLid& lid : lids) {
        if (lid.sw != to && direct != kNone) {
          to = lid.sw;
          nearest = nearest_ways(graph_, writer_.to_group_[direct], writer_.to_switch_[to]);
        }
        const bool has_detour = lid.via != kNone;
        Sl sl = has_detour ? halving_sl(lid.halving, group_, last) : direct_sl(last);
        const GroupWays* ways =
            has_detour && lid.via != group_ ? ways_through(lid.via, last) : nullptr;
        if (ways == nullptr && direct != kNone) ways = &nearest;
        // Groups send to a LID with an intermediate group through that group.
        if (ways == nullptr && !has_detour && !around.empty()) {
          ways = ways_through(around[lid.turn() % around.size()], last);
          sl = around_sl(last);
        }
        write(lid, ways == nullptr ? no_ways_ : *ways, sl);
      }
    }

   private:
    void write(const DragonflyLid& lid, const GroupWays& ways, Sl sl) {
      for (std::uint32_t i = 0; i < members_.size(); ++i) {
        const SwitchIndex s = members_[i];
        const auto ports = ways.first.empty() ? std::span<const PortNum>() : ways.ports(i);
        if (ports.empty() || may_not_take(ways.hops[i], graph_.group_of(lid.sw))) {
          if (s != lid.sw) missing_.emplace_back(lid.lid, s);
        } else {
          writer_.rows_.row(s)[lid.lid] = ports[(lid.turn() + i) % ports.size()];
        }
        writer_.tables_.sls.rows[s][lid.lid] = sl;
      }
    }

    // Would packets use a link inside the group before a link to another group, if is_direct?
    bool may_not_take(std::uint8_t hops, std::uint32_t last) const {
      return lanes().is_direct && last != group_ && hops > 0;
    }
    const DragonflyLanes& lanes() const { return writer_.task_.lanes; }
    Sl direct_sl(std::uint32_t last) const {
      return lanes().has_lines() ? line_sl(group_, last) : kMinimalSl;
    }
    Sl around_sl(std::uint32_t last) const {
      return lanes().has_lines() ? line_sl(group_, last) : halving_sl(0, group_, last);
    }
    bool may_be_between(std::uint32_t via, std::uint32_t last) const {
      return lanes().has_lines() ? !is_on_line(line_sl(group_, last), via)
                                 : in_second_half(0, via) != in_second_half(0, last);
    }

    // The groups with links to both groups.
    std::vector<std::uint32_t> groups_between(std::uint32_t last) {
      std::vector<std::uint32_t> groups;
      if (!lanes().has_detours()) return groups;
      for (const GroupGraph::Pair& pair : graph_.pairs_of(last)) {
        if (may_be_between(pair.to, last) && ways_through(pair.to, last) != nullptr) {
          groups.push_back(pair.to);
        }
      }
      return groups;
    }

    // Null: some member has no way.
    const GroupWays* ways_through(std::uint32_t via, std::uint32_t last) {
      const std::uint32_t first = graph_.find_pair(group_, via);
      const std::uint32_t second = graph_.find_pair(via, last);
      if (first == kNone || second == kNone) return nullptr;
      if (graph_.groups().are_complete) return &writer_.to_group_[first];
      const auto [place, is_new] = through_.try_emplace({via, last});
      if (is_new) {
        const GroupWays& onwards = writer_.to_group_[second];
        place->second = ways_to_links(graph_, group_, links_through(graph_, first, onwards));
      }
      return std::ranges::find(place->second.hops, GroupWays::kNoWay) == place->second.hops.end()
                 ? &place->second
                 : nullptr;
    }
    DragonflyWriter& writer_;
    const GroupGraph& graph_;
    std::uint32_t group_;
    std::span<const SwitchIndex> members_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, GroupWays> through_;
    std::vector<std::pair<Lid, SwitchIndex>> missing_;
    const GroupWays no_ways_;
  };

  const DragonflyTask& task_;
  const GroupGraph& graph_;
  Tables rows_;
  std::vector<GroupWays> to_group_;   // by pair
  std::vector<GroupWays> to_switch_;  // in its group
  DragonflyTables tables_;
  std::mutex mutex_;  // of the missing entries
};

}  // namespace

DragonflyTables write_dragonfly_tables(const DragonflyTask& task, Tables rows) {
  return DragonflyWriter(task, rows).write();
}

}  // namespace weft
