// FabricBuilder: builds a checked Fabric from nodes and links in any order.
#ifndef WEFT_FABRIC_BUILDER_H_
#define WEFT_FABRIC_BUILDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

using NodeId = std::uint32_t;  // in the order of add_node(), from 0

struct NodeSpec {
  NodeType type = NodeType::kCa;
  Guid node_guid = 0;           // must not be 0, and unique
  Guid system_guid = 0;         // 0: none reported
  PortNum port_count = 0;       // external ports, 1..254
  bool enhanced_port0 = false;  // of a switch
  bool multicast = true;        // of a switch
  std::string_view name = {};   // copied
  unsigned line = 0;            // of the input, for messages; 0: unknown
};

class FabricBuilder {
 public:
  // source: prefix of messages, e.g. a file name.
  explicit FabricBuilder(std::string source) : source_(std::move(source)) {}

  // Optional: reserves memory; ports includes ports 0.
  void reserve(std::size_t nodes, std::size_t ports) {
    nodes_.reserve(nodes);
    ends_.reserve(ports);
  }

  NodeId add_node(const NodeSpec& node);

  // Sets the address of an end port (port 1..port_count of a CA or router) or of a switch's port 0.
  // LID 0: none. port_guid 0: node GUID + port number; ignored for switches, whose ports all have
  // the node's GUID.
  void set_address(NodeId node, PortNum port, Guid port_guid, Lid lid, std::uint8_t lmc,
                   unsigned line = 0);

  // Adds one end of a link. Each link must be given from both ends, in any order, with the same two
  // ports. If the ends have different widths, speeds or data VLs, the smaller one counts.
  void add_link_end(NodeId node, PortNum port, NodeId peer, PortNum peer_port, LinkAttributes link,
                    unsigned line = 0);
  // Adds both ends.
  void add_link(NodeId a, PortNum port_a, NodeId b, PortNum port_b, LinkAttributes link) {
    add_link_end(a, port_a, b, port_b, link);
    add_link_end(b, port_b, a, port_a, link);
  }

  // A cable is plugged in at a switch port that may have no link. Ports that the node does not have
  // are ignored.
  void set_cable(NodeId node, PortNum port) {
    if (port <= nodes_[node].port_count) end(node, port).has_cable = true;
  }

  // The end from which a link was given.
  struct GivenEnd {
    NodeId node = 0;
    PortNum port = 0;
    NodeId peer = 0;
    unsigned line = 0;
  };
  // Adds the missing end of links that were given from one end only, unless its port has another
  // link. Returns the ends from which these links were given.
  std::vector<GivenEnd> answer_links();

  // Throws BadInput for repeated GUIDs, ports above the node's count, links given from one end only
  // or differently from both ends, LIDs above 0xBFFF or of two ports, and base LIDs that are not
  // aligned to their LMC. CA and router ports without a link to a switch are left out, with a
  // warning. The builder is empty afterwards.
  Fabric build();

  // Sentences about parts that build() left out.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Node {
    NodeType type;
    Guid node_guid;
    Guid system_guid;
    PortNum port_count;
    bool enhanced_port0;
    bool multicast;
    std::uint32_t name_offset;
    std::uint32_t name_length;
    std::uint32_t first_end;  // of port 0 in ends_
    unsigned line;
  };
  struct End {
    NodeId peer = kNone;
    PortNum peer_port = 0;
    LinkAttributes link;
    bool has_cable = false;
    unsigned line = 0;
    Guid port_guid = 0;
    Lid lid = 0;
    std::uint8_t lmc = 0;
    unsigned address_line = 0;
  };

  [[noreturn]] void fail(unsigned line, const std::string& reason) const;
  std::string describe(NodeId node) const;
  std::string describe(NodeId node, PortNum port) const;
  End& end(NodeId node, PortNum port) { return ends_[nodes_[node].first_end + port]; }
  const End& end(NodeId node, PortNum port) const { return ends_[nodes_[node].first_end + port]; }
  void check_guids() const;
  void check_links() const;
  // The indices of the nodes in the Fabric.
  struct Places {
    std::vector<std::uint32_t> switch_index;            // by NodeId; kNone: not a switch
    std::vector<NodeId> switches;                       // by SwitchIndex
    std::vector<std::pair<NodeId, PortNum>> end_ports;  // by EndPortIndex
  };
  void place_switches(Fabric& fabric, Places& places) const;
  void place_end_ports(Fabric& fabric, Places& places);
  void place_links(Fabric& fabric, const Places& places) const;
  void claim_lids(Fabric& fabric, const Places& places) const;
  void claim(Fabric& fabric, NodeId node, PortNum port, LidOwner owner) const;

  std::string source_;
  std::vector<Node> nodes_;
  std::vector<End> ends_;
  std::string names_;
  std::vector<std::string> warnings_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_BUILDER_H_
