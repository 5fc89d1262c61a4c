// Makes a Fabric irregular like real ones: failures, missing CAs, CAs in unusual places, GUIDs
// without order. All draws come from the given seeds: the same fabric and seed give the same
// result.
#ifndef WEFT_FABRIC_GENERATORS_IRREGULAR_H_
#define WEFT_FABRIC_GENERATORS_IRREGULAR_H_

#include <cstdint>
#include <string_view>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

// A number, or a percentage of all.
struct Amount {
  double number = 0;  // >= 0; a whole number unless it is a percentage
  bool percent = false;
  // Percentages are rounded up, so a percentage above 0 is at least one. At most 2^32 - 1.
  std::uint32_t of(std::uint32_t total) const;
};

struct Failures {
  Amount switches = {};  // drawn first; a switch takes its links with it, and CAs without other
                         // links
  Amount links = {};     // of the remaining links between switches
  // False: the rest stays as connected as before; a switch or link whose loss would separate two
  // remaining switches is not drawn.
  bool may_disconnect = false;
  std::uint64_t seed = 1;
};
// Remaining parts keep names, GUIDs, port numbers and LIDs. With more failures of one kind and the
// same seed, the same parts fail and some more. Throws BadInput if there are too few parts that can
// fail. Cost: O(S + L) for each drawn switch, O(L) for all links together.
Fabric with_failures(const Fabric& fabric, const Failures& failures);

// Keeps `count` CA and router nodes, spread evenly: switches with equal numbers differ by at most
// one afterwards. Nodes on the low ports stay and get the names of the first ones. Throws BadInput
// unless count is from 1 to the number of nodes.
Fabric with_hosts(const Fabric& fabric, std::uint32_t count);

// Removes this share of the CA and router nodes. Throws BadInput if none would remain.
Fabric without_some_cas(const Fabric& fabric, Amount missing, std::uint64_t seed);

// Adds CAs with one port, named extra-0001, ..., one each at switches without CAs or routers, drawn
// at random; if there are more CAs than such switches, each switch gets a second one, and so on. A
// CA uses the port after the last one in use, which is added if needed (the spare port that many
// switch models have). Throws BadInput if there is no such switch, or no room.
Fabric with_extra_cas(const Fabric& fabric, std::uint32_t count, LinkAttributes link,
                      std::uint64_t seed);

// Where to add aggregation nodes: CAs inside switches, for reductions in the network.
struct Aggregation {
  double percent = 100;      // 0..100, of the selected switches, drawn at random
  bool leaves_only = false;  // true: only switches with CAs or routers
};
// The node description of all real ones.
inline constexpr std::string_view kAggregationNode = "Mellanox Technologies Aggregation Node";
// Adds a CA with one port to each drawn switch, at the port after the last one in use, as
// with_extra_cas(). Throws BadInput if there is no room.
Fabric with_aggregation_nodes(const Fabric& fabric, const Aggregation& aggregation,
                              LinkAttributes link, std::uint64_t seed);

// Draws `amount` of the switches without CAs or routers (spines), which keep only half of their
// links. For each other link, its near end stays, and its far end moves to another spine linked to
// the near end's switch, drawn at random: a second link there, none here. Links that cannot move,
// or keep the fabric connected, stay. Throws BadInput if no spine would keep all its links, or no
// port is left.
Fabric with_uneven_spines(const Fabric& fabric, Amount amount, std::uint64_t seed);

// Gives all nodes new GUIDs, from the generators' ranges, in random order. System GUIDs equal node
// GUIDs; port GUIDs are node GUID + port number. Other data, including LIDs and names, stays with
// its node.
Fabric with_shuffled_guids(const Fabric& fabric, std::uint64_t seed);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_IRREGULAR_H_
