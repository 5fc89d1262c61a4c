// A live subnet as its nodes describe it, read by SMPs that change nothing (SubnGet).
#ifndef WEFT_LIVE_SUBNET_H_
#define WEFT_LIVE_SUBNET_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/live/attributes.h"
#include "common/live/exchange.h"
#include "common/live/mad.h"

namespace weft {

// A port of a node, as far as it answered.
struct LivePort {
  Guid guid = 0;           // of a CA or router
  bool answered = false;   // its PortInfo; otherwise `info` says nothing
  bool is_silent = false;  // it is linked, and nobody answered behind it, or not sensibly
  PortInfo info;
  std::uint32_t peer = kNone;  // which node answered behind it: an index into LiveSubnet::nodes
  PortNum peer_port = 0;       // 1..port_count of the peer
};

struct LiveNode {
  NodeInfo info;
  DirectPath path;
  std::string name;             // as the node says it: any bytes
  SwitchInfo sw = {};           // of a switch
  std::vector<LivePort> ports;  // 0..port_count; of a CA or router only those that were met
  std::vector<PortNum> table;   // of a switch, by LID, up to `top`; kNoPath where there is none

  // What was asked and not answered.
  bool no_switch_info = false;
  std::uint32_t ports_unanswered = 0;
  std::uint32_t blocks_asked = 0, blocks_unanswered = 0;  // of the table
  std::uint32_t maps_asked = 0, maps_unanswered = 0;      // from SLs to VLs
};
inline bool is_switch(const LiveNode& node) { return node.info.type == NodeType::kSwitch; }

struct LiveMap {
  std::uint32_t node = 0;  // a switch
  PortNum in_port = 0;     // 0..port_count, linked if not 0
  PortNum out_port = 0;    // 1..port_count, linked
  Sl2Vl::Number map = 0;   // an index into LiveSubnet::maps
};

struct LiveSubnet {
  std::vector<LiveNode> nodes;   // that of this host first
  std::vector<Sl2Vl::Map> maps;  // different ones
  // Of all pairs of linked ports of switches that have several lanes somewhere, as far as they
  // answered.
  std::vector<LiveMap> sl_to_vl;
  std::uint64_t requests = 0;  // SMPs that were sent
  bool out_of_time = false;
};

// How far it has got.
struct ReadingProgress {
  std::size_t switches = 0;
  std::size_t end_nodes = 0;  // CAs and routers
  std::uint64_t requests = 0;
};

// Nodes, links and addresses first, from this host on; then the tables of all switches, and their
// maps where a link between switches has more than one data VL.
// What does not answer, or says what cannot be, is left out and counted. Work and memory are
// bounded by the limits and by the LIDs that a subnet can have. Throws BadInput if this host's own
// port does not answer, if there are more nodes than a subnet has LIDs, and what the port throws.
LiveSubnet read_subnet(MadPort& port, const ExchangeLimits& limits,
                       const std::function<void(const ReadingProgress&)>& progress = {});

}  // namespace weft

#endif  // WEFT_LIVE_SUBNET_H_
