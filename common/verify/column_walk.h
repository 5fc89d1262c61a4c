// Exact walk: follows the packets from every switch to each LID of a list.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/verify_property_test.cc.
#ifndef WEFT_VERIFY_COLUMN_WALK_H_
#define WEFT_VERIFY_COLUMN_WALK_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/verify/column_tile.h"
#include "common/verify/dependencies.h"

namespace weft {

struct ColumnResult {
  std::uint64_t lost = 0;   // senders whose packets do not arrive
  std::uint32_t loops = 0;  // forwarding loops, used or not
};

// The order in which packets to one LID pass the switches. Each worker has its own; nothing is
// allocated after construction.
class ColumnOrder {
 public:
  explicit ColumnOrder(std::uint32_t switches) : waiting_(switches), order_(switches) {}

  // next: by switch, as in ColumnTile. Calls pass(s) for every switch that is on no cycle, after
  // all switches that send to it. Then calls cycle(members) for each cycle, in the order of their
  // lowest switches; members are in the order of the packets.
  template <typename Pass, typename Cycle>
  void run(std::span<const SwitchIndex> next, Pass&& pass, Cycle&& cycle);

 private:
  std::vector<std::uint32_t> waiting_;  // by switch: senders that were not passed yet
  std::vector<SwitchIndex> order_;
};

// Each switch injects senders[s] packets to a LID; the LID's own switch one less, since the owner
// is among its senders and sends itself nothing.
//
// Results are by column. If `dependencies` (of one lane) is given, the dependencies of all packets
// are added to it, also those of lost packets. Cost: O(S) a column.
void walk_columns(const FabricIndex& index, Rows rows, std::span<const Column> columns,
                  std::span<const std::uint32_t> senders, std::span<ColumnResult> results,
                  Dependencies* dependencies, const Workers& workers);

template <typename Pass, typename Cycle>
void ColumnOrder::run(std::span<const SwitchIndex> next, Pass&& pass, Cycle&& cycle) {
  const auto switches = static_cast<SwitchIndex>(next.size());
  std::fill(waiting_.begin(), waiting_.end(), 0);
  for (const SwitchIndex n : next) {
    if (n < switches) ++waiting_[n];
  }
  std::size_t ready = 0;
  for (SwitchIndex s = 0; s < switches; ++s) {
    order_[ready] = s;
    ready += waiting_[s] == 0;
  }
  for (std::size_t done = 0; done < ready; ++done) {
    const SwitchIndex s = order_[done];
    pass(s);
    const SwitchIndex n = next[s];
    if (n < switches && --waiting_[n] == 0) order_[ready++] = n;
  }
  if (ready == switches) return;
  // Each remaining switch is on a cycle and has exactly one remaining sender, on the same cycle.
  for (SwitchIndex s = 0; s < switches; ++s) {
    if (waiting_[s] == 0) continue;
    std::size_t length = 0;
    for (SwitchIndex at = s; waiting_[at] != 0; at = next[at]) {
      waiting_[at] = 0;
      order_[length++] = at;
    }
    cycle(std::span<const SwitchIndex>(order_.data(), length));
  }
}

}  // namespace weft

#endif  // WEFT_VERIFY_COLUMN_WALK_H_
