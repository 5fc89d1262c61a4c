// The result of Nue's searches: a tree of paths to one destination.
// Tested by tests/plugins/nue/minimal_search_test.cc, tests/plugins/nue/load_search_test.cc.
#ifndef WEFT_PLUGINS_NUE_FIRST_HOP_H_
#define WEFT_PLUGINS_NUE_FIRST_HOP_H_

#include <cstdint>
#include <limits>

#include "common/base/types.h"
#include "common/graph/links.h"

namespace weft {

// The first link of a switch's path to the destination.
struct FirstHop {
  SwitchIndex from;
  LinkIndex link;
  SwitchIndex to;
  std::uint32_t rank;  // of the link in the order of turns
};

// May paths of a lane that needs min_vls data VLs take the link?
inline bool usable(const Link& link, std::uint8_t min_vls) {
  return link.data_vls >= min_vls && link.from != link.to;
}

// More than the weight of any path.
inline constexpr std::uint64_t kFarthest = std::numeric_limits<std::uint64_t>::max();

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_FIRST_HOP_H_
