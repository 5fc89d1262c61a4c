// The path that forwarding tables give a flow, as a list of links.
// Tested by tests/common/verify/several_lids_test.cc.
// Tested by tests/common/patterns/patterns_test.cc.
// Tested by tests/common/patterns/patterns_property_test.cc.
#ifndef WEFT_VERIFY_PATH_WALK_H_
#define WEFT_VERIFY_PATH_WALK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/routing/tables.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Each worker has its own; walk() allocates nothing.
class PathWalk {
 public:
  PathWalk(const FabricIndex& index, ConstTables tables)
      : index_(&index), tables_(tables), links_(index.switch_count()) {}

  // Follows the tables from a switch to a LID of an end port that has one. True if packets
  // arrive; then links() are the links between switches on the path. Cost: O(hops); of a
  // forwarding loop O(S).
  bool walk(SwitchIndex source, EndPortIndex destination, std::uint8_t path_bits = 0) {
    const EndPort& end = index_->fabric().end_ports()[destination];
    const auto lid = static_cast<Lid>(end.lid + path_bits);
    count_ = 0;
    SwitchIndex at = source;
    while (at != end.sw) {
      // A path with as many links as there are switches was at some switch twice.
      if (count_ == links_.size()) return false;
      const PortNum out = index_->clamp(at, tables_.row(at)[lid]);
      const std::uint32_t slot = index_->first_slot(at) + out;
      if (index_->slot_link(slot) == kNone) return false;
      links_[count_++] = index_->slot_link(slot);
      at = index_->slot_next(slot);
    }
    return tables_.row(at)[lid] == end.switch_port;
  }

  // As FabricIndex numbers them.
  std::span<const std::uint32_t> links() const { return {links_.data(), count_}; }

 private:
  const FabricIndex* index_;
  ConstTables tables_;
  std::vector<std::uint32_t> links_;
  std::size_t count_ = 0;
};

}  // namespace weft

#endif  // WEFT_VERIFY_PATH_WALK_H_
