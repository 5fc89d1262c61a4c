#include "common/balance/switch_lids.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/next_hops.h"

namespace weft {
namespace {

// The rows of one worker.
class SwitchLids {
 public:
  SwitchLids(const RouteRequest& request, const Targets& targets, const HopTable& table,
             Tables rows, const NextHops& finder)
      : request_(&request),
        targets_(&targets),
        rows_(rows),
        finder_(finder),
        columns_(table.distances.columns()),
        sets_(columns_ * finder.words()) {}

  void route(SwitchIndex s) {
    const Fabric& fabric = request_->fabric;
    const Targets& targets = *targets_;
    finder_.fill(s, 0, columns_, sets_.data());
    listed_ = {};
    PortNum* const row = rows_.row(s);
    for (std::size_t d = 0; d < targets.switches.size(); ++d) {
      const LidRange lids = lids_of(fabric.switches()[targets.switches[d]]);
      for (const Lid lid : lids) {
        const auto turn = static_cast<std::uint32_t>(d + lid - lids.first);
        row[lid] = targets.switches[d] == s ? PortNum{0} : choose(d, turn);
      }
    }
  }

 private:
  // kNoPath where there is no path.
  PortNum choose(std::size_t d, std::uint32_t turn) {
    const PortSet set(sets_.data() + d * finder_.words(), finder_.words());
    if (const PortNum only = only_port(set); only != kNoPath) return only;
    // Often the same as for the destination before.
    if (!std::ranges::equal(set, listed_)) {
      listed_ = set;
      count_ = list_ports(set, ports_.data());
    }
    return count_ == 0 ? kNoPath : ports_[turn % count_];
  }

  const RouteRequest* request_;
  const Targets* targets_;
  Tables rows_;
  NextHops finder_;
  std::size_t columns_;
  std::vector<std::uint64_t> sets_;  // of the switch in hand, by destination
  PortSet listed_;                   // in ports_
  std::uint32_t count_ = 0;
  std::array<PortNum, 256> ports_{};
};

}  // namespace

void spread_switch_lids(const RouteRequest& request, const Targets& targets, const HopTable& table,
                        Tables rows) {
  const Fabric& fabric = request.fabric;
  const NextHops finder(fabric, table, table.distances.columns());
  std::vector<SwitchLids> workers(request.workers.threads(),
                                  SwitchLids(request, targets, table, rows, finder));
  request.workers.parallel_for(fabric.switch_count(), 8,
                               [&](unsigned worker, std::size_t first, std::size_t last) {
                                 for (std::size_t s = first; s < last; ++s) {
                                   workers[worker].route(static_cast<SwitchIndex>(s));
                                 }
                               });
}

}  // namespace weft
