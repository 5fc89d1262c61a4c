#include "common/fabric/counts.h"

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

std::vector<std::uint64_t> guids_by_switch(const Fabric& fabric) {
  std::vector<std::uint64_t> guids;
  guids.reserve(fabric.switch_count());
  for (const Switch& sw : fabric.switches()) guids.push_back(sw.node_guid);
  return guids;
}

}  // namespace weft
