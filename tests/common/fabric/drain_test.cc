#include "common/fabric/drain.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;
using Sentences = std::vector<std::string>;

Guid guid_of(SwitchIndex s) { return 1 + s; }
DrainedPart sw(SwitchIndex s) { return {.guid = guid_of(s), .name = {}, .ports = {}}; }
DrainedPart link(SwitchIndex s, PortNum port) {
  return {.guid = guid_of(s), .name = {}, .ports = {port}};
}
DrainedPart named(std::string name) { return {.guid = 0, .name = std::move(name), .ports = {}}; }

// Leaves s0, s1 with a host each, a0 and a1, and spines s2, s3; a link from each leaf to each
// spine, at port 1 + s of the other one's number s.
Fabric tree() {
  test::Sketch sketch(4);
  for (const SwitchIndex leaf : {0u, 1u}) {
    for (const SwitchIndex spine : {2u, 3u}) {
      sketch.link(leaf, static_cast<PortNum>(1 + spine), spine, static_cast<PortNum>(1 + leaf));
    }
    sketch.ca(leaf, 8);
  }
  return sketch.build();
}

using LinkEnd = std::pair<SwitchIndex, unsigned>;

// The ends of links between switches that are left.
std::vector<LinkEnd> ends(const Fabric& fabric) {
  std::vector<LinkEnd> found;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (unsigned p = 1; p < ports.size(); ++p) {
      if (ports[p].kind == PeerKind::kSwitch) found.emplace_back(s, p);
    }
  }
  return found;
}

TEST(Drain, NothingIsTheFabric) {
  const Drained drained = drain(tree(), {});
  EXPECT_EQ(ends(drained.fabric), ends(tree()));
  EXPECT_TRUE(drained.service.drained.empty());
  EXPECT_TRUE(drained.service.refused.empty());
}

TEST(Drain, ASwitchKeepsOneLink) {
  const Drained drained = drain(tree(), std::vector{sw(2)});
  EXPECT_EQ(ends(drained.fabric),
            (std::vector<LinkEnd>{{0, 3}, {0, 4}, {1, 4}, {2, 1}, {3, 1}, {3, 2}}));
  EXPECT_EQ(drained.service.drained,
            Sentences{"s2 (0x0000000000000003) is drained: no path of other nodes goes "
                      "through it"});
  EXPECT_TRUE(drained.service.refused.empty());
  EXPECT_EQ(drained.fabric.lid_count(), tree().lid_count());
}

TEST(Drain, ALinkIsGoneAtBothEnds) {
  for (const DrainedPart& part : {link(0, 3), link(2, 1)}) {
    const Drained drained = drain(tree(), std::vector{part});
    EXPECT_EQ(ends(drained.fabric),
              (std::vector<LinkEnd>{{0, 4}, {1, 3}, {1, 4}, {2, 2}, {3, 1}, {3, 2}}));
    EXPECT_TRUE(contains(drained.service.drained.at(0), "is drained: no path uses it"));
  }
}

TEST(Drain, ASwitchWithHostsKeepsThemReached) {
  const Drained drained = drain(tree(), std::vector{sw(0)});
  EXPECT_EQ(ends(drained.fabric),
            (std::vector<LinkEnd>{{0, 3}, {1, 3}, {1, 4}, {2, 1}, {2, 2}, {3, 2}}));
  EXPECT_TRUE(
      contains(drained.service.drained.at(0), "but 1 end ports of hosts are still linked to it"));
}

TEST(Drain, WhatWouldCutSomethingOffIsRefused) {
  const std::vector parts = {sw(2), sw(3)};
  const Drained drained = drain(tree(), parts);
  EXPECT_EQ(ends(drained.fabric), ends(drain(tree(), std::vector{sw(2)}).fabric));
  EXPECT_EQ(drained.service.refused, Sentences{"s3 (0x0000000000000004) is not drained: s1 "
                                               "(0x0000000000000002) would be cut off from s0 "
                                               "(0x0000000000000001)"});
  EXPECT_EQ(drained.service.drained.size(), 1u);
  // Nor is the last link of a drained switch.
  const Drained all_links =
      drain(tree(), std::vector{sw(2), DrainedPart{.guid = 3, .name = {}, .ports = {1, 2}}});
  EXPECT_EQ(all_links.service.refused.size(), 1u);
  EXPECT_EQ(ends(all_links.fabric), ends(drain(tree(), std::vector{sw(2)}).fabric));
}

