// Whoever resumes from a state file cannot be told from one that has never ended.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "common/policy/chain_policy.h"
#include "common/state/state_code.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "tests/support/drawn_chain.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"

namespace weft {
namespace {

void expect_same(const test::RoutedSession& a, const test::RoutedSession& b) {
  RC_ASSERT(test::rows_of(a.last()) == test::rows_of(b.last()));
  RC_ASSERT(test::sls_of(a.last()) == test::sls_of(b.last()));
  RC_ASSERT(a.last().change.has_value() == b.last().change.has_value());
  if (a.last().change) {
    RC_ASSERT(a.last().change->repaired == b.last().change->repaired);
    RC_ASSERT(a.last().change->entries == b.last().change->entries);
    RC_ASSERT(a.last().change->sls == b.last().change->sls);
  }
  RC_ASSERT(a.granted().pairs() == b.granted().pairs());
}

void restarts_are_not_noticed(const EngineInfo& engine, Fabric fabric, Options options,
                              Random& random) {
  const unsigned lanes = random.below(4) == 0 ? 1 : 8;
  test::LivingFabric living(test::shown(std::move(fabric)));
  test::RoutedSession lived(engine, lanes);
  auto restarted = std::make_unique<test::RoutedSession>(engine, lanes);
  for (int i = 0; i < 8; ++i) {
    const std::string refused = lived.route(living.now(), options);
    RC_ASSERT(refused == restarted->route(living.now(), options));
    if (refused.empty()) {
      expect_same(lived, *restarted);
      const std::string bytes =
          encode_state(restarted->state(), static_cast<std::uint64_t>(i) + 1, Workers(1));
      restarted = std::make_unique<test::RoutedSession>(engine, lanes);
      restarted->resume(decode_state(bytes, Workers(1)));
    } else if (i == 0) {
      return;
    }
    if (random.below(4) != 0) living.change(random);
    // The engine is called again, beside connections on SLs of its last routing.
    if (random.below(4) == 0) options.scatter_ports = 1 + random.below(2);
  }
}

RC_GTEST_PROP(StateProperty, ARestartIsNotNoticed, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const auto engines = all_engines();
  const EngineInfo& engine = *engines[random.below(static_cast<std::uint32_t>(engines.size()))];
  if (!engine.repairable || engine.name == "chain") return;
  restarts_are_not_noticed(engine, std::move(fabric), {}, random);
}

RC_GTEST_PROP(StateProperty, ARestartOfAChainIsNotNoticed, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  Options options;
  options.chain = std::make_shared<const ChainPolicy>(test::DrawnChain(fabric, random).policy);
  restarts_are_not_noticed(chain_engine(), std::move(fabric), options, random);
}

}  // namespace
}  // namespace weft
