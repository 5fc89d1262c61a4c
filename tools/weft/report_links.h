// The parts of a fabric, for the search in a report: its switches, end ports, links between
// switches, and the pairs that send over the busiest links.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_REPORT_LINKS_H_
#define WEFT_TOOLS_WEFT_REPORT_LINKS_H_

#include "common/base/json.h"
#include "common/drawing/drawing.h"
#include "common/verify/link_uses.h"
#include "common/verify/verify.h"

namespace weft::tool {

// Adds the keys `switches`, `end_ports`, `cables` and `pairs` to a report; doc/json.md describes
// them. `pairs` has the links of uses.busiest, in that order, as far as there is room: all links of
// a small fabric. Cost: O(ports), and that of pairs_over() for each of these links.
void add_links(const RoutingView& view, const Figures& figures, const LinkUses& uses,
               const Drawing& drawing, Json& report);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_REPORT_LINKS_H_
