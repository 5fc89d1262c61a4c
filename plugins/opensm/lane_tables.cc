#include "plugins/opensm/lane_tables.h"

#include <endian.h>

#include <algorithm>
#include <vector>

#include "common/fabric/guid_index.h"
#include "common/options/level_weights.h"
#include "plugins/opensm/lane_setup.h"

namespace weft {
namespace {

bool is_switch(const osm_node_t& node) { return node.node_info.node_type == IB_NODE_TYPE_SWITCH; }

SwitchIndex place_of(const Verified& routing, const osm_node_t& node) {
  return find_switch(routing.fabric, be64toh(node.node_info.node_guid));
}

}  // namespace

void fill_sl2vl(const Verified& routing, const osm_physp_t& out, PortNum in_number,
                PortNum out_number, ib_slvl_table_t& table) {
  const Sl2Vl* const sl2vl = routing.routing.sl2vl.get();
  if (sl2vl == nullptr || out.p_node == nullptr) return;
  const Sl2Vl::Map* map = &sl2vl->base();
  if (is_switch(*out.p_node)) {
    const SwitchIndex s = place_of(routing, *out.p_node);
    if (s == kNone) return;
    if (out_number != 0) map = &sl2vl->map(s, in_number, out_number);
  }
  for (unsigned sl = 0; sl < kSls; ++sl) {
    ib_slvl_table_set(&table, static_cast<std::uint8_t>(sl), (*map)[sl]);
  }
}

void fill_vl_arbitration(const Verified& routing, const osm_physp_t& port, PortNum number,
                         VlArbEntries block) {
  const std::vector<VlSet>& levels = routing.routing.qos_levels;
  if (levels.empty() || port.p_node == nullptr || !is_switch(*port.p_node)) return;
  const SwitchIndex s = place_of(routing, *port.p_node);
  if (s == kNone || number == 0 || number >= routing.fabric.ports(s).size()) return;
  const PeerKind kind = routing.fabric.ports(s)[number].kind;
  std::vector<VlWeight> weights;
  weights.reserve(block.size());
  for (const ib_vl_arb_element_t& entry : block) weights.push_back({entry.vl, entry.weight});
  if (kind == PeerKind::kSwitch) serve_levels_alike(levels, vl_mask(port.port_info), weights);
  if (kind == PeerKind::kEndPort) serve_by_level(levels, weights);
  std::ranges::transform(weights, block.begin(), [](const VlWeight& entry) {
    return ib_vl_arb_element_t{entry.vl, entry.weight};
  });
}

}  // namespace weft
