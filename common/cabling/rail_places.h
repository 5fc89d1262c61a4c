// Rails: do the ports of hosts keep to the leaf switches of their rail?
#ifndef WEFT_CABLING_RAIL_PLACES_H_
#define WEFT_CABLING_RAIL_PLACES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/fabric/hosts.h"

namespace weft {

// A port of a host on a leaf switch of another rail.
struct MisplacedRail {
  std::size_t host = 0;       // in the list
  std::size_t rail = 0;       // of its ports, 0..
  std::size_t leaf_rail = 0;  // of the leaf switch
  EndPortIndex port = kNone;

  friend bool operator==(const MisplacedRail&, const MisplacedRail&) = default;
};

struct RailPlaces {
  std::size_t rails = 0;  // that most hosts have
  // Is there a rail for each port number of hosts: are at least nine of ten ports on a leaf switch
  // most of whose ports have the same number?
  bool are_separate = false;
  std::vector<MisplacedRail> misplaced;  // then, by host
  std::vector<std::size_t> fewer;        // hosts with fewer rails than most
};

// hosts: of find_hosts(). Hosts that their names do not tell apart are left out. Cost: O(E log E).
RailPlaces find_rail_places(const Fabric& fabric, std::span<const Host> hosts);

}  // namespace weft

#endif  // WEFT_CABLING_RAIL_PLACES_H_
