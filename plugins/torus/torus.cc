#include "plugins/torus/torus.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/base/error.h"

namespace weft {
namespace {

// The coordinate in a ring of four, of switches that differ in two dimensions of two.
constexpr std::uint32_t kRound[2][2] = {{0, 3}, {1, 2}};  // [in the first][in the second]

// The dimensions of a product that are one dimension of the torus; the second is kNone, or makes a
// ring of four with the first.
struct Axis {
  std::uint32_t first;
  std::uint32_t second;
};

std::vector<Axis> pair_up(std::span<const Dimension> dimensions) {
  std::vector<Axis> axes;
  std::uint32_t single = kNone;
  for (std::uint32_t d = 0; d < dimensions.size(); ++d) {
    if (dimensions[d].size > 2) {
      axes.push_back({d, kNone});
    } else if (single == kNone) {
      single = d;
    } else {
      axes.push_back({std::exchange(single, kNone), d});
    }
  }
  if (single != kNone) axes.push_back({single, kNone});
  std::ranges::sort(axes, {}, &Axis::first);
  return axes;
}

}  // namespace

Torus::Torus(std::vector<TorusDimension> dimensions, std::uint32_t switch_count)
    : dimensions_(std::move(dimensions)), place_of_(switch_count, kNone) {
  std::uint32_t places = 1;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    stride_[d] = places;
    places *= dimensions_[d].radix;
  }
  switch_at_.assign(places, kNone);
}

void Torus::put(SwitchIndex s, Place place) {
  place_of_[s] = place;
  switch_at_[place] = s;
}

std::string describe(std::span<const TorusDimension> dimensions) {
  std::string shape;
  for (const auto& [radix, is_mesh] : dimensions) {
    shape += fmt::format("{}{}{}", shape.empty() ? "" : " x ", radix,
                         is_mesh && radix > 2 ? " (mesh)" : "");
  }
  return shape;
}

std::uint32_t way_between(const Torus& torus, Torus::Place from, Torus::Place to) {
  std::uint32_t way = kNone;
  for (std::uint32_t d = 0; d < torus.dimensions().size(); ++d) {
    const auto& [radix, is_mesh] = torus.dimensions()[d];
    const std::uint32_t a = torus.coordinate(from, d);
    const std::uint32_t b = torus.coordinate(to, d);
    if (a == b) continue;
    if (way != kNone) return kNone;
    if (b == a + 1 || (!is_mesh && a + 1 == radix && b == 0)) {
      way = way_up(d);
    } else if (a == b + 1 || (!is_mesh && b + 1 == radix && a == 0)) {
      way = way_down(d);
    } else {
      return kNone;
    }
  }
  return way;
}

TorusPorts::TorusPorts(const Fabric& fabric, const Torus& torus)
    : ways_(static_cast<std::uint32_t>(2 * torus.dimensions().size())) {
  std::vector<std::vector<PortNum>> found(std::size_t{fabric.switch_count()} * ways_);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (torus.place_of(s) == kNone) continue;
    const auto ports = fabric.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind != PeerKind::kSwitch || torus.place_of(ports[p].peer) == kNone) continue;
      const std::uint32_t way =
          way_between(torus, torus.place_of(s), torus.place_of(ports[p].peer));
      if (way == kNone || way != way_up(dimension_of(way))) continue;
      found[s * ways_ + way].push_back(static_cast<PortNum>(p));
      found[ports[p].peer * ways_ + way_down(dimension_of(way))].push_back(ports[p].peer_port);
    }
  }
  first_.reserve(found.size() + 1);
  for (const std::vector<PortNum>& ports : found) {
    first_.push_back(static_cast<std::uint32_t>(ports_.size()));
    ports_.insert(ports_.end(), ports.begin(), ports.end());
  }
  first_.push_back(static_cast<std::uint32_t>(ports_.size()));
}

Torus torus_of(const Product& product, std::uint32_t switch_count) {
  const std::vector<Axis> axes = pair_up(product.dimensions);
  if (axes.size() > kMostTorusDimensions) {
    throw CannotRoute(fmt::format("the fabric has {} dimensions; torus-2QoS supports {}",
                                  axes.size(), kMostTorusDimensions));
  }
  std::vector<TorusDimension> dimensions;
  for (const auto& [first, second] : axes) {
    const Dimension& dimension = product.dimensions[first];
    if (dimension.kind == DimensionKind::kClique && dimension.size > 3) {
      throw CannotRoute(fmt::format(
          "the fabric is no torus and no mesh: {} switches in a row are all linked to each other",
          dimension.size));
    }
    const bool is_ring = second != kNone || dimension.kind != DimensionKind::kPath;
    const std::uint32_t radix = second == kNone ? dimension.size : 4;
    dimensions.push_back({static_cast<std::uint16_t>(radix), !is_ring});
  }
  Torus torus(std::move(dimensions), switch_count);
  for (std::size_t i = 0; i < product.switches.size(); ++i) {
    const auto at = product.place(i);
    Torus::Place place = 0;
    for (std::uint32_t d = 0; d < axes.size(); ++d) {
      const auto& [first, second] = axes[d];
      place = torus.with(place, d, second == kNone ? at[first] : kRound[at[first]][at[second]]);
    }
    torus.put(product.switches[i], place);
  }
  return torus;
}

}  // namespace weft
