#include "plugins/opensm/lane_setup.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "common/verify/lane_walk.h"
#include "plugins/opensm/heavy_sweep.h"

namespace weft {
namespace {

// If true, no map has a misplaced SL.
bool same_vls(Vl mask, std::uint8_t data_vls) {
  return data_vls == kDropVl ? mask == 15 : mask + 1 == int{data_vls};
}

// The SLs whose VL in the map as OpenSM writes it differs from that on a link with this number of
// data VLs.
SlSet misplaced(const Sl2Vl::Map& map, Vl mask, std::uint8_t data_vls) {
  unsigned sls = 0;
  for (unsigned sl = 0; sl < kSls; ++sl) {
    if (map[sl] != kDropVl && fold_vl(map[sl], data_vls) != (map[sl] & mask)) sls |= 1u << sl;
  }
  return static_cast<SlSet>(sls);
}

// The same for all maps of an out port, one for each in port.
SlSet misplaced(const Sl2Vl& sl2vl, SwitchIndex s, PortNum out, std::size_t ports, Vl mask,
                std::uint8_t data_vls) {
  SlSet sls = 0;
  for (std::size_t in = 0; in < ports; ++in) {
    sls |= misplaced(sl2vl.map(s, static_cast<PortNum>(in), out), mask, data_vls);
  }
  return sls;
}

// Calls f(s, port, SLs) for every port between switches on which some SLs are misplaced.
template <typename F>
void for_each_late_port(const Fabric& fabric, const Sl2Vl& sl2vl, OsmSwitches switches, F&& f) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch) continue;
      const Vl mask = vl_mask(switches[s]->p_node->physp_table[p].port_info);
      const std::uint8_t data_vls = ports[p].link.data_vls;
      if (same_vls(mask, data_vls)) continue;
      const auto port = static_cast<PortNum>(p);
      const SlSet sls = misplaced(sl2vl, s, port, ports.size(), mask, data_vls);
      if (sls != 0) f(s, port, sls);
    }
  }
}

}  // namespace

Vl vl_mask(const ib_port_info_t& port) {
  const unsigned code = ib_port_info_get_op_vls(&port);
  return code == 0 || code > 4 ? Vl{15} : static_cast<Vl>((1u << (code - 1)) - 1);
}

LateLanes LaneSetup::check(const Verified& result, const Sl2Vl::Map& map, OsmSwitches switches) {
  // With one lane all SLs are safe together, on any VLs.
  if (std::holds_alternative<OneLane>(result.routing.lanes)) return {};
  const Sl2Vl same_everywhere(map);
  const Sl2Vl* const own = result.routing.sl2vl.get();
  LateLanes late;
  std::optional<SlSet> in_use;
  SlSet sls = 0;
  const auto note = [&](SwitchIndex s, PortNum port, SlSet here) {
    if (!in_use) in_use = sls_in_use(result.routing.lanes);
    here &= *in_use;
    if (here == 0) return;
    sls |= here;
    if (late.ports++ == 0) {
      late.example = fmt::format("port {} of {}", port, result.fabric.describe_switch(s));
    }
    late.awaited |= awaited_.insert({result.fabric.switches()[s].node_guid, port}).second;
  };
  for_each_late_port(result.fabric, own != nullptr ? *own : same_everywhere, switches, note);
  for (unsigned sl = 0; sl < kSls; ++sl) {
    if ((sls >> sl & 1) != 0) late.sls.push_back(static_cast<Sl>(sl));
  }
  if (late.ports == 0) awaited_.clear();
  if (late.awaited) ask_for_heavy_sweep(opensm_);
  return late;
}

}  // namespace weft
