// --svg and --dot: draws the fabric and the loads of its links.
// Tested by tests/e2e/test_report.py.
#ifndef WEFT_TOOLS_WEFT_DRAWING_FILES_H_
#define WEFT_TOOLS_WEFT_DRAWING_FILES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "tools/weft/command_syntax.h"
#include "tools/weft/pattern.h"

namespace weft::tool {

struct DrawingFiles {
  std::string svg;  // empty: none
  std::string dot;  // empty: none
};

// The files must live until the line is parsed.
void add_drawing_options(CommandSyntax command, DrawingFiles& files);

// roots: of the engine, if it has some. link_load: Figures::link_load; the drawing of a pattern
// shows the flows that links limit instead. Throws BadInput and Stopped.
void write_drawings(const DrawingFiles& files, const Fabric& fabric,
                    std::span<const SwitchIndex> roots, std::span<const std::uint64_t> link_load,
                    const std::optional<PatternReport>& pattern, const Workers& workers);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DRAWING_FILES_H_
