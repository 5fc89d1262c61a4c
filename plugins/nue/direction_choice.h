// Chooses the orientation of the links that spreads paths best.
#ifndef WEFT_PLUGINS_NUE_DIRECTION_CHOICE_H_
#define WEFT_PLUGINS_NUE_DIRECTION_CHOICE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "plugins/nue/direction.h"
#include "plugins/nue/turn_order.h"

namespace weft {

struct DirectionChoice {
  TurnOrder turns;
  std::optional<Orientation> direction;  // the one of the turns; nothing: dimension order
  Growth growth = Growth::kHighestFirst;
  double mean_load = 0;  // of all links, for each LID that was routed
};

// Routes a few LIDs at each of some destinations, for every growth from every root, and takes the
// direction whose busiest link carries least. Last hops are not counted, since there all paths to a
// destination must meet in any direction. The first direction of the first root is accepted at once
// if no link carries more than all paths to one LID. sources: sources_by_switch();
// levels: levels_of().
//
// Loads only grow. So the direction that is best so far is the one that routes its next
// destination; when a direction is complete and better than the present loads of the others, these
// are given up: most orders of a torus after a few destinations. The result does not depend on the
// number of threads.
// Cost: O(roots x destinations) searches (destination_search.h) at worst. Memory: O(roots x links).
DirectionChoice choose_direction(const Links& links, std::span<const SwitchIndex> roots,
                                 std::span<const SwitchIndex> destinations,
                                 std::span<const std::uint32_t> sources,
                                 std::span<const Hops> levels, std::uint8_t min_vls,
                                 const Workers& workers);

// The choice of dimension_order_turns(), without a comparison: a few destinations are no measure
// for it, since all links of a dimension may meet there.
DirectionChoice choose_dimensions(const Links& links, TurnOrder turns,
                                  std::span<const SwitchIndex> destinations,
                                  std::span<const std::uint32_t> sources, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DIRECTION_CHOICE_H_
