// Fast computation of stock OpenSM's row of a switch, for the default options.
#ifndef WEFT_BALANCE_DEAL_ROW_H_
#define WEFT_BALANCE_DEAL_ROW_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/routing/targets.h"

namespace weft {

// The candidates of one switch to each destination, by position in the targets.
struct Candidates {
  const std::uint64_t* sets;
  std::size_t words;
  PortSet to(std::size_t d) const { return {sets + d * words, words}; }
};

using PortCounts = std::array<std::uint32_t, 256>;  // LIDs by port
using PortList = std::array<PortNum, 256>;

// Deals LIDs one by one to the port of a set with the lowest count, lowest port first. Once the
// counts of the set differ only by the ports dealt in this round, this is a cyclic copy of the list
// of its ports.
class Dealer {
 public:
  explicit Dealer(std::size_t words) : set_(words) {}

  void start_switch();

  // The next LIDs are dealt to this set (not empty).
  void use(PortSet set);

  // Writes the ports of the next LIDs.
  void deal(std::size_t count, PortNum* out);

  // LIDs by port so far.
  const PortCounts& counts();

 private:
  void settle();
  PortNum least_counted() const;
  bool all_at_level() const;
  PortNum deal_uneven();
  void next_turn();

  std::vector<std::uint64_t> set_;
  PortList ports_{};  // of the set, ascending
  PortCounts counts_{};
  unsigned size_ = 0;
  unsigned turn_ = 0;        // index in ports_
  std::uint32_t level_ = 0;  // the least count of the set
  bool even_ = false;
};

// The rule of balance_by_switch for one LID a port, without counting LIDs of switches, and with
// ports searched in ascending order. Writes the entries of all targets (in stock order) that
// have candidates.
void deal_row(const Fabric& fabric, const Targets& targets, const Candidates& candidates,
              SwitchIndex s, Dealer& dealer, PortNum* row);

}  // namespace weft

#endif  // WEFT_BALANCE_DEAL_ROW_H_
