// Session: what OpenSM's callbacks and the tool talk to. It calls an engine, verifies what came
// out, and keeps the last good routing for the questions that are asked between routings.
// Tested by tests/common/session/session_test.cc.
// Tested by tests/common/session/migration_test.cc.
// Tested by tests/common/session/session_of_others_test.cc.
// Tested by tests/common/session/session_of_others_property_test.cc.
#ifndef WEFT_SESSION_SESSION_H_
#define WEFT_SESSION_SESSION_H_

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/repair/fabric_delta.h"
#include "common/repair/repair.h"
#include "common/repair/transition.h"
#include "common/routing/routing.h"
#include "common/session/granted_sls.h"
#include "common/session/session_state.h"
#include "common/verify/lost_pairs.h"
#include "common/verify/verify.h"

namespace weft {

// What a routing is beside the one before it.
struct Change {
  FabricDelta delta;          // of the fabric
  bool repaired = false;      // else it was made anew, ...
  std::string why_anew;       // ... for this reason
  std::uint64_t entries = 0;  // of switches and LIDs that were there, which are other ports now
  std::uint64_t sls = 0;  // of pairs of a switch and a LID that were there, which are others now
  Transition transition;  // from its tables to these
  // What the engine's routing has beside this one, and the next routings will have: entries and SLs
  // (RoutingTask::most_entries).
  std::uint64_t left = 0;
  // The rows are not these yet: they are those of before, without the entries that are not safe.
  bool is_staged = false;

  // Is all as it was?
  bool changes_nothing() const {
    return repaired && delta.is_nothing() && entries == 0 && sls == 0;
  }
};

// «since the last routing: 1 switch lost; repaired: 120 entries and 0 SLs changed; while switches
// have old and new rows: no loop».
std::string describe(const Change& change);

// A routing that was verified, and the fabric it was made for.
struct Verified {
  Fabric fabric;
  std::shared_ptr<const TableBlock> tables;  // a copy of the rows
  Routing routing;
  Verdict verdict;
  LostPairs lost = {};  // none listed; empty where every pair has a path
  double route_ms = 0;
  double verify_ms = 0;
  std::optional<Change> change;     // nothing: no other went before it
  std::uint64_t pairs_at_risk = 0;  // GrantedSls::pairs(), where those close a credit loop
  // Why the engine failed, if this is what was in force, with what could be mended; else empty.
  std::string kept_because;
};

// What a sweep, or the tool, asks for.
struct RoutingTask {
  Fabric fabric;
  const Options& options;
  const Workers& workers;
  LaneSettings lanes = {};
  bool reroute = false;       // the administrator has just asked for a new routing
  bool last_in_list = false;  // no other engine follows where this one fails
  // Where the way to the new tables is not safe, the rows may be those of a first stage. Then
  // Change::is_staged is set, and the next routing, which must follow at once, has the others.
  bool may_be_staged = false;
  // Of a routing anew, as many entries and SLs may be others than in the last routing; the next
  // ones go on from there, until all are the engine's. At least one LID's are. 0: any number.
  std::uint64_t most_entries = 0;
  GrantedSls* granted = nullptr;  // of all sessions that take turns; null: the session has its own
};

// Why the engine is to route anew whatever the last routing was; empty: it is not. What an
// administrator has just set must not wait for links to fail. last_options: of the last routing
// that the engine made; null: there was none.
std::string why_anew(const RoutingTask& task, const Options* last_options);

// A repair asks of SLs which lane they are. Throws CannotRoute if a path has one that is none.
void check_sls(const LanePlan& plan, const LaneBudget& budget);

// Verifies tables on the lanes of the routing, and, as long as a credit loop is found, on the other
// ones that the engine has (Routing::other_lanes, which is empty afterwards). Throws CannotRoute if
// the engine gives up, Stopped and std::bad_alloc.
Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, std::span<const LanePlan> granted,
                     const Workers& workers);

class Session {
 public:
  // engines: those that the steps of a chain may name. Both outlive the session.
  explicit Session(const EngineInfo& engine, std::span<const EngineInfo* const> engines = {})
      : engine_(engine), engines_(engines) {}

  const EngineInfo& engine() const { return engine_; }

  // Routes and verifies; not from two threads at a time. On success the rows hold the tables, and
  // last() answers for them. Throws CannotRoute if the engine cannot, or if its tables fail (a pair
  // of end ports without a path that the topology connects, unless the options accept that, a
  // forwarding loop, a credit loop against its claims), for which there is a warning instead if the
  // engine set Routing::unchecked; then, as after any other exception, the rows are filled with
  // kNoPath and last() is what it was. But where no other engine follows, and some routing is in
  // force, that stays, mended as far as its lanes have room, whatever pairs are lost.
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

  // What it needs to go on as if it had never ended; `older` is for the SLs that were granted to
  // say. Only after a routing. Not beside route(). Cost: that of digest_of().
  SessionState state() const;
  // The routing of the most complete fabric, where entries return to; null: none. Not beside
  // route().
  std::shared_ptr<const Verified> home() const { return home_; }
  // Goes on from there: as if route() had just made what was in force, and the home. The state is
  // of this engine.
  void resume(const SessionState& state);

  // Measures the last routing, as the next repair needs it, which does so itself otherwise. Not
  // beside route(); needs no lock of OpenSM's. Cost: O(S L). Throws Stopped and std::bad_alloc.
  void get_ready(const Workers& workers);

  // The last good routing; null before the first. Safe from any thread at any time.
  std::shared_ptr<const Verified> last() const;

 private:
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
  void run_engine(Verified& result, const RoutingTask& task, Tables rows) const;
  bool go_part_of_the_way(const Verified& in_force, Verified& result, const RoutingTask& task,
                          Tables rows) const;
  Routing repair_in_force(const Verified& in_force, const RoutingTask& task,
                          const FabricMatch& match, bool may_lose_pairs, Tables rows) const;
  void forget_options();
  void copy_tables(Verified& result, const RoutingTask& task, ConstTables rows) const;
  void judge_change(const Verified& before, Verified& result, const RoutingTask& task,
                    Tables rows) const;
  void settle(const std::shared_ptr<Verified>& result, const RoutingTask& task, bool renews_home);
  void keep(const Verified& in_force, Verified& result, const RoutingTask& task, Tables rows) const;
  void judge(Verified& result, const RoutingTask& task, ConstTables rows) const;
  void verify_result(Verified& result, const RoutingTask& task, ConstTables rows) const;

  const EngineInfo& engine_;
  std::span<const EngineInfo* const> engines_;
  std::optional<Options> last_options_;           // of the last routing that the engine made
  LaneSettings last_lanes_;                       // likewise
  std::optional<std::uint64_t> resumed_options_;  // in place of last_options_: digest_of()
  // The routing of the most complete fabric: where entries return to. Null before the first.
  std::shared_ptr<const Verified> home_;
  // Figures::link_load of home_ and last_; null: not measured yet.
  using LinkLoad = std::shared_ptr<const std::vector<std::uint64_t>>;
  LinkLoad home_load_, last_load_;
  GrantedSls own_granted_;
  std::vector<LanePlan> granted_;  // before the routing at hand, in the numbers of its fabric
  // Of tables that others made: what is to be mended.
  std::vector<std::pair<Lid, SwitchIndex>> missing_;
  mutable std::mutex mutex_;  // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
