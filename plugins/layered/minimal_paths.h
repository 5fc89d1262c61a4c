// All paths with the fewest hops to one switch: for each switch the links that its paths may begin
// with. The paths to all switches should stay in a processor's cache, so a link takes one byte.
#ifndef WEFT_PLUGINS_LAYERED_MINIMAL_PATHS_H_
#define WEFT_PLUGINS_LAYERED_MINIMAL_PATHS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/graph/distances.h"
#include "common/graph/links.h"

namespace weft {

class MinimalPaths {
 public:
  // A link that a path may begin with: which one of those out of its switch, 0..253.
  using Step = std::uint8_t;

  // Breadth-first search from a destination. usable: by link; those that are not are on no path;
  // empty: all are. Nothing is allocated from the second time on. Cost: O(links).
  void find(const Links& links, const std::vector<bool>& usable, SwitchIndex destination);

  // The same from another search, one by one: the destination, and then the switches, nearest
  // first, each with at least one step, all to switches before it.
  void begin(SwitchIndex destination);
  void add(const Links& links, SwitchIndex s, std::span<const Step> steps);
  // Switches that links connect to the destination have no path.
  void mark_incomplete() { is_complete_ = false; }

  bool is_complete() const { return is_complete_; }
  bool is_found() const { return !order_.empty(); }
  SwitchIndex destination() const { return order_.front(); }

  // The switches that have a path, nearest first, without the destination itself.
  std::span<const SwitchIndex> nearest_first() const {
    return {order_.data() + 1, order_.size() - 1};
  }
  // The first steps of the i-th of them, in the order of their links.
  std::span<const Step> steps(std::size_t i) const {
    return {steps_.data() + first_[i], first_[i + 1] - first_[i]};
  }
  // Has the i-th switch at least 4 steps, over consecutive links, to the same switches as the
  // (i - 1)-th? So it is among the leaves of a pod in a tree. False where steps are preferred.
  bool is_like_last(std::size_t i) const { return alike_[i] != 0; }

  // Moves the preferred steps of each switch before its others.
  // Preferred: (switch, step) -> bool.
  template <typename Preferred>
  void prefer(Preferred preferred);
  // How many of the i-th switch's steps are preferred.
  std::uint32_t preferred(std::size_t i) const { return preferred_.empty() ? 0 : preferred_[i]; }
  bool has_preferred() const { return !preferred_.empty(); }

  friend class PackedPaths;

  // A copy without the memory that only find() needs.
  MinimalPaths compact() const;
  // Bytes that it takes at most.
  static std::size_t most_compact_size(std::size_t switches, std::size_t links) {
    return links * sizeof(Step) + switches * (sizeof(SwitchIndex) + 2 * sizeof(std::uint32_t) + 1);
  }

 private:
  void find_steps(const Links& links, const std::vector<bool>& usable);
  bool has_last_neighbours(const Links& links, std::size_t i) const;
  bool is_last_alike(const Links& links) const;

  std::vector<Hops> hops_;            // by switch; of the last search
  std::vector<SwitchIndex> order_;    // the destination, and then as in nearest_first()
  std::vector<std::uint32_t> first_;  // of the i-th switch in steps_, and their end
  std::vector<Step> steps_;
  std::vector<std::uint8_t> alike_;       // by i
  std::vector<std::uint32_t> preferred_;  // by i; empty: none
  bool is_complete_ = true;
};

// The same in at most half of the memory, for the paths to all switches of a large fabric: 4 bytes
// a switch, one more where some steps are preferred, and one a step.
class PackedPaths {
 public:
  PackedPaths() = default;
  // Requires: no more than 2^16 switches.
  explicit PackedPaths(const MinimalPaths& paths);

  // What was packed. Cost: O(switches + steps), all of it copied.
  void unpack(MinimalPaths& paths) const;

  std::size_t size() const {  // bytes
    return order_.size() * sizeof(std::uint16_t) + counts_.size() + alike_.size() +
           preferred_.size() + steps_.size();
  }

 private:
  std::vector<std::uint16_t> order_;
  std::vector<std::uint8_t> counts_;  // of steps
  std::vector<std::uint8_t> alike_;
  std::vector<std::uint8_t> preferred_;
  std::vector<MinimalPaths::Step> steps_;
  bool is_complete_ = true;
};

template <typename Preferred>
void MinimalPaths::prefer(Preferred preferred) {
  preferred_.clear();
  std::fill(alike_.begin(), alike_.end(), std::uint8_t{0});
  for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
    const auto begin = steps_.begin() + first_[i];
    const auto end = std::stable_partition(begin, steps_.begin() + first_[i + 1], [&](Step step) {
      return preferred(order_[i + 1], step);
    });
    preferred_.push_back(static_cast<std::uint32_t>(end - begin));
  }
}

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_MINIMAL_PATHS_H_
