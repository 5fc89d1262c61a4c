// The cables of a fabric, to be taken out and plugged in elsewhere.
#ifndef WEFT_TESTS_SUPPORT_RECABLED_H_
#define WEFT_TESTS_SUPPORT_RECABLED_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"

namespace weft::test {

struct SwitchPort {
  SwitchIndex sw = kNone;
  PortNum port = 0;

  friend bool operator==(const SwitchPort&, const SwitchPort&) = default;
};

struct Cable {
  SwitchPort a;
  SwitchPort b;
  LinkAttributes link = {};
};

struct Recabled {
  explicit Recabled(const Fabric& f) : fabric(f) {
    for (SwitchIndex s = 0; s < f.switch_count(); ++s) {
      for (std::size_t p = 1; p < f.ports(s).size(); ++p) {
        const Port& port = f.ports(s)[p];
        if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
        cables.push_back({{s, static_cast<PortNum>(p)}, {port.peer, port.peer_port}, port.link});
      }
    }
    for (const EndPort& e : f.end_ports()) hosts.push_back({e.sw, e.switch_port});
  }

  // The same nodes, by the same names, GUIDs and LIDs, with these cables.
  Fabric build() const {
    FabricBuilder builder("recabled");
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const Switch& sw = fabric.switches()[s];
      builder.add_node({.type = NodeType::kSwitch,
                        .node_guid = sw.node_guid,
                        .system_guid = sw.system_guid,
                        .port_count = sw.port_count,
                        .name = fabric.switch_name(s)});
      builder.set_address(s, 0, 0, sw.lid, sw.lmc);
    }
    std::map<Guid, NodeId> nodes;
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      const EndPort& port = fabric.end_ports()[e];
      if (!nodes.contains(port.node_guid)) {
        nodes[port.node_guid] = builder.add_node({.node_guid = port.node_guid,
                                                  .port_count = port.node_ports,
                                                  .name = fabric.end_port_name(e)});
      }
      const LinkAttributes& link = fabric.ports(port.sw)[port.switch_port].link;
      builder.set_address(nodes[port.node_guid], port.port_num, port.port_guid, port.lid, port.lmc);
      builder.add_link(nodes[port.node_guid], port.port_num, hosts[e].sw, hosts[e].port, link);
    }
    for (const Cable& cable : cables) {
      builder.add_link(cable.a.sw, cable.a.port, cable.b.sw, cable.b.port, cable.link);
    }
    return builder.build();
  }

  const Fabric& fabric;
  std::vector<Cable> cables;      // between switches
  std::vector<SwitchPort> hosts;  // by end port: where its cable is plugged in
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_RECABLED_H_
