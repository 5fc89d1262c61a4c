#include "plugins/torus/seeded_torus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/guid_index.h"
#include "common/graph/links.h"

namespace weft {
namespace {

using Coordinates = std::span<const std::uint32_t>;

constexpr std::array<std::string_view, kTorusDimensions> kNames = {"x", "y", "z"};

std::string_view describe(DimensionKind kind) {
  switch (kind) {
    case DimensionKind::kRing:
      return "ring";
    case DimensionKind::kPath:
      return "row";
    case DimensionKind::kClique:
      break;
  }
  return "full mesh";
}

// A dimension of the torus: the steps up from the seed's switch to each place of the product.
struct SeededAxis {
  TorusDimension dimension;
  std::uint32_t seed_coordinate;
  // Dimensions of the product. The second is kNone, except in a ring of four, where it varies
  // fastest. The first is kNone with a radix of 1.
  std::uint32_t first = kNone;
  std::uint32_t second = kNone;
  std::vector<int> steps = {};  // by coordinates of the product
  bool is_row = false;          // false: a link leads from its last coordinate to the first

  int steps_to(Coordinates place) const {
    if (first == kNone) return 0;
    return steps[second == kNone ? place[first] : place[first] * 2 + place[second]];
  }
  // kNone: beyond the ends of a mesh.
  std::uint32_t coordinate(Coordinates place) const {
    const auto radix = static_cast<int>(dimension.radix);
    const int at = static_cast<int>(seed_coordinate) + steps_to(place);
    if (dimension.is_mesh && is_row && (at < 0 || at >= radix)) return kNone;
    return static_cast<std::uint32_t>((at % radix + radix) % radix);
  }
};

class Seeding {
 public:
  // The seed must have all its switches in the fabric.
  Seeding(const Fabric& fabric, const Product& product, const TorusConf& conf,
          const TorusSeed& seed)
      : fabric_(fabric), product_(product), conf_(conf), seed_(seed) {}

  Torus torus() {
    std::vector<SeededAxis> axes;
    for (std::size_t d = 0; d < kTorusDimensions; ++d) {
      axes.push_back(conf_.dimensions[d].radix > 1 ? find_axis(d, axes)
                                                   : SeededAxis{conf_.dimensions[d], 0});
    }
    check_all_used(axes);
    Torus torus({conf_.dimensions.begin(), conf_.dimensions.end()}, fabric_.switch_count());
    for (std::size_t i = 0; i < product_.switches.size(); ++i) {
      put(torus, axes, product_.switches[i], product_.place(i));
    }
    return torus;
  }

 private:
  [[noreturn]] void refuse(unsigned line, const std::string& why) const {
    throw CannotRoute(fmt::format("{}, line {}: {}", conf_.path, line, why));
  }

  Coordinates place_of(Guid guid) const {
    const SwitchIndex s = find_switch(fabric_, guid);
    const auto found = std::ranges::lower_bound(product_.switches, s);
    if (found == product_.switches.end() || *found != s) {
      refuse(seed_.line,
             fmt::format("the fabric is a torus or mesh except for some switches, for example {}",
                         fabric_.describe_switch(s)));
    }
    return product_.place(static_cast<std::size_t>(found - product_.switches.begin()));
  }

  // The step from the seed's switch to one of its neighbours.
  ProductStep step_to(Guid neighbour, std::size_t d) const {
    const ProductStep step = product_.step(place_of(seed_.switch_guid), place_of(neighbour));
    if (step.dimension == kNone) {
      refuse(
          seed_.line,
          fmt::format("{} is no neighbour of {} in dimension {}",
                      fabric_.describe_switch(find_switch(fabric_, neighbour)),
                      fabric_.describe_switch(find_switch(fabric_, seed_.switch_guid)), kNames[d]));
    }
    return step;
  }

  // before: the axes of lower dimensions.
  SeededAxis find_axis(std::size_t d, std::span<const SeededAxis> before) const {
    const SeedAxis& given = seed_.axes[d];
    const TorusDimension& dimension = conf_.dimensions[d];
    SeededAxis axis = {dimension, seed_coordinate(given, dimension.radix)};
    const bool is_up = given.plus != 0;
    const ProductStep step = step_to(is_up ? given.plus : given.minus, d);
    axis.first = step.dimension;
    const Dimension& found = product_.dimensions[axis.first];
    if (std::uint32_t second = second_of_four(d, axis.first, before); second != kNone) {
      if (!is_up) std::swap(axis.first, second);
      make_ring_of_four(second, axis);
    } else {
      check_size(found, d);
      if (is_up && given.minus != 0) check_minus(step, d);
      if (found.kind == DimensionKind::kClique) {
        make_ring_of_three(place_of(is_up ? given.plus : given.minus)[axis.first], is_up, axis);
      } else {
        axis.is_row = found.kind == DimensionKind::kPath;
        make_row(step.up == is_up, axis);
      }
    }
    return axis;
  }

