// Trials: applies each failure separately to a fabric, routes the result as a running session
// would, and determines the outcome.
#ifndef WEFT_WHATIF_TRIALS_H_
#define WEFT_WHATIF_TRIALS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/session/session.h"
#include "common/whatif/failure.h"
#include "common/whatif/load_change.h"
#include "common/whatif/outcome.h"
#include "common/whatif/port_names.h"

namespace weft {

// The session's routing and its input. The options must outlive the trials.
struct TrialBase {
  const Fabric& whole;                  // the fabric including drained parts; must outlive the
                                        // trials
  std::function<Fabric(Fabric)> drain;  // returns the part of a fabric to route; callable from any
                                        // thread
  const Options& options;
  LaneSettings lanes;
};

class Trials {
 public:
  // The session must have just routed drain(whole), must outlive the trials, and must not route
  // during them. Measures that routing.
  Trials(const TrialBase& base, Session& session, const Workers& workers);

  const LoadSummary& load_before() const { return summary_before_; }
  // The busiest link: «leaf-3[19] -> spine-1[4]»; empty: no link.
  std::string busiest_before() const;

  // Repairs or recomputes the routing, from the session's state, and verifies it. Added links need
  // a recompute, since a repair leaves them idle. If the engine refuses, this is an outcome.
  // Callable from several threads. Cost: a repair and a verification, about O(S L); memory: twice
  // the tables. Throws Stopped and std::bad_alloc, and BadInput for links that cannot be added.
  Outcome run(const Failure& failure, const Workers& workers) const;

 private:
  void judge(const Verified& after, const Workers& workers, Outcome& outcome) const;
  std::string name_of_busiest(const Fabric& fabric, const LoadSummary& summary) const;

  TrialBase base_;
  const Session& session_;
  std::shared_ptr<const Verified> before_;
  PortNames names_;  // of before_
  std::vector<std::uint64_t> load_before_;
  LoadSummary summary_before_;
};

}  // namespace weft

#endif  // WEFT_WHATIF_TRIALS_H_
