// Disjoint sets that can be united, with path halving: R. E. Tarjan, J. van Leeuwen, Worst-Case
// Analysis of Set Union Algorithms, Journal of the ACM 31(2), 1984. O(log n) amortised.
#ifndef WEFT_BASE_DISJOINT_SETS_H_
#define WEFT_BASE_DISJOINT_SETS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace weft {

class DisjointSets {
 public:
  // Begins with count sets: {0}, ..., {count - 1}.
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  // The smallest member of the set of i.
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // Unites the sets of a and b; false if they are the same set.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }
  // Adds a set with one new member and returns that member.
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace weft

#endif  // WEFT_BASE_DISJOINT_SETS_H_
