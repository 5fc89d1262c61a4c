// A drawing as SVG 1.1.
#ifndef WEFT_DRAWING_SVG_H_
#define WEFT_DRAWING_SVG_H_

#include <string>
#include <string_view>

#include "common/drawing/drawing.h"

namespace weft {

// An svg element with a legend below the drawing. Colours and widths come from classes of a style
// sheet: css, for a separate document; empty if the page has the style sheet. All texts are
// escaped. Lines have titles if they are few.
std::string svg_text(const Drawing& drawing, std::string_view css);

}  // namespace weft

#endif  // WEFT_DRAWING_SVG_H_