TEST(Drain, SwitchesInARowHangOnEachOther) {
  test::Sketch sketch(4);
  for (SwitchIndex s = 0; s < 3; ++s) sketch.link(s, 2, s + 1, 1);
  const Fabric row = sketch.build();
  const Drained drained = drain(row, std::vector{sw(2), sw(3)});
  EXPECT_TRUE(drained.service.refused.empty());
  EXPECT_EQ(ends(drained.fabric), ends(row));
  EXPECT_TRUE(drained.service.drained.at(0).ends_with(
      "through it, except to switches that are drained too"));
  EXPECT_TRUE(drained.service.drained.at(1).ends_with("through it"));
  EXPECT_EQ(drain(row, std::vector{sw(1)}).service.refused.size(), 1u);
  EXPECT_EQ(drain(row, std::vector{sw(0), sw(1), sw(2), sw(3)}).service.refused.size(), 1u);
  // What hangs on s2 may be drained, if not by then.
  const Drained without_last = drain(row, std::vector{link(0, 2), sw(2), sw(3)});
  EXPECT_EQ(without_last.service.refused.size(), 1u);
  EXPECT_EQ(without_last.service.drained.size(), 2u);
}

TEST(Drain, PartsHaveNamesToo) {
  EXPECT_EQ(ends(drain(tree(), std::vector{named("s2")}).fabric),
            ends(drain(tree(), std::vector{sw(2)}).fabric));
  FabricBuilder builder("twins");
  for (Guid guid = 1; guid <= 2; ++guid) {
    builder.add_node({.type = NodeType::kSwitch, .node_guid = guid, .port_count = 2, .name = "sw"});
  }
  builder.add_link(0, 1, 1, 1, {});
  EXPECT_EQ(drain(builder.build(), std::vector{named("sw")}).service.refused,
            Sentences{"'sw' is not drained: 2 switches have this name: give the GUID of one"});
}

TEST(Drain, WhatCarriesNoPathsOfOthersIsSaid) {
  const Drained drained = drain(tree(), std::vector{named("a0"), named("none"), sw(77), link(0, 8),
                                                    link(0, 200), link(0, 7)});
  EXPECT_EQ(ends(drained.fabric), ends(tree()));
  EXPECT_TRUE(drained.service.refused.empty());
  EXPECT_EQ(drained.service.drained,
            Sentences{"'a0': it is a host, and no path of other nodes goes through a host"});
  EXPECT_EQ(
      drained.service.not_found,
      (Sentences{"'none': it is not in the fabric", "0x000000000000004e: it is not in the fabric",
                 "port 8 of 0x0000000000000001: there is no link to another switch",
                 "port 200 of 0x0000000000000001: there is no link to another switch",
                 "port 7 of 0x0000000000000001: there is no link to another switch"}));
}

TEST(Drain, OfThePortsThatAPartNamesThoseWithoutLinksAreNotFound) {
  // The host is at port 8.
  const Fabric fabric = tree();
  const auto with_ports = [](std::vector<PortNum> ports) {
    DrainedPart part = sw(0);
    part.ports = std::move(ports);
    return part;
  };
  const Drained drained = drain(fabric, std::vector{with_ports({3, 8, 200})});
  EXPECT_EQ(ends(drained.fabric), ends(drain(fabric, std::vector{link(0, 3)}).fabric));
  EXPECT_EQ(drained.service.drained,
            Sentences{"port 3 of s0 (0x0000000000000001) is drained: no path uses it"});
  EXPECT_EQ(
      drained.service.not_found,
      Sentences{"port 8, 200 of s0 (0x0000000000000001): there is no link to another switch"});
}

// By list, the numbers of the parts that stay in use.
std::vector<std::vector<std::size_t>> taken_back(std::vector<DrainedPart> parts,
                                                 const std::vector<bool>& in_use) {
  std::vector<std::vector<std::size_t>> taken;
  for (const std::vector<DrainedPart>& way : ways_to_drain(parts, in_use)) {
    taken.emplace_back();
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (!way[i].stays_because.empty()) taken.back().push_back(i);
    }
  }
  return taken;
}
using Taken = std::vector<std::vector<std::size_t>>;

