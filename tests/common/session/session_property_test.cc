// A fabric lives on: whatever happens to it, a referee that keeps its own books of all SLs that
// connections may have, and builds the whole waiting graph from the tables, finds no credit loop
// that the session does not name, and the session names none that is not there.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "common/fabric/counts.h"
#include "plugins/chain/chain.h"
#include "plugins/engines.h"
#include "tests/support/drawn_chain.h"
#include "tests/support/drawn_fabric.h"
#include "tests/support/judged_session.h"
#include "tests/support/living_fabric.h"
#include "tests/support/routed_session.h"
#include "tests/support/slow_verify.h"

namespace weft {
namespace {

constexpr unsigned kEvents = 20;
constexpr std::uint32_t kMostEndPorts = 30;

// Which SLs path queries were answered with, by the node GUID of the source's switch and the LID.
// The connections of a pair that goes end.
class Books {
 public:
  void note(const Verified& routing) {
    const auto before = std::exchange(sls_, {});
    for_each_pair(routing.fabric, [&](SwitchIndex s, EndPortIndex e, Lid lid) {
      const std::pair pair(routing.fabric.switches()[s].node_guid, lid);
      const auto found = before.find(pair);
      if (found != before.end()) sls_[pair] |= found->second;
      sls_[pair] |= path_sls(routing.routing.lanes, {s, e}, lid);
    });
  }

  // The i-th SL of each pair is in the i-th plan.
  std::vector<LanePlan> plans(const Fabric& fabric) const {
    std::vector<LanePlan> plans;
    for (unsigned i = 0; i < kSls; ++i) {
      LanePlan plan = sl_by_switch(fabric.switch_count(), fabric.max_lid(), 0);
      bool adds = false;
      for_each_pair(fabric, [&](SwitchIndex s, EndPortIndex, Lid lid) {
        const auto found = sls_.find({fabric.switches()[s].node_guid, lid});
        const std::vector<Sl> sls = in_order(found == sls_.end() ? SlSet{1} : found->second);
        adds |= i < sls.size();
        std::get<SlBySwitch>(plan).rows[s][lid] = sls[std::min<std::size_t>(i, sls.size() - 1)];
      });
      if (!adds) break;
      plans.push_back(std::move(plan));
    }
    return plans;
  }

 private:
  template <typename Visit>
  static void for_each_pair(const Fabric& fabric, Visit visit) {
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      if (fabric.end_ports()[e].lid == 0) continue;
      for (const EndPort& to : fabric.end_ports()) {
        for (const Lid lid : lids_of(to)) visit(fabric.end_ports()[e].sw, e, lid);
      }
    }
  }

  static std::vector<Sl> in_order(SlSet set) {
    std::vector<Sl> sls;
    for (Sl sl = 0; sl < kSls; ++sl) {
      if ((set >> sl & 1) != 0) sls.push_back(sl);
    }
    return sls;
  }

