// Session: what OpenSM's callbacks and the tool talk to. It calls an engine, verifies what came
// out, and keeps the last good routing for the questions that are asked between routings.
// Tested by tests/common/session/session_test.cc.
// Tested by tests/common/session/session_migration_test.cc.
// Tested by tests/common/session/session_congestion_test.cc.
// Tested by tests/common/session/session_of_others_test.cc.
// Tested by tests/common/session/session_of_others_property_test.cc.
#ifndef WEFT_SESSION_SESSION_H_
#define WEFT_SESSION_SESSION_H_

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/repair/repair.h"
#include "common/routing/giving_way.h"
#include "common/routing/routing.h"
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
#include "common/session/session_state.h"
#include "common/session/verified.h"
#include "common/verify/verify.h"

namespace weft {

// Why the engine is to route anew whatever the last routing was; empty: it is not. What an
// administrator has just set must not wait for links to fail. last_options: of the last routing
// that the engine made; null: there was none.
std::string why_anew(const RoutingTask& task, const Options* last_options);

class Session {
 public:
  // engines: those that the engine may ask in its turn. Both outlive the session.
  explicit Session(const EngineInfo& engine, std::span<const EngineInfo* const> engines = {})
      : engine_(engine), engines_(engines) {}

  const EngineInfo& engine() const { return engine_; }

  // A session that stands where this one does, and goes its own way from there: to find out what
  // would be. What is large is shared. Not beside route() or get_ready() of this one. Cost: that of
  // the options.
  Session fork() const { return Session(*this); }

  // Routes and verifies; not from two threads at a time. On success the rows hold the tables, and
  // last() answers for them. Throws CannotRoute if the engine cannot, or if its tables fail (a pair
  // of end ports without a path that the topology connects, unless the options accept that, a
  // forwarding loop, a credit loop against its claims), for which there is a warning instead if the
  // engine set Routing::unchecked; then, as after any other exception, the rows are filled with
  // kNoPath and last() is what it was. But where no other engine follows, and some routing is in
  // force, that stays, mended as far as its lanes have room, whatever pairs are lost.
  // Paths that give way to congestion do so in the rows and in last() alone: what is repaired, kept
  // and returned to is the routing without that, so that it is as it was when the congestion ends.
  std::shared_ptr<const Verified> route(RoutingTask task, Tables rows);

  // Takes a routing that others made of a fabric for the last one, and for the one that entries
  // return to: as if route() had answered the task with it. lanes:
  // OneLane or SlBySwitch. Multicast trees are planned beside its paths. Throws CannotRoute if the
  // tables fail as those of an engine would, or if an SL is none of the task's lanes, Stopped and
  // std::bad_alloc; then nothing is taken.
  void adopt(RoutingTask task, LanePlan lanes, ConstTables rows);

  // Takes what the switches of the task's fabric forward by, whoever made that, for the last
  // routing and for the one that entries return to, as far as packets arrive by it; the next
  // route() mends the rest, and no more. Paths are on one lane: which SLs others have granted no
  // table tells. Returns how many entries are to be mended. Throws CannotRoute if the engine would
  // not repair these tables, if much of them leads nowhere, or if they have a credit loop against
  // the engine's claims; Stopped and std::bad_alloc. Then nothing is taken.
  std::size_t go_on_from(RoutingTask task, ConstTables rows);

  // What it needs to go on as if it had never ended, at rest; `older` is for the SLs that were
  // granted to say. Only after a routing. Not beside route(). Cost: that of digest_of().
  SessionState state() const;
  // The routing of the most complete fabric, where entries return to; null: none. Not beside
  // route().
  std::shared_ptr<const Verified> home() const { return home_; }
  // Goes on from there: as if route() had just made what was in force, and the home. The state is
  // of this engine.
  void resume(const SessionState& state);

  // Measures the last routing at rest, as the next repair needs it, which does so itself otherwise.
  // Not beside route(); needs no lock of OpenSM's. Cost: O(S L). Throws Stopped and std::bad_alloc.
  void get_ready(const Workers& workers);

  // As get_ready() has measured last(); null: it has not. Their lanes are those of the plan,
  // whatever maps of SLs the routing has. Not beside route().
  std::shared_ptr<const Figures> figures() const { return last_figures_; }

  // How paths of a routing of this session's can be led off links; null: they cannot.
  const GivesWay* gives_way_of(const Routing& routing) const;

  // The last good routing; null before the first. Safe from any thread at any time.
  std::shared_ptr<const Verified> last() const;

 private:
  Session(const Session& other);

  bool takes_lanes() const;
  const GrantedSls& granted_of(const RoutingTask& task) const {
    return task.granted != nullptr ? *task.granted : own_granted_;
  }
  GrantedSls& granted_of(const RoutingTask& task) {
    return task.granted != nullptr ? *task.granted : own_granted_;
  }
  void remember(const RoutingTask& task);
  bool try_repair(Verified& result, const RoutingTask& task, Tables rows);
  void run_repair(Verified& result, const RoutingTask& task, const FabricMatch& match,
                  const FabricMatch& from_home, Tables rows);
  std::vector<RoutedStep> steps_now(const Fabric& fabric, const RoutingTask& task,
                                    const FabricMatch& match, const FabricMatch& from_home) const;
  bool has_grown_much(const FabricMatch& from_home) const;
  std::string_view chosen_before(const RoutingTask& task, const Fabric& fabric) const;
  void run_engine(Verified& result, const RoutingTask& task, std::string_view chosen,
                  Tables rows) const;
  bool go_part_of_the_way(const Verified& in_force, Verified& result, const RoutingTask& task,
                          Tables rows) const;
  Routing repair_in_force(const Verified& in_force, const RoutingTask& task,
                          const FabricMatch& match, bool may_lose_pairs, Tables rows) const;
  void forget_options();
  void copy_tables(Verified& result, const RoutingTask& task, ConstTables rows) const;
  std::shared_ptr<Verified> give_way(const std::shared_ptr<Verified>& at_rest,
                                     const RoutingTask& task, Tables rows) const;
  void settle(const std::shared_ptr<Verified>& at_rest, const std::shared_ptr<Verified>& result,
              const RoutingTask& task, bool renews_home);
  void keep(const Verified& in_force, Verified& result, const RoutingTask& task, Tables rows) const;

  const EngineInfo& engine_;
  std::span<const EngineInfo* const> engines_;
  std::optional<Options> last_options_;           // of the last routing that the engine made
  LaneSettings last_lanes_;                       // likewise
  std::optional<std::uint64_t> resumed_options_;  // in place of last_options_: digest_of()
  // The routing of the most complete fabric: where entries return to. Null before the first.
  std::shared_ptr<const Verified> home_;
  // The last routing, without paths that give way to congestion; null before the first.
  std::shared_ptr<const Verified> at_rest_;
  // Of home_ and at_rest_; null: not measured yet.
  std::shared_ptr<const Figures> home_figures_, last_figures_;
  GrantedSls own_granted_;
  GrantedPlans granted_;  // before the routing at hand, in the numbers of its fabric
  // Of tables that others made: what is to be mended.
  std::vector<std::pair<Lid, SwitchIndex>> missing_;
  mutable std::mutex mutex_;  // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
