// The part of verify() for routings whose packets are not all on one lane.
#ifndef WEFT_VERIFY_LANE_CHECK_H_
#define WEFT_VERIFY_LANE_CHECK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/graph/links.h"
#include "common/verify/column_walk.h"
#include "common/verify/verify.h"

namespace weft {

// As in Verdict.
struct LaneVerdict {
  std::vector<Channel> credit_loop;
  std::vector<Channel> credit_loop_reversed;
  std::vector<Channel> credit_loop_multicast;
  std::vector<Channel> credit_loop_granted;
  bool safe_on_one_lane = false;
  std::uint16_t multicast_loop_sls = 0;
  unsigned lanes_used = 0;
  TurnEvidence evidence = {};  // no turns: there is none
};

// multicast: in ascending order. columns: all LIDs of end ports; results are by column. Cost: if
// packets keep their VLs, that of walk_straight and O(turns x lanes), else that of walk_lanes and
// O(turns x lanes^2). If multicast closes a cycle, the second part once more for each SL.
LaneVerdict check_lanes(const RoutingView& view, const FabricIndex& index, Rows rows,
                        std::span<const LinkTurn> multicast, std::span<const Column> columns,
                        std::span<ColumnResult> results, const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_LANE_CHECK_H_
