// The content of a torus-2QoS.conf, see torus-2QoS.conf(5): the planned torus, and the
// seeds that tie its coordinates to switches. common/options/torus_conf_file.h reads it.
// Tested by tests/common/options/torus_conf_file_test.cc.
#ifndef WEFT_ROUTING_TORUS_CONF_H_
#define WEFT_ROUTING_TORUS_CONF_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/types.h"

namespace weft {

inline constexpr std::size_t kTorusDimensions = 3;  // x, y, z

struct TorusDimension {
  std::uint16_t radix = 0;  // 1..; 1: the torus does not extend in this dimension
  bool is_mesh = false;     // no links between coordinates radix - 1 and 0; always so with radix 2

  friend bool operator==(const TorusDimension&, const TorusDimension&) = default;
};

// One dimension of a seed.
struct SeedAxis {
  Guid plus = 0;     // the switch one coordinate up from the seed's; 0: not in the file
  Guid minus = 0;    // the switch one coordinate down
  int dateline = 0;  // steps from the seed's switch up to coordinate 0; more than -radix, less
                     // than radix

  friend bool operator==(const SeedAxis&, const SeedAxis&) = default;
};

// A switch and some of its neighbours, from which all coordinates follow.
struct TorusSeed {
  Guid switch_guid = 0;
  std::array<SeedAxis, kTorusDimensions> axes = {};
  unsigned line = 0;  // of the file, where the seed begins

  friend bool operator==(const TorusSeed&, const TorusSeed&) = default;
};

// The number of switches is 2 to kMaxUnicastLid, and there is at least one seed. Each seed has a
// neighbour in every dimension of a radix above 1, two in a ring of radix 4, and none in
// the others; its neighbours are different switches, except the two of a dimension of radix 2.
// Whether the fabric has such switches and links is not checked here.
struct TorusConf {
  std::array<TorusDimension, kTorusDimensions> dimensions;
  std::vector<TorusSeed> seeds;     // the first with all its switches in the fabric counts
  std::vector<PortNum> port_order;  // ports of a destination's switch, each once; other ports
                                    // follow in ascending order
  std::string path;                 // of the file
  unsigned size_line = 0;           // of the file, where the radices are

  friend bool operator==(const TorusConf&, const TorusConf&) = default;
};

// The coordinate of a seed's switch in a dimension of this radix.
inline unsigned seed_coordinate(const SeedAxis& axis, unsigned radix) {
  return (radix - static_cast<unsigned>(axis.dateline)) % radix;
}

}  // namespace weft

#endif  // WEFT_ROUTING_TORUS_CONF_H_
