#include "tools/weft/torus_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/options/read_option.h"
#include "common/options/torus_conf_file.h"
#include "common/topology/product_labels.h"
#include "plugins/torus/seeded_torus.h"
#include "plugins/torus/torus.h"

namespace weft::tool {
namespace {

SwitchTorus places_in(const Torus& torus, std::uint32_t switch_count) {
  SwitchTorus result;
  for (std::uint32_t d = 0; d < kTorusDimensions; ++d) {
    result.radix[d] = torus.dimensions()[d].radix;
  }
  result.places.resize(switch_count);
  for (SwitchIndex s = 0; s < switch_count; ++s) {
    const Torus::Place place = torus.place_of(s);
    if (place == kNone) continue;
    result.places[s] = {torus.coordinate(place, 0), torus.coordinate(place, 1),
                        torus.coordinate(place, 2)};
  }
  return result;
}

void expect_three_rings(const Torus& torus) {
  const auto dimensions = torus.dimensions();
  const auto count = std::ranges::count_if(
      dimensions, [](const TorusDimension& dimension) { return dimension.radix > 1; });
  if (count != 3 || dimensions.size() != kTorusDimensions) {
    throw BadInput(fmt::format("the fabric is no three-dimensional torus: it has {} dimension{}",
                               count, count == 1 ? "" : "s"));
  }
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    if (dimensions[d].is_mesh && dimensions[d].radix > 2) {
      throw BadInput(fmt::format(
          "the fabric is no torus: a dimension of {} switches is no ring, and Slurm would place "
          "jobs round its ends",
          dimensions[d].radix));
    }
  }
}

// The product of the island of a switch with hosts.
const Product& product_at(const ProductLabels& labels, const Pieces& pieces, const Fabric& fabric,
                          SwitchIndex home) {
  for (const Product& product : labels.products) {
    if (pieces.of[product.switches.front()] == pieces.of[home]) return product;
  }
  throw BadInput(fmt::format("the fabric around {} is no torus", fabric.describe_switch(home)));
}

}  // namespace

std::vector<SwitchTorus> find_tori(const Fabric& fabric, const ExportedHosts& hosts,
                                   const std::string& conf_path) {
  std::optional<TorusConf> conf;
  if (!conf_path.empty()) {
    conf = parse_torus_conf(read_regular_file(conf_path, kLargestOptionFile), conf_path);
  }
  const ProductLabels labels = find_products(SwitchGraph(fabric));
  const Pieces pieces = find_pieces(fabric);
  std::vector<SwitchTorus> tori;
  std::vector<bool> is_done(pieces.count);
  for (const ExportedHost& host : hosts.list) {  // islands in the order of their first hosts
    if (is_done[pieces.of[host.home]]) continue;
    is_done[pieces.of[host.home]] = true;
    const Product& product = product_at(labels, pieces, fabric, host.home);
    try {
      const Torus torus =
          conf ? seeded_torus(fabric, product, *conf) : torus_of(product, fabric.switch_count());
      expect_three_rings(torus);
      SwitchTorus places = places_in(torus, fabric.switch_count());
      tori.push_back(conf ? std::move(places) : in_order_of_hosts(std::move(places), hosts));
    } catch (const CannotRoute& refusal) {
      throw BadInput(refusal.what());
    }
  }
  return tori;
}

}  // namespace weft::tool
