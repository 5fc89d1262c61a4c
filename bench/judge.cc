#include "bench/judge.h"

#include <algorithm>

#include "common/patterns/patterns.h"
#include "common/routing/lane_plan.h"
#include "common/verify/verify.h"

namespace weft::bench {
namespace {

constexpr unsigned kBisections = 100;
constexpr unsigned kShifts = 200;
constexpr std::uint64_t kSeed = 1;

double share_of_links(const Fabric& fabric, std::uint64_t links) {
  const auto ports = fabric.all_ports();
  const auto all = std::count_if(ports.begin(), ports.end(),
                                 [](const Port& port) { return port.kind == PeerKind::kSwitch; });
  return all == 0 ? 0 : static_cast<double>(links) / static_cast<double>(all);
}

}  // namespace

Judgement judge(const Fabric& fabric, ConstTables tables, const Workers& workers) {
  const LanePlan one_lane = OneLane{};
  const RoutingView view{.fabric = fabric, .tables = tables, .lanes = one_lane};
  const Verdict verdict = verify(view, workers);
  const Figures figures = measure(view, workers);
  Judgement judgement;
  judgement.unreachable_pairs = verdict.unreachable_pairs;
  judgement.forwarding_loops = verdict.forwarding_loops;
  judgement.credit_loop = !verdict.credit_loop.empty();
  judgement.max_link_load = figures.max_link_load;
  judgement.mean_link_load = figures.mean_link_load;
  judgement.unused_links = share_of_links(fabric, figures.unused_links);
  const std::vector<EndPortIndex> ranks = ranks_by_guid(fabric);
  judgement.effective_bisection_bandwidth =
      effective_bisection_bandwidth(fabric, tables, ranks, kBisections, kSeed, workers).mean;
  const Pattern shifts = {PatternKind::kShift, kShifts, kSeed};
  judgement.shift_busiest_link =
      judge_pattern(fabric, tables, ranks, shifts, workers).mean_busiest_link;
  return judgement;
}

std::uint64_t differing_entries(const Fabric& fabric, ConstTables a, ConstTables b) {
  std::uint64_t differing = 0;
  for (std::uint32_t lid = 1; lid <= fabric.max_lid(); ++lid) {
    if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kNothing) continue;
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      differing += a.row(s)[lid] != b.row(s)[lid] ? 1 : 0;
    }
  }
  return differing;
}

}  // namespace weft::bench
