// The LIDs that are balanced over the fabric, by destination switch, and the blocks of them that
// are balanced at once.
#ifndef WEFT_BALANCE_DESTINATION_BATCHES_H_
#define WEFT_BALANCE_DESTINATION_BATCHES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/routing/targets.h"

namespace weft {

// End ports of a destination switch are numbered from 0; this is the switch itself.
inline constexpr std::uint16_t kSwitchItself = kMaxPorts;

struct BatchLid {
  Lid lid;
  std::uint16_t target;  // which end port of the destination switch, or kSwitchItself
};

// The LIDs of each destination switch, in the order in which they are routed: the first path bit of
// all its end ports, then the second, ...
struct Batches {
  std::vector<BatchLid> lids;
  std::vector<std::size_t> first;  // of a destination in lids; one more at the end
  std::vector<char> in_a_row;      // of a destination: are its LIDs consecutive?

  std::span<const BatchLid> of(std::size_t d) const {
    return {lids.data() + first[d], first[d + 1] - first[d]};
  }
};

// The choices of all switches for some destinations, in contiguous memory until all are made; in
// the rows they are far apart.
class StagedChoices {
 public:
  explicit StagedChoices(SwitchIndex switches) : switches_(switches) {}

  // Turns to the destinations [begin, end) of the batches. Nothing is chosen. Cost: O(S LIDs).
  void start(const Batches& batches, std::size_t begin, std::size_t end);
  // By LID of a destination.
  PortNum* at(SwitchIndex s, std::size_t d) {
    const std::size_t lids = batches_->first[d + 1] - batches_->first[d];
    return ports_.data() + (batches_->first[d] - batches_->first[begin_]) * switches_ + s * lids;
  }
  // Writes them all to the rows.
  void write(Tables rows) const;

 private:
  SwitchIndex switches_;
  const Batches* batches_ = nullptr;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::vector<PortNum> ports_;  // [destination][switch][LID]
};

// The batches of the first `destinations` targets.
Batches collect_batches(const RouteRequest& request, const Targets& targets,
                        std::size_t destinations);

// Where the blocks of the first `destinations` targets begin, and where the last one ends. If
// possible a border does not separate switches with a common neighbour, as the leaf switches of a
// pod: these are balanced against each other.
std::vector<std::size_t> block_borders(const Fabric& fabric, const Targets& targets,
                                       std::size_t destinations);

}  // namespace weft

#endif  // WEFT_BALANCE_DESTINATION_BATCHES_H_
