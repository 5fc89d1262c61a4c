#include "common/design/cable_list.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/catalog.h"
#include "tests/support/named_fabric.h"

namespace weft {
namespace {

TEST(CableList, OfATreeByHand) {
  const Fabric tree = generate_from_line("xgft --down 2,2 --up 1,1 --hosts 3 --speed 4xNDR");
  const std::vector<ListedCable> cables = list_cables(tree);
  EXPECT_EQ(cables_csv(cables),
            "a,a_port,b,b_port,width,speed\n"
            "leaf 0,1,node-0001,1,4x,NDR\n"
            "leaf 0,3,spine 0,1,4x,NDR\n"
            "leaf 1,1,node-0002,1,4x,NDR\n"
            "leaf 1,2,node-0003,1,4x,NDR\n"
            "leaf 1,3,spine 0,2,4x,NDR\n");
  EXPECT_EQ(labels_csv(std::span(cables).first(2)),
            "name,port,other,other_port,cable\n"
            "leaf 0,1,node-0001,1,1\n"
            "node-0001,1,leaf 0,1,1\n"
            "leaf 0,3,spine 0,1,2\n"
            "spine 0,1,leaf 0,3,2\n");
}

TEST(CableList, NamesTellNodesApart) {
  test::NamedFabric drawn;
  const SwitchIndex a = drawn.add_switch("leaf");
  const SwitchIndex b = drawn.add_switch("leaf");
  const SwitchIndex c = drawn.add_switch("");
  drawn.link(a, b);
  drawn.link(b, c);
  drawn.ca(a, "  c1\nHCA-1 ");
  drawn.ca(c, "leaf (0x0000000000000010)");
  drawn.ca(c, "switch (0,1)");
  const NodeNames names = name_nodes(drawn.build());
  EXPECT_EQ(names.switches,
            (std::vector<std::string>{"leaf (0x0000000000000010)", "leaf (0x0000000000000011)",
                                      "unnamed (0x0000000000000012)"}));
  EXPECT_EQ(names.end_ports,
            (std::vector<std::string>{"c1 HCA-1", "leaf (0x0000000000000010) (0x0000000000001010)",
                                      "switch (0,1)"}));
}

TEST(CableList, PortsOfOneNodeHaveItsName) {
  FabricBuilder builder("two ports");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 4});
  const NodeId host = builder.add_node({.node_guid = 16, .port_count = 2, .name = "c1"});
  builder.add_link(sw, 1, host, 1, {});
  builder.add_link(sw, 2, host, 2, {});
  EXPECT_EQ(name_nodes(builder.build()).end_ports, (std::vector<std::string>{"c1", "c1"}));
}

TEST(CableList, QuotesWhatCsvWantsQuoted) {
  const ListedCable cable = {
      {"a,b", 1}, {"say \"c\"", 2}, {.width = 0, .speed = LinkSpeed::kUnknown}};
  EXPECT_EQ(cables_csv({&cable, 1}),
            "a,a_port,b,b_port,width,speed\n\"a,b\",1,\"say \"\"c\"\"\",2,,\n");
}

}  // namespace
}  // namespace weft
