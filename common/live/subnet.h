// Reads a live subnet by SMPs that change nothing (SubnGet).
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

// A port of a node, as far as known from answers.
struct LivePort {
  Guid guid = 0;           // of a CA or router
  bool answered = false;   // PortInfo was answered; otherwise `info` is empty
  bool is_silent = false;  // linked, but no valid answer came from the other side
  PortInfo info;
  std::uint32_t peer = kNone;  // the neighbour: an index into LiveSubnet::nodes
  PortNum peer_port = 0;       // 1..port_count of the peer
};

struct LiveNode {
  NodeInfo info;
  DirectPath path;
  std::string name;             // as the node reports it: any bytes
  SwitchInfo sw = {};           // only of a switch
  std::vector<LivePort> ports;  // 0..port_count; of a CA or router only ports that were found
  std::vector<PortNum> table;   // of a switch, by LID, up to `top`; kNoPath: no path

  // Requests without an answer.
  bool no_switch_info = false;
  std::uint32_t ports_unanswered = 0;
  std::uint32_t blocks_asked = 0, blocks_unanswered = 0;  // of the forwarding table
  std::uint32_t maps_asked = 0, maps_unanswered = 0;      // SL2VL maps
};
inline bool is_switch(const LiveNode& node) { return node.info.type == NodeType::kSwitch; }

struct LiveMap {
  std::uint32_t node = 0;  // index of a switch
  PortNum in_port = 0;     // 0..port_count, linked if not 0
  PortNum out_port = 0;    // 1..port_count, linked
  Sl2Vl::Number map = 0;   // an index into LiveSubnet::maps
};

struct LiveSubnet {
  std::vector<LiveNode> nodes;   // this host first
  std::vector<Sl2Vl::Map> maps;  // without duplicates
  // If a link between switches has several data VLs: the answered maps of all pairs of linked ports
  // of switches.
  std::vector<LiveMap> sl_to_vl;
  std::uint64_t requests = 0;  // SMPs sent
  bool out_of_time = false;
};

// The progress of reading.
struct ReadingProgress {
  std::size_t switches = 0;
  std::size_t end_nodes = 0;  // CAs and routers
  std::uint64_t requests = 0;
};

// Reads nodes, links and addresses first, beginning at this host; then the forwarding tables of all
// switches, and their SL2VL maps if a link between switches has several data VLs. Leaves out and
// counts what is unanswered or impossible. Work and memory are limited by `limits` and by the
// number of LIDs of a subnet. Throws BadInput if this host's own port does not answer or if the
// subnet has more nodes than LIDs, and what the port throws.
LiveSubnet read_subnet(MadPort& port, const ExchangeLimits& limits,
                       const std::function<void(const ReadingProgress&)>& progress = {});

}  // namespace weft

#endif  // WEFT_LIVE_SUBNET_H_
