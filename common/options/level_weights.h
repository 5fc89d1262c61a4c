// VL arbitration by QoS levels: VLs that packets of one level change between are served alike, so
// that none of them waits longer for the turn that it takes.
//
// Of a table OpenSM writes blocks of 32 entries, each a VL and its weight: so much of it is sent
// before the next entry has its turn. Entries without weight are passed over.
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
using VlWeights = std::span<VlWeight>;  // of a block, or a part of one

// Of a port between switches. The VLs of a level have an entry each, all with the same part of what
// they had in the block together, rounded up, 255 at most. They keep their first entries, and take
// others of the level and such without weight; where these are too few for all VLs of a level, it
// stays as it is. levels: Routing::qos_levels. vl_mask: the bits of a VL that OpenSM leaves
// of the port: VLs that are one on the port are one here. Cost: O(levels x
// entries).
void serve_levels_alike(std::span<const VlSet> levels, Vl vl_mask, VlWeights block);

// Of a switch's port to an end port, as stock's torus-2QoS: level i, which is on VL i there, has
// the entries of its lowest VL, in their order, and others are none. Cost: O(levels x entries).
void serve_by_level(std::span<const VlSet> levels, VlWeights block);

}  // namespace weft

#endif  // WEFT_OPTIONS_LEVEL_WEIGHTS_H_
