// Where lanes cut the rings of a torus.
//
// With its links in dimension order, a lane of a torus is free of cycles once every ring is cut: in
// each direction there is a node that no path goes straight through. (Dally and Seitz change lanes
// at such a dateline; here a path stays on one lane, so that it needs one whose cuts it avoids in
// all dimensions.) A shortest path in a ring of k goes through at most k/2 - 1 nodes. So if lanes
// cut at nodes that far apart, each dimension spoils one lane for a path, and one lane more than
// there are dimensions is enough. Between opposite nodes a path can take either direction, so that
// rings of 8 have room for four such lanes.
//
// Where a path and the one back share a lane (Ways::kBoth), both take the rings in the same order,
// so they go through other switches, but in each ring through the same nodes, in opposite
// directions; a lane that cuts both at the same node loses nothing by that.
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

// Cuts for rings of these sizes (>= 3), one a dimension, in one lane more than there are rings, or
// as many more as all pairs of switches need to have one; in all lanes (1..15) where that is more,
// such that few pairs have none. Of cuts as good, such that the links of a ring carry about the
// same between opposite nodes. Rings of more than 16 are cut like one of 16, stretched. Cost: a
// local search for each number of lanes, from at most four starts, in at most eight sweeps each; in
// a sweep O(dimensions x (lanes x k^3 + lanes x 2^lanes)). 8x8x8: 1 ms.
std::vector<RingCuts> choose_ring_cuts(std::span<const std::uint32_t> sizes, unsigned lanes,
                                       Ways ways);

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_RING_CUTS_H_
