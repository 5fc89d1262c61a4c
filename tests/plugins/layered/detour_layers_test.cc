#include "plugins/layered/detour_layers.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "common/fabric/generators/generators.h"
#include "tests/support/lane_routing.h"

namespace weft {
namespace {

constexpr std::uint64_t kAnyWork = std::numeric_limits<std::uint64_t>::max();

// A ring of four switches, each with its neighbours' links at ports 1 (to the next) and 2.
class Ring {
 public:
  explicit Ring(std::uint8_t data_vls = 8)
      : fabric_(test::with_data_vls(make_torus({.dims = {4}}), data_vls)), links(fabric_) {}

  LinkIndex next(SwitchIndex s) const { return links.at(s, 1); }
  LinkIndex previous(SwitchIndex s) const { return links.at(s, 2); }

 private:
  Fabric fabric_;

 public:
  Links links;
};

const std::vector<Lane> kTwo = first_lanes(2).lanes;

TEST(DetourLayers, APathGoesWhereItsTurnsAre) {
  const Ring ring;
  std::vector<std::vector<bool>> turns(2, std::vector<bool>(ring.links.turn_count()));
  turns[1][ring.links.turn(ring.next(2), ring.next(3))] = true;
  DetourLayers layers(ring.links, kTwo, turns, kAnyWork);
  layers.start(0);
  std::vector<LinkIndex> link = {kNone, kNone, ring.next(2), ring.next(3)};
  EXPECT_TRUE(layers.holds(3, link)) << "without a turn";
  ASSERT_TRUE(layers.place(3, link, 1));
  EXPECT_EQ(layers.layer_of(3), 0u);
  EXPECT_TRUE(layers.holds(2, link));
  ASSERT_TRUE(layers.place(2, link, 1));
  EXPECT_EQ(layers.layer_of(2), 1u);
  link[1] = ring.next(1);
  EXPECT_FALSE(layers.holds(1, link));
  ASSERT_TRUE(layers.place(1, link, 1));
  EXPECT_EQ(layers.layer_of(1), 0u) << "the first that takes it";
}

TEST(DetourLayers, NoLayerClosesACycle) {
  const Ring ring;
  const std::vector<std::vector<bool>> turns(1, std::vector<bool>(ring.links.turn_count()));
  DetourLayers layers(ring.links, first_lanes(1).lanes, turns, kAnyWork);
  // Paths of two hops to the next but one: the last of four closes the ring.
  for (SwitchIndex to = 0; to < 4; ++to) {
    layers.start(to);
    std::vector<LinkIndex> link(4, kNone);
    const SwitchIndex near = (to + 3) % 4;
    const SwitchIndex far = (to + 2) % 4;
    link[near] = ring.next(near);
    link[far] = ring.next(far);
    ASSERT_TRUE(layers.place(near, link, 1));
    EXPECT_EQ(layers.place(far, link, 1), to != 3);
    if (to != 3) continue;
    EXPECT_TRUE(layers.place(far, link, 0)) << "nothing travels there";
    link[far] = ring.previous(far);
    link[0] = ring.previous(0);
    ASSERT_TRUE(layers.place(0, link, 1));
    EXPECT_TRUE(layers.place(far, link, 1)) << "the other way round";
  }
}

TEST(DetourLayers, AFullLayerTakesNoTurn) {
  const Ring ring;
  std::vector<std::vector<bool>> turns(2, std::vector<bool>(ring.links.turn_count()));
  turns[0][ring.links.turn(ring.next(2), ring.next(3))] = true;
  DetourLayers layers(ring.links, kTwo, turns, kAnyWork, 0b01);
  layers.start(0);
  const std::vector<LinkIndex> link = {kNone, ring.next(1), ring.next(2), ring.next(3)};
  ASSERT_TRUE(layers.place(3, link, 1));
  ASSERT_TRUE(layers.place(2, link, 1));
  EXPECT_EQ(layers.layer_of(2), 0u) << "it has the turn";
  ASSERT_TRUE(layers.place(1, link, 1));
  EXPECT_EQ(layers.layer_of(1), 1u);
}

TEST(DetourLayers, LinksWithoutAVlAreNotInItsLayer) {
  const Ring ring(1);
  const std::vector<std::vector<bool>> turns(2, std::vector<bool>(ring.links.turn_count()));
  DetourLayers layers(ring.links, kTwo, turns, kAnyWork);
  layers.start(0);
  const std::vector<LinkIndex> link = {kNone, kNone, kNone, ring.next(3)};
  for (unsigned i = 0; i < 3; ++i) {
    ASSERT_TRUE(layers.place(3, link, 1));
    EXPECT_EQ(layers.layer_of(3), 0u);
  }
}

TEST(DetourLayers, OfLayersThatHoldAPathTheEmptiestGetsIt) {
  const Ring ring;
  const std::vector<std::vector<bool>> turns(2, std::vector<bool>(ring.links.turn_count()));
  DetourLayers layers(ring.links, kTwo, turns, kAnyWork);
  std::vector<unsigned> chosen;
  for (const std::uint32_t weight : {3u, 1u, 1u, 2u, 1u}) {
    layers.start(0);
    const std::vector<LinkIndex> link = {kNone, kNone, kNone, ring.next(3)};
    ASSERT_TRUE(layers.place(3, link, weight));
    chosen.push_back(layers.layer_of(3));
  }
  EXPECT_EQ(chosen, (std::vector<unsigned>{0, 1, 1, 1, 0}));
}

}  // namespace
}  // namespace weft
