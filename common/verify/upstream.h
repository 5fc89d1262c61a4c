// Upstream: the switches from which packets to a LID come.
// Tested by tests/common/verify/link_uses_test.cc, tests/common/verify/loop_paths_test.cc.
#ifndef WEFT_VERIFY_UPSTREAM_H_
#define WEFT_VERIFY_UPSTREAM_H_

#include <cstddef>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft {

// The fabric and the tables must outlive it.
class Upstream {
 public:
  Upstream(const Fabric& fabric, ConstTables tables)
      : fabric_(fabric), tables_(tables), seen_(fabric.switch_count()) {}

  // A switch, then all switches from which the entries for a LID lead to it, nearest first; each
  // once, also in a forwarding loop. Valid until the next call. Cost: the ports of these switches.
  std::span<const SwitchIndex> of(SwitchIndex sw, Lid lid) {
    ++round_;
    found_.assign(1, sw);
    seen_[sw] = round_;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      for (const Port& port : fabric_.ports(found_[i])) {
        if (port.kind != PeerKind::kSwitch || seen_[port.peer] == round_) continue;
        if (tables_.row(port.peer)[lid] != port.peer_port) continue;
        seen_[port.peer] = round_;
        found_.push_back(port.peer);
      }
    }
    return found_;
  }

 private:
  const Fabric& fabric_;
  ConstTables tables_;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> seen_;  // by switch: the last call that found it
  std::vector<SwitchIndex> found_;
};

}  // namespace weft

#endif  // WEFT_VERIFY_UPSTREAM_H_
