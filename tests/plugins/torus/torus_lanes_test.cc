#include "plugins/torus/torus_lanes.h"

#include <gtest/gtest.h>

#include "tests/support/lane_routing.h"
#include "tests/support/sketched_torus.h"
#include "tests/support/slow_torus.h"

namespace weft {
namespace {

using test::Dims;
using test::meshes;
using test::rings;
using test::sketched_torus;

constexpr PortNum kXUp = 1;
constexpr PortNum kXDown = 2;
constexpr PortNum kYUp = 3;
constexpr PortNum kYDown = 4;
constexpr PortNum kHost = 9;

// Of switch 0 of a torus of 5 x 5.
struct Maps {
  explicit Maps(unsigned data_vls) {
    const Fabric fabric = sketched_torus(rings({5, 5})).build();
    sl2vl = torus_sl2vl(fabric, test::places_of(fabric, rings({5, 5})), data_vls);
  }
  unsigned vl(PortNum in, PortNum out, Sl sl) const { return sl2vl->vl(0, in, out, sl); }

  std::shared_ptr<const Sl2Vl> sl2vl;
};

TEST(TorusLanes, OneBitIsThatOfTheCurrentRing) {
  const Maps maps(8);
  for (const PortNum in : {PortNum{0}, kXDown, kHost}) {
    EXPECT_EQ(maps.vl(in, kXUp, 0), 0u);
    EXPECT_EQ(maps.vl(in, kXUp, 1), 1u);
    EXPECT_EQ(maps.vl(in, kXUp, 2), 0u) << "round y";
    EXPECT_EQ(maps.vl(in, kYDown, 1), 0u);
    EXPECT_EQ(maps.vl(in, kYDown, 2), 1u);
    EXPECT_EQ(maps.vl(in, kYDown, 3), 1u);
    EXPECT_EQ(maps.vl(in, kYDown, 4), 0u) << "there is no third dimension";
  }
}

TEST(TorusLanes, TurnsBackAreOnSeparateLanes) {
  const Maps maps(8);
  EXPECT_EQ(maps.vl(kYUp, kXUp, 0), 2u);
  EXPECT_EQ(maps.vl(kYUp, kXDown, 1), 3u);
  EXPECT_EQ(maps.vl(kXUp, kYUp, 0), 0u);
  EXPECT_EQ(maps.vl(kYUp, kYDown, 0), 0u) << "straight on";
  EXPECT_EQ(maps.vl(kYUp, kYUp, 2), 1u);
}

TEST(TorusLanes, TheSecondLevelHasTheUpperHalf) {
  const Maps maps(8);
  EXPECT_EQ(maps.vl(kXDown, kXUp, 8), 4u);
  EXPECT_EQ(maps.vl(kYUp, kXUp, 9), 7u);
}

TEST(TorusLanes, HostsHaveALaneForEachLevel) {
  const Maps maps(8);
  for (const PortNum in : {PortNum{0}, kXUp, kYUp}) {
    EXPECT_EQ(maps.vl(in, kHost, 7), 0u);
    EXPECT_EQ(maps.vl(in, kHost, 8), 1u);
  }
  EXPECT_EQ(maps.sl2vl->base()[7], 0);
  EXPECT_EQ(maps.sl2vl->base()[15], 1) << "at the hosts' own ports";
}

TEST(TorusLanes, FewerLanesHaveFewerOfTheBits) {
  EXPECT_EQ(Maps(4).vl(kYUp, kXUp, 9), 3u);
  EXPECT_EQ(Maps(4).vl(kYUp, kHost, 9), 1u);
  EXPECT_EQ(Maps(2).vl(kYUp, kXUp, 9), 1u);
  EXPECT_EQ(Maps(2).vl(kYUp, kHost, 9), 1u);
  EXPECT_EQ(Maps(1).vl(kYUp, kXUp, 9), 0u);
  EXPECT_EQ(Maps(1).vl(kYUp, kHost, 9), 0u);
  EXPECT_EQ(Maps(15).vl(kYUp, kXUp, 9), 7u);
}

TEST(TorusLanes, FourDimensionsLeaveNoSecondLevel) {
  const Dims dims = meshes({2, 2, 2, 2});
  const Fabric fabric = sketched_torus(dims, false).build();
  const auto sl2vl = torus_sl2vl(fabric, test::places_of(fabric, dims), 8);
  EXPECT_EQ(sl2vl->vl(0, 1, 7, 8), 1) << "x to w";
  EXPECT_EQ(sl2vl->vl(0, 7, 1, 9), 3) << "w to x";
  EXPECT_EQ(sl2vl->vl(0, 7, kHost, 8), 0);
  EXPECT_EQ(sl2vl->base()[8], 0);
}

TEST(TorusLanes, LinksThatAreNoStepAreLikeHosts) {
  test::Sketch sketch = sketched_torus(rings({5, 5}));
  sketch.link(0, 15, 6, 15);
  const Fabric fabric = sketch.build();
  Torus torus(rings({5, 5}), 25);
  for (SwitchIndex s = 0; s < 25; ++s) {
    if (s != 1) torus.put(s, s);
  }
  const auto sl2vl = torus_sl2vl(fabric, torus, 8);
  EXPECT_EQ(sl2vl->vl(0, kYUp, 15, 9), 1) << "across";
  EXPECT_EQ(sl2vl->vl(0, 15, kXDown, 9), 5) << "from there no turn back";
  EXPECT_EQ(sl2vl->vl(0, kYUp, kXUp, 9), 1) << "to a switch without a place";
  EXPECT_EQ(sl2vl->vl(1, kYUp, kXUp, 9), 1) << "which itself has no links of the torus";
}

TEST(TorusLanes, EqualStocksEntryByEntry) {
  const Fabric fabric = sketched_torus(rings({3, 3, 3})).build();
  const Torus torus = test::places_of(fabric, rings({3, 3, 3}));
  const auto dimension = [](unsigned port) {
    return port == 0 || port == kHost ? -1 : (static_cast<int>(port) - 1) / 2;
  };
  for (const unsigned data_vls : {1u, 2u, 4u, 8u, 15u}) {
    const auto sl2vl = torus_sl2vl(fabric, torus, data_vls);
    for (const unsigned in : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 9u}) {
      for (const unsigned out : {1u, 2u, 3u, 4u, 5u, 6u, 9u}) {
        for (Sl sl = 0; sl < kSls; ++sl) {
          EXPECT_EQ(sl2vl->vl(13, static_cast<PortNum>(in), static_cast<PortNum>(out), sl),
                    test::slow_torus_vl(sl, dimension(in), dimension(out), data_vls))
              << data_vls << " VLs, ports " << in << " and " << out << ", SL " << unsigned{sl};
        }
      }
    }
  }
}

}  // namespace
}  // namespace weft
