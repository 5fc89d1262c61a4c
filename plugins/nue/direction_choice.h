// Which of several directions of all links spreads paths best.
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
  std::optional<Orientation> direction;  // that the turns are of; nothing: those of dimensions
  Growth growth = Growth::kHighestFirst;
  double mean_load = 0;  // of all links, for each LID that was routed
};

// Routes a few LIDs at each of some destinations, for every growth from every root, and takes the
// direction whose busiest link carries least. Their paths have to come together in the end,
// whatever the direction: last hops are not counted. The first root's first direction will do
// if no link carries more than all paths to one LID. sources: sources_by_switch();
// levels: levels_of().
//
// What a link carries only grows, so the direction that is best so far goes on to its next
// destination, and when one is through that is better than the others are already, these need not
// be: most orders of a torus are given up after a few destinations. The result does not depend on
// the number of threads.
// Cost: O(roots x destinations) searches (destination_search.h) at worst. Memory: O(roots x links).
DirectionChoice choose_direction(const Links& links, std::span<const SwitchIndex> roots,
                                 std::span<const SwitchIndex> destinations,
                                 std::span<const std::uint32_t> sources,
                                 std::span<const Hops> levels, std::uint8_t min_vls,
                                 const Workers& workers);

// Those of dimension_order_turns(), for which there is no better choice: a few destinations, at
// which all links of some dimension may come together, do not tell.
DirectionChoice choose_dimensions(const Links& links, TurnOrder turns,
                                  std::span<const SwitchIndex> destinations,
                                  std::span<const std::uint32_t> sources, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_DIRECTION_CHOICE_H_
