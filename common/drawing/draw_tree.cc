#include "common/drawing/draw_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/drawing/boxes.h"
#include "common/topology/missing_parts.h"

namespace weft {
namespace {

constexpr double kTreeWidth = 1160;
constexpr double kLeft = 128;  // for the name of a row
constexpr double kTop = 8;
constexpr double kTreeBoxHeight = 26;
constexpr double kWidestBox = 110;
constexpr double kBetweenLevels = 170;
constexpr std::size_t kMostInARow = 36;

using Group = std::vector<SwitchIndex>;

class TreeDrawing {
 public:
  TreeDrawing(const Fabric& fabric, const FabricShape& shape)
      : fabric_(fabric), shape_(shape), tree_(shape.tree), boxes_(fabric, drawing_) {}

  Drawing draw(std::span<const std::uint64_t> link_load) {
    drawing_.width = kTreeWidth;
    drawing_.what = fmt::format("A {}, the roots on top.", shape_.describe());
    double y = kTop;
    for (unsigned level = tree_.height; level > 0; --level) {
      add_row(level, y);
      y += kBetweenLevels;
    }
    if (has_level(0)) add_row(0, y);
    drawing_.height =
        y + (has_level(0) ? kBetweenLevels : 0) - kBetweenLevels + kTreeBoxHeight + 24;
    boxes_.join(link_load);
    add_missing();
    for (DrawnLine& line : drawing_.lines) line.strokes = {stroke(line)};
    return std::move(drawing_);
  }

 private:
  bool has_level(unsigned level) const { return std::ranges::count(shape_.level, level) != 0; }

  // Subtrees are consecutive.
  Group switches_of(unsigned level) const {
    Group group;
    for (const SwitchIndex s : tree_.order) {
      if (shape_.level[s] == level) group.push_back(s);
    }
    return group;
  }

  // For a root: the plane of the first switch below it.
  std::uint32_t plane_below(SwitchIndex root) const {
    std::uint32_t plane = kNone;
    for (const Port& port : fabric_.ports(root)) {
      if (port.kind != PeerKind::kSwitch || tree_.ranks[port.peer] <= tree_.ranks[root]) continue;
      plane = std::min(plane, tree_.plane[port.peer]);
    }
    return plane;
  }

  template <typename Key>
  static std::vector<Group> grouped(const Group& switches, Key key) {
    std::map<std::uint32_t, std::size_t> number;
    std::vector<Group> groups;
    for (const SwitchIndex s : switches) {
      const auto [at, is_new] = number.try_emplace(key(s), groups.size());
      if (is_new) groups.emplace_back();
      groups[at->second].push_back(s);
    }
    return groups;
  }

  // Groups by the smallest subtrees that give few enough boxes; if none do, also joins neighbours.
  std::vector<Group> groups_of(unsigned level) {
    const Group all = switches_of(level);
    std::vector<Group> groups = grouped(all, [](SwitchIndex s) { return s; });
    if (level == 0) return merged(std::move(groups), level);
    const unsigned rank = tree_.ranks[all.front()];
    if (rank == 0 && groups.size() > kMostInARow) {
      groups = grouped(all, [&](SwitchIndex s) { return plane_below(s); });
    }
    for (unsigned r = rank; r > 0 && groups.size() > kMostInARow; --r) {
      groups = grouped(all, [&](SwitchIndex s) { return tree_.subtree[r][s]; });
    }
    return merged(std::move(groups), level);
  }

  std::vector<Group> merged(std::vector<Group> groups, unsigned level) {
    const std::size_t share = share_of_a_box(groups.size(), kMostInARow);
    std::vector<Group> fewer;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i % share == 0) fewer.emplace_back();
      fewer.back().insert(fewer.back().end(), groups[i].begin(), groups[i].end());
    }
    std::size_t switches = 0;
    for (const Group& group : fewer) switches += group.size();
    if (switches > fewer.size()) {
      drawing_.hidden.push_back(fmt::format(
          "{}: {} share {}, {}", shape_.level_name(level), counted(switches, "switch", "switches"),
          counted(fewer.size(), "box", "boxes"),
          share > 1               ? "as they stand side by side in the tree"
          : level == tree_.height ? "those that lead to the same switches below in one"
                                  : "those of a subtree in one"));
    }
    return fewer;
  }

  void add_row(unsigned level, double y) {
    const std::vector<Group> groups = groups_of(level);
    if (groups.empty()) return;
    const double step = (kTreeWidth - kLeft) / static_cast<double>(groups.size());
    const double width = std::min(kWidestBox, step * 0.84);
    std::uint32_t switches = 0;
    std::uint32_t end_ports = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      DrawnBox& box = boxes_.add(
          groups[i], {kLeft + (static_cast<double>(i) + 0.5) * step, y + kTreeBoxHeight / 2}, width,
          kTreeBoxHeight);
      box.tone = std::min(level, 3u);
      switches += box.switches;
      end_ports += box.end_ports;
    }
    drawing_.words.push_back({{0, y + 12}, shape_.level_name(level)});
    drawing_.words.push_back({{0, y + 27}, counted(switches, "switch", "switches")});
    if (end_ports == 0) return;
    drawing_.words.push_back({{0, y + 42}, counted(end_ports, "end port", "end ports")});
  }

  // From the lower edge of the upper box to the upper edge of the lower box; boxes of one row are
  // linked by an arc below.
  Stroke stroke(const DrawnLine& line) const {
    const DrawnBox* a = &drawing_.boxes[line.from];
    const DrawnBox* b = &drawing_.boxes[line.to];
    if (a->centre.y > b->centre.y) std::swap(a, b);
    if (a->centre.y < b->centre.y) {
      return {{a->centre.x, a->centre.y + a->height / 2},
              {b->centre.x, b->centre.y - b->height / 2}};
    }
    const double below = a->centre.y + a->height / 2;
    return {{a->centre.x, below},
            {b->centre.x, below},
            Point{(a->centre.x + b->centre.x) / 2, below + kBetweenLevels / 3}};
  }

  void add_missing() {
    std::uint64_t elsewhere = 0;
    for (const MissingSlot& slot : find_missing_slots(fabric_, tree_)) {
      if (shape_.level[slot.below] == 0) continue;
      if (slot.above == kNone || boxes_.of(slot.above) == boxes_.of(slot.below)) {
        elsewhere += slot.missing;
      } else {
        boxes_.line(boxes_.of(slot.below), boxes_.of(slot.above)).missing += slot.missing;
      }
    }
    if (elsewhere > 0) {
      drawing_.hidden.push_back(fmt::format("{} have no place in it",
                                            counted(elsewhere, "missing link", "missing links")));
    }
  }

  const Fabric& fabric_;
  const FabricShape& shape_;
  const FatTree& tree_;
  Drawing drawing_;
  Boxes boxes_;
};

}  // namespace

Drawing draw_tree(const Fabric& fabric, const FabricShape& shape,
                  std::span<const std::uint64_t> link_load) {
  return TreeDrawing(fabric, shape).draw(link_load);
}

}  // namespace weft
