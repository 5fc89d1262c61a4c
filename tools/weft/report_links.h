// The parts of a fabric for whoever looks for one: its switches, its end ports, the links between
// switches, and which pairs send over the busiest of them.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_REPORT_LINKS_H_
#define WEFT_TOOLS_WEFT_REPORT_LINKS_H_

#include "common/base/json.h"
#include "common/drawing/drawing.h"
#include "common/verify/link_uses.h"
#include "common/verify/verify.h"

namespace weft::tool {

// Adds the keys `switches`, `end_ports`, `cables` and `pairs` to a report; they are described in
// doc/json.md. Of the links in uses.busiest, in that order, `pairs` has as many as there is room
// for: all of a small fabric. Cost: O(ports), and that of pairs_over() for each of those.
void add_links(const RoutingView& view, const Figures& figures, const LinkUses& uses,
               const Drawing& drawing, Json& report);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_REPORT_LINKS_H_
