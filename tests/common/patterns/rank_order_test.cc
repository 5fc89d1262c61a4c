#include "common/patterns/rank_order.h"

#include <gtest/gtest.h>

#include "common/base/file.h"
#include "common/dumps/ca_order_dump.h"
#include "common/fabric/builder.h"
#include "common/fabric/readers/fabric_reader.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// One switch with CAs a: «node-a HCA-1» (port GUIDs 0x101 and 0x102, LIDs 0 and 11), b: «node-b
// HCA-1» (0x201, LID 12), c and d: «node-c mlx5_0» (0x301, 13) and «node-c mlx5_1» (0x401, 14), e:
// «e» (0x501, no LID), f: «e:2» (0x601, 15), and a router «gate» (0x701, 16). End ports 0..7.
Fabric hosts() {
  FabricBuilder builder("hosts");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 8});
  PortNum at = 0;
  const auto add = [&](Guid guid, const char* name, std::initializer_list<Lid> lids,
                       NodeType type = NodeType::kCa) {
    const NodeId node = builder.add_node({.type = type,
                                          .node_guid = guid,
                                          .port_count = static_cast<PortNum>(lids.size()),
                                          .name = name});
    PortNum port = 0;
    for (const Lid lid : lids) {
      ++port;
      builder.set_address(node, port, guid + port, lid, 0);
      builder.add_link(node, port, sw, ++at, {});
    }
  };
  builder.set_address(sw, 0, 0, 1, 0);
  add(0x100, "node-a HCA-1", {0, 11});
  add(0x200, "node-b HCA-1", {12});
  add(0x300, "node-c mlx5_0", {13});
  add(0x400, "node-c mlx5_1", {14});
  add(0x500, "e", {0});
  add(0x600, "e:2", {15});
  add(0x700, "gate", {16}, NodeType::kRouter);
  return builder.build();
}

using Order = std::vector<EndPortIndex>;

struct Parsed {
  Order order;  // the first rail of each rank
  std::vector<Order> rails;
  std::vector<std::string> warnings;
};

Parsed parse(std::string_view text, const RailChoice& choice = {}) {
  Parsed parsed;
  const Placement placement = parse_rank_order(text, "file", hosts(), choice, parsed.warnings);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const auto rails = placement.rails(i);
    parsed.rails.emplace_back(rails.begin(), rails.end());
    parsed.order.push_back(rails.empty() ? kNone : rails.front());
  }
  return parsed;
}

std::string refused(std::string_view text) {
  return refusal([&] { parse(text); });
}

TEST(RankOrder, ReadsTheDumpOfOpenSm) {
  const Parsed parsed = parse(
      "0x000c\tnode-b HCA-1\n"
      "0xFFFF\tDUMMY\n"
      "0x000e\tnode-c mlx5_1\n"
      "0xFFFF\tDUMMY\n");
  EXPECT_EQ(parsed.order, (Order{2, kNone, 4, kNone}));
  EXPECT_TRUE(parsed.warnings.empty());
}

TEST(RankOrder, WarnsOfLidsThatMoved) {
  const Parsed parsed = parse("0x000c\tnode-c mlx5_1\n0x000d\tx\n0x000e\tnode-c mlx5_1\n");
  EXPECT_EQ(parsed.order, (Order{2, 3, 4}));
  ASSERT_EQ(parsed.warnings.size(), 1u);
  EXPECT_EQ(parsed.warnings[0],
            "file:1: LID 0x000c belongs to 'node-b HCA-1' in the fabric, not to 'node-c mlx5_1' "
            "(so do 1 more lines)");
}

TEST(RankOrder, NamesWithControlCharactersAreWrittenWithoutThem) {
  FabricBuilder builder("odd names");
  const NodeId sw = builder.add_node({.type = NodeType::kSwitch, .node_guid = 1, .port_count = 2});
  builder.set_address(sw, 0, 0, 3, 0);
  for (const PortNum p : {PortNum{1}, PortNum{2}}) {
    const Guid guid = Guid{0x100} * p;
    const NodeId ca = builder.add_node({.type = NodeType::kCa,
                                        .node_guid = guid,
                                        .port_count = 1,
                                        .name = p == 1 ? "a\tb\x01" : " plain"});
    builder.set_address(ca, 1, guid + 1, p, 0);
    builder.add_link(ca, 1, sw, p, {});
  }
  const Fabric fabric = builder.build();
  TemporaryDirectory folder;
  const std::string path = folder.file("order");
  write_ca_order(fabric, std::vector<EndPortIndex>{0, 1}, path);
  std::vector<std::string> warnings;
  EXPECT_EQ(parse_rank_order(read_file(path), path, fabric, {}, warnings).order(), (Order{0, 1}));
  EXPECT_EQ(warnings, std::vector<std::string>{});
}

TEST(RankOrder, RefusesBadDumps) {
  const std::string good = "0x000c\tnode-b HCA-1\n";
  EXPECT_TRUE(contains(refused(good + "node-c\n"), "file:2: expected a LID"));
  EXPECT_TRUE(contains(refused(good + "0x10000\tx\n"), "file:2: expected a LID"));
  EXPECT_TRUE(
      contains(refused(good + "0x0001\tswitch\n"), "file:2: no CA of the fabric has LID 0x0001"));
  EXPECT_TRUE(contains(refused(good + "0x0010\tgate\n"), "file:2: no CA"));
  EXPECT_TRUE(contains(refused(good + "0x0000\tx\n"), "file:2: no CA"));
  EXPECT_TRUE(contains(refused(good + good),
                       "file:2: the port with LID 0x000c has a place already, by line 1"));
  EXPECT_TRUE(contains(refused(good + "0xffff\tDUMMY\n"), "file: a pattern needs two ranks"));
}

