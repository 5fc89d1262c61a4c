// Two spines that up*/down* leaves without a path to each other, with all that more paths are added
// from.
#ifndef WEFT_TESTS_SUPPORT_SPINES_APART_H_
#define WEFT_TESTS_SUPPORT_SPINES_APART_H_

#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/next_hops.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"
#include "plugins/up_down/updn.h"
#include "tests/support/engine_outcome.h"
#include "tests/support/sketch.h"

namespace weft::test {

// Spines s0 and s1 with a CA each, a0 and a1, over the leaves s2 and s3, which the ports 2 and 3 of
// the spines lead to. Rows and turns hold up*/down* alone: nothing leads from s0 to a1.
struct SpinesApart {
  SpinesApart() {
    turns.add_where([&](LinkTurn turn) {
      return is_up_down_turn(links, routed.routing.notes.orientation, turn);
    });
  }
  SpinesApart(const SpinesApart&) = delete;
  SpinesApart& operator=(const SpinesApart&) = delete;

  static Fabric fabric() {
    Sketch sketch(4);
    for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
      sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
      sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
    }
    for (SwitchIndex s = 0; s < 2; ++s) sketch.ca(s, 8);
    return sketch.build();
  }
  static Options options() {
    Options options = with_roots(kBothSpines);
    options.calculate_missing_routes = false;
    return options;
  }

  EngineOutcome routed{updn_engine(), fabric(), options()};
  Workers workers{1};
  HopTable table = up_down_hop_table(SwitchGraph(routed.fabric), routed.routing.notes.orientation,
                                     std::vector<SwitchIndex>{0, 1, 2, 3}, workers);
  Links links = Links(routed.fabric);
  AcyclicTurns turns{links};
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SPINES_APART_H_
