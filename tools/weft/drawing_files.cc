#include "tools/weft/drawing_files.h"

#include <cmath>
#include <vector>

#include "common/drawing/dot.h"
#include "common/drawing/draw.h"
#include "common/drawing/svg.h"
#include "tools/weft/load.h"
#include "tools/weft/page_parts.h"

namespace weft::tool {

void add_drawing_options(CommandSyntax command, DrawingFiles& files) {
  command
      .add_option("--svg", files.svg,
                  "Draw the fabric, its links coloured by how many paths they carry; with "
                  "--pattern, by how many of its flows they hold back")
      .type_name("FILE");
  command
      .add_option("--dot", files.dot,
                  "The switches and the paths between them as a graph of Graphviz")
      .type_name("FILE");
}

namespace {

// By port: flows that its link limits in a hundred phases, rounded up.
std::vector<std::uint64_t> held_back(const PatternReport& pattern, const Fabric& fabric) {
  std::vector<std::uint64_t> flows(fabric.all_ports().size());
  for (const Bottleneck& link : pattern.bottlenecks) {
    flows[fabric.switches()[link.sw].first_port + link.port] =
        static_cast<std::uint64_t>(std::ceil(100 * link.flows));
  }
  return flows;
}

}  // namespace

void write_drawings(const DrawingFiles& files, const Fabric& fabric,
                    std::span<const SwitchIndex> roots, std::span<const std::uint64_t> link_load,
                    const std::optional<PatternReport>& pattern, const Workers& workers) {
  if (files.svg.empty() && files.dot.empty()) return;
  const FabricShape shape = recognise(fabric, roots, workers);
  if (!files.svg.empty()) {
    // With all pairs the loads are the paths; fair shares of flows are not computed.
    const bool has_flows = pattern && pattern->name != name_of(PatternKind::kAllToAll);
    std::vector<std::uint64_t> held;
    if (has_flows) held = held_back(*pattern, fabric);
    Drawing drawing = draw(fabric, shape, has_flows ? held : link_load);
    if (has_flows) drawing.load = "flows of the pattern held back in 100 phases";
    write_text(files.svg, svg_text(drawing, kDrawingCss));
  }
  if (!files.dot.empty()) write_text(files.dot, dot_text(fabric, shape, link_load));
}

}  // namespace weft::tool
