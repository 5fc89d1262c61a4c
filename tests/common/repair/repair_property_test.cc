// What is repaired, over and over, is as good as what is routed anew, and returns to what it was.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/policy/chain_policy.h"
#include "common/repair/kept_steps.h"
#include "common/repair/translate.h"
#include "common/session/session.h"
#include "plugins/chain/chain.h"
#include "tests/support/drawn_chain.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/judged_session.h"
#include "tests/support/living_fabric.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

struct Routed {
  TableBlock block;
  std::shared_ptr<const Verified> result;  // null: refused
};

Routed route(Session& session, const Fabric& fabric, const Options& options,
             bool may_be_staged = false) {
  Routed routed = {TableBlock(fabric.switch_count(), fabric.max_lid()), nullptr};
  RoutingTask task = {fabric, options, Workers(1), {first_lanes(8)}};
  task.may_be_staged = may_be_staged;
  try {
    routed.result = session.route(std::move(task), routed.block.tables());
  } catch (const CannotRoute&) {
  }
  return routed;
}

// No entry of a chain leads out of the part of its step, but those that always did.
void expect_inside(const std::vector<std::shared_ptr<const Verified>>& history) {
  const Verified& now = *history.back();
  for (SwitchIndex s = 0; s < now.fabric.switch_count(); ++s) {
    for (unsigned l = 1; l <= now.fabric.max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const PortNum port = now.tables->tables().row(s)[lid];
      const FabricPart* const part = part_of_path(now.routing.steps, s, lid);
      if (part == nullptr || port == kNoPath || now.fabric.destination_switch(lid) == s) continue;
      if (part->fabric.ports(part->place_of(s))[port].kind != PeerKind::kNothing) continue;
      RC_ASSERT(std::any_of(history.begin(), history.end() - 1, [&](const auto& before) {
        const SwitchIndex b = find_switch(before->fabric, now.fabric.switches()[s].node_guid);
        return b != kNone && lid <= before->fabric.max_lid() &&
               before->tables->tables().row(b)[lid] == port;
      }));
    }
  }
}

// Some switches have the rows of the one, and some those of the other.
TableBlock mixed(const Fabric& fabric, ConstTables a, ConstTables b, Random& random) {
  TableBlock rows(fabric.switch_count(), fabric.max_lid());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const ConstTables& from = random.below(2) == 0 ? a : b;
    std::copy_n(from.row(s), fabric.max_lid() + 1, rows.tables().row(s));
  }
  return rows;
}

void expect_transition_as_judged(const EngineInfo& engine, const Verified& before,
                                 const Verified& now, ConstTables sent, Random& random) {
  if (!now.change || !now.change->transition.was_judged) return;
  const FabricMatch match(before.fabric, now.fabric);
  TableBlock old(now.fabric.switch_count(), now.fabric.max_lid());  // as switches have them
  fill_no_path(old.tables());
  for (SwitchIndex s = 0; s < now.fabric.switch_count(); ++s) {
    if (match.switch_before(s) == kNone) continue;
    const Lid most = std::min(before.fabric.max_lid(), now.fabric.max_lid());
    std::copy_n(before.tables->tables().row(match.switch_before(s)), most + 1, old.tables().row(s));
  }
  const auto walk = [&](ConstTables from, ConstTables to, const LanePlan& lanes) {
    const TableBlock rows = mixed(now.fabric, from, to, random);
    return test::slow_verify({now.fabric, rows.tables(), lanes});
  };
  const auto has_credit_loop = [&](const test::SlowVerdict& slow) {
    return engine.claims.credit_loop_free && !before.routing.may_have_credit_loops &&
           !now.routing.may_have_credit_loops && test::has_cycle(slow.requests);
  };
  const Transition& judged = now.change->transition;
  const test::SlowVerdict at_once = walk(old.tables(), now.tables->tables(), now.routing.lanes);
  RC_ASSERT(at_once.forwarding_loops == 0u || judged.looping_lids > 0);
  RC_ASSERT(!has_credit_loop(at_once) || judged.credit_loop);
  if (!now.change->is_staged) return;
  const test::SlowVerdict first =
      walk(old.tables(), sent, translate_lanes(match, before.routing.lanes));
  RC_ASSERT(first.forwarding_loops == 0u);
  // New senders, whose lanes the old plan does not know, may have closed one already.
  const LanePlan lanes = translate_lanes(match, before.routing.lanes);
  const bool had_one = has_credit_loop(test::slow_verify({now.fabric, old.tables(), lanes}));
  RC_ASSERT(had_one || !has_credit_loop(first));
  const test::SlowVerdict second = walk(sent, now.tables->tables(), now.routing.lanes);
  RC_ASSERT(second.forwarding_loops == 0u);
  RC_ASSERT(!has_credit_loop(second));
}

