// A fabric that grows: what is new in it, and whether a routing that was mended serves that.
#ifndef WEFT_SESSION_GROWTH_H_
#define WEFT_SESSION_GROWTH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/repair/fabric_match.h"
#include "common/verify/verify.h"

namespace weft {

// Directed links between switches: all, and those that the fabric before did not have.
struct LinkCounts {
  std::uint32_t links = 0;
  std::uint32_t added = 0;
};
// Cost: O(ports).
LinkCounts count_links(const FabricMatch& match);

// A routing that was mended, beside one from nothing.
struct BesideAnew {
  std::vector<char> is_new;  // by position in Fabric::all_ports()
  Figures mended;            // a routing as it is
  Figures wanted;            // one from nothing
};
// Those of count_links(), by position in Fabric::all_ports(). Cost: O(ports).
std::vector<char> new_links(const FabricMatch& match);

// Links that carry nothing, each direction for itself, as «spine 7 (0x...) has 12 links that carry
// nothing», of a switch that sends over them: those with the most first, 16 at most, and how many
// switches more. figures: of the fabric, as measure_loads() has them. Cost: O(ports).
std::vector<std::string> describe_idle(const Fabric& fabric, const Figures& figures);

// In what a mended routing is worse than one from nothing, of the same fabric, by more than so many
// percent: the paths over the busiest link, if links are new those without a path, or the links of
// a path on average. As «the busiest link has 240 paths instead of 132»; empty: in nothing.
std::string worse_in(const Figures& mended, const Figures& anew, std::uint64_t percent,
                     bool links_are_new = true);

// The same of what jobs get (patterns/throughput.h): «jobs get 66 % of what the fabric can carry
// instead of 84 %».
std::string delivers_less(double mended, double anew, std::uint64_t percent);

}  // namespace weft

#endif  // WEFT_SESSION_GROWTH_H_
