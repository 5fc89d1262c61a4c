#include "common/cabling/rail_findings.h"

#include <fmt/format.h>

#include "common/base/text.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

double rate_of(const Fabric& fabric, const EndPort& port) {
  return data_rate(fabric.ports(port.sw)[port.switch_port].link);
}
std::vector<CableEnd> ends_of(const Fabric& fabric, EndPortIndex e) {
  const EndPort& port = fabric.end_ports()[e];
  return {{PeerKind::kEndPort, e, port.port_num}, switch_end(port.sw, port.switch_port)};
}
std::string place_of(const Fabric& fabric, EndPortIndex e) {
  const EndPort& port = fabric.end_ports()[e];
  return fmt::format("{} port {}", fabric.describe_switch(port.sw), port.switch_port);
}

void add_rail(const MisplacedRail& rail, FindingList& found) {
  const Fabric& fabric = found.fabric();
  found.add(CablingKind::kRail, rate_of(fabric, fabric.end_ports()[rail.port]),
            ends_of(fabric, rail.port),
            fmt::format("{} is rail {} of its host, and {} is on rail {}",
                        fabric.describe_end_port(rail.port), rail.rail + 1,
                        place_of(fabric, rail.port), rail.leaf_rail + 1),
            fmt::format("move its cable to a leaf switch of rail {}", rail.rail + 1));
}

void add_swapped_rails(const MisplacedRail& first, const MisplacedRail& second,
                       FindingList& found) {
  const Fabric& fabric = found.fabric();
  std::vector<CableEnd> ends = ends_of(fabric, first.port);
  for (const CableEnd& more : ends_of(fabric, second.port)) ends.push_back(more);
  found.add(
      CablingKind::kSwapped, 2 * rate_of(fabric, fabric.end_ports()[first.port]), std::move(ends),
      fmt::format("two cables of a host have changed places: {}, rail {}, is on rail {} at {}, and "
                  "{}, rail {}, on rail {} at {}",
                  fabric.describe_end_port(first.port), first.rail + 1, first.leaf_rail + 1,
                  place_of(fabric, first.port), fabric.describe_end_port(second.port),
                  second.rail + 1, second.leaf_rail + 1, place_of(fabric, second.port)),
      fmt::format("exchange the ends at {} and at {}", place_of(fabric, first.port),
                  place_of(fabric, second.port)));
}

}  // namespace

void judge_rails(const std::vector<Host>& hosts, const RailPlaces& places, FindingList& found) {
  std::vector<bool> is_said(places.misplaced.size());
  for (std::size_t i = 0; i < places.misplaced.size(); ++i) {
    if (is_said[i]) continue;
    const MisplacedRail& rail = places.misplaced[i];
    for (std::size_t j = i + 1; j < places.misplaced.size(); ++j) {
      const MisplacedRail& other = places.misplaced[j];
      if (other.host != rail.host || other.rail != rail.leaf_rail || other.leaf_rail != rail.rail ||
          is_said[j]) {
        continue;
      }
      is_said[j] = true;
      add_swapped_rails(rail, other, found);
      is_said[i] = true;
      break;
    }
    if (!is_said[i]) add_rail(rail, found);
  }
  for (const std::size_t h : places.fewer) {
    const Host& host = hosts[h];
    found.remark(CablingKind::kNoRail, {{PeerKind::kEndPort, host.rails.front(), 0}},
                 fmt::format("{} has {} of {} ports: the first is {}", on_one_line(host.name),
                             host.rails.size(), places.rails,
                             found.fabric().describe_end_port(host.rails.front())),
                 "look at its other cards and cables, unless it is a host of another kind");
  }
}

}  // namespace weft
