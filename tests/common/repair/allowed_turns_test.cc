#include "common/repair/allowed_turns.h"

#include <gtest/gtest.h>

#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

// A ring of four, each with a CA: port 1 leads to the next switch, port 2 to the one before.
struct Ring {
  LinkTurn onwards(SwitchIndex s) const { return {links.at(s, 1), links.at((s + 1) % 4, 1)}; }
  LinkTurn back(SwitchIndex s) const { return {links.at(s, 2), links.at((s + 3) % 4, 2)}; }

  Fabric fabric = test::clockwise_ring(4).fabric;
  FabricMatch match{fabric, fabric};
  Links links{fabric};
};

const Sl2Vl kSame;

// Evidence of some turns, all on one VL.
TurnEvidence turns_on(const Ring& ring, unsigned vl, std::initializer_list<LinkTurn> turns) {
  TurnEvidence evidence;
  evidence.turns.resize(ring.links.turn_count());
  for (const LinkTurn turn : turns) {
    evidence.turns[ring.links.turn(turn.from, turn.to)] = static_cast<std::uint16_t>(1u << vl);
  }
  return evidence;
}

TEST(AllowedTurns, WithoutEvidenceAnythingGoes) {
  const Ring ring;
  AllowedTurns turns(ring.links);
  for (SwitchIndex s = 0; s < 4; ++s) {
    const LinkTurn turn = ring.onwards(s);
    EXPECT_TRUE(turns.add_path(1, {&turn, 1}));
  }
}

TEST(AllowedTurns, CloseNoCycleOnAnyLane) {
  const Ring ring;
  AllowedTurns turns(turns_on(ring, 2, {ring.onwards(0), ring.onwards(1), ring.onwards(2)}),
                     ring.match, ring.links, kSame);
  const LinkTurn last = ring.onwards(3);
  EXPECT_FALSE(turns.fits(1 << 2, last));
  EXPECT_TRUE(turns.fits(1 << 0, last));
  EXPECT_FALSE(turns.add_path((1 << 0) | (1 << 2), {&last, 1}));
  // Nothing of that stayed behind on lane 0.
  for (SwitchIndex s = 0; s < 3; ++s) {
    const LinkTurn turn = ring.onwards(s);
    EXPECT_TRUE(turns.add_path(1, {&turn, 1}));
  }
  EXPECT_FALSE(turns.add_path(1, {&last, 1}));
  EXPECT_TRUE(turns.fits(1, ring.back(0)));
}

TEST(AllowedTurns, ForgetThoseOfLostLinks) {
  const Ring before;
  test::LivingFabric living(before.fabric);
  living.lose_link(1, 1);
  living.lose_link(2, 2);
  const Fabric now = living.now();
  const FabricMatch match(before.fabric, now);
  const Links links(now);
  AllowedTurns turns(turns_on(before, 0, {before.onwards(2), before.onwards(3)}), match, links,
                     kSame);
  EXPECT_TRUE(turns.fits(1, {links.at(3, 1), links.at(0, 1)}));
}

TEST(AllowedTurns, KeepToUpAndDownByRanks) {
  const Ring ring;
  // s0 is the lowest, s3 the highest.
  AllowedTurns turns(TurnEvidence{.ranks = {0, 1, 2, 3}}, ring.match, ring.links, kSame);
  EXPECT_TRUE(turns.fits(1, ring.onwards(0)));
  EXPECT_TRUE(turns.fits(1, ring.onwards(2)));   // up to s3, down to s0
  EXPECT_FALSE(turns.fits(1, ring.onwards(3)));  // down to s0, up to s1
  EXPECT_FALSE(turns.fits(1, ring.back(1)));     // the other way
  ASSERT_TRUE(turns.loosen({}));
  // With all that go up and down there is room for neither.
  EXPECT_TRUE(turns.fits(1, ring.onwards(2)));
  EXPECT_FALSE(turns.fits(1, ring.onwards(3)));
  EXPECT_NE(turns.goes_up()[ring.links.at(0, 1)], 0);
  EXPECT_EQ(turns.goes_up()[ring.links.at(3, 1)], 0);
  EXPECT_FALSE(turns.loosen({}));
}

TEST(AllowedTurns, OfTwoRoutingsJoinIfTheyCloseNoCycle) {
  const Ring ring;
  const TurnEvidence half = turns_on(ring, 0, {ring.onwards(0), ring.onwards(1)});
  AllowedTurns turns(half, ring.match, ring.links, kSame);
  EXPECT_FALSE(turns.add(turns_on(ring, 0, {ring.onwards(2), ring.onwards(3)}), ring.match));
  EXPECT_TRUE(turns.fits(1, ring.onwards(3)));
  EXPECT_TRUE(turns.add(turns_on(ring, 0, {ring.onwards(2)}), ring.match));
  EXPECT_FALSE(turns.fits(1, ring.onwards(3)));
}

// At s0 packets go on from lane 0 to lane 1, whatever their SL: the ring's dateline.
TEST(AllowedTurns, FollowPacketsThatChangeTheirVls) {
  const Ring ring;
  Sl2Vl sl2vl(Sl2Vl::Map{});
  Sl2Vl::Map to_one = {};
  to_one.fill(1);
  sl2vl.set(0, 2, 1, to_one);
  TurnEvidence evidence;
  evidence.vl_pairs.resize(ring.links.turn_count());
  const auto pairs = [&](LinkTurn turn) -> std::uint64_t& {
    return evidence.vl_pairs[ring.links.turn(turn.from, turn.to)];
  };
  for (SwitchIndex s = 0; s < 3; ++s) pairs(ring.onwards(s)) = 1;
  AllowedTurns turns(evidence, ring.match, ring.links, sl2vl);
  EXPECT_FALSE(turns.loosen({}));
  const LinkTurn around[] = {ring.onwards(3), ring.onwards(0), ring.onwards(1)};
  EXPECT_TRUE(turns.has_lanes(1, around[0].from, around));
  EXPECT_TRUE(turns.add_path(1, {around, 1}));
  EXPECT_FALSE(turns.add_path(1, {around, 2})) << "from lane 1 back to lane 0 at s1: round again";
  // A path that begins at s0 is on lane 0 there.
  EXPECT_TRUE(turns.add_path(1, {around + 1, 2}));
  // Whoever turns at s1 may have come on either lane.
  EXPECT_FALSE(turns.fits(1, ring.onwards(0)));
  EXPECT_FALSE(turns.add_turns(1, {around + 1, 1}));
}

}  // namespace
}  // namespace weft
