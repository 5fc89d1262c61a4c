// How well routes serve the communication patterns of programs.
//
// A flow uses one path, given by the tables: the source's injection link, links between switches,
// and the destination's ejection link. A flow that does not arrive is lost and loads no link.
//
// The load of a link is the time that its flows occupy it. The unit is the time of one flow on an
// end port's link of the usual rate (LinkTimes): a link of a quarter of that rate counts each flow
// four times. If all links have one rate, the load is the number of flows.
#ifndef WEFT_PATTERNS_PATTERNS_H_
#define WEFT_PATTERNS_PATTERNS_H_

#include <cstdint>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/patterns/phases.h"
#include "common/routing/tables.h"

namespace weft {

struct PatternFigures {
  std::uint64_t phases = 0;
  std::uint64_t flows = 0;  // of all phases, including lost flows
  std::uint64_t lost_flows = 0;
  // The load of a phase's busiest link, including end port links: the maximum over phases, rounded
  // up, and the mean. All patterns but kAllToAll and kPairs are permutations: 1 is perfect if ranks
  // have their own ports. A tree with M hosts and N up links per leaf needs M / N if all hosts send
  // to other leaves. With kAllToAll n - 1 is perfect, since an end port injects n - 1 flows. A flow
  // of kPairs counts as often as its weight.
  std::uint64_t max_busiest_link = 0;
  double mean_busiest_link = 0;
  // The mean over phases of a lower bound for every routing: the larger of an end port's load and
  // the busiest link with each switch's flows spread over all its links (least_load.h). With
  // kAdversarial also the bound of a dragonfly's links between groups (group_bound.h).
  double mean_least_load = 0;
  // Phases without lost flows in which no link between switches has more load than the busiest end
  // port link: only the hosts limit them. For a permutation: no link has two flows. Phases without
  // flows count.
  std::uint64_t contention_free_phases = 0;
};

// Rounds a time up to a whole number of flows.
std::uint64_t rounded_up(double time);

// CA ports with a LID, ordered by port GUID.
std::vector<EndPortIndex> ranks_by_guid(const Fabric& fabric);

// CA ports with a LID, ordered by switch and by port of the switch.
std::vector<EndPortIndex> ranks_by_switch(const Fabric& fabric);

// CA ports with a LID in the order that the engine makes routes for (RouteNotes::ca_order); by
// switch if it has none.
std::vector<EndPortIndex> ranks_along(const Fabric& fabric,
                                      const std::vector<EndPortIndex>& ca_order);

// Cost: with every shift see all_shift_loads (20,736 ranks: a second or two); with kAllToAll O(P n)
// paths, of P switches with ranks; otherwise O(n) paths a phase. Where ranks share ports, or have
// several rails, every shift and kAllToAll cost O(n^2) paths. Deterministic with any number of
// threads. Throws Stopped and std::bad_alloc.
PatternFigures judge_pattern(const Fabric& fabric, ConstTables tables, const Placement& placement,
                             const Pattern& pattern, const Workers& workers);

// A mean with its 95 % confidence interval (mean +- 1.96 standard errors: the normal approximation,
// for some 30 samples and more).
struct Estimate {
  double mean = 0;
  double low = 0;
  double high = 0;
};

// Effective bisection bandwidth (Hoefler, Schneider, Lumsdaine: Multistage Switches are not
// Crossbars, CLUSTER 2008) over the phases of kBisection: a flow gets 1 / the greatest load of
// a link of its path, a lost one 0. The result is the mean over bisections of the mean over their
// flows. 1 is full bandwidth; 0 if there are fewer than two ranks. Cost: O(bisections n) paths.
// Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
Estimate effective_bisection_bandwidth(const Fabric& fabric, ConstTables tables,
                                       const Placement& placement, std::uint32_t bisections,
                                       std::uint64_t seed, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PATTERNS_PATTERNS_H_
