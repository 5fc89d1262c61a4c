// A growing fabric: which links are new, and whether a repaired routing uses them well.
#ifndef WEFT_SESSION_GROWTH_H_
#define WEFT_SESSION_GROWTH_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "common/repair/fabric_match.h"
#include "common/verify/verify.h"

namespace weft {

// Numbers of directed links between switches: before, now, and of these the new ones.
struct LinkCounts {
  std::uint32_t before = 0;
  std::uint32_t links = 0;
  std::uint32_t added = 0;
};
// Cost: O(ports).
LinkCounts count_links(const FabricMatch& match);

// Are more than half of the hosts new? Hosts come up last, and engine auto needs them to tell what
// the fabric is.
bool has_many_new_hosts(const FabricMatch& match);

// Cost: O(ports).
bool has_links_between_switches(const Fabric& fabric);

// Have end ports another LMC? Then each has new LIDs or lacks some, and a repair would lead the new
// ones along the paths of the others. Cost: O(end ports).
bool has_another_lmc(const Fabric& before, const Fabric& now);

// Are so many LIDs new to all of the matches, which have one fabric now, that a full recompute is
// faster? A repair finds each entry of a new LID on its own, some microseconds under OpenSM's lock.
// Cost: O(LIDs).
bool has_many_new_lids(std::initializer_list<const FabricMatch*> matches);

// The loads of a repaired routing and of a full recompute.
struct LoadComparison {
  std::vector<char> is_new;  // by position in Fabric::all_ports()
  Figures repaired;          // of the repaired routing
  Figures wanted;            // of the recomputed routing
};
// Which links are new, by position in Fabric::all_ports(). Cost: O(ports).
std::vector<char> new_links(const FabricMatch& match);

// Describes idle links, each direction separately: «spine 7 (0x...) has 12 idle links» for the
// switch that could send over them. The switches with most such links come first, 16 at most, then
// the number of the others. figures: from measure_loads(). Cost: O(ports).
std::vector<std::string> describe_idle(const Fabric& fabric, const Figures& figures);

// What makes a repaired routing worse than a full recompute for the same fabric, by more than
// `percent`: the paths over the busiest link, the idle links (if links are new), or
// the mean length of paths. A clause: «the busiest link has 240 paths instead of 132»; empty:
// nothing.
std::string worse_in(const Figures& repaired, const Figures& recomputed, std::uint64_t percent,
                     bool links_are_new = true);

// The same for what jobs get (patterns/throughput.h): «jobs get 66 % of what the fabric can carry
// instead of 84 %».
std::string delivers_less(double repaired, double recomputed, std::uint64_t percent);

}  // namespace weft

#endif  // WEFT_SESSION_GROWTH_H_
