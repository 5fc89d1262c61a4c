// What all generators have in common.
#include "common/fabric/generators/generators.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Generators, GiveLinksTheAskedSpeed) {
  const Fabric fabric = make_torus({.dims = {3}, .link = {12, LinkSpeed::kEdr, 4}});
  for (const Port& port : fabric.ports(0)) {
    if (port.kind == PeerKind::kNothing) continue;
    EXPECT_EQ(port.link, (LinkAttributes{12, LinkSpeed::kEdr, 4}));
  }
  EXPECT_EQ(make_torus({.dims = {3}}).ports(0)[1].link, (LinkAttributes{4, LinkSpeed::kQdr, 8}));
}

TEST(Generators, RefuseWhatNoSubnetCanHold) {
  constexpr unsigned kHuge = 4'000'000'000;
  EXPECT_THROW(make_xgft({.down = {kHuge, kHuge, kHuge}, .up = {1, kHuge, kHuge}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {255}, .up = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {1}, .up = {255}}), BadInput);          // ports of a CA
  EXPECT_THROW(make_xgft({.down = {200, 250}, .up = {1, 1}}), BadInput);  // 50,000 CAs
  EXPECT_THROW(make_torus({.dims = {kHuge, kHuge}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {8, 8}, .cas = 251}), BadInput);
  EXPECT_THROW(make_torus({.dims = {8, 8}, .links = kHuge}), BadInput);
  EXPECT_THROW(make_mesh({.dims = {100, 100, 5}, .cas = 0}), BadInput);  // 50,000 switches
  EXPECT_THROW(make_hyperx({.dims = {256}}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = 15, .cas = 1}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = kHuge}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = kHuge, .global_links = kHuge, .cas = 1}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 2, .global_links = kHuge, .cas = 1, .groups = 2}),
               BadInput);
  EXPECT_THROW(make_dragonfly({.routers = kHuge, .global_links = 1, .cas = 1, .rows = kHuge}),
               BadInput);
  EXPECT_THROW(
      make_dragonfly_plus({.leaves = kHuge, .spines = kHuge, .global_links = kHuge, .cas = kHuge}),
      BadInput);
  EXPECT_THROW(make_slim_fly({.q = 157}), BadInput);  // 49,298 switches
  EXPECT_THROW(make_slim_fly({.q = 5, .cas = kHuge}), BadInput);
  EXPECT_THROW(make_slim_fly({.q = 1u << 31}), BadInput);
  EXPECT_THROW(make_polar_fly({.q = 256, .cas = 0}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = kHuge, .degree = 4}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 400, .degree = 399}), BadInput);
}

TEST(Generators, TakeWhatASubnetCanJustHold) {
  EXPECT_EQ(make_mesh({.dims = {3, 7, 2339}, .cas = 0}).switch_count(), 49119u);
  EXPECT_EQ(make_hyperx({.dims = {254}}).ports(0).size(), 255u);
  EXPECT_EQ(make_xgft({.down = {192, 254}, .up = {1, 62}}).end_port_count(), 48768u);
}

TEST(Generators, RefuseNumbersThatMakeNoSense) {
  EXPECT_THROW(make_xgft({.down = {}, .up = {}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 2}, .up = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 2}, .up = {1, 1}, .parallel = {1}}), BadInput);
  EXPECT_THROW(make_xgft({.down = {2, 0}, .up = {1, 1}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {2, 2, 2, 2, 2, 2, 2, 2, 2}}), BadInput);
  EXPECT_THROW(make_torus({.dims = {4, 0}}), BadInput);
  EXPECT_THROW(make_mesh({.dims = {4}, .links = 0}), BadInput);
  EXPECT_THROW(make_hyperx({.dims = {1}, .cas = 0}), BadInput);  // a switch without ports
  EXPECT_THROW(make_hypercube({.dimensions = 0}), BadInput);
  EXPECT_THROW(make_hypercube({.dimensions = 3, .links = 0}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 0, .global_links = 1, .cas = 1}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 2, .global_links = 2, .cas = 1, .groups = 6}), BadInput);
  EXPECT_THROW(make_dragonfly({.routers = 2, .global_links = 2, .cas = 1, .rows = 0}), BadInput);
  EXPECT_THROW(make_dragonfly_plus({.leaves = 0, .spines = 1, .global_links = 1, .cas = 1}),
               BadInput);
  EXPECT_THROW(make_dragonfly_plus({.leaves = 1, .spines = 0, .global_links = 1, .cas = 1}),
               BadInput);
  EXPECT_THROW(
      make_dragonfly_plus({.leaves = 1, .spines = 2, .global_links = 1, .cas = 1, .groups = 4}),
      BadInput);
  EXPECT_THROW(make_slim_fly({.q = 0}), BadInput);
  EXPECT_THROW(make_slim_fly({.q = 2}), BadInput);
  EXPECT_THROW(make_slim_fly({.q = 12}), BadInput);
  EXPECT_THROW(make_polar_fly({.q = 1}), BadInput);
  EXPECT_THROW(make_polar_fly({.q = 6}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 5, .degree = 3}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 4, .degree = 1}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 4, .degree = 4}), BadInput);
  EXPECT_THROW(make_random_regular({.switches = 1, .degree = 0}), BadInput);
}

}  // namespace
}  // namespace weft