DrainedPart flapping_link() {
  DrainedPart part = link(0, 3);
  part.reason = DrainReason::kFlapping;
  return part;
}

TEST(Drain, PartsAreTakenBackFlappingOnesFirst) {
  EXPECT_EQ(taken_back({}, {}), Taken{{}});
  EXPECT_EQ(taken_back({sw(3)}, {true}), (Taken{{}, {0}}));
  EXPECT_EQ(taken_back({flapping_link()}, {true}), (Taken{{}, {0}}));
  EXPECT_EQ(taken_back({sw(3), flapping_link()}, {true, true}), (Taken{{}, {1}, {0, 1}}));
  const auto ways =
      ways_to_drain(std::vector{sw(3), flapping_link()}, std::vector<bool>{true, true});
  const auto links = [](const std::vector<DrainedPart>& parts) {
    return ends(drain(tree(), parts).fabric).size();
  };
  EXPECT_EQ(ways[0], (std::vector{sw(3), flapping_link()}));
  EXPECT_EQ(links(ways[1]), links({sw(3)}));
  const Drained all = drain(tree(), ways[2]);
  EXPECT_EQ(ends(all.fabric), ends(tree()));
  const std::string why = ": the engine cannot route the rest of the fabric";
  EXPECT_EQ(all.service.refused, Sentences{"s3 (0x0000000000000004) is not drained" + why});
  EXPECT_EQ(all.flapping.refused,
            Sentences{"port 3 of s0 (0x0000000000000001) flaps but stays in use" + why});
}

TEST(Drain, OnePartIsTakenBackBeforeSeveralAndThoseInUseFirst) {
  EXPECT_EQ(taken_back({sw(1), sw(2), sw(3)}, {true, false, true}),
            (Taken{{}, {2}, {0}, {1}, {0, 2}, {0, 1, 2}}));
  EXPECT_EQ(taken_back({sw(1), sw(2)}, {false, false}), (Taken{{}, {1}, {0}, {0, 1}}));
  EXPECT_EQ(taken_back({sw(1), flapping_link(), sw(2)}, {false, true, true}),
            (Taken{{}, {1}, {1, 2}, {0, 1}, {0, 1, 2}}));
  const std::size_t many = 100;
  EXPECT_EQ(
      taken_back(std::vector<DrainedPart>(many, sw(1)), std::vector<bool>(many, false)).size(), 6u);
}

TEST(Drain, PartsInUseAreThoseThatTheActiveRoutingHas) {
  const Fabric fabric = tree();
  const std::vector<DrainedPart> parts = {sw(2),         link(0, 3), named("a0"),
                                          named("none"), link(0, 4), sw(3)};
  EXPECT_EQ(parts_in_use(fabric, nullptr, parts), std::vector<bool>(parts.size(), true));
  EXPECT_EQ(parts_in_use(fabric, &fabric, parts),
            (std::vector<bool>{true, true, false, false, true, true}));
  const Fabric active = drain(fabric, std::vector{sw(2), link(0, 3)}).fabric;
  EXPECT_EQ(parts_in_use(fabric, &active, parts),
            (std::vector<bool>{false, false, false, false, true, true}));
  // Of a drained spine behind another the second keeps its link to the first.
  const std::vector<DrainedPart> spines = {sw(2), sw(3)};
  test::Sketch chain(4);
  for (SwitchIndex s = 0; s < 3; ++s) chain.link(s, 2, s + 1, 1);
  chain.link(0, 3, 1, 3);
  chain.ca(0, 8);
  chain.ca(1, 8);
  const Fabric row = chain.build();
  EXPECT_EQ(parts_in_use(row, &row, spines), (std::vector<bool>{false, false}));
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  const Fabric another = sketch.build();  // a switch is new, a port and a link are
  EXPECT_EQ(parts_in_use(fabric, &another, parts), std::vector<bool>(parts.size(), false));
}

TEST(Drain, ManyPartsAreBounded) {
  test::Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  const Drained drained = drain(sketch.build(), std::vector(2'000, link(0, 1)));
  EXPECT_EQ(drained.service.refused.size(), 2'000u);
  EXPECT_TRUE(contains(drained.service.refused.front(), "would be cut off"));
  EXPECT_TRUE(contains(drained.service.refused.back(), "Weft tries at most 1000 parts"));
}

}  // namespace
}  // namespace weft