  // plus: the step by the link up.
  void check_minus(ProductStep plus, std::size_t d) const {
    const ProductStep minus = step_to(seed_.axes[d].minus, d);
    const bool is_clique = product_.dimensions[plus.dimension].kind == DimensionKind::kClique;
    if (minus.dimension == plus.dimension && (is_clique || minus.up != plus.up)) return;
    refuse(
        seed_.line,
        fmt::format("the links up and down of dimension {} do not lead along one line", kNames[d]));
  }

  // The second dimension of a ring of four, which is two dimensions of two; kNone: it is none. A
  // mesh may name only one link of the ring: then any remaining dimension of two is the second.
  std::uint32_t second_of_four(std::size_t d, std::uint32_t first,
                               std::span<const SeededAxis> before) const {
    if (product_.dimensions[first].size != 2 || conf_.dimensions[d].radix != 4) return kNone;
    if (seed_.axes[d].plus != 0 && seed_.axes[d].minus != 0) {
      const std::uint32_t second = step_to(seed_.axes[d].minus, d).dimension;
      const Dimension& other = product_.dimensions[second];
      if (second == first || other.size != 2) {
        refuse(seed_.line,
               fmt::format("the links of dimension {} do not begin a ring of 4: one leads along a "
                           "row of 2 switches, the other one along a {} of {}",
                           kNames[d], describe(other.kind), other.size));
      }
      return second;
    }
    std::vector<bool> is_taken(product_.dimensions.size());
    for (const SeededAxis& axis : before) {
      if (axis.first != kNone) is_taken[axis.first] = true;
      if (axis.second != kNone) is_taken[axis.second] = true;
    }
    for (std::size_t other = 0; other < kTorusDimensions; ++other) {
      for (const Guid neighbour : {seed_.axes[other].plus, seed_.axes[other].minus}) {
        if (neighbour != 0) is_taken[step_to(neighbour, other).dimension] = true;
      }
    }
    for (std::uint32_t i = 0; i < is_taken.size(); ++i) {
      if (!is_taken[i] && product_.dimensions[i].size == 2) return i;
    }
    return kNone;
  }

  void check_size(const Dimension& found, std::size_t d) const {
    const TorusDimension& wanted = conf_.dimensions[d];
    bool fits = false;
    switch (found.kind) {
      case DimensionKind::kRing:
        fits = wanted.radix == found.size;
        break;
      case DimensionKind::kPath:  // may be a ring that lost a link
        fits = found.size <= wanted.radix;
        break;
      case DimensionKind::kClique:
        fits = wanted.radix == 3 && found.size == 3;
        break;
    }
    if (fits) return;
    refuse(conf_.size_line, fmt::format("dimension {} should be a {} of radix {}, but the links of "
                                        "the seed begin a {} of {} switches{}",
                                        kNames[d], wanted.is_mesh ? "mesh" : "torus", wanted.radix,
                                        describe(found.kind), found.size, both_shapes()));
  }

  // Describes the shape of the file, and that of the fabric if it is a torus.
  std::string both_shapes() const try {
    return fmt::format(": the file says {}, the fabric is wired as {}", describe(conf_.dimensions),
                       describe(torus_of(product_, fabric_.switch_count()).dimensions()));
  } catch (const CannotRoute&) {
    return {};
  }

  void make_row(bool rises, SeededAxis& axis) const {
    const auto seed = static_cast<int>(place_of(seed_.switch_guid)[axis.first]);
    for (int c = 0; c < static_cast<int>(product_.dimensions[axis.first].size); ++c) {
      axis.steps.push_back(rises ? c - seed : seed - c);
    }
  }

  void make_ring_of_three(std::uint32_t neighbour, bool is_up, SeededAxis& axis) const {
    const std::uint32_t seed = place_of(seed_.switch_guid)[axis.first];
    axis.steps.assign(3, is_up ? -1 : 1);
    axis.steps[seed] = 0;
    axis.steps[neighbour] = is_up ? 1 : -1;
  }

