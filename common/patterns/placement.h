// Which ports the ranks of a job use.
// Tested by tests/common/patterns/placement_test.cc.
#ifndef WEFT_PATTERNS_PLACEMENT_H_
#define WEFT_PATTERNS_PLACEMENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

inline constexpr std::size_t kMostPositions = std::size_t{1} << 18;  // including dummies

// By position: the end port (of a CA, with a LID, at one position only), or kNone for a dummy.
using RankOrder = std::span<const EndPortIndex>;

// The rails of each rank, by position: CA ports with LIDs, over which the rank spreads its flows;
// empty for a dummy. Several ranks may share a port.
class Placement {
 public:
  Placement() = default;
  Placement(RankOrder order) {  // NOLINT: an order is a placement
    for (const EndPortIndex e : order) {
      e == kNone ? add({}) : add({&e, 1});
    }
  }

  Placement(const std::vector<EndPortIndex>& order) : Placement(RankOrder(order)) {}  // NOLINT

  void add(std::span<const EndPortIndex> rails) {
    rails_.insert(rails_.end(), rails.begin(), rails.end());
    first_.push_back(static_cast<std::uint32_t>(rails_.size()));
  }

  std::size_t size() const { return first_.size() - 1; }  // positions
  std::span<const EndPortIndex> rails(std::size_t position) const {
    return {rails_.data() + first_[position], first_[position + 1] - first_[position]};
  }
  bool is_dummy(std::size_t position) const { return rails(position).empty(); }
  std::size_t dummies() const;

  // By position the port, if each rank has one port and shares it with no rank; else empty.
  std::vector<EndPortIndex> order() const;

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  std::vector<EndPortIndex> rails_;
  std::vector<std::uint32_t> first_ = {0};  // by position, and the end: its first rail in rails_
};

}  // namespace weft

#endif  // WEFT_PATTERNS_PLACEMENT_H_
