#include "common/fabric/counts.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace weft {

std::vector<SwitchIndex> all_switches(const Fabric& fabric) {
  std::vector<SwitchIndex> all(fabric.switch_count());
  std::iota(all.begin(), all.end(), SwitchIndex{0});
  return all;
}

std::vector<std::uint32_t> end_ports_by_switch(const Fabric& fabric) {
  std::vector<std::uint32_t> counts(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) ++counts[port.sw];
  return counts;
}

std::vector<std::uint32_t> sources_by_switch(const Fabric& fabric) {
  std::vector<std::uint32_t> counts(fabric.switch_count());
  for (const EndPort& port : fabric.end_ports()) {
    if (port.lid != 0) ++counts[port.sw];
  }
  return counts;
}

bool is_aggregation_node(const Fabric& fabric, EndPortIndex e) {
  return fabric.end_port_name(e).find("Aggregation Node") != std::string_view::npos;
}

bool is_host_port(const Fabric& fabric, EndPortIndex e) {
  return fabric.end_ports()[e].type == NodeType::kCa && !is_aggregation_node(fabric, e);
}

unsigned fewest_data_vls(const Fabric& fabric) {
  unsigned fewest = kNone;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) fewest = std::min<unsigned>(fewest, port.link.data_vls);
  }
  return fewest == kNone ? 1 : fewest;
}

std::vector<std::uint64_t> guids_by_switch(const Fabric& fabric) {
  std::vector<std::uint64_t> guids;
  guids.reserve(fabric.switch_count());
  for (const Switch& sw : fabric.switches()) guids.push_back(sw.node_guid);
  return guids;
}

std::uint32_t count_cas(const Fabric& fabric) {
  std::uint32_t cas = 0;
  Guid last = 0;
  for (const EndPort& port : fabric.end_ports()) {  // ports of a node have consecutive GUIDs
    if (port.type == NodeType::kCa && port.node_guid != last) ++cas;
    last = port.node_guid;
  }
  return cas;
}

std::uint32_t links_to_switches(const Fabric& fabric, SwitchIndex s) {
  return static_cast<std::uint32_t>(
      std::ranges::count(fabric.ports(s), PeerKind::kSwitch, &Port::kind));
}

std::uint64_t count_links(const Fabric& fabric) {
  std::uint64_t between_switches = 0;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) ++between_switches;
  }
  return between_switches / 2 + fabric.end_port_count();
}

}  // namespace weft
