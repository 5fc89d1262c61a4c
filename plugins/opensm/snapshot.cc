#include "plugins/opensm/snapshot.h"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "common/fabric/builder.h"
#include "plugins/opensm/guid_table.h"
#include "plugins/opensm/link_attributes.h"

namespace weft {
namespace {

// Number of records to prefetch: ports of OpenSM are 1.6 KB apart.
constexpr std::size_t kAhead = 12;

void prefetch_port(const osm_physp_t* port) {
  const char* bytes = reinterpret_cast<const char*>(port);
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + sizeof(ib_port_info_t) - 1);
  __builtin_prefetch(bytes + offsetof(osm_physp_t, port_guid));
  __builtin_prefetch(bytes + offsetof(osm_physp_t, healthy));
}

void prefetch_node(const osm_node_t* node) {
  const char* bytes = reinterpret_cast<const char*>(node);
  __builtin_prefetch(bytes + offsetof(osm_node_t, node_info));
  __builtin_prefetch(bytes + offsetof(osm_node_t, print_desc));
  __builtin_prefetch(bytes + offsetof(osm_node_t, physp_table));
}

Guid node_guid(const osm_node_t& node) { return be64toh(node.node_info.node_guid); }

std::string_view node_name(const osm_node_t& node) {
  // The name from the node name map, if it has one.
  if (node.print_desc != nullptr) return {node.print_desc, strnlen(node.print_desc, 256)};
  const auto* text = reinterpret_cast<const char*>(node.node_desc.description);
  return {text, strnlen(text, sizeof(node.node_desc.description))};
}

std::string describe(const osm_node_t& node) {
  return fmt::format("{} (0x{:016x})", node_name(node), node_guid(node));
}

std::string describe(const osm_node_t& node, unsigned port) {
  return fmt::format("port {} of {}", port, describe(node));
}

// Ports beyond these do not exist or cannot be in a forwarding table.
PortNum usable_ports(const osm_node_t& node) {
  const std::uint32_t external = node.physp_tbl_size == 0 ? 0 : node.physp_tbl_size - 1;
  return static_cast<PortNum>(
      std::min({external, std::uint32_t{node.node_info.num_ports}, std::uint32_t{kMaxPorts}}));
}

class SnapshotTaker {
 public:
  explicit SnapshotTaker(osm_subn_t& subnet)
      : subnet_(subnet),
        builder_("the subnet that OpenSM discovered"),
        node_ids_(cl_qmap_count(&subnet.node_guid_tbl)),
        port_guids_(cl_qmap_count(&subnet.port_guid_tbl)) {}

  Snapshot take() {
    // Most nodes are CAs with one or two ports.
    builder_.reserve(cl_qmap_count(&subnet_.node_guid_tbl),
                     std::size_t{3} * cl_qmap_count(&subnet_.port_guid_tbl) +
                         std::size_t{64} * cl_qmap_count(&subnet_.sw_guid_tbl));
    add_switches();
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      if (i + 1 < switches_.size()) prefetch_first_ports(switches_[i + 1]);
      add_links(switches_[i]);
    }
    return finish();
  }

 private:
  struct OsmSwitch {
    Guid guid;
    osm_switch_t* sw;
    NodeId id;
    PortNum port_count;
    std::bitset<std::size_t{kMaxPorts} + 1> done;  // ports already handled from the other side
  };
  // A link as seen from a switch.
  struct Link {
    PortNum near_port;
    PortNum far_port;
    LinkAttributes near_attributes;
    LinkAttributes far_attributes;
    std::uint8_t far_lmc;
    Lid far_lid;
    Guid far_guid;
    const osm_physp_t* near;
    const osm_physp_t* far;
    const osm_node_t* far_node;
  };
  struct Node {
    const osm_node_t* node;
    PortNum port_count;
  };

