#include "common/drawing/draw_product.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/text.h"
#include "common/drawing/boxes.h"

namespace weft {
namespace {

constexpr double kWidth = 1160;
constexpr double kTallest = 980;
constexpr double kTitle = 26;  // for the title above a plane
constexpr std::array<double, 10> kPitches = {112, 80, 60, 46, 36, 28, 22, 16, 12, 9};
constexpr std::size_t kMostBoxes = 1500;

// The place of a box: its plane, and its position there.
struct CellPlace {
  std::size_t plane;
  std::uint32_t x;
  std::uint32_t y;

  // NOLINTNEXTLINE(modernize-use-nullptr): what is compared with 0 where this is used is no pointer
  friend auto operator<=>(const CellPlace&, const CellPlace&) = default;
};

struct Plane {
  const Product* product;
  std::vector<std::uint32_t> outer;  // coordinates of the dimensions after the second
  Point corner = {};
};

struct Cell {
  std::vector<SwitchIndex> switches;
  std::uint32_t box = kNone;
};

class ProductDrawing {
 public:
  ProductDrawing(const Fabric& fabric, const FabricShape& shape)
      : fabric_(fabric), shape_(shape), labels_(shape.labels), boxes_(fabric, drawing_) {}

  Drawing draw(std::span<const std::uint64_t> link_load) {
    find_planes();
    find_cells();
    place_planes();
    add_boxes();
    add_unplaced();
    boxes_.join(link_load);
    for (const Product& product : labels_.products) add_missing(product);
    for (DrawnLine& line : drawing_.lines) line.strokes = strokes(line);
    say();
    return std::move(drawing_);
  }

 private:
  static std::uint32_t size_of(const Product& product, std::size_t dimension) {
    return dimension < product.dimensions.size() ? product.dimensions[dimension].size : 1;
  }
  std::uint32_t cells_along(const Product& product, std::size_t dimension) const {
    return (size_of(product, dimension) + side_ - 1) / side_;
  }

  // Makes a plane for each combination of outer coordinates with a switch, in their order.
  void find_planes() {
    for (const Product& product : labels_.products) {
      std::map<std::vector<std::uint32_t>, std::size_t> of_outer;
      for (std::size_t i = 0; i < product.switches.size(); ++i) of_outer[outer(product, i)];
      for (auto& [coordinates, number] : of_outer) {
        number = planes_.size();
        planes_.push_back({&product, coordinates});
      }
      plane_of_.push_back(std::move(of_outer));
    }
  }

  static std::vector<std::uint32_t> outer(const Product& product, std::size_t row) {
    const auto place = product.place(row);
    const std::size_t inner = std::min<std::size_t>(place.size(), 2);
    return {place.begin() + static_cast<std::ptrdiff_t>(inner), place.end()};
  }

  // Uses the smallest squares with which the boxes fit.
  void find_cells() {
    const auto boxes = [&] {
      std::size_t count = 0;
      for (const Plane& plane : planes_) {
        count += std::size_t{cells_along(*plane.product, 0)} * cells_along(*plane.product, 1);
      }
      return count;
    };
    while (boxes() > kMostBoxes && boxes() > planes_.size()) ++side_;
    for (std::size_t p = 0; p < labels_.products.size(); ++p) {
      const Product& product = labels_.products[p];
      for (std::size_t i = 0; i < product.switches.size(); ++i) {
        const auto place = product.place(i);
        const std::uint32_t y = place.size() > 1 ? place[1] : 0;
        cells_[{plane_of_[p].at(outer(product, i)), place[0] / side_, y / side_}]
            .switches.push_back(product.switches[i]);
      }
    }
  }

  // Places planes from left to right, row by row; returns the height.
  double arrange(double pitch) {
    double x = 0;
    double y = 0;
    double row = 0;
    for (Plane& plane : planes_) {
      const double width = (cells_along(*plane.product, 0) + 0.9) * pitch;
      const double height = (cells_along(*plane.product, 1) + 0.9) * pitch + kTitle;
      if (x > 0 && x + width > kWidth) {
        x = 0;
        y += row;
        row = 0;
      }
      plane.corner = {x, y};
      x += width;
      row = std::max(row, height);
    }
    return y + row;
  }

  void place_planes() {
    for (const double pitch : kPitches) {
      pitch_ = pitch;
      drawing_.height = arrange(pitch);
      double right = 0;
      for (const Plane& plane : planes_) {
        right = std::max(right, plane.corner.x + (cells_along(*plane.product, 0) + 0.9) * pitch);
      }
      drawing_.width = std::max(right, kWidth);
      if (drawing_.height <= kTallest && right <= kWidth) return;
    }
  }

