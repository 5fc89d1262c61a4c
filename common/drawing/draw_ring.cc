#include "common/drawing/draw_ring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "common/drawing/boxes.h"
#include "common/graph/switch_graph.h"

namespace weft {
namespace {

constexpr double kRingWidth = 1160;
constexpr double kHeight = 720;
constexpr double kBoxWidth = 92;
constexpr double kRingBoxHeight = 24;
constexpr std::size_t kMostRingBoxes = 64;

using Group = std::vector<SwitchIndex>;

// Each switch once, after a switch that it is linked to; the first of an island after the last
// island.
Group breadth_first(const Fabric& fabric) {
  const SwitchGraph graph(fabric);
  Group order;
  order.reserve(fabric.switch_count());
  std::vector<bool> met(fabric.switch_count(), false);
  for (SwitchIndex first = 0; first < fabric.switch_count(); ++first) {
    if (met[first]) continue;
    met[first] = true;
    order.push_back(first);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      for (const LinkBundle& bundle : graph.bundles(order[next])) {
        if (met[bundle.peer]) continue;
        met[bundle.peer] = true;
        order.push_back(bundle.peer);
      }
    }
  }
  return order;
}

// In the order of the only dimension; switches without a place are last.
Group along_product(const Fabric& fabric, const ProductLabels& labels) {
  Group order;
  for (const Product& product : labels.products) {
    std::vector<std::pair<std::uint32_t, SwitchIndex>> places;
    for (std::size_t i = 0; i < product.switches.size(); ++i) {
      places.emplace_back(product.place(i)[0], product.switches[i]);
    }
    std::ranges::sort(places);
    for (const auto& [place, s] : places) order.push_back(s);
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (labels.product_of[s] == kNone) order.push_back(s);
  }
  return order;
}

// Points on an ellipse in the middle of the drawing, at equal distances along it, clockwise from
// the top.
struct Ellipse {
  std::vector<Point> points;
  double step = 0;  // distance of neighbours along the ellipse
};

Ellipse around(std::size_t count) {
  constexpr std::size_t kSamples = 4096;
  const auto at = [](std::size_t sample) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(sample) / kSamples;
    return Point{kRingWidth / 2 + (kRingWidth - kBoxWidth - 8) / 2 * std::sin(angle),
                 kHeight / 2 - (kHeight - kRingBoxHeight - 8) / 2 * std::cos(angle)};
  };
  std::vector<double> along = {0};
  for (std::size_t i = 0; i < kSamples; ++i) {
    along.push_back(along.back() + std::hypot(at(i + 1).x - at(i).x, at(i + 1).y - at(i).y));
  }
  Ellipse ellipse;
  ellipse.step = along.back() / static_cast<double>(count);
  std::size_t sample = 0;
  for (std::size_t i = 0; i < count; ++i) {
    while (along[sample] < ellipse.step * static_cast<double>(i)) ++sample;
    ellipse.points.push_back(at(sample));
  }
  return ellipse;
}

class RingDrawing {
 public:
  RingDrawing(const Fabric& fabric, const FabricShape& shape)
      : fabric_(fabric), shape_(shape), boxes_(fabric, drawing_) {}

  Drawing draw(std::span<const std::uint64_t> link_load) {
    drawing_.width = kRingWidth;
    drawing_.height = kHeight;
    drawing_.what = fmt::format("Around a ring: {}.", shape_.describe());
    const std::vector<Group> units = find_units();
    const std::size_t share = share_of_a_box(units.size(), kMostRingBoxes);
    const std::size_t count = (units.size() + share - 1) / share;
    ellipse_ = around(std::max<std::size_t>(count, 1));
    for (std::size_t i = 0; i < count; ++i) {
      Group together;
      for (std::size_t u = i * share; u < std::min(units.size(), (i + 1) * share); ++u) {
        together.insert(together.end(), units[u].begin(), units[u].end());
      }
      add_box(together, i, share);
    }
    say_what_is_hidden(units.size(), count, share);
    boxes_.join(link_load);
    if (is_dragonfly() && share == 1) add_missing();
    for (DrawnLine& line : drawing_.lines) line.strokes = {stroke(line)};
    return std::move(drawing_);
  }

 private:
  bool is_dragonfly() const { return shape_.kind == ShapeKind::kGroups; }

  std::vector<Group> find_units() const {
    std::vector<Group> units;
    if (is_dragonfly()) {
      units.resize(shape_.groups.count);
      for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
        units[shape_.groups.of[s]].push_back(s);
      }
      return units;
    }
    const Group order = shape_.kind == ShapeKind::kProduct ? along_product(fabric_, shape_.labels)
                                                           : breadth_first(fabric_);
    units.reserve(order.size());
    for (const SwitchIndex s : order) units.push_back({s});
    return units;
  }

  // The box is as large as possible without touching neighbours, at any point of the ellipse.
  void add_box(const Group& switches, std::size_t i, std::size_t share) {
    const bool is_group = is_dragonfly() && share == 1;
    const std::string name = is_group ? fmt::format("group {}", i + 1) : std::string();
    DrawnBox& box =
        boxes_.add(switches, ellipse_.points[i], std::min(kBoxWidth, ellipse_.step * 0.83),
                   std::min(kRingBoxHeight, ellipse_.step * 0.48), name);
    box.tone = 1;
    if (is_group) {
      box.label = box.width < 80 ? std::to_string(i + 1)
                                 : fmt::format("{} \u00b7 \u00d7 {}", name, switches.size());
    }
  }

  void say_what_is_hidden(std::size_t units, std::size_t count, std::size_t share) {
    if (share > 1) {
      drawing_.hidden.push_back(fmt::format("{} {} share {} boxes, neighbours of each other in one",
                                            units, is_dragonfly() ? "groups" : "switches", count));
    }
    if (is_dragonfly()) {
      drawing_.hidden.emplace_back(
          "links inside a group are not drawn: the frame of its box has the colour of the busiest "
          "of them");
    }
  }

  void add_missing() {
    const std::uint32_t count = shape_.groups.count;
    const std::size_t pairs = std::size_t{count} * (count - 1) / 2;
    if (2 * drawing_.lines.size() <= pairs) return;
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) {
        DrawnLine& line = boxes_.line(a, b);
        if (line.cables == 0) line.missing = 1;
      }
    }
  }

  // Bent towards the middle, so that lines of neighbours do not overlap.
  Stroke stroke(const DrawnLine& line) const {
    const Point a = drawing_.boxes[line.from].centre;
    const Point b = drawing_.boxes[line.to].centre;
    const auto pulled = [](double from, double to, double middle) {
      return 0.4 * (from + to) / 2 + 0.6 * middle;
    };
    return {a, b, Point{pulled(a.x, b.x, kRingWidth / 2), pulled(a.y, b.y, kHeight / 2)}};
  }

  const Fabric& fabric_;
  const FabricShape& shape_;
  Drawing drawing_;
  Boxes boxes_;
  Ellipse ellipse_;
};

}  // namespace

Drawing draw_ring(const Fabric& fabric, const FabricShape& shape,
                  std::span<const std::uint64_t> link_load) {
  return RingDrawing(fabric, shape).draw(link_load);
}

}  // namespace weft
