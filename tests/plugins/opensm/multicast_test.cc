#include "plugins/opensm/multicast.h"

#include <endian.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/graph/links.h"
#include "tests/support/failing_allocation.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using test::OpensmSubnet;
using test::Sketch;

constexpr Lid kMlid = 0xC000;

// A group of OpenSM's with these members.
class Group {
 public:
  explicit Group(const std::vector<osm_port_t*>& ports, Sl sl = 0) : members_(ports.size()) {
    box_.mlid = kMlid;
    group_.mcmember_rec.sl_flow_hop = htobe32(std::uint32_t{sl} << 28);
    cl_qlist_init(&box_.mgrp_list);
    cl_qmap_init(&group_.mcm_port_tbl);
    cl_qlist_insert_tail(&box_.mgrp_list, &group_.list_item);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      members_[i].port = ports[i];
      cl_qmap_insert(&group_.mcm_port_tbl, i + 1, &members_[i].map_item);
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  osm_mgrp_box_t& box() { return box_; }

 private:
  osm_mgrp_box_t box_{};
  osm_mgrp_t group_{};
  std::vector<osm_mcm_port_t> members_;
};

using Entries = std::set<std::pair<SwitchIndex, PortNum>>;

struct Multicast {
  explicit Multicast(Fabric f) : fabric(std::move(f)), subnet(fabric) {
    subnet.prepare_multicast(4);
    adopt(fabric);
  }
  // From now on the routing is one of this fabric, and groups on some SLs close a credit loop with
  // its paths.
  void adopt(const Fabric& routed, std::uint16_t loop_sls = 0) {
    auto routing = std::make_shared<Verified>();
    routing->fabric = routed;
    routing->routing.multicast = plan_multicast(routed);
    routing->verdict.multicast_loop_sls = loop_sls;
    trees.adopt(routing, nullptr);
  }
  // The entries of the tables, as they are sent, of a group of these end ports.
  Entries build(const std::vector<EndPortIndex>& members) {
    std::vector<osm_port_t*> ports;
    ports.reserve(members.size());
    for (const EndPortIndex e : members) ports.push_back(&subnet.end_port(e));
    return build_of_ports(ports);
  }
  Entries build_of_ports(const std::vector<osm_port_t*>& ports) {
    test::opensm_doubles().multicast_entries.clear();
    Group group(ports);
    trees.build(group.box());
    Entries entries;
    for (const auto& [table, mlid, port] : test::opensm_doubles().multicast_entries) {
      EXPECT_EQ(mlid, kMlid);
      SwitchIndex s = 0;
      while (&subnet.sw(s).mcast_tbl != table) ++s;
      entries.emplace(s, port);
    }
    return entries;
  }

