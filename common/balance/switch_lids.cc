#include "common/balance/switch_lids.h"

#include <array>
#include <cstdint>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

class SwitchLids {
 public:
  SwitchLids(const Fabric& fabric, const Targets& targets, const HopTable& table, Tables rows)
      : fabric_(fabric),
        targets_(targets),
        rows_(rows),
        columns_(table.distances.columns()),
        finder_(fabric, table, columns_),
        sets_(columns_ * finder_.words()) {}

  void route(SwitchIndex s) {
    finder_.fill(s, 0, columns_, sets_.data());
    listed_ = {};
    PortNum* const row = rows_.row(s);
    for (std::size_t d = 0; d < targets_.switches.size(); ++d) {
      const LidRange lids = lids_of(fabric_.switches()[targets_.switches[d]]);
      for (const Lid lid : lids) {
        const auto turn = static_cast<std::uint32_t>(d + lid - lids.first);
        row[lid] = targets_.switches[d] == s ? PortNum{0} : choose(d, turn);
      }
    }
  }

 private:
  // kNoPath: there is no path.
  PortNum choose(std::size_t d, std::uint32_t turn) {
    const PortSet set(sets_.data() + d * finder_.words(), finder_.words());
    if (const PortNum only = only_port(set); only != kNoPath) return only;
    // Often the same as for the previous destination.
    if (!are_equal(set, listed_)) {
      listed_ = set;
      count_ = list_ports(set, ports_.data());
    }
    return count_ == 0 ? kNoPath : ports_[turn % count_];
  }

  const Fabric& fabric_;
  const Targets& targets_;
  Tables rows_;
  std::size_t columns_;
  NextHops finder_;
  std::vector<std::uint64_t> sets_;  // of the current switch, by destination
  PortSet listed_;                   // in ports_
  std::uint32_t count_ = 0;
  std::array<PortNum, 256> ports_{};
};

}  // namespace

void spread_switch_lids(const Fabric& fabric, const Targets& targets, const HopTable& table,
                        SwitchIndex first, SwitchIndex last, Tables rows) {
  SwitchLids lids(fabric, targets, table, rows);
  for (SwitchIndex s = first; s < last; ++s) lids.route(s);
}

}  // namespace weft
