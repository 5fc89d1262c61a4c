#include "tests/support/opensm_subnet.h"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>

#include "common/base/file.h"
#include "common/routing/tables.h"
#include "tests/support/opensm_doubles.h"

namespace weft::test {
namespace {

std::uint8_t width_code(std::uint8_t width) {
  switch (width) {
    case 1:
      return IB_LINK_WIDTH_ACTIVE_1X;
    case 2:
      return IB_LINK_WIDTH_ACTIVE_2X;
    case 4:
      return IB_LINK_WIDTH_ACTIVE_4X;
    case 8:
      return IB_LINK_WIDTH_ACTIVE_8X;
    case 12:
      return IB_LINK_WIDTH_ACTIVE_12X;
    default:
      return 0;
  }
}

void set_speed(LinkSpeed speed, osm_physp_t& port) {
  constexpr std::uint8_t kExtended100 = 8;
  const auto active = [&](unsigned code) {
    port.port_info.link_speed = static_cast<std::uint8_t>(code << IB_PORT_LINK_SPEED_SHIFT);
  };
  const auto extended = [&](unsigned code) {
    port.port_info.link_speed_ext = static_cast<std::uint8_t>(code << 4);
  };
  switch (speed) {
    case LinkSpeed::kSdr:
      return active(IB_LINK_SPEED_ACTIVE_2_5);
    case LinkSpeed::kDdr:
      return active(IB_LINK_SPEED_ACTIVE_5);
    case LinkSpeed::kFdr10:
      port.ext_port_info.link_speed_active = FDR10;
      return active(IB_LINK_SPEED_ACTIVE_10);
    case LinkSpeed::kQdr:
      return active(IB_LINK_SPEED_ACTIVE_10);
    case LinkSpeed::kFdr:
      return extended(IB_LINK_SPEED_EXT_ACTIVE_14);
    case LinkSpeed::kEdr:
      return extended(IB_LINK_SPEED_EXT_ACTIVE_25);
    case LinkSpeed::kHdr:
      return extended(IB_LINK_SPEED_EXT_ACTIVE_50);
    case LinkSpeed::kNdr:
      return extended(kExtended100);
    default:
      return;
  }
}

// 1, 2, 4, 8, 15 are 1 to 5.
unsigned vl_code(std::uint8_t data_vls) { return std::bit_width(data_vls == 15 ? 16u : data_vls); }

void link_up(osm_physp_t& near, osm_physp_t& far, const LinkAttributes& link) {
  near.p_remote_physp = &far;
  near.port_info.link_width_active = width_code(link.width);
  set_speed(link.speed, near);
  near.port_info.vl_cap = static_cast<std::uint8_t>(vl_code(link.data_vls) << 4);
  ib_port_info_set_op_vls(&near.port_info, static_cast<std::uint8_t>(vl_code(link.data_vls)));
}

void set_address(osm_physp_t& port, Lid lid, std::uint8_t lmc) {
  port.port_info.base_lid = htobe16(lid);
  ib_port_info_set_lmc(&port.port_info, lmc);
}

osm_port_t port_of(osm_physp_t& physp) {
  osm_port_t port{};
  port.p_node = physp.p_node;
  port.p_physp = &physp;
  port.guid = physp.port_guid;
  port.lid = physp.port_info.base_lid;
  return port;
}

}  // namespace

void OpensmSubnet::Free::operator()(osm_opensm_t* opensm) const {
  osm_log_destroy(&opensm->log);
  delete opensm;
}

OpensmSubnet::OpensmSubnet(const Fabric& fabric) : opensm_(new osm_opensm_t()) {
  opensm_doubles() = {};
  ::setenv("OSM_CACHE_DIR", folder_.path().c_str(), 1);
  osm_log_construct(&opensm_->log);
  if (osm_log_init_v2(&opensm_->log, TRUE, OSM_LOG_ERROR | OSM_LOG_INFO,
                      folder_.file("log").c_str(), 0, FALSE) != IB_SUCCESS) {
    throw std::runtime_error("osm_log_init_v2 failed");
  }
  osm_subn_t& subnet = opensm_->subn;
  for (cl_qmap_t* map : {&subnet.sw_guid_tbl, &subnet.node_guid_tbl, &subnet.port_guid_tbl}) {
    cl_qmap_init(map);
  }
  subnet.p_osm = opensm_.get();
  const auto attach = [&](auto& part) {
    part.p_subn = &subnet;
    part.p_log = &opensm_->log;
    part.p_lock = &opensm_->lock;
  };
  attach(opensm_->sm);
  attach(opensm_->sa);
  set_max_lid(fabric.max_lid());
  subnet.opt.max_op_vls = 5;  // 15 of them
  subnet.opt.lmc = 7;
  subnet.opt.lmc_esp0 = TRUE;
  add_switches(fabric);
  add_end_ports(fabric);
  add_links(fabric);
}

osm_node_t& OpensmSubnet::add_node(std::uint8_t type, Guid guid, Guid system_guid, PortNum ports,
                                   std::string_view name) {
  nodes_.push_back(
      std::make_unique<std::byte[]>(sizeof(osm_node_t) + std::size_t{ports} * sizeof(osm_physp_t)));
  auto& node = *reinterpret_cast<osm_node_t*>(nodes_.back().get());
  node.node_info.node_type = type;
  node.node_info.num_ports = ports;
  node.node_info.node_guid = htobe64(guid);
  node.node_info.sys_guid = htobe64(system_guid);
  // Not terminated if it is that long.
  name.copy(reinterpret_cast<char*>(node.node_desc.description),
            sizeof(node.node_desc.description));
  names_.push_back(std::make_unique<std::string>(name));
  node.print_desc = names_.back()->data();
  node.physp_tbl_size = ports + 1u;
  for (unsigned p = 0; p <= ports; ++p) {
    osm_physp_t& port = node.physp_table[p];
    port.port_num = static_cast<std::uint8_t>(p);
    port.p_node = &node;
    port.healthy = TRUE;
    if (type == IB_NODE_TYPE_SWITCH) port.port_guid = node.node_info.node_guid;
  }
  cl_qmap_insert(&opensm_->subn.node_guid_tbl, node.node_info.node_guid, &node.map_item);
  return node;
}

void OpensmSubnet::add_switches(const Fabric& fabric) {
  switches_.resize(fabric.switch_count());
  ports0_.resize(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const Switch& from = fabric.switches()[s];
    osm_node_t& node = add_node(IB_NODE_TYPE_SWITCH, from.node_guid, from.system_guid,
                                from.port_count, fabric.switch_name(s));
    osm_switch_t& to = switches_[s];
    to.p_node = &node;
    to.num_ports = static_cast<std::uint8_t>(from.port_count + 1);
    to.switch_info.flags = from.enhanced_port0 ? 0x08 : 0;
    to.switch_info.mcast_cap = htobe16(from.multicast ? 1024 : 0);
    node.sw = &to;
    set_address(node.physp_table[0], from.lid, from.lmc);
    cl_qmap_insert(&opensm_->subn.sw_guid_tbl, node.node_info.node_guid, &to.map_item);
    ports0_[s] = port_of(node.physp_table[0]);
    cl_qmap_insert(&opensm_->subn.port_guid_tbl, ports0_[s].guid, &ports0_[s].map_item);
  }
}

void OpensmSubnet::add_end_ports(const Fabric& fabric) {
  std::map<Guid, osm_node_t*> nodes;
  end_ports_.resize(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& from = fabric.end_ports()[e];
    osm_node_t*& node = nodes[from.node_guid];
    if (node == nullptr) {
      node = &add_node(from.type == NodeType::kRouter ? IB_NODE_TYPE_ROUTER : IB_NODE_TYPE_CA,
                       from.node_guid, from.system_guid, from.node_ports, fabric.end_port_name(e));
    }
    osm_physp_t& port = node->physp_table[from.port_num];
    port.port_guid = htobe64(from.port_guid);
    set_address(port, from.lid, from.lmc);
    end_ports_[e] = port_of(port);
    cl_qmap_insert(&opensm_->subn.port_guid_tbl, end_ports_[e].guid, &end_ports_[e].map_item);
  }
}

void OpensmSubnet::add_links(const Fabric& fabric) {
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (unsigned p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      osm_physp_t& near = switch_port(s, static_cast<PortNum>(p));
      if (port.kind == PeerKind::kSwitch) {
        link_up(near, switch_port(port.peer, port.peer_port), port.link);
      } else if (port.kind == PeerKind::kEndPort) {
        link_up(near, *end_ports_[port.peer].p_physp, port.link);
        link_up(*end_ports_[port.peer].p_physp, near, port.link);
      }
    }
  }
}

