// The steps of a chain in a routing that is repaired: where the paths of each of them may lead, and
// whether what they wrote is theirs yet.
#ifndef WEFT_REPAIR_KEPT_STEPS_H_
#define WEFT_REPAIR_KEPT_STEPS_H_

#include <span>
#include <string>

#include "common/fabric/part.h"
#include "common/repair/fabric_match.h"
#include "common/routing/routing.h"

namespace weft {

// The part that packets to a LID must not leave from a switch on: that of the last step that has
// both of them. Null: the whole fabric. Cost: O(steps).
const FabricPart* part_of_path(std::span<const RoutedStep> steps, SwitchIndex s, Lid lid);

// Would packets to a LID leave that part by a port of a switch?
bool leaves_part(std::span<const RoutedStep> steps, SwitchIndex s, PortNum port, Lid lid);

// Why entries of before are those of other steps now, as a clause: other steps route, or a LID, a
// switch or a link that is still there has come into the part of one, or left it. Empty: they are
// not. What is new, or gone, is no reason. Cost: O(ports + LIDs) for each step.
std::string find_moved(const FabricMatch& match, std::span<const RoutedStep> before,
                       std::span<const RoutedStep> now);

// Gives steps that find_moved() has no objection to the notes that they had, in the numbers of
// their parts as they are now.
void translate_step_notes(const FabricMatch& match, std::span<const RoutedStep> before,
                          std::span<RoutedStep> now);

}  // namespace weft

#endif  // WEFT_REPAIR_KEPT_STEPS_H_
