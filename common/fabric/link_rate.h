// The data rates of links.
// Tested by tests/common/fabric/link_rate_test.cc.
#ifndef WEFT_FABRIC_LINK_RATE_H_
#define WEFT_FABRIC_LINK_RATE_H_

#include <cstdint>
#include <string>

#include "common/fabric/fabric.h"

namespace weft {

// The capacity in Gb/s of data, rounded: 2 (1x SDR) .. 2400 (12x XDR). An unknown width or speed
// counts as that of a default LinkAttributes.
std::uint16_t data_rate(const LinkAttributes& link);

// The data_rate() of most links of a fabric; of equally frequent rates the higher one. 0: no link.
struct UsualRates {
  std::uint16_t between_switches = 0;
  std::uint16_t of_end_ports = 0;
};
UsualRates usual_rates(const Fabric& fabric);

// True if all links between switches have one rate. Cost: O(ports).
bool have_one_rate(const Fabric& fabric);

// «4xHDR»; «4x» if the speed is unknown.
std::string describe_rate(const LinkAttributes& link);

}  // namespace weft

#endif  // WEFT_FABRIC_LINK_RATE_H_
