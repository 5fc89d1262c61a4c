#include "bench/subnet.h"

#include <bit>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "common/fabric/builder.h"

namespace weft::bench {
namespace {

// The items of a cl_qmap, each of which begins with its cl_map_item_t.
template <typename Item>
std::vector<Item*> items(const cl_qmap_t& map) {
  std::vector<Item*> all;
  all.reserve(cl_qmap_count(&map));
  for (cl_map_item_t* item = cl_qmap_head(&map); item != cl_qmap_end(&map);
       item = cl_qmap_next(item)) {
    all.push_back(reinterpret_cast<Item*>(item));
  }
  return all;
}

NodeType type_of(const osm_node_t& node) {
  switch (osm_node_get_type(&node)) {
    case IB_NODE_TYPE_SWITCH:
      return NodeType::kSwitch;
    case IB_NODE_TYPE_ROUTER:
      return NodeType::kRouter;
    default:
      return NodeType::kCa;
  }
}

// Of OpenSM's nodes, which one is which in the builder.
using NodeIds = std::unordered_map<const osm_node_t*, NodeId>;

void add_links(FabricBuilder& builder, osm_node_t* node, const NodeIds& ids) {
  const auto id = ids.find(node);
  for (unsigned port = 1; port < osm_node_get_num_physp(node); ++port) {
    const osm_physp_t* physp = osm_node_get_physp_ptr(node, static_cast<std::uint8_t>(port));
    if (physp == nullptr) continue;
    const osm_physp_t* remote = osm_physp_get_remote(physp);
    if (remote == nullptr) continue;
    const auto peer = ids.find(osm_physp_get_node_ptr(remote));
    if (peer == ids.end()) continue;
    builder.add_link_end(id->second, static_cast<PortNum>(port), peer->second,
                         osm_physp_get_port_num(remote), LinkAttributes{});
  }
}

void set_address(FabricBuilder& builder, const osm_port_t* port, const NodeIds& ids) {
  const auto id = ids.find(port->p_node);
  if (id == ids.end()) return;
  Lid first = 0;
  Lid last = 0;
  osm_port_get_lid_range_ho(port, &first, &last);
  const auto lids = static_cast<unsigned>(last - first + 1);
  builder.set_address(id->second, osm_physp_get_port_num(port->p_physp),
                      cl_ntoh64(osm_port_get_guid(port)), first,
                      static_cast<std::uint8_t>(std::bit_width(lids) - 1));
}

}  // namespace

std::vector<osm_switch_t*> switches_of(const osm_opensm_t& osm) {
  return items<osm_switch_t>(osm.subn.sw_guid_tbl);
}

Fabric fabric_of(const osm_opensm_t& osm) {
  FabricBuilder builder("the subnet that opensm discovered");
  NodeIds ids;
  const auto nodes = items<osm_node_t>(osm.subn.node_guid_tbl);
  for (osm_node_t* node : nodes) {
    NodeSpec spec;
    spec.type = type_of(*node);
    spec.node_guid = cl_ntoh64(osm_node_get_node_guid(node));
    spec.port_count = static_cast<PortNum>(osm_node_get_num_physp(node) - 1);
    spec.name = node->print_desc == nullptr ? std::string_view{} : node->print_desc;
    ids.emplace(node, builder.add_node(spec));
  }
  for (osm_node_t* node : nodes) add_links(builder, node, ids);
  for (const osm_port_t* port : items<osm_port_t>(osm.subn.port_guid_tbl)) {
    set_address(builder, port, ids);
  }
  return builder.build();
}

}  // namespace weft::bench
