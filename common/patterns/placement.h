// Which ports the ranks of a job send and receive by.
// Tested by tests/common/patterns/placement_test.cc.
#ifndef WEFT_PATTERNS_PLACEMENT_H_
#define WEFT_PATTERNS_PLACEMENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

inline constexpr std::size_t kMostPositions = std::size_t{1} << 18;  // dummies included

// By position: the end port (of a CA, with a LID, at one position only), or kNone for a dummy.
using RankOrder = std::span<const EndPortIndex>;

// By position the rails of a rank: ports of CAs with LIDs, over which it spreads what it sends;
// none for a dummy. Several ranks may have one port.
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

  // The same by position, if each rank has one port, of which it is the only rank; else empty.
  std::vector<EndPortIndex> order() const;

  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  std::vector<EndPortIndex> rails_;
  std::vector<std::uint32_t> first_ = {0};  // of a position in rails_; one more than positions
};

}  // namespace weft

#endif  // WEFT_PATTERNS_PLACEMENT_H_
