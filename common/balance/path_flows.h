// The flow of paths to one destination switch at a time.
#ifndef WEFT_BALANCE_PATH_FLOWS_H_
#define WEFT_BALANCE_PATH_FLOWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"

namespace weft {

// The switches that reach a destination, the farthest first, and the paths that arrive at each. A
// caller that visits them in this order, and sends the paths of each on, knows at each switch all
// paths through it.
class PathFlows {
 public:
  // sources: end ports that send, by switch. All arguments must outlive this.
  PathFlows(const Fabric& fabric, const HopTable& table, std::span<const std::uint32_t> sources)
      : fabric_(fabric),
        table_(table),
        sources_(sources),
        hops_(fabric.switch_count()),
        arrived_(fabric.switch_count()) {}

  // Turns to the d-th destination of the table and its first `lids` LIDs, without any paths.
  // Cost: O(S LIDs).
  void start(std::size_t d, std::size_t lids);

  // The farthest first; the last is the destination.
  std::span<const SwitchIndex> order() const { return order_; }
  // Has any path of others come to a switch?
  bool arrived(SwitchIndex s) const { return arrived_[s] != 0; }
  // By LID: the paths of others that came to a switch.
  const std::uint32_t* at(SwitchIndex s) const { return flows_.data() + s * lids_; }
  // The paths of others and the switch's own: the load of its choice for the j-th LID.
  std::uint32_t from(SwitchIndex s, std::size_t j) const { return at(s)[j] + sources_[s]; }
  // End ports of a switch that send.
  std::uint32_t own(SwitchIndex s) const { return sources_[s]; }

  // By LID: where the caller adds others' paths to a switch; it adds at least one.
  std::uint32_t* arriving(SwitchIndex s) {
    arrived_[s] = 1;
    return flows_.data() + s * lids_;
  }
  // Passes the paths of a switch for the j-th LID on to another switch; returns their number.
  std::uint32_t send(SwitchIndex s, std::size_t j, SwitchIndex next) {
    const std::uint32_t paths = from(s, j);
    arriving(next)[j] += paths;
    return paths;
  }
  // The same for all LIDs.
  std::uint32_t send_all(SwitchIndex s, SwitchIndex next);

 private:
  const Fabric& fabric_;
  const HopTable& table_;
  std::span<const std::uint32_t> sources_;
  std::size_t lids_ = 0;
  std::vector<Hops> hops_;             // by switch
  std::vector<std::uint32_t> starts_;  // of a distance in order_
  std::vector<SwitchIndex> order_;
  std::vector<std::uint32_t> flows_;  // [switch][LID]
  std::vector<char> arrived_;         // by switch
};

}  // namespace weft

#endif  // WEFT_BALANCE_PATH_FLOWS_H_
