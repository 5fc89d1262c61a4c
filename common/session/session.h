// Session: the interface for OpenSM's callbacks and for the tool. It calls an engine, verifies its
// routing, and keeps the last good routing, for repairs and for path queries between routings.
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
#include "common/routing/avoid_busy_links.h"
#include "common/routing/routing.h"
#include "common/session/granted_sls.h"
#include "common/session/routing_task.h"
#include "common/session/session_state.h"
#include "common/session/verified.h"
#include "common/verify/verify.h"

namespace weft {

// Why the engine has to recompute all routes, for any last routing; empty: it need not.
// New options of the administrator must not wait for a link to fail. last_options: of the last
// routing that the engine made; null: there was none.
std::string why_anew(const RoutingTask& task, const Options* last_options);

class Session {
 public:
  // engines: those that the engine may call itself. Both arguments outlive the session.
  explicit Session(const EngineInfo& engine, std::span<const EngineInfo* const> engines = {})
      : engine_(engine), engines_(engines) {}

  const EngineInfo& engine() const { return engine_; }

  // A copy of this session, for trials. Large data are shared. Must not run at the
  // same time as route() or get_ready() of this session. Cost: a copy of the options.
  Session fork() const { return Session(*this); }

  // Routes and verifies; must not be called from two threads at a time. On success the rows hold
  // the tables, and last() returns the routing. Throws CannotRoute if the engine cannot route, or
  // if its tables are refused: a pair of end ports that links connect has no path (unless the
  // options accept that), there is a forwarding loop, or a credit loop against the engine's claims.
  // If the engine has set Routing::unchecked, such tables are accepted with a warning. After an
  // exception the rows are filled with kNoPath, and last() is as before. But if no other engine
  // follows and a routing is active, the active routing stays whatever the engine throws, but for
  // Stopped: it is repaired as far as its lanes have room, even if pairs are lost. What the repair
  // throws is thrown.
  // Only the rows and last() have paths that avoid congested links. The session repairs and keeps
  // the routing without these moves, so that all paths return when the congestion ends.
  std::shared_ptr<const Verified> route(RoutingTask task, Tables rows);

  // Makes a given routing the last one and the baseline, as if route()
  // had returned it for the task. lanes: OneLane or SlBySwitch. Multicast trees are planned beside
  // its paths. Throws CannotRoute if the tables are refused, or if an SL is not one of the task's
  // lanes, Stopped and std::bad_alloc; then nothing is changed.
  void adopt(RoutingTask task, LanePlan lanes, ConstTables rows);

  // Makes the tables of the switches, of any origin, the last routing and the baseline, with the
  // entries by which packets arrive. The next route() repairs the other entries. Good entries
  // stay, unless a credit loop would close: then some may change for a LID to which end ports have
  // no path (repair.h). Paths are on one lane, since tables do not tell which SLs were granted.
  // Returns how many entries must be repaired. Throws CannotRoute if the engine would not repair
  // these tables, if many entries do not arrive, or if there is a credit loop against the engine's
  // claims; Stopped and std::bad_alloc. Then nothing is changed.
  std::size_t resume_from(RoutingTask task, ConstTables rows);

  // The state from which a session can resume as if this one had never ended, without the moves off
  // congested links. The caller sets `older` from GrantedSls. Only after a routing. Must not run at
  // the same time as route(). Cost: that of digest_of().
  SessionState state() const;
  // The routing of the most complete fabric, to which paths return; null: there is none. Must not
  // run at the same time as route().
  std::shared_ptr<const Verified> baseline() const { return baseline_; }
  // Resumes from a state of this engine, as if route() had just made its routings.
  void resume(const SessionState& state);

  // Measures the loads that the next repair needs, and verifies in full what was verified by what
  // changed: the repair need not, and verdict() is exact. Must not run at the same time as route();
  // needs no lock of OpenSM. Cost: O(S L), and that of verify(). Throws Stopped and std::bad_alloc.
  void get_ready(const Workers& workers);

  // The loads of last() that get_ready() has measured; null: it has not. Their lanes are those
  // of the plan, without own SL2VL maps of the routing. Must not run at the same time as route().
  std::shared_ptr<const Figures> figures() const { return last_figures_; }

