// What the end ports of a fabric send to the LIDs of a tile: sets of SLs, or of the VLs of these
// SLs.
// Tested by tests/common/verify/lane_check_test.cc, tests/common/verify/verify_property_test.cc.
#ifndef WEFT_VERIFY_SENDERS_H_
#define WEFT_VERIFY_SENDERS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"
#include "common/verify/column_tile.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Two sets of SLs or VLs, one bit each: requests in the lower half, replies in the
// upper half. A request from B to a LID of A has the SLs of the path from B to that LID. A reply
// from B to the base LID of A has the SLs of the path from A to the base LID of B, as the request.
using BothWays = std::uint32_t;
inline constexpr BothWays kRequests = 0xFFFF;
constexpr BothWays as_replies(BothWays requests) { return requests << 16; }
constexpr BothWays either_way(BothWays sets) { return (sets | sets >> 16) & kRequests; }

// Groups of end ports of one switch whose packets need not be distinguished.
struct SenderGroups {
  std::vector<SwitchIndex> switch_of;  // by group, ascending
  std::vector<std::uint32_t> of;       // by position in FabricIndex::sources()

  std::size_t count() const { return switch_of.size(); }
};

// By SL: a set of one bit, for the SL itself or for its VL.
using SlBits = std::array<std::uint16_t, kSls>;

// Each worker has its own; all arguments must outlive it. Memory: 2 bytes for each group and
// column of a tile.
class Senders {
 public:
  // granted: as of RoutingView; requests travel on the SLs of these plans as well.
  Senders(const FabricIndex& index, const SenderGroups& groups, const LanePlan& plan,
          std::span<const LanePlan> granted, const SlBits& bits);

  // Cost: one read of the plans' part for the columns; with SlByPath for all end ports.
  void load(std::span<const Column> columns);

  // What each group sends to the LID of the i-th column of the tile; the LID's owner sends nothing.
  // Only base LIDs get replies, and none with OneLane. Valid until the next call. Cost:
  // O(groups); with replies also a read of the plan's row for the owner, with SlBySwitch only if
  // the previous column was of another switch.
  std::span<const BothWays> sent(std::size_t i, const Column& column);

 private:
  const Fabric& fabric() const { return index_->fabric(); }
  SlBits bits_of(const LanePlan& plan) const;
  void load(const LanePlan& plan, std::span<const Column> columns);
  void load_by_switch(const SlBySwitch* plan, const SlBits& bits, std::span<const Column> columns);
  void load_by_path(const SlByPath& plan, std::span<const Column> columns);
  void find_replies(SwitchIndex destination, EndPortIndex owner);
  void find_neighbours(const Column& column, EndPortIndex owner, bool replies);

  const FabricIndex* index_;
  const SenderGroups* groups_;
  const LanePlan* plan_;
  std::span<const LanePlan> granted_;
  SlBits bits_;                          // of the SL itself
  std::vector<std::uint16_t> requests_;  // by column of the tile and group
  std::vector<std::uint16_t> replies_;   // by group; all that send to replies_to_
  SwitchIndex replies_to_ = kNone;
  std::vector<BothWays> sent_;  // by group
};

}  // namespace weft

#endif  // WEFT_VERIFY_SENDERS_H_
