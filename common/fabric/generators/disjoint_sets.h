// Disjoint sets with path halving: R. E. Tarjan, J. van Leeuwen, Worst-Case Analysis of Set Union
// Algorithms, Journal of the ACM 31(2), 1984.
#ifndef WEFT_FABRIC_GENERATORS_DISJOINT_SETS_H_
#define WEFT_FABRIC_GENERATORS_DISJOINT_SETS_H_

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace weft {

class DisjointSets {
 public:
  // Elements 0..count-1, each a set of its own.
  explicit DisjointSets(std::uint32_t count) : parent_(count), size_(count, 1) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  // The element that stands for the set of this one.
  std::uint32_t find(std::uint32_t element) {
    while (parent_[element] != element) {
      element = parent_[element] = parent_[parent_[element]];
    }
    return element;
  }

  // False if both are in one set already.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    return true;
  }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> size_;
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_DISJOINT_SETS_H_