void OpensmSubnet::unplug(osm_physp_t& port) {
  if (port.p_remote_physp != nullptr) port.p_remote_physp->p_remote_physp = nullptr;
  port.p_remote_physp = nullptr;
}

void OpensmSubnet::set_max_lid(Lid lid) { opensm_->subn.port_lid_tbl.size = lid + std::size_t{1}; }

void OpensmSubnet::prepare_tables() {
  const auto max_lid = static_cast<Lid>(cl_ptr_vector_get_size(&opensm_->subn.port_lid_tbl) - 1);
  const std::size_t size = lft_row_size(max_lid);
  new_rows_.assign(switches_.size(), std::vector<PortNum>(size, kNoPath));
  live_rows_.resize(switches_.size());
  for (SwitchIndex s = 0; s < switches_.size(); ++s) {
    live_rows_[s].resize(size, kNoPath);
    switches_[s].max_lid_ho = max_lid;
    switches_[s].lft_size = static_cast<std::uint16_t>(size);
    switches_[s].new_lft = new_rows_[s].data();
    switches_[s].lft = live_rows_[s].data();
  }
}

void OpensmSubnet::send_tables() {
  for (SwitchIndex s = 0; s < switches_.size(); ++s)
    std::ranges::copy(new_rows_[s], switches_[s].lft);
}

void OpensmSubnet::prepare_multicast(unsigned groups) {
  multicast_masks_.clear();
  for (osm_switch_t& sw : switches_) {
    if (!osm_switch_supports_mcast(&sw)) continue;
    multicast_masks_.emplace_back(groups * (IB_MCAST_POSITION_MAX + std::size_t{1}));
    osm_mcast_tbl_t& table = sw.mcast_tbl;
    table.num_ports = sw.num_ports;
    table.max_position = static_cast<std::uint8_t>((sw.num_ports - 1) / IB_MCAST_MASK_SIZE);
    table.mft_depth = static_cast<std::uint16_t>(groups);
    table.max_mlid_ho = static_cast<std::uint16_t>(IB_LID_MCAST_START_HO + groups - 1);
    table.p_mask_tbl = reinterpret_cast<decltype(table.p_mask_tbl)>(multicast_masks_.back().data());
  }
}

std::string OpensmSubnet::log() const {
  std::fflush(opensm_->log.out_port);
  std::string text;
  std::istringstream lines(read_file(folder_.file("log")));
  for (std::string line; std::getline(lines, line);) {
    // Nov 22 14:00:00 123456 [1A2B3C4D] 0x01 -> sentence
    const std::size_t arrow = line.find(" -> ");
    text += (arrow == std::string::npos ? line : line.substr(arrow + 4)) + "\n";
  }
  return text;
}

}  // namespace weft::test
