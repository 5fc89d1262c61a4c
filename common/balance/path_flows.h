// Paths that come together on their way to one destination switch.
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

// The switches that reach a destination, the farthest first, and what arrives at each: whoever goes
// through them in that order, and sends on what is there, knows at each switch all that will come
// by. For one destination after the other.
class PathFlows {
 public:
  // sources: end ports that send, by switch. All must outlive this.
  PathFlows(const Fabric& fabric, const HopTable& table, std::span<const std::uint32_t> sources)
      : fabric_(fabric),
        table_(table),
        sources_(sources),
        hops_(fabric.switch_count()),
        arrived_(fabric.switch_count()) {}

  // Turns to the d-th destination of the table and to so many of its LIDs; nothing is on its way.
  // Cost: O(S LIDs).
  void start(std::size_t d, std::size_t lids);

  // The destination is the last of them.
  std::span<const SwitchIndex> order() const { return order_; }
  // Has any path of others come to a switch?
  bool arrived(SwitchIndex s) const { return arrived_[s] != 0; }
  // By LID: the paths of others that came to a switch.
  const std::uint32_t* at(SwitchIndex s) const { return flows_.data() + s * lids_; }
  // Those, and the switch's own: what its choice for the j-th LID carries.
  std::uint32_t from(SwitchIndex s, std::size_t j) const { return at(s)[j] + sources_[s]; }
  // End ports of a switch that send.
  std::uint32_t own(SwitchIndex s) const { return sources_[s]; }

  // By LID: where others' paths to a switch are added; at least one is.
  std::uint32_t* arriving(SwitchIndex s) {
    arrived_[s] = 1;
    return flows_.data() + s * lids_;
  }
  // Passes the paths of a switch to the j-th LID on to another; returns how many these are.
  std::uint32_t send(SwitchIndex s, std::size_t j, SwitchIndex next) {
    const std::uint32_t paths = from(s, j);
    arriving(next)[j] += paths;
    return paths;
  }
  // Those to all LIDs.
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
