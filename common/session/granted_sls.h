// GrantedSls: the SLs that path queries may have been answered with since opensm started. An
// open connection keeps its SL, even if the tables change. So new tables have
// to be free of credit loops with all these SLs.
#ifndef WEFT_SESSION_GRANTED_SLS_H_
#define WEFT_SESSION_GRANTED_SLS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"

namespace weft {

struct Verified;

// The SLs that were granted before a fabric is routed, by its indices and LIDs.
struct GrantedPlans {
  // The active plan first, then older ones, as RoutingView::granted takes them. New pairs are on
  // SL 0. If paths may have any SL, all pairs are on SL 0, since most clients ask for SL 0.
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

// Keeps for each pair of a switch and a LID the SL of the active plan, and up to kMost older
// SLs; the oldest are forgotten first. Memory: kMost plans at most, and none before an SL changes.
class GrantedSls {
 public:
  static constexpr std::size_t kMost = 3;

  // The granted SLs, by the indices and LIDs of a fabric. Cost: O(ports + LIDs), and O(S L) for
  // each plan with lanes.
  GrantedPlans in(const Fabric& fabric) const;

  // From now on path queries are answered by this routing. before: the plans of in() for its
  // fabric, after set_new_pairs() with its lanes.
  void grant(std::shared_ptr<const Verified> routing, std::vector<LanePlan> before);

  // Starts from a routing, and from older plans of its fabric, as if they had been granted.
  void resume(std::shared_ptr<const Verified> routing,
              std::shared_ptr<const std::vector<LanePlan>> older);

  // Another engine, or another SM, has routed since. Path queries may have been answered with SL 0.
  void others_have_routed() { is_active_ = false; }

  // The plans before the active one; null: there are none.
  const std::shared_ptr<const std::vector<LanePlan>>& older() const { return older_; }

  // The routing that was granted last, which the switches have; null: none yet, or others have
  // routed since.
  std::shared_ptr<const Verified> active() const { return is_active_ ? last_ : nullptr; }

  // At the last grant: how many pairs of a switch with end ports and a LID have connections that
  // may be on another SL than the active one; the other SLs of all these pairs; and how many SLs of
  // pairs were forgotten so far.
  std::uint64_t pairs() const { return pairs_; }
  SlSet sls() const { return sls_; }
  std::uint64_t forgotten() const { return forgotten_; }

 private:
  std::shared_ptr<const Verified> last_;
  bool is_active_ = false;
  // SlBySwitch, of the fabric of last_; null: none.
  std::shared_ptr<const std::vector<LanePlan>> older_;
  std::uint64_t pairs_ = 0;
  SlSet sls_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace weft

#endif  // WEFT_SESSION_GRANTED_SLS_H_
