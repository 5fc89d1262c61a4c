// The shape of a fat tree in numbers, and its notation.
#ifndef WEFT_TOPOLOGY_TREE_SHAPE_H_
#define WEFT_TOPOLOGY_TREE_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

enum class TreeKind : std::uint8_t {
  // Parallel ports generalised fat tree (Zahavi, Fat-Tree Routing and Node Ordering Providing
  // Contention Free Traffic for MPI Global Collectives, 2012): a node has P parallel links to each
  // of its W parents.
  kPgft,
  // Quasi fat tree (Zahavi, Keslassy, Kolodny, Quasi Fat Trees for HPC Clouds and Their
  // Fault-Resilient Closed-Form Routing, 2014): as many switches and links as the PGFT, but its
  // parallel links lead to different switches. Weft requires only that a switch has up to W * P
  // parents and M * P children, and shares its parents with others of its subtree; which switches
  // are linked is up to the fabric.
  kQft,
};

// Level 1 is that of the hosts and their leaf switches, level h that of the roots. At level l a
// switch has M(l) children, each of which has W(l) parents, with P(l) links to each. W(1) > 1 means
// W(1) trees that are linked only by the hosts.
struct TreeShape {
  TreeKind kind = TreeKind::kPgft;
  // By level, that of the hosts first; 1 to kMostRanks levels, all of one size.
  std::vector<std::uint32_t> children = {};  // M
  std::vector<std::uint32_t> parents = {};   // W
  std::vector<std::uint32_t> links = {};     // P

  std::size_t height() const { return children.size(); }
  friend bool operator==(const TreeShape&, const TreeShape&) = default;
};

// The most ports of hosts, and the most roots, of a shape: more than in a subnet, since a tree may
// be built in part.
inline constexpr std::uint64_t kMostHosts = std::uint64_t{1} << 20;

// Reads «PGFT(h; M1,..,Mh; W1,..,Wh; P1,..,Ph)», or QFT(...). Blanks are ignored; without the last
// list all P are 1. Throws BadInput, naming the error and what was expected, also for impossible
// shapes: a number is 0, a switch has more than 254 ports, or there are more than kMostHosts.
TreeShape parse_tree_shape(std::string_view text);

// «PGFT(3; 18,18,32; 1,18,18; 1,1,1)»
std::string describe(const TreeShape& shape);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_SHAPE_H_
