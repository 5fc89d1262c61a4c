// GrantedSls: the SLs that path queries may have been answered with since opensm started. A
// connection keeps its SL for as long as it lives, whatever the tables do meanwhile, so new tables
// have to be safe with all of them.
#ifndef WEFT_SESSION_GRANTED_SLS_H_
#define WEFT_SESSION_GRANTED_SLS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"

namespace weft {

struct Verified;

// What was granted before a fabric is routed, in the numbers of that fabric.
struct GrantedPlans {
  // The plan in force first, then older ones, as RoutingView::granted takes them. Pairs that are
  // new are on SL 0, and so are all where paths may have any SL, as most clients ask for.
  std::vector<LanePlan> plans;
  // LIDs of end ports that are new, and switches with end ports that had none: no connection to
  // these LIDs or from these switches lives.
  std::vector<Lid> new_lids;
  std::vector<SwitchIndex> new_senders;

  bool has_new_pairs() const { return !new_lids.empty() || !new_senders.empty(); }
  // New pairs have the SLs of `now` in all plans, if it is SlBySwitch. Cost: O(S) for each new LID
  // and O(L) for each new sender, if there are any.
  void set_new_pairs(const Fabric& fabric, const LanePlan& now);
};

// By pair of a switch and a LID: the SL of the plan in force, and up to kMost older ones. Where
// there were more, the first are forgotten. Memory: kMost plans at most, and none before an SL
// changes.
class GrantedSls {
 public:
  static constexpr std::size_t kMost = 3;

  // What has been granted, in the numbers of a fabric. Cost: O(ports + LIDs), and O(S L) a plan
  // with lanes.
  GrantedPlans in(const Fabric& fabric) const;

  // From now on path queries are answered by this routing. before: the plans of in() its fabric,
  // with new pairs set as in its lanes.
  void grant(std::shared_ptr<const Verified> routing, std::vector<LanePlan> before);

  // As if these had been granted: a routing, and the plans of older() in the numbers of its fabric.
  void resume(std::shared_ptr<const Verified> routing,
              std::shared_ptr<const std::vector<LanePlan>> older);

  // Plans before the one in force; null: none.
  const std::shared_ptr<const std::vector<LanePlan>>& older() const { return older_; }

  // The routing that was granted last; null: none yet.
  const std::shared_ptr<const Verified>& in_force() const { return in_force_; }

  // Pairs of a switch with end ports and a LID, as of the last grant, whose connections may be on
  // another SL than the one in force; and SLs of such pairs that were forgotten so far.
  std::uint64_t pairs() const { return pairs_; }
  SlSet sls() const { return sls_; }  // those others, of all pairs together
  std::uint64_t forgotten() const { return forgotten_; }

 private:
  std::shared_ptr<const Verified> in_force_;
  // SlBySwitch, in the numbers of in_force_->fabric; null: none.
  std::shared_ptr<const std::vector<LanePlan>> older_;
  std::uint64_t pairs_ = 0;
  SlSet sls_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace weft

#endif  // WEFT_SESSION_GRANTED_SLS_H_
