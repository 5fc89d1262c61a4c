// Common parts of bit-parallel breadth-first searches (Then et al., The More the Merrier: Efficient
// Multi-Source Graph Traversal, VLDB 2014): 256 searches advance together, one bit for each.
// Tested by tests/common/graph/distances_test.cc, tests/common/graph/up_down_test.cc.
#ifndef WEFT_GRAPH_BIT_SEARCH_H_
#define WEFT_GRAPH_BIT_SEARCH_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/graph/distances.h"

namespace weft {

inline constexpr std::size_t kSearchBatch = 256;
using SearchBits = std::array<std::uint64_t, kSearchBatch / 64>;

inline bool any(const SearchBits& bits) { return (bits[0] | bits[1] | bits[2] | bits[3]) != 0; }

inline void add(SearchBits& to, const SearchBits& from) {
  for (std::size_t w = 0; w < to.size(); ++w) to[w] |= from[w];
}

inline void remove(SearchBits& from, const SearchBits& what) {
  for (std::size_t w = 0; w < from.size(); ++w) from[w] &= ~what[w];
}

inline void set_bit(SearchBits& bits, std::size_t i) {
  bits[i / 64] |= std::uint64_t{1} << (i % 64);
}

// Writes a distance for each search that is in `reached`.
inline void write_distances(std::span<Hops> row, const SearchBits& reached, Hops distance) {
  for (std::size_t w = 0; w < reached.size(); ++w) {
    for (std::uint64_t rest = reached[w]; rest != 0; rest &= rest - 1) {
      row[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))] = distance;
    }
  }
}

}  // namespace weft

#endif  // WEFT_GRAPH_BIT_SEARCH_H_
