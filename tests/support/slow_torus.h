// Stock OpenSM's torus-2QoS the slow, obvious way, entry by entry and by coordinates: what the fast
// engine is held against.
#ifndef WEFT_TESTS_SUPPORT_SLOW_TORUS_H_
#define WEFT_TESTS_SUPPORT_SLOW_TORUS_H_

#include <vector>

#include "common/fabric/fabric.h"

namespace weft::test {

struct SlowTorus {
  std::vector<int> radix;                // x, y, z
  std::vector<std::vector<int>> at;      // coordinates by switch
  std::vector<PortNum> port_order = {};  // of end ports on a switch
};

struct SlowTorusRouting {
  std::vector<std::vector<PortNum>> rows;  // [switch][LID]
  std::vector<std::vector<Sl>> sls;        // [switch][LID], 0 for LIDs that nobody has
};

// Where links or switches are missing, too. All switches have a place. Parallel links take turns
// over destinations in the order of their places, x fastest, and on one switch in the port order.
SlowTorusRouting slow_torus(const Fabric& fabric, const SlowTorus& torus);

// The VL on which a switch sends a packet, out of a port that leads along dimension `out`, into
// which it came along dimension `in`; -1: the port is an end port's, or the switch's own.
Vl slow_torus_vl(Sl sl, int in, int out, unsigned data_vls);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SLOW_TORUS_H_
