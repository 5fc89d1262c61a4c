// Fabrics drawn by hand whose nodes have names: for what tells hosts and switches by them.
#ifndef WEFT_TESTS_SUPPORT_NAMED_FABRIC_H_
#define WEFT_TESTS_SUPPORT_NAMED_FABRIC_H_

#include <string>
#include <vector>

#include "common/export/exported_hosts.h"
#include "common/fabric/builder.h"

namespace weft::test {

// Switches have GUIDs 0x10, 0x11, ... in the order in which they are added, CAs 0x1000, 0x1010,
// ...; ports are taken from 1 on.
class NamedFabric {
 public:
  SwitchIndex add_switch(const std::string& name) {
    const auto s = static_cast<SwitchIndex>(switches_.size());
    const NodeId node = builder_.add_node(
        {.type = NodeType::kSwitch, .node_guid = 0x10 + s, .port_count = 40, .name = name});
    switches_.push_back({node, 0});
    return s;
  }
  void link(SwitchIndex a, SwitchIndex b) {
    builder_.add_link(switches_[a].node, next_port(a), switches_[b].node, next_port(b), {});
  }
  // A CA of one port.
  void ca(SwitchIndex s, const std::string& description) {
    const NodeId node = builder_.add_node(
        {.node_guid = 0x1000 + 0x10 * cas_++, .port_count = 1, .name = description});
    builder_.add_link(node, 1, switches_[s].node, next_port(s), {});
  }
  void cas(SwitchIndex s, const std::vector<std::string>& descriptions) {
    for (const std::string& description : descriptions) ca(s, description);
  }
  Fabric build() { return builder_.build(); }

 private:
  struct AddedSwitch {
    NodeId node;
    PortNum ports;
  };
  PortNum next_port(SwitchIndex s) { return ++switches_[s].ports; }

  FabricBuilder builder_{"named"};
  std::vector<AddedSwitch> switches_;
  unsigned cas_ = 0;
};

inline std::vector<std::string> names_of(const ExportedHosts& hosts) {
  std::vector<std::string> names;
  for (const ExportedHost& host : hosts.list) names.push_back(host.name);
  return names;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_NAMED_FABRIC_H_