void expect_same(const Fabric& fabric, const Verified& a, const Verified& b) {
  for (unsigned l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      RC_ASSERT(a.tables->tables().row(s)[lid] == b.tables->tables().row(s)[lid]);
    }
    if (fabric.owner(lid).kind == PeerKind::kNothing) continue;  // nobody asks for its SL
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      const PathSource from = {fabric.end_ports()[e].sw, e};
      RC_ASSERT(path_sl(a.routing.lanes, from, lid, 0) == path_sl(b.routing.lanes, from, lid, 0));
    }
  }
}

// Some engines refuse some fabrics; then those that are left are refused as well if they are routed
// anew, and only then.
// With `hosts_move` some change their places, and nothing returns to what it was.
void live(const EngineInfo& engine, const Options& options, const Fabric& whole, Random random,
          int events, bool hosts_move = false) {
  Session session(engine, all_engines());
  const Routed first = route(session, whole, options);
  if (first.result == nullptr) return;
  test::LivingFabric fabric(whole);
  const auto drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(events)));
  const int judged = whole.end_port_count() <= test::kMostJudged ? drawn : -1;
  std::vector<std::shared_ptr<const Verified>> history = {first.result};
  for (int event = 0; event < events; ++event) {
    hosts_move&& random.below(2) == 0 ? fabric.exchange_some_hosts(random) : fabric.change(random);
    const auto before = session.last();
    const Routed routed =
        route(session, fabric.now(), options, /*may_be_staged=*/random.below(2) == 0);
    if (routed.result != nullptr) {
      history.push_back(routed.result);
      if (routed.result->change->repaired) expect_inside(history);
      if (event == judged) {
        test::expect_sound(engine, *routed.result);
        expect_transition_as_judged(engine, *before, *routed.result, routed.block.tables(), random);
      }
      continue;
    }
    Session other(engine, all_engines());
    RC_ASSERT(route(other, fabric.now(), options).result == nullptr);
  }
  if (hosts_move) return;
  fabric.return_all();
  const Routed last = route(session, fabric.now(), options);
  RC_ASSERT(last.result != nullptr);
  expect_same(whole, *first.result, *last.result);
}

void live_with_some_engine(test::DrawnFabric drawn, int events = 30, bool hosts_move = false) {
  const EngineInfo& engine = test::some_repairable_engine(drawn.random);
  live(engine, {}, drawn.fabric, drawn.random, events, hosts_move);
}

void live_with_some_chain(test::DrawnFabric drawn) {
  constexpr int kEvents = 10;
  Options options;
  options.chain =
      std::make_shared<const ChainPolicy>(test::DrawnChain(drawn.fabric, drawn.random).policy);
  live(chain_engine(), options, drawn.fabric, drawn.random, kEvents);
}

RC_GTEST_PROP(Repair, KeepsAFabricRoutedWhateverHappens, ()) {
  live_with_some_engine(*test::drawn_fabric());
}

RC_GTEST_PROP(Repair, KeepsAFabricRoutedWhoseHostsMove, ()) {
  live_with_some_engine(*test::drawn_fabric(), /*events=*/6, /*hosts_move=*/true);
}

// A host beside others comes back after links are lost: no entry for others changes, and no SL, if
// packets stay on their VLs.
RC_GTEST_PROP(Repair, AHostBesideOthersMovesNothing, ()) {
  auto drawn = *test::drawn_fabric();
  const EngineInfo& engine = test::some_repairable_engine(drawn.random);
  test::LivingFabric fabric(drawn.fabric);
  const std::vector<std::uint32_t> end_ports = sources_by_switch(drawn.fabric);
  std::vector<EndPortIndex> beside_others;
  for (EndPortIndex e = 0; e < drawn.fabric.end_port_count(); ++e) {
    const EndPort& port = drawn.fabric.end_ports()[e];
    if (port.lid != 0 && end_ports[port.sw] > 1) beside_others.push_back(e);
  }
  RC_PRE(!beside_others.empty());
  const EndPortIndex host =
      beside_others[drawn.random.below(static_cast<std::uint32_t>(beside_others.size()))];
  Session session(engine, all_engines());
  if (route(session, fabric.now(), {}).result == nullptr) return;
  fabric.lose_end_port(host);
  if (route(session, fabric.now(), {}).result == nullptr) return;
  for (std::uint32_t links = 1 + drawn.random.below(3); links > 0; --links) {
    fabric.lose_some_link(drawn.random);
  }
  if (route(session, fabric.now(), {}).result == nullptr) return;
  if (session.verdict()->evidence == nullptr) return;  // packets change their VLs
  fabric.return_end_port(host);
  const Routed back = route(session, fabric.now(), {});
  RC_ASSERT(!!back.result);
  RC_ASSERT(back.result->change->why_anew == "");
  RC_ASSERT(back.result->change->entries == 0u);
  RC_ASSERT(back.result->change->sls == 0u);
}

RC_GTEST_PROP(Repair, KeepsAChainRoutedWhateverHappens, ()) {
  live_with_some_chain(*test::drawn_fabric());
}

RC_GTEST_PROP(Repair, KeepsATreeRoutedAsItIsBuilt, ()) {
  live_with_some_engine(*test::drawn_built_tree());
}

}  // namespace
}  // namespace weft