  void add_switches() {
    std::vector<osm_switch_t*> all;
    all.reserve(cl_qmap_count(&subnet_.sw_guid_tbl));
    for_each_switch(subnet_, [&](osm_switch_t& sw) { all.push_back(&sw); });
    switches_.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i + kAhead < all.size()) prefetch_node(all[i + kAhead]->p_node);
      add_switch(all[i]);
    }
  }

  void add_switch(osm_switch_t* sw) {
    const osm_node_t* node = sw->p_node;
    if (node == nullptr || node->node_info.node_type != IB_NODE_TYPE_SWITCH) {
      warnings_.add([] { return std::string("a switch without a node was left out"); });
      return;
    }
    const NodeId id = add_node(*node, NodeType::kSwitch, sw);
    if (id == kNone) return;
    switches_.push_back({node_guid(*node), sw, id, nodes_[id].port_count, {}});
    const osm_physp_t& port0 = node->physp_table[0];
    // The LMC of a base port 0 has no meaning: only that of an enhanced port 0 is configured, if
    // asked for.
    const bool with_lmc = osm_switch_sp0_is_lmc_capable(sw, &subnet_) != 0;
    const std::uint8_t lmc = with_lmc ? lmc_of(port0) : std::uint8_t{0};
    set_address(id, 0, 0, be16toh(port0.port_info.base_lid), lmc);
  }

  // A port that did not take its new LMC may report a larger one, of another subnet; OpenSM gives
  // its further LIDs to others.
  std::uint8_t lmc_of(const osm_physp_t& port) const {
    return std::min(ib_port_info_get_lmc(&port.port_info), subnet_.opt.lmc);
  }

  // Adds a node once, also if it has several ports. kNone, and a warning, if the node cannot be
  // part of a fabric.
  NodeId add_node(const osm_node_t& node, NodeType type, const osm_switch_t* sw) {
    const Guid guid = node_guid(node);
    if (guid == 0) {
      warnings_.add([&] { return fmt::format("{} was left out: it has no GUID", describe(node)); });
      return kNone;
    }
    const PortNum ports = usable_ports(node);
    if (ports == 0) {
      warnings_.add(
          [&] { return fmt::format("{} was left out: it has no ports", describe(node)); });
      return kNone;
    }
    const auto [id, is_new] = node_ids_.find_or_insert(guid, static_cast<NodeId>(nodes_.size()));
    if (!is_new) {
      if (type != NodeType::kSwitch && nodes_[id].node == &node) return id;
      warnings_.add([&] {
        return fmt::format("{} was left out: another node has the same GUID", describe(node));
      });
      return kNone;
    }
    NodeSpec spec;
    spec.type = type;
    spec.node_guid = guid;
    spec.system_guid = be64toh(node.node_info.sys_guid);
    spec.port_count = ports;
    spec.enhanced_port0 = sw != nullptr && ib_switch_info_is_enhanced_port0(&sw->switch_info);
    spec.multicast = sw != nullptr && osm_switch_supports_mcast(sw);
    spec.name = node_name(node);
    nodes_.push_back({&node, ports});
    return builder_.add_node(spec);
  }

  static void prefetch_first_ports(const OsmSwitch& s) {
    for (unsigned p = 1; p <= std::min<std::size_t>(kAhead, s.port_count); ++p) {
      if (!s.done[p]) prefetch_port(&s.sw->p_node->physp_table[p]);
    }
  }

  // Reads each port once, after a prefetch: most of the cost is waiting for memory.
  void add_links(const OsmSwitch& s) {
    links_.clear();
    collect_near_ends(s);
    collect_far_ends(s);
    for (const Link& link : links_) __builtin_prefetch(link.far_node->print_desc);
    for (const Link& link : links_) add_link(s, link);
  }

  void collect_near_ends(const OsmSwitch& s) {
    const osm_node_t& node = *s.sw->p_node;
    for (unsigned p = 1; p <= s.port_count; ++p) {
      if (p + kAhead <= s.port_count && !s.done[p + kAhead]) {
        prefetch_port(&node.physp_table[p + kAhead]);
      }
      if (s.done[p]) continue;
      const osm_physp_t& port = node.physp_table[p];
      if (!osm_physp_is_valid(&port) || port.p_remote_physp == nullptr || !port.healthy) continue;
      if (port.port_num != p || port.p_node != &node) {
        warn_contradiction(node, p);
        continue;
      }
      prefetch_port(port.p_remote_physp);
      Link link{};
      link.near_port = static_cast<PortNum>(p);
      link.near_attributes = link_attributes(port, subnet_.opt.max_op_vls);
      link.near = &port;
      link.far = port.p_remote_physp;
      links_.push_back(link);
    }
  }

  // Drops entries that are no valid links.
  void collect_far_ends(const OsmSwitch& s) {
    std::size_t kept = 0;
    for (Link& link : links_) {
      const osm_physp_t& far = *link.far;
      if (!osm_physp_is_valid(&far) || !far.healthy) continue;
      if (far.p_remote_physp != link.near || far.p_node == nullptr) {
        warn_contradiction(*s.sw->p_node, link.near_port);
        continue;
      }
      prefetch_node(far.p_node);
      link.far_port = far.port_num;
      link.far_attributes = link_attributes(far, subnet_.opt.max_op_vls);
      link.far_node = far.p_node;
      link.far_guid = be64toh(far.port_guid);
      link.far_lid = be16toh(far.port_info.base_lid);
      link.far_lmc = lmc_of(far);
      links_[kept++] = link;
    }
    links_.resize(kept);
  }

  void add_link(const OsmSwitch& s, const Link& link) {
    const osm_node_t& node = *link.far_node;
    if (s.done[link.near_port]) return;  // a link between two ports of this switch, already added
    if (link.far_port == 0 || link.far_port >= node.physp_tbl_size ||
        &node.physp_table[link.far_port] != link.far) {
      warn_contradiction(node, link.far_port);
      return;
    }
    switch (node.node_info.node_type) {
      case IB_NODE_TYPE_SWITCH:
        add_switch_link(s, link);
        break;
      case IB_NODE_TYPE_CA:
        add_end_port(s, link, NodeType::kCa);
        break;
      case IB_NODE_TYPE_ROUTER:
        add_end_port(s, link, NodeType::kRouter);
        break;
      default:
        warnings_.add([&] {
          return fmt::format("{} was left out: nodes of type {} are unknown", describe(node),
                             node.node_info.node_type);
        });
    }
  }

  void add_switch_link(const OsmSwitch& s, const Link& link) {
    const osm_node_t& node = *link.far_node;
    const NodeId id = node_ids_.find(node_guid(node));
    if (id >= switches_.size() || nodes_[id].node != &node ||
        link.far_port > nodes_[id].port_count) {
      warnings_.add([&] {
        return fmt::format(
            "the link between {} and {} was left out: OpenSM's node table does not have the second "
            "one",
            describe(*s.sw->p_node, link.near_port), describe(node, link.far_port));
      });
      return;
    }
    switches_[id].done.set(link.far_port);
    LinkAttributes near_attributes = link.near_attributes;
    near_attributes.throttled = is_throttled(s.sw->p_node->physp_table[link.near_port]);
    builder_.add_link_end(s.id, link.near_port, id, link.far_port, near_attributes);
    if (is_renewed(*link.near) || is_renewed(*link.far)) {
      renewed_.push_back(make_link({s.guid, link.near_port}, {node_guid(node), link.far_port}));
    }
    if (link.far != link.near) {  // false: a port looped back to itself
      builder_.add_link_end(id, link.far_port, s.id, link.near_port, link.far_attributes);
    }
  }

  // The port came up after OpenSM's last configuration.
  static bool is_renewed(const osm_physp_t& port) {
    return ib_port_info_get_port_state(&port.port_info) == IB_LINK_INIT;
  }

  // Checks both directions. Only if an option needs it.
  bool is_throttled(osm_physp_t& port) const {
    return subnet_.opt.avoid_throttled_links != 0 &&
           osm_link_is_throttled(&port, subnet_.opt.fdr10 == 1) != 0;
  }

  void add_end_port(const OsmSwitch& s, const Link& link, NodeType type) {
    const osm_node_t& node = *link.far_node;
    const NodeId id = add_node(node, type, nullptr);
    if (id == kNone) return;
    if (link.far_port > nodes_[id].port_count) {
      warn_contradiction(node, link.far_port);
      return;
    }
    if (!port_guids_.find_or_insert(link.far_guid, 0).second) {
      warnings_.add([&] {
        return fmt::format("{} was left out: another port has its GUID 0x{:016x}",
                           describe(node, link.far_port), link.far_guid);
      });
      return;
    }
    builder_.add_link_end(s.id, link.near_port, id, link.far_port, link.near_attributes);
    builder_.add_link_end(id, link.far_port, s.id, link.near_port, link.far_attributes);
    set_address(id, link.far_port, link.far_guid, link.far_lid, link.far_lmc);
  }

  // A port with invalid LIDs stays in the fabric without a LID.
  void set_address(NodeId id, PortNum port, Guid guid, Lid lid, std::uint8_t lmc) {
    const auto refuse = [&](std::string_view reason) {
      warnings_.add([&] {
        return fmt::format("{} is not routed: {}", describe(*nodes_[id].node, port), reason);
      });
      builder_.set_address(id, port, guid, 0, 0);
    };
    if (lid == 0) return refuse("it has no LID");
    if (lid % (1u << lmc) != 0) {
      warnings_.add([&] {
        return fmt::format(
            "{} has LID {}, which is not a multiple of 2^LMC (LMC {}): only this LID is routed",
            describe(*nodes_[id].node, port), lid, lmc);
      });
      lmc = 0;
    }
    const unsigned end = lid + (1u << lmc);
    // Not max_ucast_lid_ho: it limits what OpenSM assigns, and a switch with a small table lowers
    // it for ever, while LIDs above stay in use.
    const std::size_t lids = cl_ptr_vector_get_size(&subnet_.port_lid_tbl);
    if (end > std::min(lids, kMaxUnicastLid + std::size_t{1})) {
      return refuse("its LIDs are above the highest LID that OpenSM has");
    }
    for (unsigned l = lid; l < end; ++l) {
      if (claimed_[l]) return refuse(fmt::format("another port has LID {}", l));
    }
    for (unsigned l = lid; l < end; ++l) claimed_.set(l);
    builder_.set_address(id, port, guid, lid, lmc);
  }

  void warn_contradiction(const osm_node_t& node, unsigned port) {
    warnings_.add([&] {
      return fmt::format("the link of {} was left out: its two ends contradict each other",
                         describe(node, port));
    });
  }

  // OpenSM assigns no LIDs above the smallest table, but keeps those that ports have.
  void warn_of_small_table(const OsmSwitch& s, Lid max_lid) {
    const Lid entries = be16toh(s.sw->switch_info.lin_cap);
    if (entries == 0 || entries > max_lid) return;
    warnings_.add([&] {
      return fmt::format(
          "{} has a forwarding table for LIDs below {} only: it drops packets to higher LIDs",
          describe(*s.sw->p_node), entries);
    });
  }

  Snapshot finish() {
    Snapshot snapshot;
    snapshot.fabric = builder_.build();
    for (const OsmSwitch& s : switches_) warn_of_small_table(s, snapshot.fabric.max_lid());
    for (const std::string& sentence : builder_.warnings()) {
      warnings_.add([&] { return sentence; });
    }
    std::sort(switches_.begin(), switches_.end(),
              [](const OsmSwitch& a, const OsmSwitch& b) { return a.guid < b.guid; });
    snapshot.switches.reserve(switches_.size());
    for (const OsmSwitch& s : switches_) snapshot.switches.push_back(s.sw);
    snapshot.renewed = std::move(renewed_);
    snapshot.warnings = std::move(warnings_);
    return snapshot;
  }

  osm_subn_t& subnet_;
  FabricBuilder builder_;
  GuidTable node_ids_;
  GuidTable port_guids_;
  std::bitset<std::size_t{kMaxUnicastLid} + 1> claimed_;
  std::vector<OsmSwitch> switches_;  // by NodeId: switches come before other nodes
  std::vector<Node> nodes_;          // by NodeId
  std::vector<Link> links_;          // of the current switch
  std::vector<SwitchLink> renewed_;
  Warnings warnings_;
};

}  // namespace

