// Trials: each failure alone is done to a fabric, answered as a session would that has routed it,
// and what that does is found out.
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

// What the session has routed, and with what. The options outlive the trials.
struct TrialBase {
  const Fabric& whole;                  // as it is, with what is drained; outlives the trials
  std::function<Fabric(Fabric)> drain;  // what of such a fabric is routed; safe from any thread
  const Options& options;
  LaneSettings lanes;
};

class Trials {
 public:
  // The session has just routed drain(whole); it must outlive the trials, and route nothing
  // meanwhile. Measures that routing.
  Trials(const TrialBase& base, Session& session, const Workers& workers);

  const LoadSummary& load_before() const { return summary_before_; }
  // «leaf-3[19] -> spine-1[4]»: the busiest link; empty: there is no link.
  std::string busiest_before() const;

  // Repaired, or routed anew, and verified, from where the session stands; what adds links is
  // routed anew, since a repair leaves them idle. An engine that refuses is an outcome. Safe from
  // several threads. Cost: a repair and a verification, some O(S L); memory: twice the tables.
  // Throws Stopped and std::bad_alloc, and BadInput of links that cannot be added.
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
