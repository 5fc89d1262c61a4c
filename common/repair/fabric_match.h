// FabricMatch: which parts of an earlier fabric are in the fabric now, and under which indices.
#ifndef WEFT_REPAIR_FABRIC_MATCH_H_
#define WEFT_REPAIR_FABRIC_MATCH_H_

#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"

namespace weft {

// Matches nodes and ports by GUID, since indices change. Cost: O(ports + LIDs).
class FabricMatch {
 public:
  // Both must outlive it.
  FabricMatch(const Fabric& before, const Fabric& now);

  const Fabric& before() const { return *before_; }
  const Fabric& now() const { return *now_; }

  // The index that a switch or an end port of `now` had before, and the other way round; kNone: it
  // is new, or gone.
  SwitchIndex switch_before(SwitchIndex s) const { return switch_before_[s]; }
  SwitchIndex switch_now(SwitchIndex s) const { return switch_now_[s]; }
  EndPortIndex end_port_before(EndPortIndex e) const { return end_port_before_[e]; }
  EndPortIndex end_port_now(EndPortIndex e) const { return end_port_now_[e]; }

  // The LID that the same port had before, if it is at the same port of the same switch; 0: there
  // was none. lid: of `now`, in use or not.
  Lid lid_before(Lid lid) const { return lid_before_[lid]; }
  // Have all ports that were there before kept their LIDs?
  bool keeps_lids() const { return keeps_lids_; }
  // As keeps_lids(), and are the LIDs in use the same?
  bool same_lids() const { return same_lids_; }

  // Is a port of a switch of `now` linked to the same port as before, or to none now and before?
  bool keeps_neighbour(SwitchIndex s, PortNum port) const;

  // Is the link at a port of a switch of `before` lost: the switch is gone, or the port has no
  // neighbour now, another one, or another port of the same? port: one of that switch.
  bool lost_link(SwitchIndex before, PortNum port) const;

  // By link of `before`: the index of the same link in `now`; kNone: it is lost. The links are
  // those of the two fabrics. Cost: O(links).
  std::vector<LinkIndex> links_now(const Links& before, const Links& now) const;

 private:
  void match_lids();

  const Fabric* before_;
  const Fabric* now_;
  std::vector<SwitchIndex> switch_before_, switch_now_;
  std::vector<EndPortIndex> end_port_before_, end_port_now_;
  std::vector<Lid> lid_before_;
  bool keeps_lids_ = true;
  bool same_lids_ = false;
};

}  // namespace weft

#endif  // WEFT_REPAIR_FABRIC_MATCH_H_
