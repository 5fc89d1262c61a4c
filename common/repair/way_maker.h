// WayMaker: changes forwarding entries of other switches so that a broken switch gets a path. It is
// needed if these entries continue by turns that are not allowed for the packets of the new path.
// Entries that the repair has set change first, good ones only if that is not enough.
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

// Works in one column of the tables.
class WayMaker {
 public:
  // The most links to look at in one repair.
  static constexpr std::uint64_t kLooksInAll = 200'000;

  struct Setting {
    ColumnPaths& column;
    AllowedTurns& turns;
    const PairLanes& lanes;
    std::span<const std::uint32_t> senders;  // sources_by_switch
    std::function<bool(LinkIndex)> may_use;  // may a new path use the link?
    // Has the switch lost its path, and no new one yet?
    std::function<bool(SwitchIndex)> is_broken;
    // Has the switch an entry from before the repair, which is to stay if it can? Null: none has.
    std::function<bool(SwitchIndex)> is_good;
  };
  // All that the setting refers to outlives it. looks_left: the rest of kLooksInAll; each look is
  // subtracted. Cost: O(links).
  WayMaker(Setting setting, std::uint64_t& looks_left);

  // Finds a path from a broken switch to the destination, such that all paths that it changes fit
  // their lanes. Sets the entries of all switches on it, adds the turns of the changed paths, and
  // forgets the hops of the column. Returns the links of the path; empty: there is none, and
  // nothing is changed. sls: of the switch's own packets.
  std::vector<LinkIndex> lead(SwitchIndex from, SlSet sls);

 private:
  std::vector<LinkIndex> lead(SwitchIndex from, SlSet sls, bool good_ones_stay);
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
