// Rails: are the ports of hosts on the leaf switches of their rail?
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
  std::size_t host = 0;       // index in `hosts`
  std::size_t rail = 0;       // of the port, from 0
  std::size_t leaf_rail = 0;  // of the leaf switch
  EndPortIndex port = kNone;

  friend bool operator==(const MisplacedRail&, const MisplacedRail&) = default;
};

struct RailPlaces {
  std::size_t rails = 0;  // number that most hosts have
  // True if at least nine of ten ports are on a leaf switch where most ports have the same port
  // number: then each port number is a rail.
  bool are_separate = false;
  std::vector<MisplacedRail> misplaced;  // only if are_separate; by host
  std::vector<std::size_t> fewer;        // hosts with fewer rails than most
};

// hosts: of find_hosts(). Hosts with the same name are left out. Cost: O(E log E).
RailPlaces find_rail_places(const Fabric& fabric, std::span<const Host> hosts);

}  // namespace weft

#endif  // WEFT_CABLING_RAIL_PLACES_H_
