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

// By pair of a switch and a LID: the SL of the plan in force, and up to kMost older ones. Where
// there were more, the first are forgotten. Memory: kMost plans at most, and none before an SL
// changes.
class GrantedSls {
 public:
  static constexpr std::size_t kMost = 3;

  // What has been granted, in the numbers of a fabric: the plan in force first, then older ones, as
  // RoutingView::granted takes them. Pairs that are new there are on SL 0, and so are all where
  // paths may have any SL, as most clients ask for. Cost: O(S L) a plan with lanes.
  std::vector<LanePlan> in(const Fabric& fabric) const;
  // The same plans, where the fabric is routed with others: no connection of a pair that is new
  // lives, so it has the SL of now in all of them. Cost: O(S L) a plan if there are such pairs.
  std::vector<LanePlan> beside(const Fabric& fabric, const LanePlan& now,
                               std::vector<LanePlan> plans) const;

  // From now on path queries are answered by this routing. before: as beside() has it for that.
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
