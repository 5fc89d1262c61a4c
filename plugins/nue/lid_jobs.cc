#include "plugins/nue/lid_jobs.h"

#include <algorithm>

#include "common/fabric/counts.h"

namespace weft {
namespace {

void add_lids(const Fabric& fabric, const Targets& targets, std::uint32_t t, bool weigh_switches,
              LaneJobs& jobs) {
  const SwitchIndex s = targets.switches[t];
  const std::size_t first = jobs.weighed.size();
  std::uint32_t round = 0;
  for (unsigned bit = 0; bit < targets.path_bits; ++bit) {
    for (const EndPortIndex e : targets.at(t)) {
      const EndPort& port = fabric.end_ports()[e];
      if (bit >> port.lmc != 0) continue;
      jobs.weighed.push_back({s, round++, static_cast<Lid>(port.lid + bit), 0, port.switch_port});
    }
  }
  const std::size_t end_ports = jobs.weighed.size() - first;
  const Switch& sw = fabric.switches()[s];
  for (const Lid lid : lids_of(sw)) {
    const std::size_t bit = lid - sw.lid;
    if (weigh_switches) {
      jobs.weighed.push_back({s, round++, lid, 0, 0});
    } else if (bit < end_ports) {
      jobs.weighed[first + bit].copy = lid;
    } else {
      jobs.others.push_back({s, round++, lid, 0, 0});
    }
  }
}

}  // namespace

std::vector<LaneJobs> deal_lids(const Fabric& fabric, const Targets& targets, std::size_t lanes,
                                bool weigh_switches) {
  std::vector<std::uint32_t> busy;
  std::vector<std::uint32_t> bare;
  for (std::uint32_t t = 0; t < targets.switches.size(); ++t) {
    (targets.at(t).empty() ? bare : busy).push_back(t);
  }
  std::vector<LaneJobs> by_lane(lanes);
  for (const auto* list : {&busy, &bare}) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      add_lids(fabric, targets, (*list)[i], weigh_switches, by_lane[i * lanes / list->size()]);
    }
  }
  const std::vector<std::uint32_t> sources = sources_by_switch(fabric);
  const bool take_turns = std::ranges::count(sources, 0u) == 0 ||
                          std::ranges::count(sources, 0u) == std::ssize(sources);
  for (LaneJobs& jobs : by_lane) {
    if (take_turns) std::ranges::stable_sort(jobs.weighed, {}, &LidJob::round);
  }
  return by_lane;
}

}  // namespace weft