  // The seed's link up is in the first dimension, its link down in the second.
  void make_ring_of_four(std::uint32_t second, SeededAxis& axis) const {
    axis.second = second;
    const Coordinates seed = place_of(seed_.switch_guid);
    axis.steps.resize(4);
    for (const bool by_plus : {false, true}) {
      for (const bool by_minus : {false, true}) {
        const std::size_t at =
            (seed[axis.first] ^ unsigned{by_plus}) * 2 + (seed[axis.second] ^ unsigned{by_minus});
        axis.steps[at] = by_plus ? (by_minus ? 2 : 1) : (by_minus ? -1 : 0);
      }
    }
  }

  void check_all_used(const std::vector<SeededAxis>& axes) const {
    std::vector<unsigned> uses(product_.dimensions.size());
    for (const SeededAxis& axis : axes) {
      if (axis.first != kNone) ++uses[axis.first];
      if (axis.second != kNone) ++uses[axis.second];
    }
    for (std::size_t d = 0; d < uses.size(); ++d) {
      if (uses[d] == 1) continue;
      const Dimension& dimension = product_.dimensions[d];
      refuse(uses[d] == 0 ? conf_.size_line : seed_.line,
             fmt::format("{} the {} of {} switches that the fabric has in one dimension{}",
                         uses[d] == 0 ? "no link of the seed leads along"
                                      : "several links of the seed lead along",
                         describe(dimension.kind), dimension.size, both_shapes()));
    }
  }

  void put(Torus& torus, const std::vector<SeededAxis>& axes, SwitchIndex s, Coordinates at) const {
    Torus::Place place = 0;
    for (std::uint32_t d = 0; d < axes.size(); ++d) {
      const std::uint32_t coordinate = axes[d].coordinate(at);
      if (coordinate == kNone) {
        refuse(seed_.line,
               fmt::format("{} is beyond the ends of the mesh", fabric_.describe_switch(s)));
      }
      place = torus.with(place, d, coordinate);
    }
    torus.put(s, place);
  }

  const Fabric& fabric_;
  const Product& product_;
  const TorusConf& conf_;
  const TorusSeed& seed_;
};

bool is_there(const Fabric& fabric, const TorusSeed& seed) {
  const auto has = [&](Guid guid) { return guid == 0 || find_switch(fabric, guid) != kNone; };
  return has(seed.switch_guid) && std::ranges::all_of(seed.axes, [&](const SeedAxis& axis) {
           return has(axis.plus) && has(axis.minus);
         });
}

}  // namespace

std::vector<std::string> differences(const Fabric& fabric, const Torus& torus,
                                     const TorusConf& conf) {
  std::vector<std::string> sentences;
  const Links links(fabric);
  for (std::uint32_t d = 0; d < torus.dimensions().size(); ++d) {
    const std::uint32_t radix = torus.dimensions()[d].radix;
    const auto ends = std::ranges::count_if(links.all(), [&](const Link& link) {
      const Torus::Place from = torus.place_of(link.from);
      const Torus::Place to = torus.place_of(link.to);
      return from != kNone && to != kNone && torus.coordinate(from, d) + 1 == radix &&
             torus.with(from, d, 0) == to;
    });
    if (torus.dimensions()[d].is_mesh && radix > 2 && ends > 0) {
      sentences.push_back(
          fmt::format("{}, line {}: dimension {} is a mesh there, but {} links join its ends and "
                      "stay idle: write torus to use them",
                      conf.path, conf.size_line, kNames[d], ends));
    }
    std::vector<char> is_used(radix);
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      if (torus.place_of(s) != kNone) is_used[torus.coordinate(torus.place_of(s), d)] = 1;
    }
    const auto unused = std::ranges::count(is_used, 0);
    if (unused > 0) {
      sentences.push_back(fmt::format(
          "{}, line {}: dimension {} has radix {} there, but the fabric has no switch at {} of "
          "these coordinates",
          conf.path, conf.size_line, kNames[d], radix, unused));
    }
  }
  return sentences;
}

// If a link of one seed is missing, another seed may suffice.
Torus seeded_torus(const Fabric& fabric, const Product& product, const TorusConf& conf) {
  std::optional<CannotRoute> first_fault;
  for (const TorusSeed& seed : conf.seeds) {
    if (!is_there(fabric, seed)) continue;
    try {
      return Seeding(fabric, product, conf, seed).torus();
    } catch (const CannotRoute& fault) {
      if (!first_fault) first_fault = fault;
    }
  }
  if (first_fault) throw CannotRoute(*first_fault);
  throw CannotRoute(
      fmt::format("{}: each of its {} seeds has a switch that is missing in the torus", conf.path,
                  conf.seeds.size()));
}

}  // namespace weft
