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
// neighbouring numbers, over different links (D-mod-K), or over each link equally often if there
// are more hosts. But the shift goes on from the last LID to the first, and there the same must be
// true: so all numbers together are whole turns of the links, with numbers left free behind some
// leaf switches, as few as possible. The hosts of a leaf switch send to two others at most; so a
// gap is short enough if it and the hosts of one fit in as many whole turns as these hosts need.
//
// Gaps leave different links idle, as far as they can.
//
// Returns how many numbers each leaf switch takes; all have `hosts`. All free numbers together are
// fewer than the links. Cost: O(leaf_switches + links).
std::vector<std::uint32_t> closed_circle(std::size_t leaf_switches, std::uint32_t hosts,
                                         std::uint32_t links);

}  // namespace weft

#endif  // WEFT_BALANCE_CLOSED_CIRCLE_H_