TEST(RankOrder, ReadsHostfiles) {
  const Parsed parsed = parse(
      "# the job\n"
      "\n"
      "node-b:2 # comment\n"
      "node-c mlx5_1\n"
      "  node-c mlx5_0 \r\n"
      "e:2\n"
      "0x0000000000000102\n"
      "0x0000000000000200\n"
      "node-a slots=3 max_slots=8\n"
      "node-b\n");
  EXPECT_EQ(parsed.order, (Order{2, 2, 4, 3, 6, 1, 2, 1, 1, 1, 2}));
  EXPECT_TRUE(parsed.warnings.empty());
}

TEST(RankOrder, AHostIsAllItsRails) {
  using Use = RailChoice::Use;
  const std::string text = "node-c\nnode-b\n";
  EXPECT_EQ(parse(text).rails, (std::vector<Order>{{3, 4}, {2}}));
  EXPECT_EQ(parse(text, {Use::kOne, 1}).rails, (std::vector<Order>{{3}, {2}}));
  EXPECT_EQ(parse(text, {Use::kByPort}).rails, (std::vector<Order>{{3}, {4}, {2}}));
  EXPECT_EQ(parse("node-c slots=3\n", {Use::kByPort}).rails, (std::vector<Order>{{3}, {4}, {3}}));
  EXPECT_EQ(parse("node-c mlx5_1\nnode-b\n").rails, (std::vector<Order>{{4}, {2}}))
      << "one of its CAs";
  EXPECT_EQ(refusal([&] {
              parse(text, {Use::kOne, 2});
            }),
            "file:2: it has 1 rail, and no number 2");
}

TEST(RankOrder, ReadsRankfiles) {
  const Parsed parsed = parse(
      "rank 1=node-c slot=0:1\n"
      "rank 0=node-b slot=1   # the first\n"
      "rank 2=node-c\n");
  EXPECT_EQ(parsed.rails, (std::vector<Order>{{2}, {3, 4}, {3, 4}}));
  EXPECT_EQ(
      parse("rank 0=node-c\nrank 1=node-b\nrank 2=node-c\n", {RailChoice::Use::kByPort}).rails,
      (std::vector<Order>{{3}, {2}, {4}}));
  EXPECT_EQ(refused("rank 0=node-b\nrank 2=node-c\n"), "file: rank 1 has no host");
  EXPECT_EQ(refused("rank 0=node-b\nrank 0=node-c\n"), "file:2: rank 0 has a host already");
  EXPECT_TRUE(contains(refused("rank 0=node-b\nnode-c\n"), "file:2: expected «rank N=host"));
  EXPECT_TRUE(contains(refused("rank 0=node-x\n"), "no CA of the fabric is called 'node-x'"));
  EXPECT_TRUE(contains(refused("rank 99999999=node-b\n"), "more than 262144"));
}

TEST(RankOrder, RefusesBadHostfiles) {
  EXPECT_TRUE(
      contains(refused("node-b\nnode-x\n"), "file:2: no CA of the fabric is called 'node-x'"));
  EXPECT_TRUE(contains(refused("node-b\nnode-x:4\n"), "file:2: no CA of the fabric is called"));
  EXPECT_TRUE(contains(refused("node-b\ngate\n"), "file:2: no CA"));
  EXPECT_TRUE(
      contains(refused("node-b\nnode-a 4\n"), "file:2: no CA of the fabric is called 'node-a 4'"));
  EXPECT_EQ(refused("node-b\ne\n"), "file:2: 'e' has no LID");
  EXPECT_TRUE(contains(refused(""), "file: a pattern needs two ranks"));
  EXPECT_TRUE(contains(refused("node-b\n"), "file: a pattern needs two ranks"));
  EXPECT_TRUE(contains(refused("node-b slots=x\n"), "file:1: expected a number instead of 'x'"));
  EXPECT_TRUE(contains(refused("node-b slots=99999999999\n"), "more than 262144 positions"));
  EXPECT_TRUE(contains(refused("node-[1-9\n"), "a bracket is not closed"));
}

TEST(RankOrder, HasALimit) {
  std::string text;
  for (std::size_t i = 0; i < kMostPositions; ++i) text += "0xFFFF\tDUMMY\n";
  EXPECT_TRUE(contains(refused(text), "a pattern needs two ranks"));
  EXPECT_TRUE(contains(refused(text + "0x000c\tx\n"), "file:262145: there are more than 262144"));
}

TEST(RankOrder, IsReadFromRegularFiles) {
  std::vector<std::string> warnings;
  const Fabric fabric = hosts();
  EXPECT_FALSE(refusal([&] { read_rank_order("/dev/zero", fabric, {}, warnings); }).empty());
  EXPECT_FALSE(refusal([&] { read_rank_order("/nonexistent", fabric, {}, warnings); }).empty());
}

}  // namespace
}  // namespace weft
