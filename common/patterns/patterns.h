// What routes are worth to the programs that run over them.
//
// Flows run over the one path that the tables give them: the link that the source injects on, links
// between switches, and the link that ejects to the destination. A flow that does not arrive is
// lost, and loads no link.
//
// How much a link is loaded is how long its flows take on it, in the time of one on an end port's
// link of the usual rate (LinkTimes): one of a quarter of that rate counts each flow four times.
// Where all links have one rate, it is the number of flows.
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
  std::uint64_t flows = 0;  // of all phases, lost ones included
  std::uint64_t lost_flows = 0;
  // The load of the busiest link of a phase, those of end ports included: the greatest of all
  // phases, rounded up, and the mean. With permutations (all patterns but kAllToAll and kPairs) of
  // ranks with ports of their own 1 is perfect; a tree that has M hosts a leaf for N links upwards
  // cannot do better than M / N where all of them talk to other leaves. With kAllToAll n - 1 is
  // perfect: that is what an end port injects. A flow of kPairs counts as many times as its weight.
  std::uint64_t max_busiest_link = 0;
  double mean_busiest_link = 0;
  // The mean over the phases of what no routing can better: the busiest link if the flows of each
  // switch were spread over all its links (see least_load.h), or an end port's; with kAdversarial
  // also what links between the groups of a dragonfly can carry (group_bound.h).
  double mean_least_load = 0;
  // Phases that lose nothing and in which no link between switches has more load than the busiest
  // link of an end port, so that the hosts alone limit them. With permutations that is: no link has
  // two flows. Phases without flows are among them.
  std::uint64_t contention_free_phases = 0;
};

// A time as a whole number of flows.
std::uint64_t rounded_up(double time);

// The order of CA ports that have a LID by port GUID.
std::vector<EndPortIndex> ranks_by_guid(const Fabric& fabric);

// The same by switch, and by port of a switch.
std::vector<EndPortIndex> ranks_by_switch(const Fabric& fabric);

// The order that an engine makes its routes for (RouteNotes::ca_order), or by switch if it has
// none.
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
// a link of its path, a lost one 0. Of a bisection the mean over its flows counts; of
// these the mean is the answer. 1 is full bandwidth; 0 if there are fewer than two ranks. Cost:
// O(bisections n) paths. Deterministic with any number of threads. Throws Stopped and
// std::bad_alloc.
Estimate effective_bisection_bandwidth(const Fabric& fabric, ConstTables tables,
                                       const Placement& placement, std::uint32_t bisections,
                                       std::uint64_t seed, const Workers& workers);

}  // namespace weft

#endif  // WEFT_PATTERNS_PATTERNS_H_
