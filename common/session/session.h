// Session: what OpenSM's callbacks and the tool talk to. It calls an engine, verifies what came
// out, and keeps the last good routing for the questions that are asked between routings.
#ifndef WEFT_SESSION_SESSION_H_
#define WEFT_SESSION_SESSION_H_

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "common/routing/routing.h"
#include "common/verify/lost_pairs.h"
#include "common/verify/verify.h"

namespace weft {

// A routing that was verified, and the fabric it was made for.
struct Verified {
  Fabric fabric;
  Routing routing;
  Verdict verdict;
  LostPairs lost = {};  // none listed; empty where every pair has a path
  double route_ms = 0;
  double verify_ms = 0;
  std::string kept_because;  // why the engine failed, if its tables are the live ones; else empty
};

// The lanes of a fabric.
struct LaneSettings {
  LaneBudget budget;
  Sl2Vl::Map map = Sl2Vl::kIdentity;  // how all switches map SLs to VLs
};

// What a sweep, or the tool, asks for.
struct RoutingTask {
  Fabric fabric;
  const Options& options;
  const Workers& workers;
  LaneSettings lanes = {};
  const Live* live = nullptr;  // what the switches forward by at present; null: nothing yet
  bool reroute = false;        // the administrator has just asked for a new routing
  bool last_in_list = false;   // no other engine follows where this one fails
};

// What the live tables are good for in a routing.
struct LiveUse {
  bool stay_close = false;       // the engine changes no more of them than it has to
  bool keep_on_failure = false;  // they stay in force if the engine cannot route
};

// Close to the live tables stays who wants to (weft_keep_routes) and has asked for nothing else
// since: what an administrator has just set must not wait for links to fail. Tables are kept only
// where nobody else would make any. last_options: of the last routing that the engine made; null:
// there was none, and the live tables may be anyone's.
LiveUse use_of_live(const RoutingTask& task, const Options* last_options);

// Verifies tables on the lanes of the routing, and, as long as a credit loop is found, on the other
// ones that the engine has (Routing::other_lanes, which is empty afterwards). Throws CannotRoute if
// the engine gives up, Stopped and std::bad_alloc.
Verdict verify_lanes(const Fabric& fabric, ConstTables tables, Routing& routing,
                     const Sl2Vl::Map& map, const Workers& workers);

class Session {
 public:
  // engines: those that the steps of a chain may name. Both outlive the session.
  explicit Session(const EngineInfo& engine, std::span<const EngineInfo* const> engines = {})
      : engine_(engine), engines_(engines) {}

  // Routes and verifies; not from two threads at a time. On success the rows hold the tables, and
  // last() answers for them. Throws CannotRoute if the engine cannot, or if its tables fail (a pair
  // of end ports without a path that the topology connects, unless the options accept that, a
  // forwarding loop, a credit loop against its claims), for which there is a warning instead if the
  // engine set Routing::unchecked; then, as after any other exception, the rows are filled with
  // kNoPath and last() is what it was. Live tables are kept as long as they are good for this
  // fabric and one lane.
  std::shared_ptr<const Verified> route(RoutingTask task, Tables rows);

  // The last good routing; null before the first. Safe from any thread at any time.
  std::shared_ptr<const Verified> last() const;

 private:
  void run_engine(Verified& result, const RoutingTask& task, const Live* near, Tables rows) const;
  void keep(Verified& result, const RoutingTask& task, Tables rows) const;
  void verify_result(Verified& result, const RoutingTask& task, Tables rows) const;

  const EngineInfo& engine_;
  std::span<const EngineInfo* const> engines_;
  std::optional<Options> last_options_;  // of the last routing that the engine made
  mutable std::mutex mutex_;             // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
