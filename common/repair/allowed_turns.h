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
#include "common/repair/turns_in_use.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/verify/turn_evidence.h"

namespace weft {

class AllowedTurns {
 public:
  // Any turn may be taken: for engines that do not claim to be free of credit loops. links: of the
  // fabric as it is now; they must outlive this.
  explicit AllowedTurns(const Links& links) : links_(&links) {}

  // Those that a routing of the fabric before was proven with, as far as they are still there, and
  // whatever closes no cycle with them. sl2vl: of the fabric as it is now; it must outlive this,
  // and is uniform unless the evidence is of packets that change their VLs. Cost: O(turns), with
  // those times the square of the VLs.
  AllowedTurns(const TurnEvidence& evidence, const FabricMatch& match, const Links& links,
               const Sl2Vl& sl2vl);

  // The turns of another routing join if they close no cycle with those that are there; of each VL
  // all of them, or none. False if some did not.
  bool add(const TurnEvidence& evidence, const FabricMatch& match);

  // Where packets keep their VLs: from now on there are these turns alone, those of `now`, which
  // close no cycle, and of the granted ones and those of groups, on SL 0, each that closes none.
  // Cost: O(turns), and the searches of AcyclicTurns.
  void keep_only(const TurnsInUse& in_use, std::span<const LinkTurn> of_groups);

  // On one lane: all turns that keep to up*/down* join, by the ranks of the evidence or by the
  // orientation (empty: none), and whatever closes no cycle with those may be taken from now on.
  // False if that makes no difference. Cost: O(turns).
  bool loosen(const Orientation& orientation);
  // From then on; empty before: does a link lead up?
  const std::vector<char>& goes_up() const { return goes_up_; }

  // Paths are taken on some SLs: the turns of one after those of the other, each from an end port's
  // switch on. They join; false, and nothing is changed, if they would close a cycle on any of the
  // SLs. Cost: O(turns of the path), and the searches of AcyclicTurns.
  bool add_path(SlSet sls, std::span<const LinkTurn> turns);

  // The same of turns in any order, of packets that may have come by any port.
  bool add_turns(SlSet sls, std::span<const LinkTurn> turns);

  // A path that add_path() has taken makes its turns no more.
  void remove_path(SlSet sls, std::span<const LinkTurn> turns);

  // Would such a turn close no cycle on any of these SLs, as things stand?
  bool fits(SlSet sls, LinkTurn turn);

  // Does every link of a path have the VLs of these SLs?
  bool has_lanes(SlSet sls, LinkIndex first, std::span<const LinkTurn> path) const;

 private:
  bool goes_up(SwitchIndex from, SwitchIndex to) const { return leads_up(ranks_, from, to); }
  bool keeps_up_down(LinkTurn turn) const {
    return goes_up((*links_)[turn.from].from, links_->to(turn.from)) ||
           !goes_up(links_->to(turn.from), links_->to(turn.to));
  }
  void rank_new_switches(const Fabric& fabric);
  bool add_used(std::span<const VlSet> sets, unsigned vl, AcyclicTurns& lane) const;
  bool add_pairs(const TurnEvidence& evidence, const FabricMatch& match);
  bool take(SlSet sls, std::span<const LinkTurn> turns, bool are_paths);
  AcyclicTurns& turns_on(unsigned vl);
  VlSet vls_of(SlSet sls) const;
  Vl vl(LinkIndex came_by, LinkIndex link, Sl sl) const;
  VlSet vls_on(LinkIndex link, Sl sl) const;
  LinkIndex channel(LinkIndex link, Vl vl) const { return link * kChannels + vl; }
  void add_channel_turns(Sl sl, std::span<const LinkTurn> turns, bool are_paths,
                         std::vector<LinkTurn>& result) const;

  static constexpr unsigned kChannels = TurnEvidence::kPairedVls;

  const Links* links_;
  const Sl2Vl* sl2vl_ = nullptr;  // null: any turn may be taken
  bool any_ = true;
  bool was_loosened_ = false;
  std::vector<char> goes_up_;         // by link
  std::vector<std::uint32_t> ranks_;  // by switch; empty: turns are looked up
  std::vector<VlSet> used_;           // by turn, of lanes that nobody has asked for yet
  std::vector<VlSet> also_;           // others that join these, each if it closes no cycle
  std::array<std::unique_ptr<AcyclicTurns>, kSls> lanes_;
  // Where packets change their VLs:
  std::unique_ptr<Links> channels_;
  std::unique_ptr<AcyclicTurns> on_channels_;
  bool is_wide_ = false;  // do all links have all VLs of the maps?
};

}  // namespace weft

#endif  // WEFT_REPAIR_ALLOWED_TURNS_H_
