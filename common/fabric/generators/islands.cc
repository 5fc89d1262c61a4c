#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/fabric/generators/blueprint.h"
#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

class Islands {
 public:
  Islands(const FabricSize& size, LinkAttributes link)
      : drawing_("a fabric of islands", size, link) {}

  // spare: additional ports of its switches. Returns its first node; its nodes have the order of
  // the blueprint.
  NodeId add(std::string_view name, const Blueprint& island, unsigned spare) {
    const NodeId first = nodes_;
    unsigned cas = 0;
    for (const Blueprint::Node& node : island.nodes) {
      if (node.type == NodeType::kSwitch) {
        drawing_.add_switch(fmt::format("{} {}", name, node.name), node.port_count + spare);
      } else {
        drawing_.add_ca(node.port_count, fmt::format("{}-{:04}", name, ++cas));
      }
      ++nodes_;
    }
    for (const Blueprint::Link& link : island.links) {
      drawing_.link(first + link.a, link.port_a, first + link.b, link.port_b, 1);
    }
    return first;
  }

  NodeId add_gateway(unsigned number, unsigned ports) {
    ++nodes_;
    return drawing_.add_switch(fmt::format("gateway {}", number), ports);
  }

  FabricDrawing& drawing() { return drawing_; }

 private:
  FabricDrawing drawing_;
  NodeId nodes_ = 0;
};

unsigned most_ports(const Blueprint& island) {
  unsigned most = 0;
  for (const Blueprint::Node& node : island.nodes) most = std::max<unsigned>(most, node.port_count);
  return most;
}

}  // namespace

Fabric make_islands(const IslandsSpec& spec) {
  const unsigned links = spec.gateway_links;
  const Blueprint tree(make_xgft(spec.tree));
  const Blueprint torus(make_torus(spec.torus));
  const std::uint64_t spines = product(spec.tree.up);
  if (spec.gateways == 0 || links == 0 || links > spines || links > torus.switches) {
    throw BadInput(fmt::format(
        "each gateway needs 1 to {} links to an island, and there must be one gateway at least",
        std::min<std::uint64_t>(spines, torus.switches)));
  }
  Islands islands({.switches = std::uint64_t{tree.switches} + torus.switches + spec.gateways,
                   .switch_ports = std::max({2 * links, most_ports(tree) + spec.gateways,
                                             most_ports(torus) + spec.gateways}),
                   .cas = tree.nodes.size() - tree.switches + torus.nodes.size() - torus.switches},
                  spec.tree.link);
  const NodeId first_spine =
      islands.add("tree", tree, spec.gateways) + tree.switches - static_cast<NodeId>(spines);
  const NodeId first_torus = islands.add("torus", torus, spec.gateways);
  for (unsigned g = 0; g < spec.gateways; ++g) {
    const NodeId gateway = islands.add_gateway(g, 2 * links);
    for (unsigned i = 0; i < links; ++i) {
      const auto spread = [&](std::uint64_t count) {
        return static_cast<NodeId>((i * count / links + g) % count);
      };
      const NodeId spine = spread(spines);
      const NodeId router = spread(torus.switches);
      islands.drawing().link(gateway, 1 + i, first_spine + spine,
                             tree.nodes[tree.switches - spines + spine].port_count + 1u + g, 1);
      islands.drawing().link(gateway, 1 + links + i, first_torus + router,
                             torus.nodes[router].port_count + 1u + g, 1);
    }
  }
  return islands.drawing().build();
}

}  // namespace weft
