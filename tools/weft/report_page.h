// The page of `weft report`: one self-contained HTML file.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_REPORT_PAGE_H_
#define WEFT_TOOLS_WEFT_REPORT_PAGE_H_

#include <optional>
#include <string>

#include "common/base/json.h"
#include "common/drawing/drawing.h"

namespace weft::tool {

// Fills tools/report/page.html: styles, scripts, the drawing, and the data of report_json(), which
// the script draws. If Weft was built without Chart.js, the page has only tables. measured: from
// counters, if there are any.
std::string report_page(const std::string& title, const Json& data, const Drawing& drawing,
                        const std::optional<Drawing>& measured);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_REPORT_PAGE_H_
