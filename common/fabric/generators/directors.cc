// Director switches: a director is a fat tree of two levels in one chassis. Line chips have the
// outer ports, and spine chips connect them. Edge switches below may have links to all directors:
// then it is a tree of three levels, with several trees as its upper two.
//
// An edge switch has links to a block of neighbouring line chips of a director, as many as it has
// links there; so the edge switches of a block have their links to the same line chips.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// Numbers of a director's chips and links.
struct Director {
  std::uint64_t spines = 0;
  std::uint64_t lines = 0;
  std::uint64_t uplinks = 0;  // of each edge switch
  std::uint64_t block = 0;    // line chips that an edge switch is linked to
  std::uint64_t blocks = 0;
  std::uint64_t down_ports = 0;  // of a line chip: for CAs, or for the edge switches of its block
  NodeId first_line = 0;
  NodeId first_spine = 0;

  // Links of an edge switch to a line chip of its block.
  unsigned links_to(std::uint64_t chip) const {
    return static_cast<unsigned>(uplinks / block + (chip < uplinks % block ? 1 : 0));
  }
};

void check(const DirectorsSpec& spec) {
  const std::size_t count = spec.spines.size();
  if (count == 0 || spec.lines.size() != count ||
      (!spec.uplinks.empty() && spec.uplinks.size() != count)) {
    throw BadInput(fmt::format(
        "each director needs a number of spine chips, of line chips and, where there are edge "
        "switches, of their links to it; there are {}, {} and {}",
        count, spec.lines.size(), spec.uplinks.size()));
  }
  for (const auto* numbers : {&spec.spines, &spec.lines, &spec.uplinks}) {
    if (std::ranges::find(*numbers, 0u) != numbers->end()) {
      throw BadInput("a director cannot have 0 spine chips, line chips or links of an edge switch");
    }
  }
  if (spec.links == 0) throw BadInput("the chips of a director need at least 1 link between them");
  if (spec.edges == 0 && count > 1) {
    throw BadInput(fmt::format(
        "only edge switches can join {} directors; without any there is one director", count));
  }
  if (spec.edges == 0 && !spec.uplinks.empty()) {
    throw BadInput("without edge switches there are no links of theirs to directors");
  }
}

std::vector<Director> sized(const DirectorsSpec& spec) {
  std::vector<Director> directors;
  for (std::size_t d = 0; d < spec.spines.size(); ++d) {
    Director director{.spines = spec.spines[d], .lines = spec.lines[d]};
    if (spec.edges == 0) {
      director.down_ports = spec.cas;
    } else {
      director.uplinks = spec.uplinks.empty() ? 1 : spec.uplinks[d];
      director.block = std::min(director.uplinks, director.lines);
      director.blocks = director.lines / director.block;
      director.down_ports =
          times((spec.edges + director.blocks - 1) / director.blocks, director.links_to(0));
    }
    directors.push_back(director);
  }
  return directors;
}

FabricSize size_of(const DirectorsSpec& spec, const std::vector<Director>& directors) {
  FabricSize size{.switches = spec.edges};
  std::uint64_t edge_ports = spec.edges == 0 ? 0 : spec.cas;
  for (const Director& director : directors) {
    size.switches = capped(size.switches + director.spines + director.lines);
    size.switch_ports =
        std::max({size.switch_ports, times(director.lines, spec.links),
                  capped(director.down_ports + times(director.spines, spec.links))});
    edge_ports = capped(edge_ports + director.uplinks);
  }
  size.switch_ports = std::max(size.switch_ports, edge_ports);
  size.cas = times(spec.edges == 0 ? directors[0].lines : spec.edges, spec.cas);
  return size;
}

class DirectorsDrawing {
 public:
  DirectorsDrawing(const DirectorsSpec& spec, std::vector<Director> directors)
      : spec_(spec),
        directors_(std::move(directors)),
        drawing_("a fabric of directors", size_of(spec, directors_), spec.link),
        leaves_(spec.edges == 0 ? directors_[0].lines : spec.edges),
        rails_(spec.rails, leaves_, spec.cas) {}

  Fabric draw() {
    add_switches();
    for (const Director& director : directors_) link_chips(director);
    std::uint64_t edge_port = 1 + std::uint64_t{spec_.cas};
    for (const Director& director : directors_) {
      for (std::uint64_t edge = 0; edge < spec_.edges; ++edge) link_edge(director, edge, edge_port);
      edge_port += director.uplinks;
    }
    add_cas();
    return drawing_.build();
  }

 private:
  void add_switches() {
    std::uint64_t edge_ports = spec_.cas;
    for (const Director& director : directors_) edge_ports += director.uplinks;
    for (unsigned e = 0; e < spec_.edges; ++e) {
      drawing_.add_switch(fmt::format("edge {}", e), edge_ports);
    }
    for (std::size_t d = 0; d < directors_.size(); ++d) {
      Director& director = directors_[d];
      for (std::uint64_t l = 0; l < director.lines; ++l) {
        const NodeId line =
            drawing_.add_switch(fmt::format("director {} line {}", d, l),
                                director.down_ports + director.spines * spec_.links);
        if (l == 0) director.first_line = line;
      }
      for (std::uint64_t s = 0; s < director.spines; ++s) {
        const NodeId spine = drawing_.add_switch(fmt::format("director {} spine {}", d, s),
                                                 director.lines * spec_.links);
        if (s == 0) director.first_spine = spine;
      }
    }
  }

  void link_chips(const Director& director) {
    for (NodeId l = 0; l < director.lines; ++l) {
      for (NodeId s = 0; s < director.spines; ++s) {
        drawing_.link(director.first_line + l,
                      1 + director.down_ports + std::uint64_t{s} * spec_.links,
                      director.first_spine + s, 1 + std::uint64_t{l} * spec_.links, spec_.links);
      }
    }
  }

  void link_edge(const Director& director, std::uint64_t edge, std::uint64_t port) {
    const std::uint64_t block = edge * director.blocks / spec_.edges;
    const std::uint64_t first_of_block =
        (block * spec_.edges + director.blocks - 1) / director.blocks;
    for (std::uint64_t chip = 0; chip < director.block; ++chip) {
      const unsigned links = director.links_to(chip);
      drawing_.link(static_cast<NodeId>(edge), port,
                    director.first_line + static_cast<NodeId>(block * director.block + chip),
                    1 + (edge - first_of_block) * links, links);
      port += links;
    }
  }

  void add_cas() {
    NodeId first = kNone;
    for (std::uint64_t i = 0; i < leaves_ * spec_.cas; ++i) {
      const NodeId ca = drawing_.add_ca(1, rails_.name(i));
      if (i == 0) first = ca;
    }
    for (std::uint64_t leaf = 0; leaf < leaves_; ++leaf) {
      for (unsigned k = 0; k < spec_.cas; ++k) {
        drawing_.link(static_cast<NodeId>(leaf), 1 + std::uint64_t{k},
                      first + static_cast<NodeId>(rails_.ca(leaf, k)), 1, 1);
      }
    }
  }

  const DirectorsSpec& spec_;
  std::vector<Director> directors_;
  FabricDrawing drawing_;
  std::uint64_t leaves_;  // the switches with CAs; they are the first nodes
  Rails rails_;
};

}  // namespace

Fabric make_directors(const DirectorsSpec& spec) {
  check(spec);
  return DirectorsDrawing(spec, sized(spec)).draw();
}

}  // namespace weft
