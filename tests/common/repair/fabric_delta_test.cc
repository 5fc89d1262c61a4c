#include "common/repair/fabric_delta.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/support/living_fabric.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::LivingFabric;
using test::Sketch;

// Spine s0, leaves s1 and s2 with a CA each; s1 has two links to the spine.
Sketch small_tree() {
  Sketch sketch(3);
  sketch.link(1, 1, 0, 1);
  sketch.link(1, 2, 0, 2);
  sketch.link(2, 1, 0, 3);
  sketch.ca(1, 8);
  sketch.ca(2, 8);
  return sketch;
}

FabricDelta after(const std::function<void(LivingFabric&)>& loss) {
  LivingFabric living(small_tree().build());
  loss(living);
  return find_delta(FabricMatch(living.whole(), living.now()));
}

FabricDelta when_back(const std::function<void(LivingFabric&)>& loss) {
  LivingFabric living(small_tree().build());
  loss(living);
  return find_delta(FabricMatch(living.now(), living.whole()));
}

TEST(FabricDelta, TellsLossesApart) {
  EXPECT_EQ(describe(after([](LivingFabric&) {})), "nothing");
  EXPECT_EQ(describe(after([](LivingFabric& f) { f.lose_link(1, 2); })), "1 parallel link lost");
  EXPECT_EQ(describe(after([](LivingFabric& f) {
              f.lose_link(1, 1);
              f.lose_link(1, 2);
            })),
            "1 pair of switches no longer linked");
  EXPECT_EQ(describe(after([](LivingFabric& f) { f.lose_switch(2); })), "1 leaf switch lost");
  EXPECT_EQ(describe(after([](LivingFabric& f) { f.lose_end_port(0); })), "1 end port lost");
  // Without the spine a leaf still has its CA.
  EXPECT_EQ(describe(after([](LivingFabric& f) { f.lose_switch(0); })), "1 switch lost");
}

TEST(FabricDelta, TellsReturnsApart) {
  EXPECT_EQ(describe(when_back([](LivingFabric& f) { f.lose_link(1, 2); })), "1 link added");
  EXPECT_EQ(describe(when_back([](LivingFabric& f) { f.lose_switch(2); })), "1 switch added");
  EXPECT_EQ(describe(when_back([](LivingFabric& f) { f.lose_end_port(0); })), "1 end port added");
  EXPECT_TRUE(when_back([](LivingFabric& f) { f.lose_end_port(0); }).has_new());
  EXPECT_FALSE(after([](LivingFabric& f) { f.lose_end_port(0); }).has_new());
}

TEST(FabricDelta, DistinguishesAMoveFromAChangedLid) {
  const auto with_ca = [](PortNum port, Lid lid) {
    Sketch sketch(2);
    sketch.link(0, 1, 1, 1);
    sketch.ca(0, port, lid);
    return sketch.build();
  };
  EXPECT_EQ(describe(find_delta(FabricMatch(with_ca(2, 100), with_ca(3, 100)))),
            "1 end port moved");
  EXPECT_EQ(describe(find_delta(FabricMatch(with_ca(2, 100), with_ca(2, 101)))),
            "1 port with a changed LID");
}

}  // namespace
}  // namespace weft
