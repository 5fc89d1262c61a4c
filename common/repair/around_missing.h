// Derives the routing of an incomplete fabric, without some links and switches and perhaps with
// extra ones, from the routing of the complete fabric.
// Tested by tests/plugins/layered/without_missing_test.cc.
#ifndef WEFT_REPAIR_AROUND_MISSING_H_
#define WEFT_REPAIR_AROUND_MISSING_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/repair/fabric_match.h"
#include "common/repair/repair.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/verify/turn_evidence.h"

namespace weft {

class AroundMissing {
 public:
  // missing: entries that `tables` lacks and the repair has to set; then `whole` equals the
  // requested fabric. All arguments outlive it. Throws CannotRoute if the routing of `whole` is not
  // free of credit loops, Stopped and std::bad_alloc.
  AroundMissing(const RouteRequest& request, const Fabric& whole, ConstTables tables,
                const Routing& routing, std::span<const std::pair<Lid, SwitchIndex>> missing = {});

  // Repairs the routing of `whole` as if `whole` had just become the requested fabric (repair.h).
  // Complete paths stay, with their SLs. Other paths get lanes of the
  // budget, which has the VLs of the request's. rows: filled with kNoPath. reserve, trees_first: as
  // in RepairTask. Throws CannotRoute if a pair cannot get a path, Stopped and std::bad_alloc.
  Routing repaired(const LaneBudget& budget, std::span<const Lane> reserve, Sparing sparing,
                   bool trees_first, Tables rows) const;

 private:
  const RouteRequest& request_;
  ConstTables tables_;
  const Routing& routing_;
  std::span<const std::pair<Lid, SwitchIndex>> missing_;
  Sl2Vl::Map map_;
  FabricMatch match_;
  std::shared_ptr<const TurnEvidence> evidence_;
  std::vector<std::uint64_t> link_load_;
};

// A budget of the SLs first, first + 1, ... end - 1, for routings whose SL2VL maps say the VLs.
std::vector<Lane> lanes_of_sls(unsigned first, unsigned end);

// The VLs of a budget's SLs; 0 for others.
Sl2Vl::Map map_of(const LaneBudget& budget);

}  // namespace weft

#endif  // WEFT_REPAIR_AROUND_MISSING_H_
