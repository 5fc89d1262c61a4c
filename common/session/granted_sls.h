// GrantedSls: the SLs that path queries may have been answered with since opensm started. A
// connection keeps its SL for as long as it lives, whatever the tables become. So new tables have
// to be free of credit loops with all of these SLs.
#ifndef WEFT_SESSION_GRANTED_SLS_H_
#define WEFT_SESSION_GRANTED_SLS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"

namespace weft {

struct Verified;

// The SLs that were granted before a fabric is routed, in the numbers of that fabric.
struct GrantedPlans {
  // The plan in force first, then older ones, as RoutingView::granted takes them. New pairs are on
  // SL 0. So are all pairs where paths may have any SL, since most clients ask for SL 0.
  std::vector<LanePlan> plans;
  // New LIDs of end ports, and switches with end ports that had none before. Pairs with one of
  // these are new: they have no connections.
  std::vector<Lid> new_lids;
  std::vector<SwitchIndex> new_senders;

  bool has_new_pairs() const { return !new_lids.empty() || !new_senders.empty(); }
  // Gives new pairs the SLs that they have in `now`, in all plans, if `now` is SlBySwitch. Cost:
  // O(S) for each new LID and O(L) for each new sender; nothing without these.
  void set_new_pairs(const Fabric& fabric, const LanePlan& now);
};

// Keeps for each pair of a switch and a LID the SL of the plan in force, and up to kMost older
// ones; the oldest are forgotten first. Memory: kMost plans at most, and none before an SL changes.
class GrantedSls {
 public:
  static constexpr std::size_t kMost = 3;

  // What was granted, in the numbers of a fabric. Cost: O(ports + LIDs), and O(S L) for each plan
  // with lanes.
  GrantedPlans in(const Fabric& fabric) const;

  // From now on path queries are answered by this routing. before: the plans of in() for its
  // fabric, after set_new_pairs() with its lanes.
  void grant(std::shared_ptr<const Verified> routing, std::vector<LanePlan> before);

  // Starts from a routing, and from older plans in the numbers of its fabric, as if these had been
  // granted.
  void resume(std::shared_ptr<const Verified> routing,
              std::shared_ptr<const std::vector<LanePlan>> older);

  // The plans before the one in force; null: there are none.
  const std::shared_ptr<const std::vector<LanePlan>>& older() const { return older_; }

  // The routing that was granted last; null: none yet.
  const std::shared_ptr<const Verified>& in_force() const { return in_force_; }

  // As of the last grant: pairs of a switch with end ports and a LID whose connections may have
  // another SL than the one in force; the other SLs of all these pairs; and how many SLs of pairs
  // were forgotten so far.
  std::uint64_t pairs() const { return pairs_; }
  SlSet sls() const { return sls_; }
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