  Point centre(const CellPlace& place) const {
    const Point corner = planes_[place.plane].corner;
    return {corner.x + (place.x + 0.95) * pitch_, corner.y + kTitle + (place.y + 0.95) * pitch_};
  }

  void add_boxes() {
    const double size = pitch_ * (pitch_ < 60 ? 0.56 : 0.74);
    for (auto& [place, cell] : cells_) {
      cell.box = static_cast<std::uint32_t>(drawing_.boxes.size());
      boxes_.add(cell.switches, centre(place), size, height_of(size)).tone = 1;
      place_of_.push_back(place);
    }
    for (std::size_t p = 0; p < planes_.size(); ++p) add_plane(p, size);
  }

  // Boxes with labels are flat.
  double height_of(double size) const { return pitch_ < 60 ? size : size * 0.4; }

  // Adds the title, and boxes for places without a switch.
  void add_plane(std::size_t p, double size) {
    const Plane& plane = planes_[p];
    if (!plane.outer.empty()) {
      std::vector<std::string> parts;
      for (std::size_t d = 0; d < plane.outer.size(); ++d) {
        parts.push_back(fmt::format("{}={}", axis(d + 2), plane.outer[d]));
      }
      drawing_.words.push_back(
          {{plane.corner.x + pitch_ * 0.4, plane.corner.y + 16}, joined(parts, " ")});
    }
    if (side_ > 1) return;
    for (std::uint32_t y = 0; y < size_of(*plane.product, 1); ++y) {
      for (std::uint32_t x = 0; x < size_of(*plane.product, 0); ++x) {
        const CellPlace place = {p, x, y};
        if (cells_.contains(place)) continue;
        DrawnBox box;
        box.what = "a switch is missing here";
        box.centre = centre(place);
        box.width = size;
        box.height = height_of(size);
        box.is_missing = true;
        drawing_.boxes.push_back(std::move(box));
        place_of_.push_back(place);
      }
    }
  }

  static std::string axis(std::size_t dimension) {
    constexpr std::array<const char*, 3> kNames = {"x", "y", "z"};
    return dimension < kNames.size() ? kNames[dimension] : fmt::format("d{}", dimension + 1);
  }

  // Adds one row below all planes.
  void add_unplaced() {
    std::vector<SwitchIndex> others;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (labels_.product_of[s] == kNone) others.push_back(s);
    }
    if (others.empty()) return;
    constexpr std::size_t kMost = 24;
    const std::size_t share = share_of_a_box(others.size(), kMost);
    const std::size_t count = (others.size() + share - 1) / share;
    drawing_.words.push_back(
        {{0, drawing_.height + 16},
         fmt::format("{} without a place", counted(others.size(), "switch", "switches"))});
    const double step = kWidth / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t first = i * share;
      boxes_.add(std::span(others).subspan(first, std::min(share, others.size() - first)),
                 {(static_cast<double>(i) + 0.5) * step, drawing_.height + 42},
                 std::min(96.0, step * 0.8), 24);
    }
    drawing_.height += 64;
  }

  // Counts neighbours that are present and not linked.
  void add_missing(const Product& product) {
    std::map<std::vector<std::uint32_t>, SwitchIndex> at;
    for (std::size_t i = 0; i < product.switches.size(); ++i) {
      const auto place = product.place(i);
      at[{place.begin(), place.end()}] = product.switches[i];
    }
    for (const auto& entry : at) {
      const std::vector<std::uint32_t>& place = entry.first;
      const SwitchIndex s = entry.second;
      for (std::size_t d = 0; d < product.dimensions.size(); ++d) {
        for_each_after(product.dimensions[d], place[d], [&](std::uint32_t next) {
          std::vector<std::uint32_t> there = place;
          there[d] = next;
          const auto other = at.find(there);
          if (other != at.end() && !are_linked(s, other->second)) add_missing(s, other->second);
        });
      }
    }
  }

  // Visits neighbours in a dimension; each pair of neighbours is visited once.
  template <typename Visit>
  static void for_each_after(const Dimension& dimension, std::uint32_t at, Visit visit) {
    if (dimension.kind == DimensionKind::kClique) {
      for (std::uint32_t next = at + 1; next < dimension.size; ++next) visit(next);
    } else if (at + 1 < dimension.size) {
      visit(at + 1);
    } else if (dimension.kind == DimensionKind::kRing && dimension.size > 2) {
      visit(0);
    }
  }

  bool are_linked(SwitchIndex a, SwitchIndex b) const {
    return std::ranges::any_of(fabric_.ports(a), [&](const Port& port) {
      return port.kind == PeerKind::kSwitch && port.peer == b;
    });
  }

