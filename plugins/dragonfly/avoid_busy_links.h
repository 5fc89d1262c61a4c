// Paths of a dragonfly avoid congested links: if the links from one group to another are busy, the
// requested share of the paths between them goes through a third group, a different one for each
// LID in turn.
//
// The third group has links to both groups that are not busy, and sends packets for the LID over
// one link to the last group. All switches of the first group send to the LID by the third group;
// no other rows are written. The VLs of the new path must ascend on the SL of the pairs
// (group_lines.h). Paths on other SLs, as those attached around missing links, stay.
//
// This stands in for the choice that a switch with adaptive routing makes for each
// packet (A. Singh, Load-Balanced Routing in Interconnection Networks, 2005: UGAL);
// doc/dragonfly.md says how well.
// Tested by tests/plugins/dragonfly/avoid_busy_links_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_AVOID_BUSY_LINKS_H_
#define WEFT_PLUGINS_DRAGONFLY_AVOID_BUSY_LINKS_H_

#include "common/routing/avoid_busy_links.h"

namespace weft {

// Its links are those between groups. Cost: that of finding the groups, and for each busy pair
// O(groups x links of a group + LIDs x switches of a group).
extern const Avoidance kDragonflyAvoidance;

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_AVOID_BUSY_LINKS_H_
