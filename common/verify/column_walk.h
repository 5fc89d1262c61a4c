// Exact: what becomes of the packets to each LID of a list, from every switch.
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
  std::uint32_t loops = 0;  // cycles of the entries, used or not
};

// The order in which packets to one LID pass the switches. A worker has its own; nothing is
// allocated after construction.
class ColumnOrder {
 public:
  explicit ColumnOrder(std::uint32_t switches) : waiting_(switches), order_(switches) {}

  // next: by switch, as in ColumnTile. Calls pass(s) for every switch that is on no cycle, after
  // all those that send to it; then cycle(members) for each cycle, in the order that packets go
  // round it, in the order of their lowest switches.
  template <typename Pass, typename Cycle>
  void run(std::span<const SwitchIndex> next, Pass&& pass, Cycle&& cycle);

 private:
  std::vector<std::uint32_t> waiting_;  // how many senders have not been passed yet
  std::vector<SwitchIndex> order_;
};

// How many packets each switch injects to a LID: senders[s], one less at the LID's own switch (the
// LID's owner is among its senders and sends itself nothing).
//
// Results are by column. If `dependencies` (of one lane) is given, those of all packets are added
// to it, also of the ones that get lost. Cost: O(S) a column.
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
  // What is left has exactly one sender that is left too: itself or another member of its cycle.
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