  void add_missing(SwitchIndex a, SwitchIndex b) {
    if (boxes_.of(a) == boxes_.of(b)) {
      ++missing_inside_;
    } else {
      ++boxes_.line(boxes_.of(a), boxes_.of(b)).missing;
    }
  }

  std::vector<Stroke> strokes(const DrawnLine& line) const {
    const Point a = drawing_.boxes[line.from].centre;
    const Point b = drawing_.boxes[line.to].centre;
    if (std::max(line.from, line.to) >= place_of_.size()) return {{a, b}};  // without a place
    const CellPlace& from = place_of_[line.from];
    const CellPlace& to = place_of_[line.to];
    if (from.plane != to.plane) return strokes_between_planes(from, to, a, b);
    const bool in_row = from.y == to.y;
    if (!in_row && from.x != to.x) return {{a, b}};
    const std::size_t dimension = in_row ? 0 : 1;
    const Product& product = *planes_[from.plane].product;
    const std::uint32_t low = in_row ? std::min(from.x, to.x) : std::min(from.y, to.y);
    const std::uint32_t high = in_row ? std::max(from.x, to.x) : std::max(from.y, to.y);
    if (high - low == 1) return {{a, b}};
    if (product.dimensions[dimension].kind == DimensionKind::kRing && low == 0 &&
        high + 1 == cells_along(product, dimension)) {
      const Point out = in_row ? Point{-1, 0} : Point{0, -1};
      const bool from_low = (in_row ? from.x : from.y) == low;
      return stubs(a, b, from_low ? out : Point{-out.x, -out.y});
    }
    const double bow = pitch_ * std::min(0.3 + 0.06 * (high - low), 0.9);
    return {{a, b, in_row ? Point{(a.x + b.x) / 2, a.y + bow} : Point{a.x + bow, (a.y + b.y) / 2}}};
  }

  // Strokes go right and up if the coordinate grows; each further dimension has another angle.
  std::vector<Stroke> strokes_between_planes(const CellPlace& from, const CellPlace& to, Point a,
                                             Point b) const {
    const Plane& here = planes_[from.plane];
    const Plane& there = planes_[to.plane];
    if (here.product != there.product) return {{a, b}};
    for (std::size_t d = 0; d < here.outer.size(); ++d) {
      const std::uint32_t x = here.outer[d];
      const std::uint32_t y = there.outer[d];
      if (x == y) continue;
      const Dimension& dimension = here.product->dimensions[d + 2];
      const bool wraps = dimension.kind == DimensionKind::kRing && dimension.size > 2 &&
                         std::max(x, y) - std::min(x, y) == dimension.size - 1;
      const double angle = 0.8 + 0.45 * static_cast<double>(d);
      const double sign = (x < y) != wraps ? 1 : -1;
      return stubs(a, b, {sign * std::cos(angle), -sign * std::sin(angle)});
    }
    return {{a, b}};
  }

  std::vector<Stroke> stubs(Point a, Point b, Point direction) const {
    const double length = pitch_ * 0.66;
    const auto towards = [&](Point p, double sign) {
      return Point{p.x + sign * direction.x * length, p.y + sign * direction.y * length};
    };
    return {{a, towards(a, 1)}, {b, towards(b, -1)}};
  }

  void say() {
    drawing_.what = fmt::format("{}: planes of the first two dimensions.", shape_.describe());
    drawing_.hidden.emplace_back(
        "links that close a ring are short strokes at both of their ends, out of the plane's edge");
    if (planes_.size() > 1) {
      drawing_.hidden.emplace_back(
          "links from plane to plane are short slanting strokes at both of their ends, up and to "
          "the right towards the next plane");
    }
    if (side_ > 1) {
      drawing_.hidden.push_back(fmt::format(
          "{0} x {0} switches of a plane share a box, whose frame has the colour of the "
          "busiest link between those",
          side_));
    }
    if (missing_inside_ > 0) {
      drawing_.hidden.push_back(fmt::format(
          "{} inside of boxes", counted(missing_inside_, "missing link is", "missing links are")));
    }
  }

  const Fabric& fabric_;
  const FabricShape& shape_;
  const ProductLabels& labels_;
  Drawing drawing_;
  Boxes boxes_;
  std::vector<Plane> planes_;
  std::vector<std::map<std::vector<std::uint32_t>, std::size_t>> plane_of_;  // by product
  std::map<CellPlace, Cell> cells_;
  std::vector<CellPlace> place_of_;  // by box
  std::uint32_t side_ = 1;           // length of the square of switches that share a box
  double pitch_ = 0;
  std::uint64_t missing_inside_ = 0;
};

}  // namespace

Drawing draw_product(const Fabric& fabric, const FabricShape& shape,
                     std::span<const std::uint64_t> link_load) {
  return ProductDrawing(fabric, shape).draw(link_load);
}

}  // namespace weft
