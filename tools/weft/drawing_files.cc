#include "tools/weft/drawing_files.h"

#include "common/drawing/dot.h"
#include "common/drawing/draw.h"
#include "common/drawing/svg.h"
#include "tools/weft/load.h"
#include "tools/weft/page_parts.h"

namespace weft::tool {

void add_drawing_options(CommandSyntax command, DrawingFiles& files) {
  command
      .add_option("--svg", files.svg,
                  "Draw the fabric, its links coloured by how many paths they carry")
      .type_name("FILE");
  command
      .add_option("--dot", files.dot,
                  "The switches and the paths between them as a graph of Graphviz")
      .type_name("FILE");
}

void write_drawings(const DrawingFiles& files, const Fabric& fabric,
                    std::span<const SwitchIndex> roots, std::span<const std::uint64_t> link_load,
                    const Workers& workers) {
  if (files.svg.empty() && files.dot.empty()) return;
  const FabricShape shape = recognise(fabric, roots, workers);
  if (!files.svg.empty()) {
    write_text(files.svg, svg_text(draw(fabric, shape, link_load), kDrawingCss));
  }
  if (!files.dot.empty()) write_text(files.dot, dot_text(fabric, shape, link_load));
}

}  // namespace weft::tool
