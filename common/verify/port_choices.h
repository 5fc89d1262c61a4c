// Tables whose entries name several ports. For each packet a switch takes one of them, by their
// load: adaptive routing.
// Tested by tests/common/verify/verify_choices_test.cc.
#ifndef WEFT_VERIFY_PORT_CHOICES_H_
#define WEFT_VERIFY_PORT_CHOICES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"

namespace weft {

// Ports 0..255, bit by bit: a PortSet of graph/next_hops.h, whether or not the switch has them.
using PortBits = std::array<std::uint64_t, 4>;

inline void add_port(PortBits& ports, PortNum port) {
  ports[port / 64u] |= std::uint64_t{1} << (port % 64u);
}

// The row of one switch.
struct ChoiceRow {
  std::vector<PortBits> sets = {PortBits{}};  // all that occur; the first is empty: no path
  std::vector<std::uint16_t> set_of = {};     // by LID: position in sets; behind the end: 0

  std::uint16_t number(std::size_t lid) const { return lid < set_of.size() ? set_of[lid] : 0; }
  const PortBits& at(std::size_t lid) const { return sets[number(lid)]; }
};

using PortChoices = std::vector<ChoiceRow>;  // by switch

}  // namespace weft

#endif  // WEFT_VERIFY_PORT_CHOICES_H_
