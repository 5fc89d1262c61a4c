// Where a path fits in nowhere because good entries lead on by turns that its packets may not take,
// some of these entries make way.
#ifndef WEFT_REPAIR_WAY_MAKER_H_
#define WEFT_REPAIR_WAY_MAKER_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/column_paths.h"
#include "common/repair/pair_lanes.h"
#include "common/repair/way_search.h"

namespace weft {

// In one column of the tables.
class WayMaker {
 public:
  // Links to look at in all of a repair.
  static constexpr std::uint64_t kLooksInAll = 200'000;

  struct Setting {
    ColumnPaths& column;
    AllowedTurns& turns;
    const PairLanes& lanes;
    std::span<const std::uint32_t> senders;      // sources_by_switch
    std::function<bool(LinkIndex)> may_use;      // for new paths
    std::function<bool(SwitchIndex)> is_broken;  // is its path lost, and not found again yet?
  };
  // All that the setting refers to outlives it. looks_left: of kLooksInAll, taken off as they are
  // used. Cost: O(links).
  WayMaker(Setting setting, std::uint64_t& looks_left);

  // Leads a broken switch to the destination, and with it all switches on the way, if the paths
  // that change by that have the lanes that they need. Returns the links of the way, whose entries
  // are set, and whose turns are taken; empty: none is found, and all is as it was. sls: that its
  // own pairs have. Hops are forgotten if some is found.
  std::vector<LinkIndex> lead(SwitchIndex from, SlSet sls);

 private:
  bool lead_along(std::span<const LinkIndex> way);
  std::vector<SwitchIndex> led_through(std::span<const LinkIndex> way);

  Setting setting_;
  ColumnPaths& column_;
  const Links& links_;
  std::uint64_t& looks_left_;
  WaySearch search_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_WAY_MAKER_H_
