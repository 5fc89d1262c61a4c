#include "plugins/opensm/sent_tables.h"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "common/options/vl_arbitration.h"
#include "common/session/qos_lanes.h"
#include "common/verify/lane_walk.h"
#include "plugins/opensm/heavy_sweep.h"
#include "plugins/opensm/lane_setup.h"
#include "plugins/opensm/lane_tables.h"
#include "plugins/opensm/lock.h"
#include "plugins/opensm/stock_options.h"

namespace weft {
namespace {

// What OpenSM sends with QoS.
struct Qos {
  Sl2Vl of_options;
  const Sl2Vl* own;  // of the routing; null: none
  VlArbitration arbitration;
  SlSet sls;  // in use; none if all are on one lane, which is safe on any VLs

  const Sl2Vl& maps() const { return own != nullptr ? *own : of_options; }
};

std::optional<Qos> qos_of(const osm_subn_opt_t& stock, const Routing& routing) {
  const std::optional<QosTables> tables = switch_tables(stock);
  if (!tables) return std::nullopt;
  const bool has_lanes = !std::holds_alternative<OneLane>(routing.lanes);
  return Qos{Sl2Vl(parse_sl2vl_option(tables->sl2vl.c_str())), routing.sl2vl.get(),
             VlArbitration(*tables), has_lanes ? sls_in_use(routing.lanes) : SlSet{0}};
}

bool is_cleared(const void* table, std::size_t bytes) {
  const auto* const first = static_cast<const unsigned char*>(table);
  return std::all_of(first, first + bytes, [](unsigned char byte) { return byte == 0; });
}

bool lacks_forwarding(const osm_switch_t& sw) {
  if (sw.lft == nullptr || sw.new_lft == nullptr) return false;
  const std::size_t used = std::min<std::size_t>(sw.lft_size, sw.max_lid_ho + std::size_t{1});
  return std::memcmp(sw.lft, sw.new_lft, used) != 0;
}

// Has the switch no entry of a block with entries? OpenSM's copy of a block that a switch took may
// differ from what was sent, in entries that the switch does not use.
bool lacks_arbitration(const Verified& routing, const VlArbitration& arbitration,
                       const osm_physp_t& port, PortNum number) {
  if (ib_port_info_get_vl_cap(&port.port_info) <= 1) return false;  // OpenSM sends it none
  const VlArbitrationRoom room = {port.port_info.vl_arb_high_cap, port.port_info.vl_arb_low_cap};
  for (unsigned b = 0; b < VlArbitration::kBlocks; ++b) {
    const std::size_t size = VlArbitration::block_size(room, b);
    ib_vl_arb_table_t block = {};
    const VlArbEntries entries = VlArbEntries(block.vl_entry).first(size);
    std::ranges::transform(arbitration.block(b).first(size), entries.begin(),
                           [](const VlWeight& entry) {
                             return ib_vl_arb_element_t{entry.vl, entry.weight};
                           });
    fill_vl_arbitration(routing, port, number, entries);
    const bool has_weight = std::ranges::any_of(
        entries, [](const ib_vl_arb_element_t& entry) { return entry.weight != 0; });
    if (has_weight && is_cleared(port.vl_arb[b].vl_entry, entries.size_bytes())) return true;
  }
  return false;
}

// With use_optimized_slvl one map for all ports, which OpenSM keeps as that from a port to itself.
bool is_optimized(const osm_subn_opt_t& stock, const Qos& qos, const osm_switch_t& sw) {
  return stock.use_optimized_slvl && qos.own == nullptr &&
         ib_switch_info_get_opt_sl2vlmapping(&sw.switch_info) != 0;
}

// The SLs in use that are on another VL of this out port than was sent, from any in port with a
// link, or from itself only. OpenSM does not always send the map of packets from a port 0 that is
// not enhanced.
SlSet misplaced_sls(const Qos& qos, const Fabric& fabric, SwitchIndex s, const osm_switch_t& sw,
                    const osm_physp_t& out, PortNum out_number, bool from_itself_only) {
  const Vl mask = vl_mask(out.port_info);
  const std::size_t maps = cl_ptr_vector_get_size(&out.slvl_by_port);
  const auto ports = fabric.ports(s);
  if (qos.sls == 0) return 0;
  unsigned sls = 0;
  for (std::size_t in = 0; in < std::min(ports.size(), maps); ++in) {
    if (from_itself_only && in != out_number) continue;
    const bool is_used = in == 0 ? ib_switch_info_is_enhanced_port0(&sw.switch_info) != 0
                                 : ports[in].kind != PeerKind::kNothing;
    const auto in_number = static_cast<PortNum>(in);
    const ib_slvl_table_t* const has = is_used ? osm_physp_get_slvl_tbl(&out, in_number) : nullptr;
    if (has == nullptr) continue;
    const Sl2Vl::Map& map = qos.maps().map(s, in_number, out_number);
    for (unsigned sl = 0; sl < kSls; ++sl) {
      const Vl sent = map[sl] == kDropVl ? kDropVl : static_cast<Vl>(map[sl] & mask);
      if (ib_slvl_table_get(has, static_cast<std::uint8_t>(sl)) != sent) sls |= 1u << sl;
    }
  }
  return static_cast<SlSet>(sls & qos.sls);
}

class Search {
 public:
  Search(const osm_subn_t& subnet, const Verified& routing)
      : stock_(subnet.opt),
        routing_(routing),
        fabric_(routing.fabric),
        qos_(qos_of(subnet.opt, routing.routing)) {}

