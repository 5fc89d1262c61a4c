// What nodes say of themselves, out of the bytes of their answers. Nothing that they say is
// trusted: what cannot be is nothing.
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
  Guid port_guid = 0;      // of the port that the question came in by
  PortNum port = 0;        // that port: 1..port_count; 0: a switch was asked by itself
};
// Nothing: a type that there is not, no GUID, a port that the node does not have.
std::optional<NodeInfo> read_node_info(AttributeBytes bytes);

struct PortInfo {
  Lid lid = 0;           // 0: none
  std::uint8_t lmc = 0;  // 0..7
  bool is_linked = false;
  LinkAttributes link;  // of a port that is linked
};
PortInfo read_port_info(AttributeBytes bytes);

struct SwitchInfo {
  Lid top = 0;  // the largest LID that its table may have an entry for
  bool enhanced_port0 = false;
  bool multicast = false;  // has a multicast forwarding table
};
SwitchInfo read_switch_info(AttributeBytes bytes);

// As it is, up to its end or to the first byte 0.
std::string read_description(AttributeBytes bytes);

Sl2Vl::Map read_sl_to_vl(AttributeBytes bytes);

// Of a PathRecord.
Sl read_path_sl(AttributeBytes bytes);

}  // namespace weft

#endif  // WEFT_LIVE_ATTRIBUTES_H_
