// A drawing as SVG 1.1.
#ifndef WEFT_DRAWING_SVG_H_
#define WEFT_DRAWING_SVG_H_

#include <string>
#include <string_view>

#include "common/drawing/drawing.h"

namespace weft {

// An svg element with a legend below the drawing. Colours and widths come from classes, which the
// style sheet has: a document of its own takes it in (css), an element of a page leaves it to the
// page (css empty). Every text is escaped. Lines have titles where there are few.
std::string svg_text(const Drawing& drawing, std::string_view css);

}  // namespace weft

#endif  // WEFT_DRAWING_SVG_H_
