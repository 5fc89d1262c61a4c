#include "common/drawing/dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "common/base/append.h"
#include "common/base/markup.h"
#include "common/drawing/drawing.h"
#include "common/graph/switch_graph.h"

namespace weft {
namespace {

// The colours of tools/report/drawing.css on paper, by load_step().
constexpr std::array<const char*, kLoadSteps + 1> kColours = {"#9a9a9a", "#b4cde2", "#7cb0d8",
                                                              "#3f88bf", "#1c5a95", "#0c2b52"};

class DotWriter {
 public:
  DotWriter(const Fabric& fabric, const FabricShape& shape,
            std::span<const std::uint64_t> link_load)
      : fabric_(fabric), shape_(shape), link_load_(link_load), graph_(fabric) {
    for (const std::uint64_t load : link_load) busiest_ = std::max(busiest_, load);
  }

  std::string write() {
    append(text_, "graph weft {{\n  node [shape=box, fontname=sans, fontsize=10];\n");
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      append(text_, "  {} [label={}];\n", id(s), dot_string(fabric_.switch_name(s)));
    }
    write_ranks();
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (s < bundle.peer) write_edge(s, bundle);
      }
    }
    append(text_, "}}\n");
    return std::move(text_);
  }

 private:
  std::string id(SwitchIndex s) const {
    return fmt::format("\"0x{:016x}\"", fabric_.switches()[s].node_guid);
  }

  void write_ranks() {
    if (shape_.kind != ShapeKind::kTree) return;
    for (unsigned level = shape_.tree.height; level > 0; --level) {
      append(text_, "  {{ rank=same;");
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        if (shape_.level[s] == level) append(text_, " {};", id(s));
      }
      append(text_, " }}\n");
    }
  }

  std::uint64_t load(SwitchIndex s, PortNum port) const {
    return link_load_[fabric_.switches()[s].first_port + std::size_t{port}];
  }

  // dot draws the first switch of an edge above the other, so the upper switch of a tree is first.
  void write_edge(SwitchIndex s, const LinkBundle& bundle) {
    std::uint64_t paths = 0;
    for (const PortNum port : graph_.ports(bundle)) {
      paths = std::max({paths, load(s, port), load(bundle.peer, fabric_.ports(s)[port].peer_port)});
    }
    const bool up = shape_.kind == ShapeKind::kTree && shape_.level[s] < shape_.level[bundle.peer];
    const unsigned step = load_step(paths, busiest_);
    append(text_, "  {} -- {} [links={}, paths={}, color=\"{}\", penwidth={}{}];\n",
           id(up ? bundle.peer : s), id(up ? s : bundle.peer), bundle.port_count, paths,
           kColours[step], step < 2 ? 1 : step - 1, step == 0 ? ", style=dashed" : "");
  }

  const Fabric& fabric_;
  const FabricShape& shape_;
  std::span<const std::uint64_t> link_load_;
  SwitchGraph graph_;
  std::uint64_t busiest_ = 0;
  std::string text_;
};

}  // namespace

std::string dot_text(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load) {
  return DotWriter(fabric, shape, link_load).write();
}

}  // namespace weft
