#include "common/live/live_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/fabric/builder.h"
#include "common/fabric/guid_index.h"

namespace weft {
namespace {

std::string describe(const LiveNode& node) {
  const char* kind = is_switch(node)                       ? "switch"
                     : node.info.type == NodeType::kRouter ? "router"
                                                           : "CA";
  return fmt::format("{} {} (0x{:016x})", kind, node.name.empty() ? "''" : quote(node.name),
                     node.info.node_guid);
}

// One end of a link between nodes of a LiveSubnet.
struct LiveEnd {
  std::uint32_t node = 0;
  PortNum port = 0;

  std::uint64_t key() const { return std::uint64_t{node} << 8 | port; }
  friend bool operator==(const LiveEnd&, const LiveEnd&) = default;
};

class Conversion {
 public:
  explicit Conversion(const LiveSubnet& subnet) : subnet_(subnet), builder_(kLiveFabric) {}

  LiveFabric convert() {
    if (std::ranges::none_of(subnet_.nodes, is_switch)) {
      throw BadInput(fmt::format(
          "{}: no switch answers: is the cable of this host's port plugged in?", kLiveFabric));
    }
    add_nodes();
    add_links();
    for (const LiveNode& node : subnet_.nodes) note_missing(node);
    LiveFabric live = {builder_.build(), {}, {}, builder_.warnings(), std::move(missing_)};
    live.tables = tables();
    if (!subnet_.sl_to_vl.empty()) live.sl2vl = maps(live.fabric);
    return live;
  }

 private:
  void add_nodes() {
    for (const LiveNode& node : subnet_.nodes) {
      const std::string name = on_one_line(node.name);
      const NodeId id = builder_.add_node({.type = node.info.type,
                                           .node_guid = node.info.node_guid,
                                           .system_guid = node.info.system_guid,
                                           .port_count = node.info.port_count,
                                           .enhanced_port0 = node.sw.enhanced_port0,
                                           .multicast = node.sw.multicast,
                                           .name = name});
      for (std::size_t p = 0; p < node.ports.size(); ++p) {
        const LivePort& port = node.ports[p];
        if (!port.answered || is_switch(node) != (p == 0)) continue;
        // The LMC of a base port 0 has no meaning.
        const bool has_lmc = !is_switch(node) || node.sw.enhanced_port0;
        builder_.set_address(id, static_cast<PortNum>(p), port.guid, port.info.lid,
                             has_lmc ? port.info.lmc : std::uint8_t{0});
      }
    }
  }

  void add_links() {
    for (std::uint32_t n = 0; n < subnet_.nodes.size(); ++n) {
      const LiveNode& node = subnet_.nodes[n];
      for (std::size_t p = 1; p < node.ports.size(); ++p) {
        const LivePort& port = node.ports[p];
        if (port.peer == kNone) continue;
        add_link({n, static_cast<PortNum>(p)}, {port.peer, port.peer_port});
      }
    }
  }

  void add_link(const LiveEnd& here, const LiveEnd& there) {
    const LivePort& far = port(there);
    const bool is_answered = far.peer != kNone;
    const bool agrees = is_answered && LiveEnd{far.peer, far.peer_port} == here;
    if (agrees && used_.contains(here.key())) return;  // added from the other end
    const bool contradicts = is_answered && !agrees;
    if (contradicts || used_.contains(here.key()) || used_.contains(there.key())) {
      missing_.push_back(fmt::format(
          "the link at port {} of {}: {} answers behind it as port {}, which is elsewhere",
          here.port, describe(subnet_.nodes[here.node]), describe(subnet_.nodes[there.node]),
          there.port));
      return;
    }
    used_.insert(here.key());
    used_.insert(there.key());
    const LinkAttributes near_link = port(here).info.link;
    const LinkAttributes far_link = far.answered ? far.info.link : near_link;
    builder_.add_link_end(here.node, here.port, there.node, there.port, near_link);
    if (here != there) {
      builder_.add_link_end(there.node, there.port, here.node, here.port, far_link);
    }
  }

  void note_missing(const LiveNode& node) {
    for (std::size_t p = 1; p < node.ports.size(); ++p) {
      if (!node.ports[p].is_silent) continue;
      missing_.push_back(fmt::format("whatever is linked to port {} of {}", p, describe(node)));
    }
    if (node.no_switch_info) missing_.push_back(fmt::format("the table of {}", describe(node)));
    const auto note = [&](std::uint32_t count, const std::string& what) {
      if (count != 0) missing_.push_back(fmt::format("{} of {}", what, describe(node)));
    };
    note(node.ports_unanswered, fmt::format("the state of {} ports", node.ports_unanswered));
    note(node.blocks_unanswered,
         fmt::format("{} of {} parts of the table", node.blocks_unanswered, node.blocks_asked));
    note(node.maps_unanswered,
         fmt::format("{} of {} SL2VL maps", node.maps_unanswered, node.maps_asked));
  }

  StoredTables tables() const {
    StoredTables tables;
    tables.source = kLiveFabric;
    for (const LiveNode& node : subnet_.nodes) {
      if (node.table.empty()) continue;
      tables.switches.push_back({node.info.node_guid, node.ports[0].info.lid, 0, node.table, 0, 0});
      tables.switches.back().row[0] = kNoPath;  // LID 0 has no path
    }
    std::ranges::sort(tables.switches, {}, &StoredTable::switch_guid);
    return tables;
  }

  // Sets numbers by switch, from the highest ports down.
  Sl2Vl maps(const Fabric& fabric) const {
    Sl2Vl maps;
    std::vector<Sl2Vl::Number> numbers;
    numbers.reserve(subnet_.maps.size());
    for (const Sl2Vl::Map& map : subnet_.maps) numbers.push_back(maps.number_of(map));
    std::vector<LiveMap> given = subnet_.sl_to_vl;
    std::ranges::sort(given, [](const LiveMap& a, const LiveMap& b) {
      return std::tuple(a.node, b.in_port, b.out_port) < std::tuple(b.node, a.in_port, a.out_port);
    });
    for (const LiveMap& map : given) {
      const SwitchIndex s = find_switch(fabric, subnet_.nodes[map.node].info.node_guid);
      if (s != kNone) maps.set_number(s, map.in_port, map.out_port, numbers[map.map]);
    }
    return maps;
  }

  const LivePort& port(const LiveEnd& end) const { return subnet_.nodes[end.node].ports[end.port]; }

  const LiveSubnet& subnet_;
  FabricBuilder builder_;
  std::unordered_set<std::uint64_t> used_;  // ends of added links, by key
  std::vector<std::string> missing_;
};

}  // namespace

LiveFabric live_fabric(const LiveSubnet& subnet) { return Conversion(subnet).convert(); }

}  // namespace weft
