// What the loss of one link does to the tables of an engine that routes the fabric anew.
#ifndef WEFT_BENCH_LINK_CHANGES_H_
#define WEFT_BENCH_LINK_CHANGES_H_

#include <cstdint>
#include <optional>

#include "common/fabric/fabric.h"
#include "common/routing/tables.h"

namespace weft::bench {

struct LinkEnds {
  SwitchIndex a = 0;
  PortNum port_a = 0;
  SwitchIndex b = 0;
  PortNum port_b = 0;
};

// The first link between switches that `fabric` has and `degraded`, of the same switches and ports,
// has not; nullopt: none is missing.
std::optional<LinkEnds> find_lost_link(const Fabric& fabric, const Fabric& degraded);

// Numbers of table entries: a LID at a switch.
struct LinkChanges {
  std::uint64_t used = 0;          // forwarded over the link, and so had to change
  std::uint64_t led_over = 0;      // their path, as the tables go on from there, crossed the link
  std::uint64_t changed = 0;       // differ afterwards
  std::uint64_t without_path = 0;  // of those, have no path any more
};

// The link is one of `fabric`, which `before` was made for; `after` has the same switches and LIDs.
// Cost: O(S L) reads, and O(S p) of each LID that used the link, p: ports of a switch.
LinkChanges count_link_changes(const Fabric& fabric, const LinkEnds& link, ConstTables before,
                               ConstTables after);

}  // namespace weft::bench

#endif  // WEFT_BENCH_LINK_CHANGES_H_
