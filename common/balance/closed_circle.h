// Where leaf switches begin when the LIDs of their hosts take links in turns.
// Tested by tests/common/balance/closed_circle_test.cc.
#ifndef WEFT_BALANCE_CLOSED_CIRCLE_H_
#define WEFT_BALANCE_CLOSED_CIRCLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

// Numbers LIDs leaf switch by leaf switch, and the LID with number i takes link i modulo `links`,
// of those up from each leaf switch. Then the hosts of a leaf switch send in a shift to
// neighbouring numbers, over different links (D-mod-K). But the shift goes on from the last LID to
// the first, and there, too, two leaf switches have to take the same links, or different ones:
//
// * With hosts for half of the links at most, as many leaf switches as fit share a turn; the next
//   one begins with the first link.
// * With more, as many as take whole turns follow each other without gaps; each of the others takes
//   a whole turn.
//
// Returns how many numbers each leaf switch takes; all have `hosts`. Each takes `hosts` where there
// are more hosts than links, where too few leaf switches would take whole turns, and where more
// than an eighth of the links would be idle. Cost: O(leaf_switches).
std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links);

}  // namespace weft

#endif  // WEFT_BALANCE_CLOSED_CIRCLE_H_