  Fabric fabric;
  OpensmSubnet subnet;
  MulticastTrees trees{subnet.opensm(), Log(subnet.opensm().log, "weft-test")};
};

// The end ports that get what one sends, once for each copy. What goes round in a circle ends at
// some time.
std::multiset<EndPortIndex> receivers(const Fabric& fabric, const Entries& entries,
                                      EndPortIndex sender) {
  std::multiset<EndPortIndex> found;
  struct Packet {
    SwitchIndex at;
    PortNum in;
  };
  std::vector<Packet> packets = {
      {fabric.end_ports()[sender].sw, fabric.end_ports()[sender].switch_port}};
  for (std::size_t i = 0; i < packets.size() && i < 10000; ++i) {
    for (const auto& [s, out] : entries) {
      if (s != packets[i].at || out == packets[i].in) continue;
      const Port& port = fabric.ports(s)[out];
      if (port.kind == PeerKind::kEndPort) found.insert(port.peer);
      if (port.kind == PeerKind::kSwitch) packets.push_back({port.peer, port.peer_port});
    }
  }
  return found;
}

void expect_all_get_one(const Fabric& fabric, const Entries& entries,
                        const std::set<EndPortIndex>& members) {
  for (const EndPortIndex sender : members) {
    std::multiset<EndPortIndex> others(members.begin(), members.end());
    others.erase(sender);
    EXPECT_EQ(receivers(fabric, entries, sender), others);
  }
}

// Three leaves of two CAs, two spines.
Fabric tree() { return with_new_lids(make_xgft({.down = {2, 3}, .up = {1, 2}}), 0); }

TEST(MulticastTrees, EveryMemberGetsOneCopyAndNoOtherPort) {
  Multicast multicast(tree());
  for (unsigned subset = 0; subset < 64; ++subset) {
    std::set<EndPortIndex> members;
    for (EndPortIndex e = 0; e < 6; ++e) {
      if ((subset >> e & 1) != 0) members.insert(e);
    }
    if (members.size() < 2) continue;
    const Entries entries = multicast.build(std::vector(members.begin(), members.end()));
    expect_all_get_one(multicast.fabric, entries, members);
  }
}

TEST(MulticastTrees, BranchesWithoutMembersAreCut) {
  Multicast multicast(tree());
  // Both at one leaf: nothing but the members' own ports.
  const EndPort& first = multicast.fabric.end_ports()[0];
  const EndPort& second = multicast.fabric.end_ports()[1];
  EXPECT_EQ(multicast.build({0, 1}),
            (Entries{{first.sw, first.switch_port}, {second.sw, second.switch_port}}));
  // At two leaves: two links, over one spine.
  EXPECT_EQ(multicast.build({0, 2}).size(), 2u + 4u);
}

TEST(MulticastTrees, OfFewerThanTwoMembersThereIsNone) {
  Multicast multicast(tree());
  EXPECT_EQ(multicast.build(std::vector{EndPortIndex{3}}), Entries{});
  EXPECT_EQ(multicast.build({3, 3}), Entries{});
  EXPECT_EQ(test::opensm_doubles().purged.size(), 2u);  // trees of other engines
}

TEST(MulticastTrees, ASwitchIsAMemberAtPort0) {
  Multicast multicast(tree());
  const SwitchIndex spine = 4;
  ASSERT_TRUE(multicast.fabric.switch_name(spine).starts_with("spine"));
  const Entries entries =
      multicast.build_of_ports({&multicast.subnet.end_port(0), &multicast.subnet.port0(spine)});
  EXPECT_TRUE(entries.contains({spine, 0}));
  EXPECT_EQ(multicast.subnet.log(), "");
}

TEST(MulticastTrees, MembersOnSwitchesWithoutMulticastAreLeftOut) {
  Blueprint blueprint(tree());
  blueprint.nodes[0].multicast = false;
  Multicast multicast(blueprint.build());
  const Entries entries = multicast.build({0, 2, 4});
  expect_all_get_one(multicast.fabric, entries, {2, 4});
  EXPECT_FALSE(std::ranges::any_of(entries, [](const auto& entry) { return entry.first == 0; }));
  EXPECT_EQ(multicast.subnet.log(),
            "weft-test: 1 of 3 members of multicast group 0xC000 cannot be reached by multicast\n");
  const std::string said = multicast.subnet.log();
  multicast.build({0, 2, 4});
  EXPECT_EQ(multicast.subnet.log(), said) << "once for each routing";
}

TEST(MulticastTrees, WithoutAnySwitchThatCanAllAreLeftOut) {
  Blueprint blueprint(tree());
  for (SwitchIndex s = 0; s < blueprint.switches; ++s) blueprint.nodes[s].multicast = false;
  Multicast multicast(blueprint.build());
  EXPECT_EQ(multicast.build({0, 2}), Entries{});
  EXPECT_TRUE(contains(multicast.subnet.log(), "2 of 2 members"));
  const std::uint64_t before = test::allocations();
  EXPECT_EQ(multicast.build({0, 4}), Entries{});
  EXPECT_LT(test::allocations() - before, 30u) << "no new plan for each group";
}

// The link of the tree's that a group needs is pulled: another spine takes its place.
TEST(MulticastTrees, ArePlannedAgainAroundALostLink) {
  Multicast multicast(tree());
  const Entries before = multicast.build({0, 2});
  const auto link = std::ranges::find_if(before, [&](const auto& entry) {
    return multicast.fabric.ports(entry.first)[entry.second].kind == PeerKind::kSwitch;
  });
  ASSERT_NE(link, before.end());
  OpensmSubnet::unplug(multicast.subnet.switch_port(link->first, link->second));
  const Entries after = multicast.build({0, 2});
  EXPECT_FALSE(after.contains(*link));
  expect_all_get_one(multicast.fabric, after, {0, 2});
}

TEST(MulticastTrees, ArePlannedAgainForANewSwitch) {
  Multicast multicast(tree());
  Blueprint blueprint(tree());
  blueprint.nodes[multicast.fabric.end_ports()[4].sw].removed = true;
  multicast.adopt(blueprint.build());
  expect_all_get_one(multicast.fabric, multicast.build({0, 2, 4}), {0, 2, 4});
}

// A ring of four with a CA at each switch: whatever is cut, the other branches stay.
TEST(MulticastTrees, KeepTheBranchesThatAreThere) {
  Sketch sketch(4);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  const Fabric ring = sketch.build();
  for (SwitchIndex cut = 0; cut < 4; ++cut) {
    Multicast multicast(ring);
    const Entries before = multicast.build({0, 1, 2, 3});
    OpensmSubnet::unplug(multicast.subnet.switch_port(cut, 1));
    const Entries after = multicast.build({0, 1, 2, 3});
    expect_all_get_one(ring, after, {0, 1, 2, 3});
    for (const auto& [s, port] : before) {
      const bool is_cut = (s == cut && port == 1) || (s == (cut + 1) % 4 && port == 2);
      EXPECT_EQ(after.contains({s, port}), !is_cut) << cut;
    }
    EXPECT_EQ(multicast.subnet.log(), "");
  }
}

// A ring of four, s0 to s3, with a CA at each, and s4 in its middle, which all others hang from.
// The link of s3 to the middle is pulled, and it can join s0 or s2. All SLs are on VL 0, and some
// paths go from one of these to s3, to the other and to the middle: joined to the first, packets of
// groups would follow them round. That their SL is another one than that of groups is no matter.
TEST(MulticastTrees, AreRepairedBesidePathsOfAllSlsIfVlsDependOnPorts) {
  Sketch sketch(5);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) sketch.link(s, 4, 4, static_cast<PortNum>(1 + s));
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 3);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  MasterTree tree;
  for (PortNum s = 0; s < 4; ++s)
    tree.nodes.push_back({4, 4, static_cast<PortNum>(1 + s), 1, true});
  tree.nodes.push_back({.in_tree = true});
  for (const bool from_s0 : {true, false}) {
    const LinkIndex to_s3 = links.at(from_s0 ? 0 : 2, from_s0 ? 2 : 1);
    const LinkIndex from_s3 = links.at(3, from_s0 ? 2 : 1);
    const LinkIndex to_the_middle = links.at(from_s0 ? 2 : 0, 4);
    TurnEvidence evidence;
    evidence.vl_pairs.resize(links.turn_count());
    evidence.vl_pairs[links.turn(to_s3, from_s3)] = 1;
    evidence.vl_pairs[links.turn(from_s3, to_the_middle)] = 1;
    auto routing = std::make_shared<Verified>();
    routing->fabric = fabric;
    routing->routing.lanes = SlBySwitch{{{1}, {1}, {1}, {1}}};
    routing->routing.sl2vl = std::make_shared<Sl2Vl>(Sl2Vl::Map{});
    routing->routing.multicast.masters = {tree};
    routing->verdict.evidence = std::make_shared<TurnEvidence>(evidence);

    Multicast multicast(fabric);
    multicast.trees.adopt(routing, nullptr);
    OpensmSubnet::unplug(multicast.subnet.switch_port(3, 4));
    const Entries entries = multicast.build({0, 1, 2, 3});
    expect_all_get_one(fabric, entries, {0, 1, 2, 3});
    EXPECT_EQ(entries.contains({3, 1}), !from_s0);
    EXPECT_EQ(entries.contains({3, 2}), from_s0);
    EXPECT_EQ(multicast.subnet.log(), "");
  }
}