  // The verdict of last(). Of a repaired routing it may be worse than that of verify(), in the
  // members that verify_change.h names, until get_ready() has run. Not null after a routing. Must
  // not run at the same time as route().
  std::shared_ptr<const Verdict> verdict() const;

  // How the engine that made the routing moves paths off links; null: it cannot.
  const Avoidance* avoidance_of(const Routing& routing) const;

  // The last good routing; null before the first. Any thread may ask at any time.
  std::shared_ptr<const Verified> last() const;

 private:
  Session(const Session& other);

  bool takes_lanes() const;
  Verdict verdict_in_full(const Verified& routing, const std::vector<LanePlan>* granted,
                          const Workers& workers) const;
  const GrantedSls& granted_of(const RoutingTask& task) const {
    return task.granted != nullptr ? *task.granted : own_granted_;
  }
  GrantedSls& granted_of(const RoutingTask& task) {
    return task.granted != nullptr ? *task.granted : own_granted_;
  }
  bool try_repair(Verified& result, const RoutingTask& task, Tables rows);
  void run_repair(Verified& result, const RoutingTask& task, const FabricMatch& match,
                  const FabricMatch& from_baseline, Tables rows);
  bool verify_by_change(Verified& result, const RoutingTask& task, const FabricMatch& match,
                        ConstTables rows);
  std::vector<RoutedStep> steps_now(const Fabric& fabric, const RoutingTask& task,
                                    const FabricMatch& match,
                                    const FabricMatch& from_baseline) const;
  bool has_other_lmc_than_baseline(const Fabric& fabric) const;
  bool has_grown_much(const FabricMatch& from_baseline) const;
  std::string_view chosen_before(const RoutingTask& task, const Fabric& fabric) const;
  void run_engine(Verified& result, const RoutingTask& task, std::string_view chosen,
                  Tables rows) const;
  void copy_tables(Verified& result, const RoutingTask& task, ConstTables rows) const;
  std::shared_ptr<Verified> avoid_busy_links(const std::shared_ptr<Verified>& at_rest,
                                             const RoutingTask& task, Tables rows) const;
  // How settle() is to store a routing.
  struct Settlement {
    std::optional<Options> made_with;  // nullopt: the engine is to be called again
    bool renews_baseline = false;      // whatever the fabric lacks
    bool is_rebalanced = false;        // good paths were moved, or need not be
    bool is_recomputed = false;        // by the engine
  };
  bool is_baseline(const Verified& routing, const Settlement& given) const;
  void settle(const std::shared_ptr<Verified>& at_rest, const std::shared_ptr<Verified>& result,
              const RoutingTask& task, Settlement given);

  const EngineInfo& engine_;
  std::span<const EngineInfo* const> engines_;
  std::optional<Options> last_options_;           // of the last routing that the engine made
  LaneSettings last_lanes_;                       // of the same routing
  std::optional<std::uint64_t> resumed_options_;  // in place of last_options_: digest_of()
  bool rest_renews_baseline_ = true;              // of a change in steps: as its first part does
  // The routing of the most complete fabric, to which paths return. Null before the first.
  std::shared_ptr<const Verified> baseline_;
  // The last routing, without moves off congested links; null before the first.
  std::shared_ptr<const Verified> at_rest_;
  // The loads of baseline_ and at_rest_; null: not measured yet.
  std::shared_ptr<const Figures> baseline_figures_, last_figures_;
  // The verdict of at_rest_; exact after get_ready(). Null before the first routing.
  std::shared_ptr<const Verdict> last_verdict_;
  // The evidence of baseline_ without granted SLs, as after a restart; null: there is none.
  // nullopt: get_ready() has to find it.
  std::optional<std::shared_ptr<const TurnEvidence>> baseline_evidence_;
  // The SLs that were granted before at_rest_, as of GrantedSls::older(); null: none.
  std::shared_ptr<const std::vector<LanePlan>> last_older_;
  bool reroute_is_due_ = false;  // it was requested, and the engine has not answered
  GrantedSls own_granted_;
  GrantedPlans granted_;  // before the present routing, for its fabric
  // How the repaired tables differ from the active ones, if verify_by_change() has told.
  std::optional<ChangedEntries> changed_;
  // After resume_from(): entries that the next route() has to set.
  std::vector<std::pair<Lid, SwitchIndex>> missing_;
  mutable std::mutex mutex_;  // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
