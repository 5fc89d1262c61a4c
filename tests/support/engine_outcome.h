// What an engine answers on one lane, and what verify says of it.
#ifndef WEFT_TESTS_SUPPORT_ENGINE_OUTCOME_H_
#define WEFT_TESTS_SUPPORT_ENGINE_OUTCOME_H_

#include <string>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/routing/routing.h"
#include "common/verify/verify.h"
#include "tests/support/named_nodes.h"
#include "tests/support/sketch.h"

namespace weft::test {

struct EngineOutcome {
  EngineOutcome(const EngineInfo& engine, Fabric f, const Options& options = {})
      : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    const Workers workers(2);
    routing = engine.route({fabric, options, workers}, block.tables());
    verdict = verify({fabric, block.tables(), routing.lanes}, workers);
  }
  PortNum entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  // Every pair of end ports has a path, and the channels are in no cycle.
  bool is_good() const {
    return verdict.unreachable_pairs == 0 && routing.unrouted_pairs == 0 &&
           verdict.forwarding_loops == 0 && verdict.credit_loop.empty();
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  Verdict verdict;
};

// Why an engine refuses a fabric; empty: it does not.
inline std::string why_not(const EngineInfo& engine, Fabric fabric, const Options& options = {}) {
  try {
    EngineOutcome(engine, std::move(fabric), options);
  } catch (const CannotRoute& error) {
    return error.what();
  }
  return "";
}

inline Options with_roots(const std::vector<Guid>& guids) {
  Options options;
  options.ranked_nodes = test::named_nodes(guids);
  return options;
}

// Spines s0 and s1, leaves s2 and s3, a CA on each: a0 .. a3. Switches have the GUIDs 1 .. 4.
inline Sketch two_spines() {
  Sketch sketch(4);
  for (SwitchIndex leaf = 2; leaf < 4; ++leaf) {
    sketch.link(leaf, 1, 0, static_cast<PortNum>(leaf));
    sketch.link(leaf, 2, 1, static_cast<PortNum>(leaf));
  }
  for (SwitchIndex s = 0; s < 4; ++s) sketch.ca(s, 8);
  return sketch;
}
inline const std::vector<Guid> kBothSpines = {1, 2};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_ENGINE_OUTCOME_H_
