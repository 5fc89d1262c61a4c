#include "common/topology/whole_product.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/generators/blueprint.h"
#include "common/graph/switch_graph.h"

namespace weft {
namespace {

class Completion {
 public:
  explicit Completion(const Fabric& fabric) : fabric_(fabric), blueprint_(fabric), ports_(fabric) {
    for (const Blueprint::Node& node : blueprint_.nodes) guids_.insert(node.node_guid);
    for (const Blueprint::Link& link : blueprint_.links) {
      if (std::max(link.a, link.b) >= blueprint_.switches) continue;
      if (link.attributes.data_vls >= attributes_.data_vls) attributes_ = link.attributes;
    }
  }

  // Completes a product. False if too much of it is missing.
  bool complete(const Product& product) {
    std::size_t places = 1;
    for (const Dimension& dimension : product.dimensions) {
      places *= dimension.size;
      if (places > 2 * product.switches.size()) return false;
    }
    find_nodes(product, places);
    for (std::size_t place = 0; place < places; ++place) {
      std::size_t stride = 1;
      for (const Dimension& dimension : product.dimensions) {
        join(dimension, place, stride);
        stride *= dimension.size;
      }
    }
    return true;
  }

  std::optional<WholeProduct> build() const {
    if (added_switches_ + added_links_ == 0) return std::nullopt;
    return WholeProduct{blueprint_.build(), added_switches_, added_links_};
  }

 private:
  // By place; the first coordinate varies fastest.
  void find_nodes(const Product& product, std::size_t places) {
    nodes_.assign(places, kNone);
    for (std::size_t i = 0; i < product.switches.size(); ++i) {
      std::size_t place = 0;
      std::size_t stride = 1;
      for (std::size_t d = 0; d < product.dimensions.size(); ++d) {
        place += product.place(i)[d] * stride;
        stride *= product.dimensions[d].size;
      }
      nodes_[place] = product.switches[i];
    }
    for (NodeId& node : nodes_) {
      if (node != kNone) continue;
      node = static_cast<NodeId>(blueprint_.nodes.size());
      while (!guids_.insert(guid_).second) --guid_;
      blueprint_.nodes.push_back({.type = NodeType::kSwitch, .node_guid = guid_});
      ++added_switches_;
    }
  }

  // Links a place to the places behind it in one dimension.
  void join(const Dimension& dimension, std::size_t place, std::size_t stride) {
    const std::size_t at = place / stride % dimension.size;
    const std::size_t first = place - at * stride;
    const auto join_with = [&](std::size_t other) {
      join(nodes_[place], nodes_[first + other * stride]);
    };
    if (dimension.kind == DimensionKind::kClique) {
      for (std::size_t other = at + 1; other < dimension.size; ++other) join_with(other);
    } else if (at + 1 < dimension.size) {
      join_with(at + 1);
    } else if (dimension.kind == DimensionKind::kRing) {
      join_with(0);
    }
  }

  void join(NodeId a, NodeId b) {
    if (are_joined(a, b)) return;
    blueprint_.links.push_back({a, take_port(a), b, take_port(b), attributes_});
    ++added_links_;
  }

  bool are_joined(NodeId a, NodeId b) const {
    if (std::max(a, b) >= blueprint_.switches) return false;
    return std::ranges::any_of(fabric_.ports(a), [&](const Port& port) {
      return port.kind == PeerKind::kSwitch && port.peer == b;
    });
  }

  PortNum take_port(NodeId node) {
    if (node < blueprint_.switches) return ports_.take(blueprint_, node);
    if (blueprint_.nodes[node].port_count == kMaxPorts) throw BadInput("a switch has no port left");
    return ++blueprint_.nodes[node].port_count;
  }

  const Fabric& fabric_;
  Blueprint blueprint_;
  SparePorts ports_;
  std::set<Guid> guids_;
  Guid guid_ = std::numeric_limits<Guid>::max();
  LinkAttributes attributes_ = {.data_vls = 0};  // of a link with the most data VLs
  std::vector<NodeId> nodes_;                    // of the current product, by place
  std::uint32_t added_switches_ = 0;
  std::uint32_t added_links_ = 0;
};

Fabric without_placeless(const Fabric& fabric, const ProductLabels& labels) {
  Blueprint blueprint(fabric);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    blueprint.nodes[s].removed = labels.product_of[s] == kNone;
  }
  return blueprint.build();
}

}  // namespace

std::optional<WholeProduct> with_whole_products(const Fabric& fabric, const ProductLabels& labels) {
  try {
    Completion completion(fabric);
    for (const Product& product : labels.products) {
      if (!completion.complete(product)) return std::nullopt;
    }
    return completion.build();
  } catch (const BadInput&) {
    return std::nullopt;  // a switch would need too many ports
  }
}

bool are_whole(const SwitchGraph& graph, const ProductLabels& labels) {
  for (const Product& product : labels.products) {
    std::size_t places = 1;
    for (const Dimension& dimension : product.dimensions) {
      places *= dimension.size;
      if (places > product.switches.size()) return false;
    }
    for (std::size_t i = 0; i < product.switches.size(); ++i) {
      std::size_t missing = 0;
      for (std::size_t d = 0; d < product.dimensions.size(); ++d) {
        const auto& [kind, size] = product.dimensions[d];
        const std::uint32_t at = product.place(i)[d];
        const bool is_end =
            size == 2 || (kind == DimensionKind::kPath && (at == 0 || at + 1 == size));
        missing += kind == DimensionKind::kClique ? size - 1 : is_end ? 1 : 2;
      }
      const SwitchIndex s = product.switches[i];
      for (const LinkBundle& bundle : graph.bundles(s)) {
        if (labels.step(s, bundle.peer).dimension != kNone) --missing;
      }
      if (missing != 0) return false;
    }
  }
  return true;
}

RegularPart find_regular_part(const Fabric& fabric) {
  RegularPart part = {.fabric = {}, .labels = find_products(SwitchGraph(fabric))};
  const auto all = [&]() -> const Fabric& { return part.fabric ? *part.fabric : fabric; };
  while (part.labels.products.size() == 1 &&
         part.labels.products.front().switches.size() < all().switch_count()) {
    part.fabric = without_placeless(all(), part.labels);
    part.labels = find_products(SwitchGraph(*part.fabric));
  }
  return part;
}

Fabric with_all_of_products(Fabric whole) {
  constexpr unsigned kRounds = 4;
  for (unsigned round = 0; round < kRounds; ++round) {
    std::optional<WholeProduct> more =
        with_whole_products(whole, find_products(SwitchGraph(whole)));
    if (!more) break;
    whole = std::move(more->fabric);
  }
  return whole;
}

}  // namespace weft
