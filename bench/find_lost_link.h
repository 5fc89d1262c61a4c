// Which link a fabric has lost.
#ifndef WEFT_BENCH_FIND_LOST_LINK_H_
#define WEFT_BENCH_FIND_LOST_LINK_H_

#include <optional>

#include "common/fabric/fabric.h"

namespace weft::bench {

struct LinkEnds {
  SwitchIndex a = 0;
  PortNum port_a = 0;
  SwitchIndex b = 0;
  PortNum port_b = 0;
};

// The first link between switches that `fabric` has and `degraded`, of the same switches and ports,
// has not; nullopt: none is missing.
std::optional<LinkEnds> find_lost_link(const Fabric& fabric, const Fabric& degraded);

}  // namespace weft::bench

#endif  // WEFT_BENCH_FIND_LOST_LINK_H_
