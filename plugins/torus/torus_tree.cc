#include "plugins/torus/torus_tree.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weft {
namespace {

class TorusTree {
 public:
  TorusTree(const Fabric& fabric, const Torus& torus, const TorusPorts& ports)
      : fabric_(fabric), torus_(torus), ports_(ports) {
    tree_.nodes.resize(fabric.switch_count());
  }

  MasterTree grow() && {
    const Torus::Place root = find_root();
    if (root == kNone) return std::move(tree_);
    std::vector<SwitchIndex> members = {torus_.switch_at(root)};
    tree_.nodes[members.front()].in_tree = true;
    for (std::uint32_t d = 0; d < torus_.dimensions().size(); ++d) {
      const std::size_t count = members.size();
      for (std::size_t i = 0; i < count; ++i) grow_line(members[i], d, members);
    }
    return std::move(tree_);
  }

 private:
  std::uint32_t size(std::uint32_t d) const {
    return d < torus_.dimensions().size() ? torus_.dimensions()[d].radix : 1;
  }

  // The place with these first three coordinates, in the middle of all other dimensions; kNone:
  // it has no switch that can do multicast.
  Torus::Place place(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::uint32_t at[] = {x, y, z};
    Torus::Place place = 0;
    for (std::uint32_t d = 0; d < torus_.dimensions().size(); ++d) {
      place = torus_.with(place, d, d < 3 ? at[d] : size(d) / 2);
    }
    return torus_.switch_at(place) == kNone ? kNone : place;
  }
  bool can_be_root(Torus::Place place) const {
    const SwitchIndex s = place == kNone ? kNone : torus_.switch_at(place);
    return s != kNone && fabric_.switches()[s].multicast;
  }

  // The root: in the plane of the first two dimensions that lacks no switch and is closest to the
  // middle of the third; if there is none, in the middle plane; else anywhere.
  Torus::Place find_root() const {
    Torus::Place root = find_in_whole_plane();
    if (root == kNone) root = find_middle(size(2) / 2);
    if (can_be_root(root)) return root;
    for (Torus::Place any = 0; any < torus_.place_count(); ++any) {
      if (can_be_root(any)) return any;
    }
    return kNone;
  }

  Torus::Place find_in_whole_plane() const {
    const std::uint32_t planes = size(2);
    const std::uint32_t middle = planes / 2;
    for (std::uint32_t distance = 0; distance <= middle; ++distance) {
      for (const std::uint32_t z : {middle - distance, (middle + distance) % planes}) {
        if (is_whole_plane(z)) return place(size(0) / 2, size(1) / 2, z);
      }
    }
    return kNone;
  }

  bool is_whole_plane(std::uint32_t z) const {
    for (std::uint32_t y = 0; y < size(1); ++y) {
      if (!is_whole_row(y, z)) return false;
    }
    return true;
  }
  bool is_whole_row(std::uint32_t y, std::uint32_t z) const {
    for (std::uint32_t x = 0; x < size(0); ++x) {
      if (place(x, y, z) == kNone) return false;
    }
    return true;
  }
  bool is_whole_column(std::uint32_t x, std::uint32_t z) const {
    for (std::uint32_t y = 0; y < size(1); ++y) {
      if (place(x, y, z) == kNone) return false;
    }
    return true;
  }

  // A place where a complete row and a complete column of a plane cross, on one of its diagonals.
  Torus::Place find_middle(std::uint32_t z) const {
    const std::uint32_t x = size(0) / 2;
    const std::uint32_t y = size(1) / 2;
    const auto cross = [&](std::uint32_t column, std::uint32_t row) {
      return is_whole_row(row, z) && is_whole_column(column, z) ? place(column, row, z) : kNone;
    };
    if (cross(x, y) != kNone) return place(x, y, z);
    for (std::uint32_t i = 1; i <= std::min(x, y); ++i) {
      if (cross(x - i, y - i) != kNone) return place(x - i, y - i, z);
      const std::uint32_t column = (x + i) % size(0);
      const std::uint32_t row = (y + i) % size(1);
      if (cross(column, row) != kNone) return place(column, row, z);
    }
    return kNone;
  }

  // Grows branches in both directions from a member, up to the ends of the ring; beyond these only
  // if a link of the ring is missing.
  void grow_line(SwitchIndex from, std::uint32_t d, std::vector<SwitchIndex>& members) {
    const std::uint32_t at = torus_.coordinate(torus_.place_of(from), d);
    SwitchIndex up = from;
    SwitchIndex down = from;
    bool is_whole = grow_branch(down, way_down(d), at, members);
    is_whole &= grow_branch(up, way_up(d), size(d) - 1 - at, members);
    if (is_whole) return;
    // Alternately, so that the two branches meet in the middle of the rest.
    bool grows_down = true;
    bool grows_up = true;
    while (grows_down || grows_up) {
      grows_down = grows_down && grow_branch(down, way_down(d), 1, members);
      grows_up = grows_up && grow_branch(up, way_up(d), 1, members);
    }
  }

  // Extends a branch by `hops` switches; false if it could not. tip: the last switch.
  bool grow_branch(SwitchIndex& tip, std::uint32_t way, std::uint32_t hops,
                   std::vector<SwitchIndex>& members) {
    for (; hops > 0; --hops) {
      const auto ports = ports_.ports(tip, way);
      if (ports.empty()) return false;
      const Port& port = fabric_.ports(tip)[ports.front()];
      MasterTree::Node& node = tree_.nodes[port.peer];
      if (node.in_tree || !fabric_.switches()[port.peer].multicast) return false;
      node = {tip, port.peer_port, ports.front(), tree_.nodes[tip].depth + 1, true};
      tip = port.peer;
      members.push_back(tip);
    }
    return true;
  }

  const Fabric& fabric_;
  const Torus& torus_;
  const TorusPorts& ports_;
  MasterTree tree_;
};

}  // namespace

MasterTree grow_torus_tree(const Fabric& fabric, const Torus& torus, const TorusPorts& ports) {
  return TorusTree(fabric, torus, ports).grow();
}

}  // namespace weft
