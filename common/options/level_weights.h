// VL arbitration by QoS levels. Packets of one level change between VLs; these VLs are served
// equally, so a VL change costs no waiting time.
//
// OpenSM writes a table in blocks of 32 entries. An entry has a VL and a weight: the amount that is
// sent before the next entry. Entries with weight 0 are skipped.
#ifndef WEFT_OPTIONS_LEVEL_WEIGHTS_H_
#define WEFT_OPTIONS_LEVEL_WEIGHTS_H_

#include <cstdint>
#include <span>

#include "common/base/types.h"
#include "common/routing/sl2vl.h"

namespace weft {

struct VlWeight {
  std::uint8_t vl = 0;
  std::uint8_t weight = 0;
};
using VlWeights = std::span<VlWeight>;  // of a block, or of a part of a block

// For a port between switches. Gives each VL of a level one entry. All have an equal part of the
// level's total weight in the block, rounded up, at most 255. VLs keep their first entries; other
// entries come from the same level or have weight 0. If there are too few entries, the level stays
// unchanged. levels: Routing::qos_levels. vl_mask: the bits of a VL that OpenSM keeps for the port;
// VLs that are equal in these bits are one VL. Cost: O(levels x entries).
void serve_levels_alike(std::span<const VlSet> levels, Vl vl_mask, VlWeights block);

// For a switch port to an end port, as in stock's torus-2QoS: level i uses VL i. Level i gets the
// entries of its lowest VL, in their order; all other entries get no weight. Cost: O(levels x
// entries).
void serve_by_level(std::span<const VlSet> levels, VlWeights block);

}  // namespace weft

#endif  // WEFT_OPTIONS_LEVEL_WEIGHTS_H_
