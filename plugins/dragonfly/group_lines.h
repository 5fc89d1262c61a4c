// SLs of paths in a dragonfly that may be moved to another intermediate group at any time, and stay
// on the SL that they were granted.
//
// As with group_halves.h, the SL must distinguish the first link between groups of a path
// from the second, for any intermediate group, and replies must have the SL of their
// requests. So each SL has a set of groups, and a pair of groups has an SL whose set has both. On
// this SL, links to groups of the set are second links, and links to others are first links; the
// path goes through a group outside of the set. The smaller the set, the more groups can be
// intermediate. The 13 lines of the projective plane of order 3 are such sets: each has 4 of the 13
// points, and any two points are on one line. Groups are assigned to points in turn, so that a path
// can go through 9 of 13 groups; with halves through half of them. The line i has the points i,
// i + 1, i + 3 and i + 9, modulo 13 (J. Singer, A Theorem in Finite Projective Geometry and Some
// Applications to Number Theory, Transactions of the American Mathematical Society 43, 1938).
//
// Minimal paths are on the same SLs: their only link between groups is a second link.
// Tested by tests/plugins/dragonfly/avoid_busy_links_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_

#include <array>
#include <cstdint>

#include "common/base/types.h"

namespace weft {

inline constexpr std::uint32_t kLines = 13;
// The first SL is for paths inside a group.
inline constexpr unsigned kLineSls = 1 + kLines;

// Is a group in the set of an SL 1..kLines?
inline bool is_on_line(Sl sl, std::uint32_t group) {
  switch ((group % kLines + kLines - (sl - 1u)) % kLines) {
    case 0:
    case 1:
    case 3:
    case 9:
      return true;
    default:
      return false;
  }
}

// The SL of paths between two groups: 1..kLines.
inline Sl line_sl(std::uint32_t a, std::uint32_t b) {
  // By the distance from a to b: the distance from the first point of their line to a.
  static constexpr std::array<std::uint8_t, kLines> kBehind = {0, 0, 1, 0, 9, 9, 3,
                                                               9, 1, 0, 3, 3, 1};
  const std::uint32_t behind = kBehind[(b % kLines + kLines - a % kLines) % kLines];
  return static_cast<Sl>(1 + (a % kLines + kLines - behind) % kLines);
}

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_