Snapshot take_snapshot(osm_subn_t& subnet) { return SnapshotTaker(subnet).take(); }

std::vector<PortNum*> new_rows(const Snapshot& snapshot) {
  const std::size_t size = lft_row_size(snapshot.fabric.max_lid());
  std::vector<PortNum*> rows;
  rows.reserve(snapshot.switches.size());
  for (const osm_switch_t* sw : snapshot.switches) {
    if (sw->new_lft == nullptr || sw->lft_size < size) {
      throw CannotRoute(fmt::format(
          "OpenSM allocated a forwarding table of {} bytes for switch {}; Weft needs {}",
          sw->new_lft == nullptr ? 0 : sw->lft_size, describe(*sw->p_node), size));
    }
    rows.push_back(sw->new_lft);
  }
  return rows;
}

// The flags are set when OpenSM becomes master, until the end of a sweep.
bool has_sent_tables(const osm_subn_t& subnet) noexcept {
  return subnet.first_time_master_sweep == 0 && subnet.coming_out_of_standby == 0;
}

bool has_all_tables(const osm_subn_t& subnet) noexcept {
  bool has_all = has_sent_tables(subnet);
  for_each_switch(subnet, [&](const osm_switch_t& sw) {
    if (sw.lft == nullptr || sw.p_node == nullptr || sw.p_node->physp_tbl_size == 0) {
      has_all = false;
      return;
    }
    const ib_port_info_t& port0 = sw.p_node->physp_table[0].port_info;
    const Lid own = be16toh(port0.base_lid);
    const std::size_t own_end = own + (std::size_t{1} << ib_port_info_get_lmc(&port0));
    has_all = has_all && own < sw.lft_size && sw.lft[own] != kNoPath;
    const std::size_t used = std::min<std::size_t>(sw.lft_size, sw.max_lid_ho + std::size_t{1});
    for (std::size_t block = 0; has_all && block < used; block += kLftBlock) {
      if (own <= block && block + kLftBlock <= own_end) continue;  // its own LIDs alone
      const PortNum* const first = sw.lft + block;
      has_all = std::any_of(first, first + kLftBlock, [](PortNum port) { return port != 0; });
    }
  });
  return has_all;
}

std::optional<std::vector<std::span<const PortNum>>> live_tables(const osm_subn_t& subnet,
                                                                 const Snapshot& snapshot) {
  if (!has_sent_tables(subnet)) return std::nullopt;
  std::vector<std::span<const PortNum>> rows(snapshot.switches.size());
  bool any = false;
  for (SwitchIndex s = 0; s < snapshot.switches.size(); ++s) {
    const osm_switch_t& sw = *snapshot.switches[s];
    // Every table that was sent has a path to the switch itself.
    const Lid own = snapshot.fabric.switches()[s].lid;
    if (sw.lft == nullptr || own >= sw.lft_size || sw.lft[own] == kNoPath) continue;
    rows[s] = {sw.lft, sw.lft_size};
    any = true;
  }
  if (!any) return std::nullopt;
  return rows;
}

}  // namespace weft
