// What each direction of each link carried, beside what the routes lead over it.
#ifndef WEFT_COUNTERS_LINK_MEASURES_H_
#define WEFT_COUNTERS_LINK_MEASURES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/counters/port_counters.h"
#include "common/fabric/fabric.h"
#include "common/topology/fabric_shape.h"

namespace weft {

// A direction of a link, by its number: that of the sending port in Fabric::all_ports(), or so many
// plus the index of the end port that sends.
using DirectionIndex = std::uint32_t;

struct WireEnd {
  PeerKind kind = PeerKind::kNothing;
  std::uint32_t index = kNone;  // of a switch or of an end port
  PortNum port = 0;             // its own number

  friend bool operator==(const WireEnd&, const WireEnd&) = default;
};

struct LinkMeasure {
  WireEnd from, to;
  LinkAttributes link;
  std::uint32_t kind = kNone;  // in FabricMeasures::kinds; of no link: kNone
  bool is_slow = false;        // most links between switches, or of end ports, are faster

  // What was measured; nothing: it was not. Octets that the sender has sent, or if it was not read
  // the receiver received.
  std::optional<double> octets = {};
  std::optional<double> used = {};  // of its capacity, 0..1; needs the time
  // In what part of the time it had data and could not send, 0..1; if the time is unknown, of that
  // in which it sent or waited.
  std::optional<double> waited = {};
  // Octets for its capacity, and paths for it, beside the mean of those of its kind: 1 is as much
  // as its peers. measured is 0 where nothing was.
  double measured = 0;
  double predicted = 0;
  std::uint64_t paths = 0;  // of pairs of end ports, with other ends than hosts
};

struct FabricMeasures {
  std::vector<std::string> kinds;         // of LinkKinds, and «to end ports», «from end ports»
  std::vector<LinkMeasure> links;         // by DirectionIndex
  double seconds = 0;                     // 0: unknown
  std::size_t measured = 0;               // directions that octets are known of
  std::vector<std::string> shared_names;  // descriptions that several nodes have, sorted
};

// path_loads: Figures::link_load. Of end ports each is taken to send to all others, and to receive
// from them. Cost: O(ports).
FabricMeasures measure_links(const Fabric& fabric, const CountedTraffic& counted,
                             std::span<const std::uint64_t> path_loads, const LinkKinds& kinds);

// That it can carry.
double octets_per_second(const LinkAttributes& link);

// The other direction.
DirectionIndex opposite(const Fabric& fabric, const LinkMeasure& link);
DirectionIndex direction_from(const Fabric& fabric, const WireEnd& sender);

// The counters of a port.
const PortCounters& counters_of(const Fabric& fabric, const FabricCounters& counters,
                                const WireEnd& port);

// «leaf-3[19]», «node-17[1]»: a description, on one line, with the GUID of the node where several
// have it; or that GUID alone where there is none.
std::string describe_end(const Fabric& fabric, const FabricMeasures& measures, const WireEnd& end);
// «leaf-3[19] -> spine-1[4]»
std::string describe_direction(const Fabric& fabric, const FabricMeasures& measures,
                               DirectionIndex direction);

}  // namespace weft

#endif  // WEFT_COUNTERS_LINK_MEASURES_H_
