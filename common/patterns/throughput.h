// The bandwidth of a pattern's flows under given routes, and an upper bound for every routing.
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

// 1 is the capacity of an end port's link of the usual rate (LinkTimes).
struct Throughput {
  // The mean bandwidth of a flow; a lost flow has 0. kBisection, kRandom, kJobs, kStorage and
  // kPairs have fair shares (FairShares). The other patterns run in step: the next phase waits for
  // the slowest flow, so all flows of a phase have its bandwidth, and phases count by their
  // duration: 1 / PatternFigures::mean_busiest_link.
  double share = 0;
  // The upper bound for every routing. In step: 1 / PatternFigures::mean_least_load. Else: the
  // total that end ports can send and receive and that the links of each switch can carry from and
  // to it.
  double most = 0;

  // The fraction of the upper bound; 1 without flows.
  double part() const { return most > 0 ? std::min(share / most, 1.0) : 1; }
};

// True if a phase begins when the slowest flow of the previous phase has ended.
bool is_in_step(PatternKind kind);

// For a pattern in step, from its figures.
Throughput throughput_in_step(const PatternFigures& figures);

// Cost: that of judge_pattern() for a pattern in step, else that of FairShares for each phase.
// Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
Throughput measure_throughput(const Fabric& fabric, ConstTables tables, const Placement& placement,
                              const Pattern& pattern, const Workers& workers);

// A link between switches that limits flows, named by its sending port.
struct Bottleneck {
  SwitchIndex sw = 0;
  PortNum port = 0;
  double flows = 0;  // flows that it limits in a phase, on average
};

// By fair shares in about 32 phases spread over all; the worst first. Empty for kAllToAll, which is
// judged without a list of flows. Cost: 32 times that of FairShares.
std::vector<Bottleneck> find_bottlenecks(const Fabric& fabric, ConstTables tables,
                                         const Placement& placement, const Pattern& pattern);

// The traffic of jobs.
struct Traffic {
  TrafficMix mix;
  std::vector<EndPortIndex> storage = {};  // Pattern::storage
  // True: flows are spread over all LIDs of a port (Pattern::spread), but for kAllToAll.
  bool spread = false;
};

// From weft_traffic and io_guid_file. The usual mix if all patterns of weft_traffic need servers
// and there are none. Spread if a CA has several LIDs: an LMC is set for programs that use them.
Traffic traffic_of(const Fabric& fabric, const Options& options);

// Of a mix: the weighted mean of part() over the patterns with flows.
struct DeliveredTraffic {
  double part = 1;
  std::vector<Throughput> of;  // by pattern of the mix
};

// Enough flows of a pattern: more hardly change the figures.
inline constexpr std::uint64_t kTrafficFlows = 2'000'000;

// Jobs run on one island each: the patterns are those of each island's ranks, and an island counts
// by its ranks. Of more than 16 islands those with the most ranks are judged.
//
// Judges as many phases of each pattern as have about this number of flows, at least one; of
// kAllToAll and patterns with few phases all. Islands share these phases by their ranks, but
// each has four at least, and all shifts of an island that is small enough are judged. Cost:
// O(flows) for each, and O(ports) for each phase.
DeliveredTraffic measure_traffic(const Fabric& fabric, ConstTables tables,
                                 const Placement& placement, const Traffic& traffic,
                                 std::uint64_t flows, const Workers& workers);

// Leaves out patterns without flows: «jobs get 77 % of what the fabric can carry (shift 78 %,
// bisection 76 %)»
std::string describe_traffic(const TrafficMix& mix, const DeliveredTraffic& delivered);

}  // namespace weft

#endif  // WEFT_PATTERNS_THROUGHPUT_H_
