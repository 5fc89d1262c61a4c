#include "common/fabric/link_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

constexpr UnixSeconds kStart = 1'000'000;

// Leaves 0 and 1 with a host each, spines 2 and 3: a link from each leaf to each spine, at port
// 1 + s of the other one's number s, but for those that are down.
Fabric tree(const std::set<std::pair<SwitchIndex, SwitchIndex>>& down = {}) {
  test::Sketch sketch(4);
  for (const SwitchIndex leaf : {0u, 1u}) {
    for (const SwitchIndex spine : {2u, 3u}) {
      if (down.contains({leaf, spine})) continue;
      sketch.link(leaf, static_cast<PortNum>(1 + spine), spine, static_cast<PortNum>(1 + leaf));
    }
    sketch.ca(leaf, 8);
  }
  return sketch.build();
}

// Of leaf 0 to spine 2.
const SwitchLink kLink = make_link({1, 3}, {3, 1});

DrainedPart held(Guid guid, std::vector<PortNum> ports) {
  return {.guid = guid, .name = {}, .ports = std::move(ports), .reason = DrainReason::kFlapping};
}

struct Watched {
  void see(const Fabric& fabric, UnixSeconds now, std::vector<SwitchLink> renewed = {}) {
    watch.observe(fabric, std::move(renewed), kStart + now, limits);
  }
  // Down, and up a second later.
  void flap(UnixSeconds now) {
    see(tree({{0, 2}}), now);
    see(tree(), now + 1);
  }

  LinkWatch watch;
  FlapLimits limits{.losses = 3, .window = 100, .hold = 50};
};

TEST(LinkWatch, ALinkThatIsLostOftenIsHeldUntilItStaysUp) {
  Watched w;
  w.see(tree(), 0);
  w.flap(10);
  w.flap(20);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{});
  EXPECT_EQ(w.watch.next_release(w.limits), std::nullopt);
  w.see(tree({{0, 2}}), 30);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{}) << "it is down";
  w.see(tree(), 40);
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
  EXPECT_EQ(w.watch.next_release(w.limits), kStart + 90);
  w.see(tree(), 89);
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
  EXPECT_EQ(w.watch.releases(), 0u);
  w.see(tree(), 90);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{});
  EXPECT_EQ(w.watch.releases(), 1u);
  EXPECT_TRUE(w.watch.histories().empty());
  w.flap(91);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{}) << "it begins anew";
}

TEST(LinkWatch, ALossDuringTheHoldRestartsTheHold) {
  Watched w;
  w.see(tree(), 0);
  for (const UnixSeconds now : {10, 20, 30}) w.flap(now);
  w.flap(70);
  EXPECT_EQ(w.watch.next_release(w.limits), kStart + 121);
  w.see(tree(), 300);
  EXPECT_EQ(w.watch.releases(), 1u) << "though the losses are long ago";
}

TEST(LinkWatch, LossesLongAgoDoNotCount) {
  Watched w;
  w.see(tree(), 0);
  for (const UnixSeconds now : {10, 60, 110, 160, 210}) w.flap(now);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{});
  w.flap(211);
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
}

TEST(LinkWatch, ALinkThatReturnsBeforeTheSweepWasLostToo) {
  Watched w;
  w.see(tree(), 0, {kLink});
  EXPECT_TRUE(w.watch.histories().empty()) << "what comes up the first time was not lost";
  w.see(tree(), 1, {kLink});
  w.see(tree({{0, 2}}), 2);
  w.see(tree(), 3, {kLink});
  EXPECT_EQ(w.watch.histories().at(kLink).losses.size(), 2u) << "the loss was seen";
  w.see(tree(), 4, {kLink});
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
}

TEST(LinkWatch, ASwitchThatComesAndGoesIsHeldAsOne) {
  Watched w;
  w.limits.losses = 1;
  w.see(tree(), 0);
  w.see(tree({{0, 2}, {1, 2}}), 10);
  w.see(tree(), 11);
  EXPECT_EQ(w.watch.held(), std::vector{held(3, {})});
  w.see(tree({{0, 3}}), 20);
  w.see(tree(), 21);
  EXPECT_EQ(w.watch.held(), (std::vector{held(1, {}), held(3, {})}))
      << "leaf 0 and spine 2 have no other links, and spine 3 is reached over leaf 1";
  EXPECT_EQ(drain(tree(), w.watch.held()).flapping.refused,
            std::vector<std::string>{
                "s0 (0x0000000000000001) flaps but stays in use: hosts are linked to it"});
}

TEST(LinkWatch, WithoutALimitNothingIsHeld) {
  Watched w;
  w.see(tree(), 0);
  for (const UnixSeconds now : {10, 20, 30}) w.flap(now);
  w.limits.losses = 0;
  w.see(tree(), 32);
  EXPECT_EQ(w.watch.held(), std::vector<DrainedPart>{});
  EXPECT_EQ(w.watch.releases(), 1u);
  w.flap(40);
  EXPECT_TRUE(w.watch.histories().empty());
}

Watched with_a_held_link() {
  Watched w;
  w.see(tree(), 0);
  for (const UnixSeconds now : {10, 20, 30}) w.flap(now);
  return w;
}

TEST(LinkWatch, ResumesFromTheHistoriesOfAnother) {
  const Watched before = with_a_held_link();
  Watched w;
  w.watch.resume(before.watch.histories());
  w.see(tree(), 60);
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
  EXPECT_EQ(w.watch.next_release(w.limits), kStart + 81);
}

// An SM that was the master, a standby, and is the master again.
TEST(LinkWatch, WhatAnotherHasSeenSinceCountsInPlaceOfItsOwn) {
  Watched first = with_a_held_link();
  Watched second;
  second.watch.resume(first.watch.histories());
  second.see(tree(), 60);
  second.see(tree(), 1000);
  ASSERT_EQ(second.watch.held(), std::vector<DrainedPart>{});
  first.watch.resume(second.watch.histories());
  first.see(tree({{0, 2}}), 1010);
  first.see(tree(), 1020);
  EXPECT_EQ(first.watch.held(), std::vector<DrainedPart>{});
  for (const UnixSeconds now : {1030, 1040, 1050}) second.flap(now);
  first.watch.resume(second.watch.histories());
  first.see(tree(), 1060);
  EXPECT_EQ(first.watch.held(), std::vector{held(1, {3})});
}

TEST(LinkWatch, ALinkThatWasDownWhenTheOtherEndedIsHeldFromNowOn) {
  Watched before;
  before.see(tree(), 0);
  before.flap(10);
  before.flap(20);
  before.see(tree({{0, 2}}), 30);
  Watched w;
  w.watch.resume(before.watch.histories());
  w.see(tree(), 1000);
  EXPECT_EQ(w.watch.held(), std::vector{held(1, {3})});
  EXPECT_EQ(w.watch.next_release(w.limits), kStart + 1050);
}

TEST(LinkWatch, AClockThatGoesBackHoldsNothingForLonger) {
  Watched w;
  w.see(tree(), 1'000);
  for (const UnixSeconds now : {1'010, 1'020, 1'030}) w.flap(now);
  w.see(tree(), 0);
  EXPECT_EQ(w.watch.next_release(w.limits), kStart + 50);
}

}  // namespace
}  // namespace weft
