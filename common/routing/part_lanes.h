// The SLs of paths in tables that several engines made, each for a part of the fabric: the steps
// of a chain, or islands.
#ifndef WEFT_ROUTING_PART_LANES_H_
#define WEFT_ROUTING_PART_LANES_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/fabric/part.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"

namespace weft {

// A step that routed.
struct StepLanes {
  const LanePlan& plan;             // of the step's own fabric: by its switches
  std::vector<SwitchIndex> places;  // in the step's fabric, by switch of the whole; kNone: outside
};

// StepLanes::places of a part. Cost: O(switches).
std::vector<SwitchIndex> places_in(const FabricPart& part, std::uint32_t switches_of_whole);

inline constexpr std::uint32_t kNobody = kNone;

// A lane for each SL: the budget of a step with own SL2VL maps.
LaneBudget all_sls();

// Number of lanes of the budget that a plan needs: up to the highest that it uses.
unsigned lanes_of(const LanePlan& plan, const LaneBudget& budget);

// The plan of all steps together. owners: by LID, its step, or kNobody. With `apart` each
// step that owns LIDs has separate lanes, behind those of the earlier steps; nothing if the budget
// has too few. Otherwise each has the lanes that it chose. Bits of the SL that one step leaves to
// clients are left to them on all paths.
// Cost: O(S L); for LIDs whose step chose several lanes, and that get packets from outside of its
// topology, a walk along the tables. Throws Stopped and std::bad_alloc.
std::optional<LanePlan> join_lanes(const Fabric& fabric, ConstTables tables,
                                   std::span<const StepLanes> steps,
                                   std::span<const std::uint32_t> owners, const LaneBudget& budget,
                                   bool apart, const Workers& workers);

// The SL2VL maps of a part's ports, by switches of the whole fabric. Cost: O(maps).
std::shared_ptr<const Sl2Vl> sl2vl_of_whole(const Sl2Vl& of_part, const FabricPart& part);

}  // namespace weft

#endif  // WEFT_ROUTING_PART_LANES_H_
