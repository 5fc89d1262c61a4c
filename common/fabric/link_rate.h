// How fast a link is.
// Tested by tests/common/fabric/link_rate_test.cc.
#ifndef WEFT_FABRIC_LINK_RATE_H_
#define WEFT_FABRIC_LINK_RATE_H_

#include <cstdint>
#include <string>

#include "common/fabric/fabric.h"

namespace weft {

// Its capacity in Gb/s of data, rounded: 2 (1x SDR) .. 2400 (12x XDR). An unknown width or speed
// counts as that of a new LinkAttributes.
std::uint16_t data_rate(const LinkAttributes& link);

// The data_rate that most of a fabric's links have, of equally many the faster. 0: there is none.
struct UsualRates {
  std::uint16_t between_switches = 0;
  std::uint16_t of_end_ports = 0;
};
UsualRates usual_rates(const Fabric& fabric);

// «4xHDR»; «4x» where the speed is unknown.
std::string describe_rate(const LinkAttributes& link);

}  // namespace weft

#endif  // WEFT_FABRIC_LINK_RATE_H_
