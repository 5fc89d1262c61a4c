// Collects nodes, addresses and links from lists of links: by GUID, in any order, with the number
// of a node's ports only known at the end.
//
// Tested by tests/common/fabric/readers/port_report_test.cc.
// Tested by tests/common/fabric/readers/link_report_test.cc.
#ifndef WEFT_FABRIC_READERS_LISTED_FABRIC_H_
#define WEFT_FABRIC_READERS_LISTED_FABRIC_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/readers/port_budget.h"

namespace weft {

// Each function throws BadInput if it contradicts an earlier call.
class ListedFabric {
 public:
  ListedFabric(const std::string& source, std::size_t file_size)
      : source_(source), budget_(source, file_size), builder_(source) {}

  // The node with this GUID. Its first name counts; it has the largest number of ports that was
  // given or seen.
  NodeId node(const NodeSpec& spec);
  // The node with this GUID; kNone: unknown so far.
  NodeId find(Guid guid) const;
  // Notes that the file has lines of this node: then its ends of links should have lines.
  void has_lines(NodeId node) {
    own_lines_[node] = true;
    last_own_ = node;
  }
  void see_port(NodeId node, PortNum port);
  // Port 0 for a switch. LID 0 and GUID 0: unknown.
  void set_address(NodeId node, PortNum port, Guid port_guid, Lid lid, std::uint8_t lmc,
                   unsigned line);
  // Of a switch port that may have no link.
  void set_cable(NodeId node, PortNum port) { cables_.emplace_back(node, port); }
  // May be called for one end or both.
  void add_link_end(NodeId node, PortNum port, NodeId peer, PortNum peer_port, LinkAttributes link,
                    unsigned line);

  // Which ends the file lists. kOne: each link at one end; kOwn: ends at switches and, if CAs or
  // routers have lines at all, theirs too.
  enum class Ends { kOne, kOwn };
  Fabric build(Ends ends, std::vector<std::string>& warnings);

 private:
  struct Address {
    Guid port_guid = 0;
    Lid lid = 0;
    std::uint8_t lmc = 0;
    unsigned line = 0;
  };
  struct Link {
    NodeId node;
    NodeId peer;
    PortNum port;
    PortNum peer_port;
    LinkAttributes link;
    unsigned line;
  };

  void check_answered(const std::vector<FabricBuilder::GivenEnd>& answered,
                      std::vector<std::string>& warnings) const;

  const std::string& source_;
  PortBudget budget_;
  FabricBuilder builder_;
  std::vector<NodeSpec> nodes_;
  std::vector<bool> own_lines_;  // by node
  NodeId last_own_ = kNone;
  std::unordered_map<Guid, NodeId> node_of_guid_;
  std::unordered_map<std::uint64_t, Address> addresses_;  // by node and port
  std::vector<Link> links_;
  std::vector<std::pair<NodeId, PortNum>> cables_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LISTED_FABRIC_H_
