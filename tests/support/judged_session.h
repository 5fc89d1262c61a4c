// What properties of sessions share: engines to draw from, and a slow judge of what came out.
#ifndef WEFT_TESTS_SUPPORT_JUDGED_SESSION_H_
#define WEFT_TESTS_SUPPORT_JUDGED_SESSION_H_

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "common/base/random.h"
#include "common/session/verified.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "tests/support/slow_verify.h"

namespace weft::test {

// End ports at most: the slow judge takes a hundred times as long as all else, and hours for many.
inline constexpr std::uint32_t kMostJudged = 60;

inline void expect_sound(const EngineInfo& engine, const Verified& result) {
  const SlowVerdict slow = slow_verify(
      {result.fabric, result.tables->tables(), result.routing.lanes, result.routing.sl2vl.get()});
  RC_ASSERT(slow.unreachable_pairs == slow.disconnected_pairs);
  RC_ASSERT(slow.forwarding_loops == 0u);
  RC_ASSERT(!engine.claims.credit_loop_free || result.routing.may_have_credit_loops ||
            !has_cycle(slow.requests));
}

// Of those whose tables are repaired, but for chain.
inline const EngineInfo& some_repairable_engine(Random& random) {
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo* engine : all_engines()) {
    if (engine->repairable && engine != &chain_engine()) engines.push_back(engine);
  }
  return *engines[random.below(static_cast<std::uint32_t>(engines.size()))];
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_JUDGED_SESSION_H_
