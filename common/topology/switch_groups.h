// The groups of a dragonfly: switches that are all joined, or all in their row and in their column,
// in groups that few links join.
#ifndef WEFT_TOPOLOGY_SWITCH_GROUPS_H_
#define WEFT_TOPOLOGY_SWITCH_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"

namespace weft {

struct SwitchGroups {
  std::uint32_t count = 0;        // 0: the fabric is no dragonfly
  std::vector<std::uint32_t> of;  // by switch: 0..count - 1, in the order of their first switches
  std::vector<bool> joins;        // [switch * count + group]: has it a link to the group?
  // By switch, of all groups together: which switches of a group are to be joined. No two of a
  // group have both the same. In groups whose switches are all joined each is a column.
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> column;
  bool are_complete = true;  // no group has several rows

  bool found() const { return count != 0; }
  // Does the link from a switch begin a path of at most one link in its group, one to that of `to`,
  // and one there?
  bool begins_direct_path(const Link& link, SwitchIndex to) const;
};

// Rows are those of switch_rows.h. Rows whose switches are joined one to one, more than three
// quarters of them, or two thirds with the same switch of a third row, are of one group: it has
// columns then, as a flattened butterfly of two dimensions. But where that leaves no groups, or
// groups whose switches have links to most rows of others, each row is a group: its links to others
// are as many as between rows of a group where all switches reach all groups. So a HyperX of two
// dimensions is a dragonfly, too, whose groups are its larger rows, as those of a dragonfly planned
// with twice as many links inside of groups as between them. A dragonfly has two groups or more, of
// three switches or more for at least half of all switches, and in rows and columns at least three
// quarters of the links that could be there: some missing ones do no harm. Links join at least half
// of all pairs of groups. Cost: O(links x neighbours of a switch), and the memory of `joins`.
SwitchGroups find_groups(const SwitchGraph& graph);

// Orientations of the switches, 1..4 for as many lanes, in which the direct paths of a dragonfly
// and those back are up*/down* paths on the same lane: where only one link leads from group to
// group, all of them on two lanes.
//
// A direct path s - u - v - t between groups turns wrong only at a u that is below both s and v, or
// a v that is below both others. With all of a group above all of the next, that can only be at the
// end in the lower group, and there only for one of two switches: so a second lane, with the
// switches of each group the other way round, takes what the first does not. A path of two links
// through a third group turns wrong where that is the lowest; the lanes after these two have the
// groups the other way round.
std::vector<Orientation> group_orientations(const SwitchGroups& groups, unsigned lanes);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SWITCH_GROUPS_H_
