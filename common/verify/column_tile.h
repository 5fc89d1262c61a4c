// Columns of the forwarding tables, a few LIDs at a time, turned so that a column lies in one
// piece.
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

// A LID to be walked to.
struct Column {
  std::uint32_t entry;      // where it stands in a row
  SwitchIndex destination;  // the switch that its packets leave at
  PortNum right;            // the entry that is right there
};

// Rows to read columns from, by switch.
using Rows = std::span<const PortNum* const>;

// The columns of one tile. A worker has its own; load() allocates nothing.
class ColumnTile {
 public:
  // Rows are read along cache lines of 64 entries, so tiles want to be wide, and to fit into the
  // cache.
  static constexpr std::size_t kWidth = 64;

  explicit ColumnTile(const FabricIndex& index);

  // At most kWidth columns.
  void load(Rows rows, std::span<const Column> columns);

  // Of the i-th column, by switch: where its packets go next (a switch, kDeadEnd or kArrived), ...
  std::span<const SwitchIndex> next(std::size_t i) const {
    return {next_.data() + i * stride_, index_->switch_count()};
  }
  // ... and by which slot.
  std::uint32_t slot(std::size_t i, SwitchIndex s) const {
    return index_->first_slot(s) + port_[i * stride_ + s];
  }
  PortNum port(std::size_t i, SwitchIndex s) const { return port_[i * stride_ + s]; }

  // The first column of those to the same switch that has the entries of the i-th, but for the last
  // one: what is true of the paths of one is true of the other's. Cost: O(S) where one is found.
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
