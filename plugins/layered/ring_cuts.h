// Where lanes cut the rings of a torus.
//
// A lane of a torus whose paths go in dimension order is free of cycles if every ring is cut: in
// each direction there is a node that no path of the lane goes straight through. (Dally and Seitz
// change lanes at such a dateline. Here a path stays on one lane, so it needs a lane whose cuts it
// avoids in all dimensions.) A shortest path in a ring of k goes through at most k/2 - 1 nodes. If
// the lanes cut at nodes that far apart, each dimension excludes one lane for a path, so that one
// lane more than there are dimensions is enough. Between opposite nodes a path can take either
// direction, so that rings of 8 have room for four such lanes.
//
// With Ways::kBoth a path and the path back share a lane. Both take the dimensions in the same
// order, so they go through different switches, but in each ring through the same nodes, in
// opposite directions. So a lane can cut both directions at the same node at no cost.
#ifndef WEFT_PLUGINS_LAYERED_RING_CUTS_H_
#define WEFT_PLUGINS_LAYERED_RING_CUTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "plugins/layered/layers.h"

namespace weft {

struct RingCuts {
  // By lane: the node that no path goes through on its way up, and down.
  std::vector<std::uint32_t> up;
  std::vector<std::uint32_t> down;
  // By node: whether the path to the opposite one goes up (1). Means nothing in rings of odd size.
  std::vector<std::uint8_t> opposite_up;
};

// Cuts for rings of these sizes (>= 3), one for each dimension. They use one lane more than there
// are rings, or as many as are needed for every pair of switches to have a lane. If there are fewer
// lanes (1..15), they use all, and few pairs have none. Among equal cuts it takes those with which
// paths between opposite nodes load the links of a ring evenly. Rings of more than 128 are cut
// like one of 128, stretched. Cost: a local search for each number of lanes, from at most four
// starts, in at most eight sweeps each; a sweep is O(dimensions x (lanes x k^3 + lanes x 2^lanes)).
// 8x8x8: 1 ms.
std::vector<RingCuts> choose_ring_cuts(std::span<const std::uint32_t> sizes, unsigned lanes,
                                       Ways ways);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_RING_CUTS_H_
