#include "common/fabric/writers/fabric_writer.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "common/fabric/writers/safe_name.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

Fabric reread(const std::string& path) {
  std::vector<std::string> warnings;
  Fabric fabric = read_fabric(path, warnings);
  EXPECT_TRUE(warnings.empty()) << warnings.front();
  return fabric;
}

// Two switches with two links of all kinds of rates, one to itself, a CA with two ports, a router.
Fabric sample() {
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch,
                                     .node_guid = 0x1000,
                                     .system_guid = 0x1003,
                                     .port_count = 254,
                                     .enhanced_port0 = true,
                                     .name = "leaf-1"});
  const NodeId b = builder.add_node(
      {.type = NodeType::kSwitch, .node_guid = 0x1100, .port_count = 8, .name = "spine # [1]"});
  const NodeId ca = builder.add_node({.type = NodeType::kCa,
                                      .node_guid = 0xF000000000002000,
                                      .system_guid = 0x2003,
                                      .port_count = 2,
                                      .name = "host 'x' lid 3 lmc 2"});
  const NodeId router = builder.add_node(
      {.type = NodeType::kRouter, .node_guid = 0x3000, .port_count = 4, .name = ""});
  builder.set_address(a, 0, 0, 40, 2);
  builder.set_address(b, 0, 0, 1, 0);
  builder.set_address(ca, 1, 0x9001, 8, 3);
  builder.set_address(ca, 2, 0x8001, 16, 3);
  builder.set_address(router, 4, 0x3004, kMaxUnicastLid, 0);
  builder.add_link(a, 254, b, 1, {12, LinkSpeed::kXdr, 8});
  builder.add_link(a, 1, b, 2, {2, LinkSpeed::kFdr10, 8});
  builder.add_link(b, 7, b, 8, {1, LinkSpeed::kUnknown, 8});
  builder.add_link(a, 2, ca, 1, {8, LinkSpeed::kNdr, 8});
  builder.add_link(b, 3, ca, 2, {4, LinkSpeed::kSdr, 8});
  builder.add_link(a, 3, router, 4, {4, LinkSpeed::kEdr, 8});
  return builder.build();
}

TEST(FabricWriter, NetFileReadsBackEqual) {
  const TemporaryDirectory directory;
  write_ibsim_net(sample(), directory.file("fabric.net"));
  EXPECT_EQ(as_text(reread(directory.file("fabric.net"))), as_text(sample()));
  for (const char* name : {"triangle.net", "triangle.ibnetdiscover"}) {
    const Fabric fabric = reread(test_data(name));
    write_ibsim_net(fabric, directory.file("fabric.net"));
    EXPECT_EQ(as_text(reread(directory.file("fabric.net"))), as_text(fabric)) << name;
  }
}

TEST(FabricWriter, IbnetdiscoverHasDataVls) {
  const TemporaryDirectory directory;
  FabricBuilder builder("test");
  const NodeId a = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 6});
  const NodeId b = builder.add_node({.type = NodeType::kSwitch, .node_guid = 2, .port_count = 6});
  const NodeId router =
      builder.add_node({.type = NodeType::kRouter, .node_guid = 3, .port_count = 1});
  PortNum port = 0;
  for (const std::uint8_t vls : std::initializer_list<std::uint8_t>{1, 2, 4, 8, 15}) {
    ++port;
    builder.add_link(a, port, b, port, {4, LinkSpeed::kNdr, vls});
  }
  builder.add_link(a, 6, router, 1, {4, LinkSpeed::kHdr, 2});
  const Fabric fabric = builder.build();
  write_ibnetdiscover(fabric, directory.file("fabric.ibnetdiscover"));
  EXPECT_EQ(as_text(reread(directory.file("fabric.ibnetdiscover"))), as_text(fabric));
  write_ibsim_net(fabric, directory.file("fabric.net"));
  EXPECT_NE(as_text(reread(directory.file("fabric.net"))), as_text(fabric));
}

TEST(FabricWriter, SubnetListReadsBackEqual) {
  const TemporaryDirectory directory;
  const Fabric fabric = reread(test_data("triangle.ibnetdiscover"));
  write_subnet_list(fabric, directory.file("opensm-subnet.lst"));
  EXPECT_EQ(as_text(reread(directory.file("opensm-subnet.lst"))), as_text(fabric));
}

// What the format has no field for is lost, and nothing else.
TEST(FabricWriter, SubnetListHasNoLmcs) {
  const TemporaryDirectory directory;
  write_subnet_list(sample(), directory.file("opensm-subnet.lst"));
  const Fabric fabric = reread(directory.file("opensm-subnet.lst"));
  ASSERT_EQ(fabric.switch_count(), 2u);
  EXPECT_FALSE(fabric.switches()[0].enhanced_port0);
  EXPECT_EQ(fabric.lid_count(), 5u);
  ASSERT_EQ(fabric.end_port_count(), 3u);
  EXPECT_EQ(fabric.end_ports()[0].type, NodeType::kRouter);
  EXPECT_EQ(fabric.end_ports()[1].lid, 16);
  EXPECT_EQ(fabric.all_ports().size(), sample().all_ports().size());
  for (std::size_t p = 0; p < fabric.all_ports().size(); ++p) {
    EXPECT_EQ(fabric.all_ports()[p].link, sample().all_ports()[p].link) << p;
  }
}

// Names that look like pieces of the formats, with everything that they are delimited by.
TEST(FabricWriter, NamesCannotBreakTheFormats) {
  const TemporaryDirectory directory;
  for (const std::string name :
       {"} LID:0001 PN:01 } { SW", "\" lid 7 4xEDR", "a\nSwitch 8 \"b\"\n[1]\t\"c\"[1]", "#", "\"",
        "'", "{", "", "caguid=0x77", "\x01\x7f\x80\xff",
        "0123456789012345678901234567890123456789"
        "0123456789012345678901234567890123456789"}) {
    FabricBuilder builder("test");
    const NodeId sw = builder.add_node(
        {.type = NodeType::kSwitch, .node_guid = 0x1000, .port_count = 1, .name = name});
    const NodeId ca = builder.add_node(
        {.type = NodeType::kCa, .node_guid = 0x2000, .port_count = 1, .name = name});
    builder.set_address(sw, 0, 0, 1, 0);
    builder.set_address(ca, 1, 0, 2, 0);
    builder.add_link(sw, 1, ca, 1, {});
    const Fabric fabric = builder.build();
    write_ibsim_net(fabric, directory.file("net"));
    write_subnet_list(fabric, directory.file("lst"));
    const Fabric net = reread(directory.file("net"));
    EXPECT_EQ(net.switch_name(0), safe_name(name));
    EXPECT_EQ(as_text(net), as_text(reread(directory.file("lst"))));
    EXPECT_EQ(net.owner(2).kind, PeerKind::kEndPort);
  }
}

TEST(FabricWriter, SafeNamesAreShortAndPlain) {
  EXPECT_EQ(safe_name("a\t\"b\"\n{c}\x7f"), "a 'b' (c) ");
  EXPECT_EQ(safe_name(std::string(100, 'x')), std::string(63, 'x'));
}

TEST(FabricWriter, NamesFileAndReason) {
  EXPECT_EQ(refusal([] { write_ibsim_net(sample(), "/nonexistent/fabric.net"); }),
            "/nonexistent/fabric.net: cannot be written: No such file or directory");
  EXPECT_EQ(refusal([] { write_subnet_list(sample(), "/dev/full"); }),
            "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace weft