  std::map<std::pair<std::uint64_t, Lid>, SlSet> sls_;
};

// is_ready: has get_ready() run?
void judge(const EngineInfo& engine, const test::RoutedSession& session, const Books& books,
           bool is_ready) {
  const Verified& routing = session.last();
  const Fabric& fabric = routing.fabric;
  const std::vector<LanePlan> granted = books.plans(fabric);
  const test::SlowVerdict slow =
      test::slow_verify({fabric, routing.tables->tables(), routing.routing.lanes,
                         routing.routing.sl2vl.get(), &routing.routing.multicast, granted});
  const std::shared_ptr<const Verdict> verdict_now = session.verdict();
  const Verdict& verdict = *verdict_now;
  const bool is_safe = !test::has_cycle(slow.on_one_lane);
  RC_ASSERT(is_safe || !verdict.safe_on_one_lane);
  RC_ASSERT(!is_ready || verdict.safe_on_one_lane == is_safe);
  const bool loops = test::has_cycle(slow.requests);
  RC_ASSERT(loops == !verdict.credit_loop.empty());
  RC_ASSERT(!loops || !engine.claims.credit_loop_free || routing.routing.may_have_credit_loops);
  if (loops) return;
  RC_ASSERT(test::has_cycle(slow.with_multicast.at(0)) == !verdict.credit_loop_multicast.empty());
  if (std::holds_alternative<OneLane>(routing.routing.lanes)) return;
  const bool says = !verdict.credit_loop_granted.empty();
  RC_ASSERT(!says || test::has_cycle(slow.with_granted));
  RC_ASSERT(says || session.granted().forgotten() > 0 || !test::has_cycle(slow.with_granted));
  RC_ASSERT(!says || routing.pairs_at_risk > 0);
}

void live(const EngineInfo& engine, const Options& options, const Fabric& whole, unsigned lanes,
          Random random) {
  test::LivingFabric fabric(whole);
  test::RoutedSession session(engine, lanes);
  Books books;
  for (unsigned event = 0; event < kEvents; ++event) {
    if (event > 0) fabric.change(random);
    if (!session.route(fabric.now(), options).empty()) continue;
    books.note(session.last());
    RC_LOG() << engine.name << ", event " << event;
    const bool is_ready = random.below(2) == 0;
    if (is_ready) session.get_ready();
    judge(engine, session, books, is_ready);
  }
}

// An engine that counts how often it is asked.
struct Counted {
  static inline const EngineInfo* counted = nullptr;
  static inline unsigned times = 0;
  static Routing route(const RouteRequest& request, Tables rows) {
    ++times;
    return counted->route(request, rows);
  }
  explicit Counted(const EngineInfo& engine) : info(engine) {
    counted = &engine;
    times = 0;
    info.route = &route;
  }
  EngineInfo info;
};

// While nothing changes, also after a rebalance, nothing is moved and the engine is not asked, and
// what the session takes for its tables is what it gave.
void rest(const EngineInfo& engine, const Fabric& whole, unsigned lanes, Random random) {
  const Counted counted(engine);
  test::LivingFabric fabric(whole);
  // Some things come later than the rest.
  for (std::uint32_t left = random.below(8); left > 0; --left) fabric.change(random);
  test::RoutedSession session(counted.info, lanes);
  for (unsigned event = 0; event < kEvents; ++event) {
    if (event > 0) fabric.change(random);
    session.rebalance(random.below(3) == 0);
    const bool is_routed = session.route(fabric.now()).empty();
    session.rebalance(false);
    if (!is_routed) continue;
    if (random.below(2) == 0) session.get_ready();
    const std::vector<std::vector<PortNum>> rows = test::rows_of(session.last());
    const unsigned times = Counted::times;
    RC_ASSERT(equal_rows(session.rows(), session.last().tables->tables(), fabric.now().max_lid()));
    RC_ASSERT(session.route(fabric.now()).empty());
    RC_LOG() << engine.name << ", event " << event;
    RC_ASSERT(Counted::times == times);
    RC_ASSERT(session.last().change->changes_nothing());
    RC_ASSERT(test::rows_of(session.last()) == rows);
    RC_ASSERT(equal_rows(session.rows(), session.last().tables->tables(), fabric.now().max_lid()));
  }
}

bool is_small(const Fabric& fabric) { return fabric.end_port_count() <= kMostEndPorts; }

RC_GTEST_PROP(History, NoConnectionWaitsInACircleUnnamed, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  if (!is_small(fabric)) return;
  const EngineInfo& engine = test::some_repairable_engine(random);
  live(engine, {}, fabric, 1u << random.below(4), random);
}

RC_GTEST_PROP(History, NothingMovesWhileNothingChanges, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  const EngineInfo& engine = test::some_repairable_engine(random);
  rest(engine, fabric, 1u << random.below(4), random);
}

RC_GTEST_PROP(History, NorInAChain, ()) {
  auto [fabric, random] = *test::drawn_fabric();
  if (!is_small(fabric)) return;
  Options options;
  options.chain = std::make_shared<const ChainPolicy>(test::DrawnChain(fabric, random).policy);
  live(chain_engine(), options, fabric, 1u << random.below(4), random);
}

}  // namespace
}  // namespace weft
