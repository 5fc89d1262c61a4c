#include "tools/weft/report_page.h"

#include <map>
#include <string_view>
#include <utility>

#include "common/base/gzip.h"
#include "common/base/markup.h"
#include "common/drawing/svg.h"
#include "tools/weft/page_parts.h"

namespace weft::tool {
namespace {

// Replaces each «{{name}}» of the page by its value. Values are not searched for names.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& parts) {
  std::string text;
  while (true) {
    const std::size_t open = page.find("{{");
    text += page.substr(0, open);
    if (open == std::string_view::npos) return text;
    const std::size_t close = page.find("}}", open);
    text += parts.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
}

}  // namespace

std::string report_page(const std::string& title, const Json& data, const Drawing& drawing,
                        const std::optional<Drawing>& measured) {
  return filled(kPageHtml,
                {{"title", xml_text(title)},
                 {"page.css", std::string(kPageCss)},
                 {"drawing.css", std::string(kDrawingCss)},
                 {"drawing", svg_text(drawing, {})},
                 {"measured", measured ? svg_text(*measured, {}) : std::string()},
                 {"data", base64(gzip(data.line()))},
                 {"chart.js", std::string(kChartJs)},
                 {"licence", kChartJs.empty() ? std::string() : std::string(kChartLicence)},
                 {"elements.js", std::string(kElementsJs)},
                 {"find.js", std::string(kFindJs)},
                 {"counters.js", std::string(kCountersJs)},
                 {"page.js", std::string(kPageJs)}});
}

}  // namespace weft::tool
