// Paths of a dragonfly that give way to congestion: of the paths from a group to another one whose
// links are busy, as many as is asked for go through a third group, others for each LID in turn.
//
// That group is joined to both by links that are not busy, and forwards packets to the LID over one
// link to the last group, as whoever is in it does. All switches of the first group send to the LID
// that way, and no other rows are written. The VLs of the way ascend on the SL that the paths have
// (group_lines.h); where those are other ones, as for paths attached around missing links, they
// stay as they are.
//
// What this takes the place of is the choice that a switch with adaptive routing makes for each
// packet (A. Singh, Load-Balanced Routing in Interconnection Networks, 2005: UGAL);
// doc/dragonfly.md says how far. Tested by tests/plugins/dragonfly/giving_way_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_GIVING_WAY_H_
#define WEFT_PLUGINS_DRAGONFLY_GIVING_WAY_H_

#include "common/routing/giving_way.h"

namespace weft {

// The links are those between groups. Cost: that of finding the groups, and for each busy pair
// O(groups x links of a group + LIDs x switches of a group).
extern const GivesWay kDragonflyGivesWay;

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GIVING_WAY_H_
