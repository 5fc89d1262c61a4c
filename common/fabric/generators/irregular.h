// What makes real fabrics differ from textbooks' ones, for any Fabric: failures, missing CAs, CAs
// in odd places, GUIDs that tell nothing. All draws come from the given seeds: same fabric, same
// seed, same result.
#ifndef WEFT_FABRIC_GENERATORS_IRREGULAR_H_
#define WEFT_FABRIC_GENERATORS_IRREGULAR_H_

#include <cstdint>
#include <string_view>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

// So many of something, or a share of all.
struct Amount {
  double number = 0;  // >= 0; a whole number unless it is a percentage
  bool percent = false;
  // Percentages are rounded up, so that a little of something is never nothing. At most 2^32 - 1.
  std::uint32_t of(std::uint32_t total) const;
};

struct Failures {
  Amount switches = {};  // drawn first; each takes its links with it, and CAs with no other link
  Amount links = {};     // of those between switches that are left then
  // False: what is left hangs together as before. A switch or link whose loss would separate two
  // remaining switches is passed over.
  bool may_disconnect = false;
  std::uint64_t seed = 1;
};
// Names, GUIDs, port numbers and LIDs of what is left stay. With more failures of one kind and the
// same seed, the same ones fail and some more. Throws BadInput if so many cannot fail. Cost: O(S +
// L) for each switch that is drawn, O(L) for all links together.
Fabric with_failures(const Fabric& fabric, const Failures& failures);

// Keeps so many CA and router nodes, spread evenly: of switches that have equally many, two differ
// by one at most. Those on the low ports stay, and take over the names of the first ones. Throws
// BadInput unless 1 to all of them are to stay.
Fabric with_hosts(const Fabric& fabric, std::uint32_t count);

// Leaves out this share of the CA and router nodes. Throws BadInput if none would remain.
Fabric without_some_cas(const Fabric& fabric, Amount missing, std::uint64_t seed);

// Adds CAs with one port, called extra-0001, ..., one each at switches without CAs or routers,
// which are drawn at random; if there are more CAs than such switches each gets a second one, and
// so on. They use the port behind the last one that is in use, which is added to the switch if it
// is not there (the spare port that many switch models have). Throws BadInput if there is no such
// switch, or no room.
Fabric with_extra_cas(const Fabric& fabric, std::uint32_t count, LinkAttributes link,
                      std::uint64_t seed);

// Where aggregation nodes are: the CAs that switches have inside, for reductions in the network.
struct Aggregation {
  double percent = 100;      // 0..100, of the switches below, drawn at random
  bool leaves_only = false;  // of those with CAs or routers; otherwise of all
};
// What real ones are called, all of them.
inline constexpr std::string_view kAggregationNode = "Mellanox Technologies Aggregation Node";
// Adds a CA with one port to so many switches, each at the port behind the last one that is in use,
// as with_extra_cas does. Throws BadInput if there is no room.
Fabric with_aggregation_nodes(const Fabric& fabric, const Aggregation& aggregation,
                              LinkAttributes link, std::uint64_t seed);

// As many of the switches without CAs or routers (spines) as asked keep one half of their links
// only. The others' far ends are plugged in at another such neighbour of the switch at their near
// end, which is drawn at random: a second link there, and none here. Links that cannot move so, or
// hold the fabric together, stay. Throws BadInput if no spine would keep all its links, or there is
// no port left.
Fabric with_uneven_spines(const Fabric& fabric, Amount amount, std::uint64_t seed);

// Gives all nodes new GUIDs, of the ranges that generators use, in random order. System GUIDs are
// the nodes' own, port GUIDs the node's + port number; all else, LIDs and names too, stays with its
// node.
Fabric with_shuffled_guids(const Fabric& fabric, std::uint64_t seed);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_IRREGULAR_H_
