// Finding nodes of a Fabric by GUID.
#ifndef WEFT_FABRIC_GUID_INDEX_H_
#define WEFT_FABRIC_GUID_INDEX_H_

#include <span>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// The switch with this node GUID, or kNone. Cost: O(log S).
SwitchIndex find_switch(const Fabric& fabric, Guid node_guid);

// The end port with this port GUID, or kNone. Cost: O(log E).
EndPortIndex find_end_port(const Fabric& fabric, Guid port_guid);

// The end ports of CAs and routers by the GUID of their node.
class EndPortsOfNodes {
 public:
  explicit EndPortsOfNodes(const Fabric& fabric);

  using Entry = std::pair<Guid, EndPortIndex>;
  // All end ports of the node, by port GUID; empty if there is no such node. Cost: O(log E).
  std::span<const Entry> of(Guid node_guid) const { return of(node_guid, node_guid); }
  // As of(), for all nodes with GUIDs first..last, node by node.
  std::span<const Entry> of(Guid first, Guid last) const;
  // As of(), for each node, ordered by node GUID.
  std::vector<std::span<const Entry>> groups() const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_GUID_INDEX_H_
