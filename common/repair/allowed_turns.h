// AllowedTurns: the turns that a repaired path may take on each virtual lane without closing a
// cycle with the turns of all other paths.
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
  // For engines that do not claim to be free of credit loops: any turn is allowed. links: of the
  // fabric as it is now; they must outlive this.
  explicit AllowedTurns(const Links& links) : links_(&links) {}

  // For engines that claim it. The evidence is a set of turns without a cycle: those of a routing
  // of the fabric before. A turn is allowed if it is in this set or closes no cycle with it. Turns
  // over lost links are left out. sl2vl: of the fabric as it is now; it must outlive this, and is
  // uniform unless the evidence is of packets that change their VLs. Cost: O(turns); where packets
  // change their VLs, O(turns) times the square of the highest of these.
  AllowedTurns(const TurnEvidence& evidence, const FabricMatch& match, const Links& links,
               const Sl2Vl& sl2vl);

  // Adds the turns of another routing. On each VL either all of them are added, or none if they
  // close a cycle with the turns that are there already. False if there is such a VL, or, where
  // packets change their VLs, if the other routing has higher ones.
  bool add(const TurnEvidence& evidence, const FabricMatch& match);

  // Where packets keep their VLs: drops all turns but those of in_use.now, which close no cycle.
  // Then each turn of in_use.granted, and each turn of multicast groups (of_groups, on SL 0), is
  // added if it closes none. Cost: O(turns), and the searches of AcyclicTurns.
  void keep_only(const TurnsInUse& in_use, std::span<const LinkTurn> of_groups);

  // On one lane: adds all turns of up*/down*, by the ranks of the evidence or else by the
  // orientation (empty: there is none). From then on a turn is allowed if it closes no cycle with
  // those that are there. False if nothing can be added. Cost: O(turns).
  bool loosen(const Orientation& orientation);
  // By link: whether it leads up. Empty until loosen() has succeeded.
  const std::vector<char>& goes_up() const { return goes_up_; }

  // Adds the turns of a path on each of the SLs. turns: in order, from the switch of the sender on.
  // False, and nothing is changed, if they would close a cycle on one SL. Cost: O(turns of
  // the path), and the searches of AcyclicTurns.
  bool add_path(SlSet sls, std::span<const LinkTurn> turns);

  // As add_path(), but the turns come in any order, and packets may have entered the first link of
  // a turn by any port.
  bool add_turns(SlSet sls, std::span<const LinkTurn> turns);

  // Removes the turns of a path that add_path() has added.
  void remove_path(SlSet sls, std::span<const LinkTurn> turns);

  // Whether the turn could be added on all of these SLs now.
  bool fits(SlSet sls, LinkTurn turn);

  // Whether every link of a path has the VLs that these SLs are mapped to.
  bool has_lanes(SlSet sls, LinkIndex first, std::span<const LinkTurn> path) const;

 private:
  bool add_used(std::span<const VlSet> sets, unsigned vl, AcyclicTurns& lane) const;
  bool add_pairs(const TurnEvidence& evidence);
  bool take(SlSet sls, std::span<const LinkTurn> turns, bool are_paths);
  AcyclicTurns& turns_on(unsigned vl);
  VlSet vls_of(SlSet sls) const;
  Vl vl(LinkIndex came_by, LinkIndex link, Sl sl) const;
  VlSet vls_on(LinkIndex link, Sl sl) const;
  LinkIndex channel(LinkIndex link, Vl vl) const { return link * vls_ + vl; }
  void add_channel_turns(Sl sl, std::span<const LinkTurn> turns, bool are_paths,
                         std::vector<LinkTurn>& result) const;

  const Links* links_;
  const Sl2Vl* sl2vl_ = nullptr;  // null: any turn is allowed
  bool any_ = true;
  bool was_loosened_ = false;
  std::vector<char> goes_up_;         // by link
  std::vector<std::uint32_t> ranks_;  // by switch; empty: used_ and lanes_ count
  std::vector<VlSet> used_;           // by turn: its VLs, for lanes_ that are not made yet
  std::vector<VlSet> also_;           // by turn: those added one by one after used_
  std::array<std::unique_ptr<AcyclicTurns>, kSls> lanes_;
  // Where packets change their VLs:
  unsigned vls_ = 1;  // of each link in channels_, so that all VLs of packets are among them
  std::unique_ptr<Links> channels_;
  std::unique_ptr<AcyclicTurns> on_channels_;
  bool is_wide_ = false;  // all links have all VLs of the maps
};

}  // namespace weft

#endif  // WEFT_REPAIR_ALLOWED_TURNS_H_
