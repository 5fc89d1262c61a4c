// The steps of a chain in a routing that is repaired: which part of the fabric the paths of each
// step have to stay in, and whether the forwarding entries still belong to the steps that made
// them.
#ifndef WEFT_REPAIR_KEPT_STEPS_H_
#define WEFT_REPAIR_KEPT_STEPS_H_

#include <span>
#include <string>

#include "common/fabric/part.h"
#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"

namespace weft {

// The part of the fabric that the path from a switch to a LID must not leave: that of the last step
// whose part has both. Null: the whole fabric. Cost: O(steps).
const FabricPart* part_of_path(std::span<const RoutedStep> steps, SwitchIndex s, Lid lid);

// Would packets to a LID leave that part by this port of the switch?
bool leaves_part(std::span<const RoutedStep> steps, SwitchIndex s, PortNum port, Lid lid);

// Why forwarding entries from before would belong to other steps now, as a clause: other steps
// route, or a LID, a switch or a link that was there before has come into the part of a step, or
// has left it. Empty: they belong to the same steps. New or lost parts are no reason. Cost: O(ports
// + LIDs) for each step.
std::string find_moved(const FabricMatch& match, std::span<const RoutedStep> before,
                       std::span<const RoutedStep> now);

// Copies the notes of the steps before, in the indices of the parts as they are now. Needs steps
// for which find_moved() returned nothing.
void translate_step_notes(const FabricMatch& match, std::span<const RoutedStep> before,
                          std::span<RoutedStep> now);

}  // namespace weft

#endif  // WEFT_REPAIR_KEPT_STEPS_H_
