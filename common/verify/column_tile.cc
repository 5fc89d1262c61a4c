#include "common/verify/column_tile.h"

#include <algorithm>

namespace weft {

// An odd number of cache lines, so that neighbouring columns are not in the same cache sets.
ColumnTile::ColumnTile(const FabricIndex& index)
    : index_(&index),
      stride_((index.switch_count() / 64 | 1) * std::size_t{64} + 64),
      next_(kWidth * stride_),
      port_(kWidth * stride_) {}

void ColumnTile::load(Rows rows, std::span<const Column> columns) {
  // Some rows at a time, so that a whole cache line of a column is written at once.
  constexpr SwitchIndex kRows = 16;
  for (SwitchIndex first = 0; first < index_->switch_count(); first += kRows) {
    const SwitchIndex last = std::min(first + kRows, index_->switch_count());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      for (SwitchIndex s = first; s < last; ++s) {
        const PortNum port = index_->clamp(s, rows[s][columns[i].entry]);
        next_[i * stride_ + s] = index_->slot_next(index_->first_slot(s) + port);
        port_[i * stride_ + s] = port;
      }
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (rows[column.destination][column.entry] == column.right) {
      next_[i * stride_ + column.destination] = kArrived;
    }
  }
  find_same(columns);
}

void ColumnTile::find_same(std::span<const Column> columns) {
  const auto ports = [&](std::size_t i) {
    return std::span(port_).subspan(i * stride_, index_->switch_count());
  };
  std::size_t first = 0;  // of the columns to the switch
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const SwitchIndex to = columns[i].destination;
    if (columns[first].destination != to) first = i;
    same_as_[i] = static_cast<std::uint8_t>(i);
    if (next(i)[to] != kArrived) continue;
    for (std::size_t j = first; j < i; ++j) {
      if (same_as_[j] != j || next(j)[to] != kArrived) continue;
      if (!std::ranges::equal(ports(i).first(to), ports(j).first(to))) continue;
      if (!std::ranges::equal(ports(i).subspan(to + 1), ports(j).subspan(to + 1))) continue;
      same_as_[i] = static_cast<std::uint8_t>(j);
      break;
    }
  }
}

}  // namespace weft
