// Blueprint: a list of nodes and links that can be changed, made from a Fabric and built into a
// Fabric.
#ifndef WEFT_FABRIC_GENERATORS_BLUEPRINT_H_
#define WEFT_FABRIC_GENERATORS_BLUEPRINT_H_

#include <string>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/fabric.h"

namespace weft {

struct Blueprint {
  struct Node {
    NodeType type = NodeType::kCa;
    Guid node_guid = 0;
    Guid system_guid = 0;
    PortNum port_count = 0;
    bool enhanced_port0 = false;
    bool multicast = true;
    bool removed = false;  // together with all its links
    std::string name = {};
  };
  struct Address {
    NodeId node = 0;
    PortNum port = 0;
    Guid port_guid = 0;
    Lid lid = 0;
    std::uint8_t lmc = 0;
  };
  struct Link {
    NodeId a = 0;
    PortNum port_a = 0;
    NodeId b = 0;
    PortNum port_b = 0;
    LinkAttributes attributes = {};
    bool removed = false;
  };

  // Switches come first, with their SwitchIndex as NodeId; then CAs and routers in the order of
  // their first end port. Links are in the order of switch ports, each once.
  explicit Blueprint(const Fabric& fabric);

  // CAs and routers without links are left out. Names, GUIDs and LIDs do not change. Throws
  // BadInput as FabricBuilder does.
  Fabric build() const;

  std::uint32_t switches = 0;  // nodes[0..switches-1]
  std::vector<Node> nodes;
  std::vector<Address> addresses;
  std::vector<Link> links;
};

// Assigns ports for additional links of switches: those after the last port in use.
class SparePorts {
 public:
  explicit SparePorts(const Fabric& fabric);  // must outlive this object

  // The next free port of a switch. Adds a port if there is none (the spare port that many switch
  // models have). Throws BadInput for a 255th port.
  PortNum take(Blueprint& blueprint, SwitchIndex s);

 private:
  const Fabric& fabric_;
  std::vector<unsigned> last_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_BLUEPRINT_H_
