#include "common/graph/cuts.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/random.h"
#include "common/fabric/counts.h"
#include "common/graph/pieces.h"
#include "common/routing/multicast_plan.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

Cuts cuts_of(const Fabric& fabric) {
  return count_cuts(SwitchGraph(fabric), end_ports_by_switch(fabric));
}

// Without the links between some switches: are there end ports in more than one piece? skipped: a
// switch whose own end ports do not count.
bool falls_apart(const Fabric& fabric, SwitchIndex skipped, SwitchPort link) {
  Sketch sketch(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
      const Port& port = fabric.ports(s)[p];
      const bool is_link = SwitchPort(s, static_cast<PortNum>(p)) == link;
      if (port.kind != PeerKind::kSwitch || port.peer < s || is_link) continue;
      if (s == skipped || port.peer == skipped) continue;
      sketch.link(s, static_cast<PortNum>(p), port.peer, port.peer_port);
    }
  }
  const Fabric rest = sketch.build();
  const Pieces pieces = find_pieces(rest);
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(fabric);
  std::uint32_t with_end_ports = kNone;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (s == skipped || end_ports[s] == 0 || pieces.of[s] == with_end_ports) continue;
    if (with_end_ports != kNone) return true;
    with_end_ports = pieces.of[s];
  }
  return false;
}

TEST(Cuts, ALineHasThemAndARingHasNone) {
  Sketch line(4);
  for (SwitchIndex s = 0; s < 3; ++s) line.link(s, 1, s + 1, 2);
  line.ca(0, 8);
  line.ca(2, 8);
  EXPECT_EQ(cuts_of(line.build()), (Cuts{2, 1})) << "nothing is behind s2 but s3";

  Sketch ring(4);
  for (SwitchIndex s = 0; s < 4; ++s) ring.link(s, 1, (s + 1) % 4, 2);
  for (SwitchIndex s = 0; s < 4; ++s) ring.ca(s, 8);
  EXPECT_EQ(cuts_of(ring.build()), Cuts{});
}

TEST(Cuts, ParallelLinksAreNone) {
  const auto joined_by = [](PortNum links) {
    Sketch sketch(2);
    sketch.ca(0, 8);
    sketch.ca(1, 8);
    for (PortNum p = 1; p <= links; ++p) sketch.link(0, p, 1, p);
    return cuts_of(sketch.build());
  };
  EXPECT_EQ(joined_by(1), (Cuts{1, 0}));
  EXPECT_EQ(joined_by(2), Cuts{});
}

TEST(Cuts, AreThoseThatAreFoundOneByOne) {
  Random random(3);
  for (unsigned round = 0; round < 200; ++round) {
    const auto count = static_cast<SwitchIndex>(2 + random.below(7));
    Sketch sketch(count, 40);
    std::vector<PortNum> next(count, 1);
    for (SwitchIndex s = 1; s < count; ++s) {
      for (unsigned links = 1 + random.below(2); links > 0; --links) {
        const auto to = static_cast<SwitchIndex>(random.below(s));
        sketch.link(s, next[s]++, to, next[to]++);
      }
    }
    for (SwitchIndex s = 0; s < count; ++s) {
      if (random.below(3) != 0) sketch.ca(s, next[s]++);
    }
    const Fabric fabric = sketch.build();
    Cuts slow;
    for (SwitchIndex s = 0; s < count; ++s) {
      slow.switches += falls_apart(fabric, s, {kNone, 0}) ? 1 : 0;
      for (std::size_t p = 1; p < fabric.ports(s).size(); ++p) {
        const Port& port = fabric.ports(s)[p];
        if (port.kind != PeerKind::kSwitch || port.peer < s) continue;
        slow.links += falls_apart(fabric, kNone, {s, static_cast<PortNum>(p)}) ? 1 : 0;
      }
    }
    EXPECT_EQ(cuts_of(fabric), slow) << "round " << round;
  }
}

}  // namespace
}  // namespace weft
