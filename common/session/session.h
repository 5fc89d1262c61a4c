// Session: what OpenSM's callbacks and the tool talk to. It calls an engine, verifies what came
// out, and keeps the last good routing for the questions that are asked between routings.
#ifndef WEFT_SESSION_SESSION_H_
#define WEFT_SESSION_SESSION_H_

#include <memory>
#include <mutex>

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
};

class Session {
 public:
  explicit Session(const EngineInfo& engine) : engine_(engine) {}

  const EngineInfo& engine() const { return engine_; }

  // Routes and verifies. On success the rows hold the tables, and last() answers for them. Throws
  // CannotRoute if the engine cannot, or if its tables fail (a pair without a path that the
  // topology connects and the engine did not declare, a forwarding loop, a credit loop against its
  // claims); then, as after any other exception, the rows are filled with kNoPath and last() is
  // what it was.
  std::shared_ptr<const Verified> route(Fabric fabric, const Options& options, const Live* live,
                                        const Workers& workers, Tables rows);

  // The last good routing; null before the first. Safe from any thread at any time.
  std::shared_ptr<const Verified> last() const;

 private:
  const EngineInfo& engine_;
  mutable std::mutex mutex_;  // of last_
  std::shared_ptr<const Verified> last_;
};

}  // namespace weft

#endif  // WEFT_SESSION_SESSION_H_
