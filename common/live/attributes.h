// Attributes of nodes, from the bytes of their answers. Answers are not trusted: impossible values
// are rejected.
#ifndef WEFT_LIVE_ATTRIBUTES_H_
#define WEFT_LIVE_ATTRIBUTES_H_

#include <optional>
#include <string>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/live/mad.h"
#include "common/routing/sl2vl.h"

namespace weft {

struct NodeInfo {
  NodeType type = NodeType::kCa;
  PortNum port_count = 0;  // 1..254
  Guid system_guid = 0;    // 0: none
  Guid node_guid = 0;      // not 0
  Guid port_guid = 0;      // of the port where the request came in
  PortNum port = 0;        // that port: 1..port_count; 0: a switch asked itself
};
// nullopt: an unknown type, no GUID, or a port that the node does not have.
std::optional<NodeInfo> read_node_info(AttributeBytes bytes);

struct PortInfo {
  Lid lid = 0;           // 0: none
  std::uint8_t lmc = 0;  // 0..7
  bool is_linked = false;
  LinkAttributes link;  // only of a linked port
};
PortInfo read_port_info(AttributeBytes bytes);

struct SwitchInfo {
  Lid top = 0;  // the largest LID in its forwarding table
  bool enhanced_port0 = false;
  bool multicast = false;  // has a multicast forwarding table
};
SwitchInfo read_switch_info(AttributeBytes bytes);

// Unchanged, up to the first zero byte or the end.
std::string read_description(AttributeBytes bytes);

Sl2Vl::Map read_sl_to_vl(AttributeBytes bytes);

// The SL of a PathRecord.
Sl read_path_sl(AttributeBytes bytes);

}  // namespace weft

#endif  // WEFT_LIVE_ATTRIBUTES_H_
