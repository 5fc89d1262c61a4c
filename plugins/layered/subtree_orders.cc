#include "plugins/layered/subtree_orders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "common/base/disjoint_sets.h"

namespace weft {
namespace {

// A plane's number; those inside of it have lower ones.
using Plane = std::uint32_t;

class Planes {
 public:
  Planes(const Links& links, const RankedTree& tree) : links_(links), tree_(tree) {
    const Hops lowest = *std::max_element(tree.ranks.begin(), tree.ranks.end());
    DisjointSets sets(links.switch_count());
    for (Hops rank = 0; rank <= lowest; ++rank) {
      for (LinkIndex l = 0; l < links.count(); ++l) {
        const Hops lower = std::max(tree.ranks[links[l].from], tree.ranks[links[l].to]);
        if (lower == rank) sets.unite(links[l].from, links[l].to);
      }
      number_planes(rank, sets);
    }
  }

  enum class SideBySide : std::uint8_t { kForwards, kBackwards };

  std::vector<LinkIndex> order(SideBySide side_by_side) {
    visit(side_by_side);
    using Key = std::tuple<std::uint32_t, std::int64_t, LinkIndex>;
    std::vector<Key> keyed;
    keyed.reserve(links_.count());
    for (LinkIndex l = 0; l < links_.count(); ++l) {
      const auto [from, to, port, in_port, vls] = links_[l];
      const bool up = tree_.orientation.goes_up(from, to);
      const Plane plane = up ? plane_of(from, to) : plane_of(to, from);
      const std::int64_t place = tree_.orientation.place[from];
      const bool enters = tree_.ranks[from] != tree_.ranks[to];
      // Links inside a rank come between those into the plane and those into planes inside of it.
      keyed.emplace_back(up ? entered_[plane] + (enters ? 0 : 1) : left_[plane] - (enters ? 0 : 1),
                         up ? -place : place, l);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<LinkIndex> order;
    order.reserve(keyed.size());
    for (const auto& [when, place, link] : keyed) order.push_back(link);
    return order;
  }

 private:
  // Of the switches down to a rank, each by the lowest of its switches.
  void number_planes(Hops rank, DisjointSets& sets) {
    const std::uint32_t switches = links_.switch_count();
    outermost_ = static_cast<Plane>(inside_.size());
    listed_.resize(inside_.size());
    std::vector<Plane> of(switches, kNone);
    at_.emplace_back(switches, kNone);
    for (SwitchIndex s = 0; s < switches; ++s) {
      if (tree_.ranks[s] > rank) continue;
      Plane& plane = of[sets.find(s)];
      if (plane == kNone) {
        plane = static_cast<Plane>(inside_.size());
        inside_.emplace_back();
      }
      at_[rank][s] = plane;
      if (tree_.ranks[s] == rank) continue;
      const Plane inner = at_[rank - 1][s];
      if (!listed_[inner]) inside_[plane].push_back(inner);
      listed_[inner] = true;
    }
  }

  // The plane that a link up enters or stays in.
  Plane plane_of(SwitchIndex lower, SwitchIndex upper) const {
    const Hops rank = tree_.ranks[lower];
    return at_[rank == tree_.ranks[upper] ? rank : rank - 1][upper];
  }

  // Visits the planes: when is each entered and left?
  void visit(SideBySide side_by_side) {
    entered_.assign(inside_.size(), 0);
    left_.assign(inside_.size(), 0);
    std::uint32_t now = 0;
    std::vector<Plane> ahead;  // those entered are left when they come up again
    for (Plane plane = outermost_; plane < inside_.size(); ++plane) ahead.push_back(plane);
    while (!ahead.empty()) {
      const Plane plane = ahead.back();
      now += 2;
      if (entered_[plane] != 0) {
        left_[plane] = now;
        ahead.pop_back();
        continue;
      }
      entered_[plane] = now;
      const std::vector<Plane>& inside = inside_[plane];
      if (side_by_side == SideBySide::kForwards) {
        ahead.insert(ahead.end(), inside.rbegin(), inside.rend());
      } else {
        ahead.insert(ahead.end(), inside.begin(), inside.end());
      }
    }
  }

  const Links& links_;
  const RankedTree& tree_;
  std::vector<std::vector<Plane>> at_;      // [rank][switch]; kNone: it lies lower
  std::vector<std::vector<Plane>> inside_;  // by plane: those of the next higher rank
  std::vector<bool> listed_;                // by plane: inside of another
  Plane outermost_ = 0;                     // the first of these, which are the last of all
  std::vector<std::uint32_t> entered_;      // by plane
  std::vector<std::uint32_t> left_;
};

}  // namespace

std::array<std::vector<LinkIndex>, 2> subtree_orders(const Links& links, const RankedTree& tree) {
  Planes planes(links, tree);
  return {planes.order(Planes::SideBySide::kForwards),
          planes.order(Planes::SideBySide::kBackwards)};
}

}  // namespace weft
