// SLs of paths in a dragonfly that may be led through another group at any time, and stay on the SL
// that they were granted.
//
// As with the halves of group_halves.h, the SL is to tell the first link between groups of a path
// from the second, whichever group the path goes through, and replies are to have the SL of their
// requests. So each SL has some groups, and those of a pair have one in common: links to them are
// the second ones, links to others the first, and a path goes through a group that is none of them.
// The fewer groups an SL has, the more there are to go through. The 13 lines of the projective
// plane of order 3 are such SLs: each has 4 of its 13 points, and any two points are on one line.
// Groups take turns at being a point, so that a path has the choice of 9 groups out of 13; of
// halves it would have half. The line i has the points i, i + 1, i + 3 and i + 9, modulo 13
// (J. Singer, A Theorem in Finite Projective Geometry and Some Applications to Number Theory,
// Transactions of the American Mathematical Society 43, 1938).
//
// Minimal paths are on the same SLs: their only link between groups is a second one.
// Tested by tests/plugins/dragonfly/avoid_busy_links_test.cc.
#ifndef WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_
#define WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_

#include <array>
#include <cstdint>

#include "common/base/types.h"

namespace weft {

inline constexpr std::uint32_t kLines = 13;
// The first one is for paths inside of a group.
inline constexpr unsigned kLineSls = 1 + kLines;

// Is a group one of those of an SL 1..kLines?
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

// That of paths between two groups: 1..kLines.
inline Sl line_sl(std::uint32_t a, std::uint32_t b) {
  // By how far b is behind a: how far a is behind the first point of the line that has both.
  static constexpr std::array<std::uint8_t, kLines> kBehind = {0, 0, 1, 0, 9, 9, 3,
                                                               9, 1, 0, 3, 3, 1};
  const std::uint32_t behind = kBehind[(b % kLines + kLines - a % kLines) % kLines];
  return static_cast<Sl>(1 + (a % kLines + kLines - behind) % kLines);
}

}  // namespace weft

#endif  // WEFT_PLUGINS_DRAGONFLY_GROUP_LINES_H_
