// Session: what OpenSM's callbacks and the tool talk to. It calls an engine, verifies what came
// out, and keeps the last good routing for the questions that are asked between routings.
#ifndef WEFT_SESSION_SESSION_H_
#define WEFT_SESSION_SESSION_H_

#include <memory>
#include <mutex>
#include <string>

#include "common/routing/routing.h"
#include "common/verify/verify.h"

namespace weft {

// A routing that was verified, and the fabric it was made for.
struct Verified {
  Fabric fabric;
  Routing routing;
  Verdict verdict;
  double route_ms = 0;
  double verify_ms = 0;
  std::string kept_because;  // why the engine failed, if its tables are the live ones; else empty
};

// The lanes of a fabric.
struct LaneSettings {
  LaneBudget budget;
  Sl2Vl::Map map = Sl2Vl::kIdentity;  // how all switches map SLs to VLs
};

class Session {
 public:
  explicit Session(const EngineInfo& engine) : engine_(engine) {}

  const EngineInfo& engine() const { return engine_; }

  // Routes and verifies. On success the rows hold the tables, and last() answers for them. Throws
  // CannotRoute if the engine cannot, or if its tables fail (a pair without a path that the
  // topology connects and the engine did not declare, a forwarding loop, a credit loop against its
  // claims), for which there is a warning instead if the engine set Routing::unchecked; then, as
  // after any other exception, the rows are filled with kNoPath and last() is what it was.
  //
  // live: what the engine stays close to; null: routes from scratch. kept: tables that are kept if
  // the engine cannot route, as long as they are good for this fabric and one lane; null: none.
  std::shared_ptr<const Verified> route(Fabric fabric, const Options& options, const Live* live,
                                        const Workers& workers, Tables rows,
                                        const Live* kept = nullptr, const LaneSettings& lanes = {});

  // The last good routing; null before the first. Safe from any thread at any time.
  std::shared_ptr<const Verified> last() const;

 private:
  void run_engine(Verified& result, const Options& options, const Live* live,
                  const Workers& workers, Tables rows, const LaneSettings& lanes) const;
  void keep(Verified& result, const Live& kept, const Workers& workers, Tables rows,
            const LaneSettings& lanes) const;
  void verify_result(Verified& result, const Workers& workers, Tables rows,
                     const LaneSettings& lanes) const;

  const EngineInfo& engine_;
  mutable std::mutex mutex_;  // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
