// What jobs get of the links: the bandwidth of the flows of a pattern under the routes, beside what
// no routing can better.
// Tested by tests/common/patterns/throughput_test.cc.
// Tested by tests/common/patterns/patterns_property_test.cc.
#ifndef WEFT_PATTERNS_THROUGHPUT_H_
#define WEFT_PATTERNS_THROUGHPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/patterns.h"
#include "common/patterns/phases.h"
#include "common/patterns/placement.h"
#include "common/routing/options.h"
#include "common/routing/tables.h"
#include "common/routing/traffic.h"

namespace weft {

// 1 is what an end port's link of the usual rate carries (LinkTimes).
struct Throughput {
  // The mean of what a flow gets; a lost one gets 0. Of patterns that ranks go through in step, all
  // flows of a phase get what its slowest one gets, since the next phase waits for that, and phases
  // count by the time that they take: 1 / PatternFigures::mean_busiest_link. Those are all but
  // kBisection, kRandom, kJobs, kStorage and kPairs, whose flows have their fair shares
  // (FairShares).
  double share = 0;
  // No routing gives more. In step: 1 / PatternFigures::mean_least_load. Else: what the end ports
  // can send and receive, and the links of each switch carry from it and to it, all together.
  double most = 0;

  // Of what is possible; 1 where nothing flows.
  double part() const { return most > 0 ? std::min(share / most, 1.0) : 1; }
};

// Does a phase of it begin when the slowest flow of the one before has ended?
bool is_in_step(PatternKind kind);

// Of a pattern in step, by its figures.
Throughput throughput_in_step(const PatternFigures& figures);

// Cost: in step judge_pattern()'s; else for each phase that of FairShares. Deterministic with any
// number of threads. Throws Stopped and std::bad_alloc.
Throughput measure_throughput(const Fabric& fabric, ConstTables tables, const Placement& placement,
                              const Pattern& pattern, const Workers& workers);

// A link between switches, by its sender, that is what keeps flows from having more.
struct Bottleneck {
  SwitchIndex sw = 0;
  PortNum port = 0;
  double flows = 0;  // that it holds back in a phase, on average
};

// The worst first, by the fair shares in some 32 phases spread over all. None for kAllToAll, whose
// phase is judged without a list of flows. Cost: that of FairShares, 32 times.
std::vector<Bottleneck> find_bottlenecks(const Fabric& fabric, ConstTables tables,
                                         const Placement& placement, const Pattern& pattern);

// What jobs send.
struct Traffic {
  TrafficMix mix;
  std::vector<EndPortIndex> storage = {};  // Pattern::storage
  // Flows are spread over all LIDs of a port (Pattern::spread), but for kAllToAll.
  bool spread = false;
};

// By weft_traffic and io_guid_file; the usual mix if all patterns of weft_traffic need servers, and
// there are none; spread where a CA has several LIDs, since it is for programs
// that use them that there is an LMC.
Traffic traffic_of(const Fabric& fabric, const Options& options);

// Of a mix: the mean of the parts in which something flows, each by its weight.
struct DeliveredTraffic {
  double part = 1;
  std::vector<Throughput> of;  // by pattern of the mix
};

// Flows of a pattern that are enough: with more the figures hardly change.
inline constexpr std::uint64_t kTrafficFlows = 2'000'000;

// Of each pattern the phases that make about so many flows are looked at, one at least; of
// kAllToAll and patterns with few phases all. Cost: O(flows) for each.
DeliveredTraffic measure_traffic(const Fabric& fabric, ConstTables tables,
                                 const Placement& placement, const Traffic& traffic,
                                 std::uint64_t flows, const Workers& workers);

// Without the patterns in which nothing flows: «jobs get 77 % of what the fabric can carry (shift
// 78 %, bisection 76 %)»
std::string describe_traffic(const TrafficMix& mix, const DeliveredTraffic& delivered);

}  // namespace weft

#endif  // WEFT_PATTERNS_THROUGHPUT_H_
