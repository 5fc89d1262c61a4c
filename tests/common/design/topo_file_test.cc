#include "common/design/topo_file.h"

#include <gtest/gtest.h>

#include <string>

#include "common/fabric/generators/catalog.h"
#include "tests/support/named_fabric.h"

namespace weft {
namespace {

TEST(TopoFile, OfATreeByHand) {
  const TopoFiles files =
      topo_files(generate_from_line("xgft --down 1,2 --up 1,1 --speed 4xHDR"), true);
  EXPECT_EQ(files.topo,
            "SW2 leaf_0\n"
            "  P1 -4x-50G-> HCA1 node-0001 P1\n"
            "  P2 -4x-50G-> SW2 spine_0 P1\n"
            "\n"
            "SW2 leaf_1\n"
            "  P1 -4x-50G-> HCA1 node-0002 P1\n"
            "  P2 -4x-50G-> SW2 spine_0 P2\n"
            "\n"
            "SW2 spine_0\n"
            "  P1 -4x-50G-> SW2 leaf_0 P2\n"
            "  P2 -4x-50G-> SW2 leaf_1 P2\n"
            "\n");
  ASSERT_EQ(files.types.size(), 2u);
  EXPECT_EQ(files.types.at("SW2.ibnl"),
            "TOPSYSTEM SW2\n\nNODE SW 2 SW2 U1\n  1 -> P1\n  2 -> P2\n");
  EXPECT_EQ(files.types.at("HCA1.ibnl"), "TOPSYSTEM HCA1\n\nNODE CA 1 HCA1 U1\n  1 -> P1\n");
}

TEST(TopoFile, WithoutRates) {
  const TopoFiles files = topo_files(generate_from_line("xgft --down 1,2 --up 1,1"), false);
  EXPECT_NE(files.topo.find("  P1 -> HCA1 node-0001 P1\n"), std::string::npos);
  EXPECT_EQ(files.topo.find("G->"), std::string::npos);
}

TEST(TopoFile, NamesAreWordsOfTheirOwn) {
  test::NamedFabric drawn;
  const SwitchIndex a = drawn.add_switch("leaf 1");
  const SwitchIndex b = drawn.add_switch("leaf_1");
  drawn.link(a, b);
  drawn.ca(a, "c1/x CFG: <y>");
  const TopoFiles files = topo_files(drawn.build(), false);
  EXPECT_EQ(files.topo,
            "SW40 leaf_1\n  P1 -> SW40 leaf_1_2 P1\n  P2 -> HCA1 c1_x_CFG___y_ P1\n\n"
            "SW40 leaf_1_2\n  P1 -> SW40 leaf_1 P1\n\n");
}

}  // namespace
}  // namespace weft
