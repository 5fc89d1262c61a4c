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
// the first: the numbers of the last leaf switches leave gaps, so that these links differ, too.
//
// Returns how many numbers each leaf switch takes; all have `hosts`, from 1 on. Neighbours then
// take the same links, or links that follow each other, or different ones, in a circle. Where this
// cannot be, and where there are more hosts than links, each takes `hosts`. Cost: O(leaf_switches).
std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links);

}  // namespace weft

#endif  // WEFT_BALANCE_CLOSED_CIRCLE_H_
