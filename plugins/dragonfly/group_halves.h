// Halves of the groups of a dragonfly, by which SLs distinguish the first link between groups of a
// path from the second.
//
// A path through an intermediate group has five steps: in its own group, to the
// intermediate one, there, to the last one, there. On VLs that ascend with the steps no credit loop
// is possible (Dally, Seitz 1987; J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven,
// Highly-Scalable Dragonfly Topology, ISCA 2008). But a switch chooses the VL by the SL of a packet
// and by the ports that it comes and goes by: it does not know how many links the packet has
// passed. So the groups are divided into halves, and the intermediate group is never in the half of
// the last group. Then one SL for each kind of pair of groups is enough:
//   both groups in the first half     the first link leads to the other half, the second back
//   both in the second half           the same, with the halves exchanged
//   a group in each                   the first link stays in its half, the second leaves it
// Paths from group to group and back have the same SL, and replies travel on that of their request.
//
// There are three halvings, by two bits of a group's number and by their sum. Two groups that
// differ in the bits are in the same half in one of the three, so paths that use all three in turn
// go through three quarters of all groups.
//
// With missing links a Dragonfly+ needs halvings that separate any two groups, but no SLs for
// groups of one half. Six more halvings, by the lowest bit and another one, do so for up to 256
// groups, with one SL each.
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_HALVES_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_HALVES_H_

#include <bit>
#include <cstdint>

#include "common/base/types.h"

namespace weft {

inline constexpr unsigned kHalvings = 3;
inline constexpr Sl kMinimalSl = 0;
inline constexpr unsigned kDragonflySls = 1 + 3 * kHalvings;
inline constexpr unsigned kAllHalvings = kHalvings + 6;
inline constexpr unsigned kAllSls = kDragonflySls + 6;

// halving: 0..kAllHalvings - 1.
inline bool in_second_half(unsigned halving, std::uint32_t group) {
  const std::uint32_t bits = halving < kHalvings ? halving + 1 : (1u << (halving - 1)) | 1u;
  return std::popcount(group & bits) % 2 != 0;
}

// The SL of paths between two groups with an intermediate group: 1..kAllSls - 1. From kHalvings on
// only for groups in different halves.
inline Sl halving_sl(unsigned halving, std::uint32_t a, std::uint32_t b) {
  if (halving >= kHalvings) return static_cast<Sl>(kDragonflySls + halving - kHalvings);
  const bool second = in_second_half(halving, a);
  const unsigned kind = second != in_second_half(halving, b) ? 2 : second ? 1 : 0;
  return static_cast<Sl>(1 + 3 * halving + kind);
}

// Is a link between groups the second one, on paths with one of these SLs?
inline bool is_second_link(Sl sl, std::uint32_t from, std::uint32_t to) {
  if (sl >= kDragonflySls) {
    const unsigned halving = sl - kDragonflySls + kHalvings;
    return in_second_half(halving, from) != in_second_half(halving, to);
  }
  const unsigned halving = (sl - 1u) / 3;
  const bool second = in_second_half(halving, from);
  switch ((sl - 1u) % 3) {
    case 0:
      return second;
    case 1:
      return !second;
    default:
      return second != in_second_half(halving, to);
  }
}

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_HALVES_H_
