// The groups of a dragonfly. In a group all switches are linked to each other, or all switches of
// each row and of each column; few links lead to other groups.
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
  // By switch, over all groups: its row and its column in its group, which are different for any
  // two switches. Switches of a row, or of a column, should be linked. In a group whose switches
  // are all linked each switch is a column.
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> column;
  bool are_complete = true;  // no group has several rows

  bool found() const { return count != 0; }
  // Does the link begin a path of at most one link in its group, one to the group of `to`, and one
  // there?
  bool begins_direct_path(const Link& link, SwitchIndex to) const;
};

// Rows are those of switch_rows.h. Two rows are in one group if more than three quarters of their
// switches are linked one to one, or two thirds with the same switch of a third row: the group then
// has columns, as a flattened butterfly of two dimensions. But if that leaves no groups, or
// groups whose switches have links to most rows of other groups, each row is a group: if all
// switches reach all groups, rows of different groups have as many links as rows of one group. So a
// HyperX of two dimensions is a dragonfly too, whose groups are its larger rows, like a dragonfly
// planned with twice as many links inside groups as between them. A dragonfly has two groups or
// more. At least half of all switches are in groups of three or more. Rows and columns have at
// least three quarters of the possible links, so that some may be missing. At least half of all
// pairs of groups are linked. Cost: O(links x neighbours of a switch), and the memory of `joins`.
SwitchGroups find_groups(const SwitchGraph& graph);

// Orientations of the switches, 1..4, one for each lane. A direct path of a dragonfly is up*/down*
// in one of them, and so is the path back. If only one link leads from group to group, two lanes
// are enough for all direct paths.
//
// A direct path s - u - v - t between groups has a valley only at a u that is below both s and v,
// or at a v that is below u and t. If all of a group is above all of the next, the valley can only
// be in the lower group, and there only for one of two orders of its two switches. So the second
// lane, with the switches of each group in reverse order, takes the paths that the first cannot. A
// path of two links through a third group has a valley if that group is the lowest; the next lanes
// have the groups in reverse order.
std::vector<Orientation> group_orientations(const SwitchGroups& groups, unsigned lanes);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_SWITCH_GROUPS_H_
