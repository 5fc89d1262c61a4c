// Columns of the forwarding tables, a few LIDs at a time, transposed so that a column is
// contiguous.
// Tested by tests/common/verify/verify_test.cc.
#ifndef WEFT_VERIFY_COLUMN_TILE_H_
#define WEFT_VERIFY_COLUMN_TILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/verify/fabric_index.h"

namespace weft {

// A LID to follow packets to.
struct Column {
  std::uint32_t entry;      // its position in a row
  SwitchIndex destination;  // the switch of its owner
  PortNum right;            // the right entry at that switch
};

// Rows to read columns from, by switch.
using Rows = std::span<const PortNum* const>;

// The columns of one tile. Each worker has its own; load() allocates nothing.
class ColumnTile {
 public:
  // A cache line of a row, so that each line is read once.
  static constexpr std::size_t kWidth = 64;

  explicit ColumnTile(const FabricIndex& index);

  // At most kWidth columns.
  void load(Rows rows, std::span<const Column> columns);

  // Of the i-th column, by switch: the next of its packets (a switch, kDeadEnd or kArrived), ...
  std::span<const SwitchIndex> next(std::size_t i) const {
    return {next_.data() + i * stride_, index_->switch_count()};
  }
  // ... and by which slot.
  std::uint32_t slot(std::size_t i, SwitchIndex s) const {
    return index_->first_slot(s) + port_[i * stride_ + s];
  }
  PortNum port(std::size_t i, SwitchIndex s) const { return port_[i * stride_ + s]; }

  // The first column to the same switch with the same entries as the i-th, except at that switch:
  // both have the same paths. Cost: O(S) if there is one.
  std::size_t same_as(std::size_t i) const { return same_as_[i]; }

 private:
  void find_same(std::span<const Column> columns);

  const FabricIndex* index_;
  std::size_t stride_;
  std::vector<SwitchIndex> next_;
  std::vector<PortNum> port_;
  std::array<std::uint8_t, kWidth> same_as_ = {};  // by column
};

}  // namespace weft

#endif  // WEFT_VERIFY_COLUMN_TILE_H_
