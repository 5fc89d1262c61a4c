#include "common/session/verified.h"

#include <fmt/format.h>

namespace weft {

std::string describe(const Change& change) {
  std::string how = change.repaired ? std::string("repaired")
                                    : fmt::format("recomputed because {}", change.why_anew);
  if (!change.why_moved.empty())
    how += fmt::format(", and rebalanced because {}", change.why_moved);
  const std::string left =
      change.left == 0
          ? std::string()
          : fmt::format("{} changes are left for the next sweeps (weft_migrate); ", change.left);
  return fmt::format("since the last routing: {}; {}: {} entries and {} SLs changed; {}{}{}",
                     describe(change.delta), how, change.entries, change.sls, left,
                     describe(change.transition),
                     change.is_staged ? "; affected packets are dropped until a second sweep, "
                                        "which Weft has requested, sends the new tables"
                                      : "");
}

}  // namespace weft
