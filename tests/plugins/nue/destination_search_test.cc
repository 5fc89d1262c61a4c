#include "plugins/nue/destination_search.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using Loads = std::vector<std::uint32_t>;

// kNone at the destination.
SwitchIndex next_of(const DestinationSearch& search, SwitchIndex s) {
  for (const FirstHop& hop : search.hops()) {
    if (hop.from == s) return hop.to;
  }
  return kNone;
}

// A ring of four, highest first: s0, s1, s2, s3. Link 2 s leads from s on to s + 1, link 2 s + 1
// back (port 1 is the first of each switch).
struct Ring {
  DestinationSearch search_to(SwitchIndex destination) const {
    DestinationSearch search(links, turns, sources, 0, 0);
    search.set_destination(destination);
    return search;
  }
  Fabric fabric = test::clockwise_ring(4).fabric;
  Links links = Links(fabric);
  TurnOrder turns = up_down_turns(links, {{0, 1, 2, 3}});
  Loads sources = {1, 1, 1, 1};
};

TEST(DestinationSearch, PathsAreMinimalWhereTheTurnsAllowIt) {
  const Ring ring;
  DestinationSearch search = ring.search_to(0);
  search.route(Loads(8));
  EXPECT_EQ(search.hops().size(), 3u);
  EXPECT_EQ(next_of(search, 1), 0u);
  EXPECT_EQ(next_of(search, 3), 0u);
}

TEST(DestinationSearch, NoPathGoesUpAfterItWentDown) {
  // From s2 to s3 straight down; from s0, which is next to it, too; s1 may go up to s0 or down to
  // s2 and then down to s3. From s3 to s1 over s2 (up, up) or s0 (up, down).
  const Ring ring;
  DestinationSearch to_last = ring.search_to(3);
  Loads load(8);
  load[ring.links.at(1, 2)] = 9;  // s1 up to s0
  to_last.route(load);
  EXPECT_EQ(next_of(to_last, 2), 3u);
  EXPECT_EQ(next_of(to_last, 0), 3u);
  EXPECT_EQ(next_of(to_last, 1), 2u);
  // From s0 to s2 both ways are two links long; over s3 it would go down and then up.
  DestinationSearch to_third = ring.search_to(2);
  load.assign(8, 0);
  load[ring.links.at(0, 1)] = 9;  // s0 down to s1
  to_third.route(load);
  EXPECT_EQ(next_of(to_third, 0), 1u);
}

TEST(DestinationSearch, AmongMinimalPathsTheLeastLoaded) {
  const Ring ring;
  DestinationSearch search = ring.search_to(1);
  Loads load(8);
  load[ring.links.at(3, 2)] = 5;  // s3 to s2
  search.route(load);
  EXPECT_EQ(next_of(search, 3), 0u);
  load[ring.links.at(3, 1)] = 6;  // s3 to s0
  search.route(load);
  EXPECT_EQ(next_of(search, 3), 2u);
}

TEST(DestinationSearch, PathsOfAllEndPortsAreAdded) {
  Ring ring;
  ring.sources = {1, 10, 100, 1000};
  DestinationSearch search = ring.search_to(1);
  Loads load(8);
  load[ring.links.at(3, 1)] = 7;  // s3 takes the way over s2
  search.route(load);
  load.assign(8, 0);
  search.add_paths(load);
  EXPECT_EQ(load[ring.links.at(0, 1)], 1u);
  EXPECT_EQ(load[ring.links.at(3, 2)], 1000u);
  EXPECT_EQ(load[ring.links.at(2, 2)], 1100u);
}

TEST(DestinationSearch, WhereNoMinimalPathIsAllowedALongerOneIs) {
  // A line s1 - s3 - s2 and the way round s1 - s0 - s4 - s2: over s3 a path would go down, then up.
  test::Sketch sketch(5);
  sketch.link(1, 1, 3, 1);
  sketch.link(3, 2, 2, 1);
  sketch.link(1, 2, 0, 1);
  sketch.link(0, 2, 4, 1);
  sketch.link(4, 2, 2, 2);
  const Fabric fabric = sketch.build();
  const Links links(fabric);
  // Highest first: s0, s4, s2, s1, s3.
  const TurnOrder turns = up_down_turns(links, {{0, 3, 2, 4, 1}});
  const Loads sources(5, 1);
  DestinationSearch search(links, turns, sources, 0, 0);
  search.set_destination(2);
  search.route(Loads(links.count()));
  EXPECT_EQ(search.hops().size(), 4u);
  EXPECT_EQ(next_of(search, 3), 2u);
  EXPECT_EQ(next_of(search, 1), 0u);
  EXPECT_EQ(next_of(search, 0), 4u);
}

}  // namespace
}  // namespace weft