  void look_at(SwitchIndex s, const osm_switch_t& sw) {
    if (lacks_forwarding(sw)) note("LFT", lost.forwarding, fabric_.describe_switch(s));
    if (!qos_) return;
    const osm_node_t& node = *sw.p_node;
    const auto ports = fabric_.ports(s);
    const std::size_t end = std::min<std::size_t>(ports.size(), node.physp_tbl_size);
    for (std::size_t p = 1; p < end; ++p) {
      const osm_physp_t& port = node.physp_table[p];
      // OpenSM sends nothing to ports that are down.
      const bool is_up = osm_physp_is_valid(&port) != 0 &&
                         ib_port_info_get_port_state(&port.port_info) != IB_LINK_DOWN;
      if (is_up && ports[p].kind != PeerKind::kNothing) {
        look_at(s, sw, port, static_cast<PortNum>(p));
      }
    }
  }

  LostTables lost;               // without SLs
  SlSet misplaced = 0;           // the SLs
  std::set<std::string> tables;  // by kind and place

 private:
  void look_at(SwitchIndex s, const osm_switch_t& sw, const osm_physp_t& port, PortNum number) {
    const auto place = [&] {
      return fmt::format("port {} of {}", number, fabric_.describe_switch(s));
    };
    if (lacks_arbitration(routing_, qos_->arbitration, port, number)) {
      note("arbitration", lost.arbitrations, place());
    }
    const bool has_maps =
        (sw.p_node->physp_table[0].port_info.capability_mask & IB_PORT_CAP_HAS_SL_MAP) != 0;
    const bool is_between = fabric_.ports(s)[number].kind == PeerKind::kSwitch;
    const bool has_one_map = is_optimized(stock_, *qos_, sw);
    if (!has_maps || (!is_between && !has_one_map)) return;
    if (const SlSet sls = misplaced_sls(*qos_, fabric_, s, sw, port, number, !is_between);
        sls != 0) {
      note("SL2VL", lost.maps, place());
      lost.is_optimized = lost.is_optimized || has_one_map;
      misplaced = static_cast<SlSet>(misplaced | sls);
    }
  }

  void note(std::string_view kind, std::size_t& count, const std::string& place) {
    ++count;
    if (lost.example.empty()) lost.example = place;
    tables.insert(fmt::format("{} {}", kind, place));
  }

  const osm_subn_opt_t& stock_;
  const Verified& routing_;
  const Fabric& fabric_;
  const std::optional<Qos> qos_;
};

}  // namespace

LostTables SentTables::check(const Verified& routing) {
  Search search(opensm_.subn, routing);
  for (SwitchIndex s = 0; s < routing.fabric.switch_count(); ++s) {
    const OpensmLock lock(opensm_.lock, &cl_plock_acquire);
    const osm_switch_t* const sw =
        osm_get_switch_by_guid(&opensm_.subn, htobe64(routing.fabric.switches()[s].node_guid));
    if (sw != nullptr && sw->p_node != nullptr) search.look_at(s, *sw);
  }
  LostTables lost = std::move(search.lost);
  for (const unsigned sl : numbers_in(search.misplaced)) lost.sls.push_back(static_cast<Sl>(sl));
  std::erase_if(awaited_, [&](const std::string& table) { return !search.tables.contains(table); });
  lost.awaited = !has_asked_ && !std::ranges::includes(awaited_, search.tables);
  has_asked_ = lost.awaited;
  if (lost.awaited) {
    awaited_.merge(search.tables);
    ask_for_heavy_sweep(opensm_);
  }
  return lost;
}

}  // namespace weft
