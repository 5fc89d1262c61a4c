// The paths of end ports over each switch on the way to a LID.
// Tested by tests/common/verify/verify_test.cc, tests/common/verify/link_uses_test.cc.
#ifndef WEFT_VERIFY_COLUMN_LOADS_H_
#define WEFT_VERIFY_COLUMN_LOADS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/verify/column_walk.h"
#include "common/verify/fabric_index.h"

namespace weft {

// Each worker has its own; nothing is allocated after construction. The index must outlive it.
class ColumnLoads {
 public:
  explicit ColumnLoads(const FabricIndex& index)
      : index_(&index),
        order_(index.switch_count()),
        passed_(index.switch_count()),
        packets_(index.switch_count()),
        hops_(index.switch_count()) {}

  // next: as in ColumnTile. destination: the switch of the LID's owner, which sends itself nothing.
  // Calls from(s, paths, hops) for each switch whose end ports send paths that arrive, and over(s,
  // paths) for each that such paths, its own ones included, leave for another switch. Cost: O(S).
  template <typename From, typename Over>
  void run(std::span<const SwitchIndex> next, SwitchIndex destination, From&& from, Over&& over);

 private:
  std::uint32_t senders(SwitchIndex s, SwitchIndex destination) const {
    return index_->source_count(s) - (s == destination ? 1 : 0);
  }

  const FabricIndex* index_;
  ColumnOrder order_;
  std::vector<SwitchIndex> passed_;
  std::vector<std::uint32_t> packets_;
  std::vector<std::uint32_t> hops_;  // kNone: packets do not arrive
};

template <typename From, typename Over>
void ColumnLoads::run(std::span<const SwitchIndex> next, SwitchIndex destination, From&& from,
                      Over&& over) {
  const SwitchIndex switches = index_->switch_count();
  std::size_t count = 0;
  order_.run(
      next, [&](SwitchIndex s) { passed_[count++] = s; },
      [&](std::span<const SwitchIndex> members) {
        for (const SwitchIndex s : members) hops_[s] = kNone;
      });
  // Backwards from the destination: the hops, if packets arrive.
  for (std::size_t k = count; k-- > 0;) {
    const SwitchIndex s = passed_[k];
    const SwitchIndex n = next[s];
    if (n == kArrived) {
      hops_[s] = 0;
    } else {
      hops_[s] = n < switches && hops_[n] != kNone ? hops_[n] + 1 : kNone;
    }
    packets_[s] = hops_[s] == kNone ? 0 : senders(s, destination);
    if (packets_[s] != 0) from(s, packets_[s], hops_[s]);
  }
  // Forwards: the packets that arrive.
  for (std::size_t k = 0; k < count; ++k) {
    const SwitchIndex s = passed_[k];
    if (packets_[s] == 0 || next[s] >= switches) continue;
    packets_[next[s]] += packets_[s];
    over(s, packets_[s]);
  }
}

}  // namespace weft

#endif  // WEFT_VERIFY_COLUMN_LOADS_H_
