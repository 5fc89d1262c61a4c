#include "common/whatif/outcome.h"

#include <tuple>

namespace weft {

bool is_worse(const Outcome& a, const Outcome& b) {
  const auto badness = [](const Outcome& o) {
    return std::tuple(!o.error.empty(), o.lost_pairs + o.disconnected, o.busiest_after, o.entries);
  };
  return badness(a) > badness(b);
}

}  // namespace weft
