// Fabrics with something missing, which engines must route all the same.
#ifndef WEFT_TESTS_SUPPORT_ODD_FABRICS_H_
#define WEFT_TESTS_SUPPORT_ODD_FABRICS_H_

#include <string>
#include <vector>

#include "common/fabric/builder.h"
#include "tests/support/sketch.h"

namespace weft::test {

struct OddFabric {
  std::string what;
  Fabric fabric;
};

// All of them are free of cycles of switches.
inline std::vector<OddFabric> odd_fabrics() {
  std::vector<OddFabric> all;
  all.push_back({"nothing", FabricBuilder("none").build()});
  all.push_back({"one switch without end ports", Sketch(1).build()});
  {
    Sketch sketch(1);
    for (PortNum port = 1; port <= 3; ++port) sketch.ca(0, port);
    all.push_back({"one switch", sketch.build()});
  }
  {
    Sketch sketch(1);
    sketch.link(0, 1, 0, 2);
    sketch.ca(0, 3);
    sketch.ca(0, 4);
    all.push_back({"a switch linked to itself", sketch.build()});
  }
  {
    Sketch sketch(4);
    sketch.link(0, 1, 1, 1);
    sketch.link(2, 1, 3, 1);
    for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
    all.push_back({"two pieces", sketch.build()});
  }
  {
    Sketch sketch(3);
    sketch.link(0, 1, 1, 1);
    sketch.link(1, 2, 2, 1);
    all.push_back({"no end ports", sketch.build()});
  }
  {
    Sketch sketch(3);
    sketch.ca(0, 1);
    sketch.ca(2, 1);
    all.push_back({"no links between switches", sketch.build()});
  }
  {
    Sketch sketch(4);
    for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 1, s + 1, 2);
    sketch.ca(0, 3);
    sketch.ca(3, 3, 0);
    sketch.ca(3, 4);
    all.push_back({"a CA without LID", sketch.build()});
  }
  {
    FabricBuilder builder("without LID");
    for (const Guid guid : {1, 2, 3}) {
      const NodeId s =
          builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 4});
      if (guid != 2) builder.set_address(s, 0, 0, static_cast<Lid>(guid), 0);
    }
    builder.add_link(0, 1, 1, 1, {});
    builder.add_link(1, 2, 2, 1, {});
    for (const Guid guid : {16, 17, 18}) {
      const NodeId ca =
          builder.add_node({.type = NodeType::kCa, .node_guid = 16 * guid, .port_count = 1});
      builder.add_link(ca, 1, static_cast<NodeId>(guid - 16), 3, {});
      builder.set_address(ca, 1, 0, static_cast<Lid>(guid), 0);
    }
    all.push_back({"a switch without LID", builder.build()});
  }
  return all;
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ODD_FABRICS_H_
