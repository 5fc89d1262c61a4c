#include "common/topology/whole_product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "common/fabric/counts.h"
#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/generators/irregular.h"
#include "common/fabric/renumber.h"
#include "common/graph/links.h"
#include "common/graph/switch_graph.h"
#include "tests/support/living_fabric.h"

namespace weft {
namespace {

using test::LivingFabric;

Fabric torus(std::vector<std::uint32_t> dims) {
  GridSpec spec;
  spec.dims = std::move(dims);
  spec.cas = 1;
  return with_new_lids(make_torus(spec), 0);
}

std::optional<WholeProduct> completed(const Fabric& fabric) {
  return with_whole_products(fabric, find_products(SwitchGraph(fabric)));
}

// Pairs of GUIDs, both ways; added switches are 0.
std::multiset<std::pair<Guid, Guid>> joined(const Fabric& fabric, const Fabric& known) {
  std::set<Guid> guids;
  for (const Switch& sw : known.switches()) guids.insert(sw.node_guid);
  const auto guid = [&](SwitchIndex s) {
    const Guid found = fabric.switches()[s].node_guid;
    return guids.contains(found) ? found : 0;
  };
  std::multiset<std::pair<Guid, Guid>> pairs;
  const Links links(fabric);
  for (const Link& link : links.all()) pairs.emplace(guid(link.from), guid(link.to));
  return pairs;
}

TEST(WholeProduct, LacksNothing) { EXPECT_FALSE(completed(torus({4, 5}))); }

TEST(WholeProduct, GetsTheLinkThatIsMissing) {
  LivingFabric fabric(torus({4, 5}));
  PortNum port = 1;
  while (fabric.whole().ports(7)[port].kind != PeerKind::kSwitch) ++port;
  fabric.lose_link(7, port);
  const Fabric degraded = fabric.now();
  const auto whole = completed(degraded);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->added_links, 1u);
  EXPECT_EQ(whole->added_switches, 0u);
  EXPECT_EQ(joined(whole->fabric, fabric.whole()), joined(fabric.whole(), fabric.whole()));
  // What was there is as it was.
  ASSERT_EQ(whole->fabric.switch_count(), degraded.switch_count());
  for (SwitchIndex s = 0; s < degraded.switch_count(); ++s) {
    EXPECT_EQ(whole->fabric.switches()[s].node_guid, degraded.switches()[s].node_guid);
    EXPECT_EQ(whole->fabric.switches()[s].lid, degraded.switches()[s].lid);
    for (std::size_t p = 1; p < degraded.ports(s).size(); ++p) {
      const Port& before = degraded.ports(s)[p];
      if (before.kind == PeerKind::kNothing) continue;
      EXPECT_EQ(whole->fabric.ports(s)[p].peer, before.peer);
      EXPECT_EQ(whole->fabric.ports(s)[p].peer_port, before.peer_port);
    }
  }
}

TEST(WholeProduct, GetsTheSwitchThatIsMissing) {
  LivingFabric fabric(torus({4, 5}));
  fabric.lose_switch(7);
  const auto whole = completed(fabric.now());
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->added_switches, 1u);
  EXPECT_EQ(whole->added_links, 4u);
  const Switch& added = whole->fabric.switches()[19];
  EXPECT_EQ(added.lid, 0);
  const Fabric known = fabric.now();
  EXPECT_EQ(joined(whole->fabric, known), joined(fabric.whole(), known));
}

TEST(WholeProduct, NeedsAProduct) {
  XgftSpec spec;
  spec.down = {3, 6};
  spec.up = {1, 3};
  EXPECT_FALSE(completed(make_xgft(spec)));
}

TEST(RegularPart, IsAllOfAProduct) {
  const RegularPart part = find_regular_part(torus({4, 5}));
  EXPECT_FALSE(part.fabric);
  EXPECT_EQ(part.labels.products.at(0).switches.size(), 20u);
}

TEST(RegularPart, LeavesOutWhatHangsOn) {
  Blueprint blueprint(torus({4, 5}));
  blueprint.nodes.push_back({.type = NodeType::kSwitch, .node_guid = 0x900, .port_count = 1});
  const auto hanging = static_cast<NodeId>(blueprint.nodes.size() - 1);
  const PortNum port = ++blueprint.nodes[3].port_count;
  blueprint.links.push_back({.a = hanging, .port_a = 1, .b = 3, .port_b = port});
  const Fabric fabric = blueprint.build();
  ASSERT_EQ(fabric.switch_count(), 21u);
  const RegularPart part = find_regular_part(fabric);
  ASSERT_TRUE(part.fabric);
  EXPECT_EQ(part.fabric->switch_count(), 20u);
  EXPECT_EQ(part.labels.products.at(0).switches.size(), 20u);
}

TEST(RegularPart, IsNotLookedForWithoutAProduct) {
  XgftSpec spec;
  spec.down = {3, 6};
  spec.up = {1, 3};
  const RegularPart part = find_regular_part(make_xgft(spec));
  EXPECT_FALSE(part.fabric);
  EXPECT_TRUE(part.labels.products.empty());
}

TEST(WholeProduct, WithAllOfItLacksNothingMore) {
  const Fabric whole = torus({4, 5});
  EXPECT_EQ(count_links(with_all_of_products(whole)), count_links(whole));
  LivingFabric fabric(whole);
  fabric.lose_switch(7);
  EXPECT_FALSE(completed(with_all_of_products(completed(fabric.now())->fabric)));
}

TEST(WholeProduct, IsWholeWithAllItsSwitchesAndLinks) {
  const auto whole = [](const Fabric& fabric) {
    const SwitchGraph graph(fabric);
    const ProductLabels labels = find_products(graph);
    return !labels.products.empty() && are_whole(graph, labels);
  };
  for (const Fabric& fabric :
       {make_torus({.dims = {5, 3, 4}, .cas = 1}), make_mesh({.dims = {5, 4}, .cas = 1}),
        make_hyperx({.dims = {5, 4}, .cas = 1}), make_hypercube({.dimensions = 4, .cas = 1}),
        make_torus({.dims = {5, 6}, .cas = 1, .links = 2})}) {
    EXPECT_TRUE(whole(fabric));
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      EXPECT_FALSE(whole(with_failures(fabric, {.switches = {1}, .seed = seed})));
    }
  }
  EXPECT_FALSE(whole(with_failures(make_torus({.dims = {5, 6}, .cas = 1}), {.links = {1}})));
}

}  // namespace
}  // namespace weft
