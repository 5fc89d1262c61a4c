// The shape of a fat tree in numbers, and the notation that they are written in.
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
  // Contention Free Traffic for MPI Global Collectives, 2012): the P links that a node has to one
  // of its W parents are parallel.
  kPgft,
  // Quasi fat tree (Zahavi, Keslassy, Kolodny, Quasi Fat Trees for HPC Clouds and Their
  // Fault-Resilient Closed-Form Routing, 2014): the numbers of switches and of links are those of
  // the PGFT, but links that are parallel there lead to different switches here. What Weft takes
  // from it: a switch has up to W * P parents and M * P children, and shares its parents with
  // others of its subtree. Which switch is linked to which is left to the fabric.
  kQft,
};

// Level 1 is that of the hosts and their leaf switches, level h that of the roots. At level l a
// switch has M(l) children, each of which has W(l) parents, joined by P(l) links. W(1) > 1 is as
// many trees that nothing but the hosts joins.
struct TreeShape {
  TreeKind kind = TreeKind::kPgft;
  // By level, that of the hosts first; 1 to kMostRanks levels, all of one size.
  std::vector<std::uint32_t> children = {};  // M
  std::vector<std::uint32_t> parents = {};   // W
  std::vector<std::uint32_t> links = {};     // P

  std::size_t height() const { return children.size(); }
  friend bool operator==(const TreeShape&, const TreeShape&) = default;
};

// Ports of hosts, and roots, that a shape may have at most: no subnet has so many, but a tree may
// be built in part.
inline constexpr std::uint64_t kMostHosts = std::uint64_t{1} << 20;

// Reads «PGFT(h; M1,..,Mh; W1,..,Wh; P1,..,Ph)», or QFT(...). Blanks mean nothing; without the last
// list all P are 1. Throws BadInput, naming what is wrong and what was expected, also for shapes
// that no switches can have: a number of 0, more than 254 ports, more than kMostHosts.
TreeShape parse_tree_shape(std::string_view text);

// «PGFT(3; 18,18,32; 1,18,18; 1,1,1)»
std::string describe(const TreeShape& shape);

}  // namespace weft

#endif  // WEFT_TOPOLOGY_TREE_SHAPE_H_