// Of a routing that closes a credit loop with groups on SL 3.
TEST(MulticastTrees, AGroupOnASlThatIsNotSafeIsNamedOnce) {
  Multicast multicast(tree());
  multicast.adopt(multicast.fabric, 1u << 3);
  const std::vector<osm_port_t*> ports = {&multicast.subnet.end_port(0),
                                          &multicast.subnet.end_port(2)};
  for (const Sl sl : {Sl{0}, Sl{2}}) {
    Group group(ports, sl);
    multicast.trees.build(group.box());
    EXPECT_EQ(multicast.subnet.log(), "");
  }
  Group group(ports, 3);
  multicast.trees.build(group.box());
  EXPECT_TRUE(contains(multicast.subnet.log(), "multicast group 0xC000 uses SL 3, on which"));
  const std::string said = multicast.subnet.log();
  multicast.trees.build(group.box());
  EXPECT_EQ(multicast.subnet.log(), said);
}

TEST(MulticastTrees, ArePlannedBeforeTheFirstRouting) {
  Multicast multicast(tree());
  multicast.trees.adopt(nullptr, nullptr);
  expect_all_get_one(multicast.fabric, multicast.build({0, 3, 5}), {0, 3, 5});
}

TEST(MulticastTrees, TablesThatAreTooSmallAreNotWrittenBeyond) {
  Multicast multicast(tree());
  const SwitchIndex s = multicast.fabric.end_ports()[0].sw;
  multicast.subnet.sw(s).mcast_tbl.mft_depth = 0;
  const Entries entries = multicast.build({0, 1, 2});
  EXPECT_FALSE(std::ranges::any_of(entries, [&](const auto& entry) { return entry.first == s; }));
  EXPECT_TRUE(
      contains(multicast.subnet.log(), "multicast group 0xC000 lacks 3 forwarding entries"));
}

TEST(MulticastTrees, MembersWithoutALinkAreIgnored) {
  Multicast multicast(tree());
  OpensmSubnet::unplug(*multicast.subnet.end_port(4).p_physp);
  expect_all_get_one(multicast.fabric, multicast.build({0, 2, 4}), {0, 2});
  osm_port_t* const nobody = nullptr;
  EXPECT_EQ(multicast.build_of_ports({nobody, &multicast.subnet.end_port(0)}), Entries{});
}

}  // namespace
}  // namespace weft
