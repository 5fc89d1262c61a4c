// The measured load of each direction of each link, and the load that the routes cause.
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

// The number of a direction of a link: the index of the sending port in Fabric::all_ports(), or the
// size of all_ports() plus the index of the sending end port.
using DirectionIndex = std::uint32_t;

struct WireEnd {
  PeerKind kind = PeerKind::kNothing;
  std::uint32_t index = kNone;  // of a switch or of an end port
  PortNum port = 0;             // number of the port

  friend bool operator==(const WireEnd&, const WireEnd&) = default;
};

struct LinkMeasure {
  WireEnd from, to;
  LinkAttributes link;
  std::uint32_t kind = kNone;  // in FabricMeasures::kinds; kNone: no link
  bool is_slow = false;        // slower than most links between switches, or of end ports

  // nullopt: not measured. Octets that the sender sent; if not known, octets that the receiver
  // received.
  std::optional<double> octets = {};
  std::optional<double> used = {};  // share of its capacity, 0..1; needs the time
  // Share of the time in which the sender had data and could not send, 0..1; if the time is
  // unknown, share of the time in which it sent or waited.
  std::optional<double> waited = {};
  // Octets, and paths, for each unit of capacity, divided by the mean of the kind: 1 is the load of
  // the peers. measured is 0 if not measured.
  double measured = 0;
  double predicted = 0;
  std::uint64_t paths = 0;  // of pairs of end ports, also those that are no hosts
};

struct FabricMeasures {
  std::vector<std::string> kinds;         // of LinkKinds, and «to end ports», «from end ports»
  std::vector<LinkMeasure> links;         // by DirectionIndex
  double seconds = 0;                     // 0: unknown
  std::size_t measured = 0;               // number of directions with known octets
  std::vector<std::string> shared_names;  // descriptions of several nodes, sorted
};

// path_loads: Figures::link_load. Each end port is assumed to send to all others, and to receive
// from all. Cost: O(ports).
FabricMeasures measure_links(const Fabric& fabric, const CountedTraffic& counted,
                             std::span<const std::uint64_t> path_loads, const LinkKinds& kinds);

// The capacity of a link.
double octets_per_second(const LinkAttributes& link);

// The opposite direction.
DirectionIndex opposite(const Fabric& fabric, const LinkMeasure& link);
DirectionIndex direction_from(const Fabric& fabric, const WireEnd& sender);

// The counters of a port.
const PortCounters& counters_of(const Fabric& fabric, const FabricCounters& counters,
                                const WireEnd& port);

// «leaf-3[19]», «node-17[1]»: the description on one line, followed by the GUID of the node if
// several nodes have it; only the GUID if the description is empty.
std::string describe_end(const Fabric& fabric, const FabricMeasures& measures, const WireEnd& end);
// «leaf-3[19] -> spine-1[4]»
std::string describe_direction(const Fabric& fabric, const FabricMeasures& measures,
                               DirectionIndex direction);

}  // namespace weft

#endif  // WEFT_COUNTERS_LINK_MEASURES_H_
