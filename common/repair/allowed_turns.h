// AllowedTurns: which turns a path that is repaired may take on each lane, beside all that others
// take already.
#ifndef WEFT_REPAIR_ALLOWED_TURNS_H_
#define WEFT_REPAIR_ALLOWED_TURNS_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/graph/up_down.h"
#include "common/repair/fabric_match.h"
#include "common/verify/sl2vl.h"
#include "common/verify/turn_evidence.h"

namespace weft {

class AllowedTurns {
 public:
  // Any turn may be taken: for engines that do not claim to be free of credit loops. links: of the
  // fabric as it is now; they must outlive this.
  explicit AllowedTurns(const Links& links) : links_(&links) {}

  // Those that a routing of the fabric before was proven with, as far as they are still there, and
  // whatever closes no cycle with them. Cost: O(turns).
  AllowedTurns(const TurnEvidence& evidence, const FabricMatch& match, const Links& links);

  // The turns of another routing join if they close no cycle with those that are there; of each VL
  // all of them, or none. False if some did not.
  bool add(const TurnEvidence& evidence, const FabricMatch& match);

  // On one lane: all turns that keep to up*/down* join, by the ranks of the evidence or by the
  // orientation (empty: none), and whatever closes no cycle with those may be taken from now on.
  // False if that makes no difference. Cost: O(turns).
  bool loosen(const Orientation& orientation);
  // From then on; empty before: does a link lead up?
  const std::vector<char>& goes_up() const { return goes_up_; }

  // A path is taken on some VLs: its turns join; false, and nothing is changed, if they would close
  // a cycle on any of them. Cost: O(turns of the path), and the searches of AcyclicTurns.
  bool add_path(VlSet vls, std::span<const LinkTurn> turns);

  // Would the turn close no cycle on any of these VLs, as things stand?
  bool fits(VlSet vls, LinkTurn turn);

 private:
  bool goes_up(SwitchIndex from, SwitchIndex to) const { return leads_up(ranks_, from, to); }
  bool keeps_up_down(LinkTurn turn) const {
    return goes_up((*links_)[turn.from].from, links_->to(turn.from)) ||
           !goes_up(links_->to(turn.from), links_->to(turn.to));
  }
  void rank_new_switches(const Fabric& fabric);
  bool add_turns(std::span<const VlSet> sets, unsigned vl, AcyclicTurns& lane) const;
  AcyclicTurns& turns_on(unsigned vl);

  const Links* links_;
  bool any_ = true;
  bool was_loosened_ = false;
  std::vector<char> goes_up_;         // by link
  std::vector<std::uint32_t> ranks_;  // by switch; empty: turns are looked up
  std::vector<VlSet> used_;           // by turn, of lanes that nobody has asked for yet
  std::array<std::unique_ptr<AcyclicTurns>, kSls> lanes_;
};

}  // namespace weft

#endif  // WEFT_REPAIR_ALLOWED_TURNS_H_
