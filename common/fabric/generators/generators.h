// Generators of well-known topologies, for tests, benchmarks and planning.
//
// All of them give a Fabric without LIDs (with_new_lids assigns them) and share these rules:
// * Switches come in ascending order of position, CAs in the order of their switches and ports, and
//   GUIDs in the same order: see drawing.h. with_shuffled_guids (irregular.h) breaks that order.
// * Switch names have the position; CAs have the names node-0001, node-0002, ... CAs have one port
//   if the topology defines no other number.
// * `rails` is the number of CAs of a host: node-0001 HCA-1, ..., host by host. They have the same
//   port of `rails` neighbouring leaf switches (a rail-optimized tree). Throws BadInput if the
//   number of leaf switches is not a multiple of `rails`.
// * In a tree the CAs have the low ports of the leaf switches. Otherwise links have the low ports,
//   dimension by dimension, and CAs have the next ports. Parallel links of two switches have
//   consecutive ports, in the same order at both ends.
// * They throw BadInput, before anything is allocated, if a number is missing or out of range, if a
//   switch would need more than 254 ports, or the fabric more than the 49,151 LIDs of a subnet.
#ifndef WEFT_FABRIC_GENERATORS_GENERATORS_H_
#define WEFT_FABRIC_GENERATORS_GENERATORS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/error.h"
#include "common/fabric/fabric.h"

namespace weft {

// XGFT(h; m1..mh; w1..wh), or PGFT(h; m1..mh; w1..wh; p1..ph) with parallel links. CAs are level 0,
// switches levels 1..h. A node of level l has m_l children (down[l-1]) and, below level h, w_(l+1)
// parents (up[l]), each linked to it by p links. A CA has w1 * p1 ports. By definition, w1 > 1
// gives w1 separate planes (rails) of switches, connected only by the CAs.
struct XgftSpec {
  std::vector<unsigned> down;           // m1..mh, each >= 1; h is 1..8
  std::vector<unsigned> up;             // w1..wh, each >= 1
  std::vector<unsigned> parallel = {};  // p1..ph, each >= 1; empty: all 1
  unsigned rails = 1;                   // >= 1
  LinkAttributes link = {};
};
Fabric make_xgft(const XgftSpec& spec);

// Director switches: all line chips of a director are linked to all its spine chips. Edge switches
// below are linked to all directors; or there is one director without edge switches, with the CAs
// on its line chips. The links of an edge switch to a director lead to a block of neighbouring line
// chips, one each (evenly to all line chips if there are fewer). Edge switches are distributed over
// the blocks in order. Ports of a line chip: first downward links, then spine chips; ports of an
// edge switch: CAs, then director by director.
struct DirectorsSpec {
  std::vector<unsigned> spines;  // spine chips of each director, >= 1
  std::vector<unsigned> lines;   // line chips of each director, >= 1
  unsigned links = 1;            // of a line chip to each spine chip, >= 1
  unsigned edges = 0;            // edge switches; 0 only with one director
  // Of an edge switch to each director, >= 1. Empty: 1.
  std::vector<unsigned> uplinks = {};
  unsigned cas = 1;    // at each edge switch, or line chip if there are none
  unsigned rails = 1;  // >= 1
  LinkAttributes link = {};
};
Fabric make_directors(const DirectorsSpec& spec);

// Switches at the points of a grid. The last dimension varies fastest.
struct GridSpec {
  std::vector<unsigned> dims;  // switches in each dimension, each >= 1; 1 to 8 dimensions
  unsigned cas = 1;            // at each switch
  unsigned links = 1;          // between two neighbours, >= 1
  LinkAttributes link = {};
};

// Neighbours differ by 1 in one coordinate; in a torus also 0 and radix - 1 are neighbours.
// Dimension d (from 0) has the 2 * links ports from 1 + 2 * d * links on: first those to the next
// higher coordinate, then those to the next lower one, at every switch. In a dimension of radix 2
// both directions have the same neighbour, and a torus has the same links as a mesh.
Fabric make_torus(const GridSpec& spec);
Fabric make_mesh(const GridSpec& spec);

// HyperX: switches that differ in one coordinate only are neighbours. With radix S a dimension has
// (S - 1) * links ports; the k-th group of `links` among them leads k coordinates up, modulo S.
Fabric make_hyperx(const GridSpec& spec);

struct HypercubeSpec {
  unsigned dimensions;  // 1..15; 2^dimensions switches
  unsigned cas = 1;     // at each switch
  unsigned links = 1;   // between two neighbours, >= 1
  LinkAttributes link = {};
};
// Dimension d (from 0) has the ports 1 + d * links .. (d + 1) * links, at both ends of a link.
Fabric make_hypercube(const HypercubeSpec& spec);

struct DragonflySpec {
  unsigned routers;       // of a row, >= 1 («a» in the paper)
  unsigned global_links;  // of a router («h»)
  unsigned cas;           // of a router («p»)
  unsigned groups = 0;    // 1..rows * routers * global_links + 1; 0: that maximum («g»)
  unsigned rows = 1;      // of a group, >= 1
  LinkAttributes link = {};
};
// The routers of a row are fully linked (ports 1..a-1; port k leads k routers up, modulo a), and so
// are the routers at the same place of all rows of a group (the next ports, in the same way):
// groups of several rows are flattened butterflies. Then come the global ports, then the CAs. Any
// two groups have c or c + 1 global links: see global_ports.h.
Fabric make_dragonfly(const DragonflySpec& spec);

struct DragonflyPlusSpec {
  unsigned leaves;        // of a group, >= 1
  unsigned spines;        // of a group, >= 1
  unsigned global_links;  // of a spine
  unsigned cas;           // of a leaf switch
  unsigned groups = 0;    // 1..spines * global_links + 1; 0: that maximum
  LinkAttributes link = {};
};
// Each leaf switch of a group is linked to each of its spines (ports 1, 2, ... of both); CAs have
// the next ports of a leaf switch, global links the next ports of a spine. Global links are as in a
// dragonfly.
Fabric make_dragonfly_plus(const DragonflyPlusSpec& spec);

struct KautzSpec {
  unsigned degree;   // >= 1: number of arcs from a switch, and of arcs to it
  unsigned length;   // >= 1, of the words
  unsigned cas = 1;  // at each switch
  LinkAttributes link = {};
};
// The Kautz graph K(degree, length): a switch for each word of `length` letters from an alphabet of
// degree + 1, in which neighbouring letters differ. An arc leads from x w to w y for letters x, y
// and a word w. It is a link from one of ports 1..degree of the first switch to one of the ports
// from degree + 1 of the second. Arcs in both directions are two links.
Fabric make_kautz(const KautzSpec& spec);

struct SlimFlySpec {
  unsigned q;                        // >= 3, a power of a prime
  std::optional<unsigned> cas = {};  // at each switch; none: half of its links, rounded up
  LinkAttributes link = {};
};
// Slim Fly: 2 q^2 switches, in 2 halves of q columns of q, «switch (half,column,row)»; any two are
// at most two hops apart. With q = 4 w + d and d = 1, 0 or -1, a switch has (3 q - d) / 2 links:
// first (q - d) / 2 in its column, then one to each column of the other half.
Fabric make_slim_fly(const SlimFlySpec& spec);

struct PolarFlySpec {
  unsigned q;                        // a power of a prime
  std::optional<unsigned> cas = {};  // at each switch; none: half of q + 1, rounded up
  LinkAttributes link = {};
};
// PolarFly: a switch for each of the q^2 + q + 1 points of the projective plane over GF(q);
// neighbours are orthogonal. A switch has q + 1 links, but q + 1 of the switches (the quadrics,
// orthogonal to themselves) have q links, and their port q + 1 is free. Any two switches are at
// most two hops apart.
Fabric make_polar_fly(const PolarFlySpec& spec);

// A tree and a torus, linked by switches without CAs (gateways). Gateway g has links at ports 1..n
// to spines and at n + 1..2 n to switches of the torus, spread evenly; these switches use their
// port (last own port) + 1 + g. Names begin with the island: «tree leaf 0», «torus switch (0,1)»,
// tree-0001, torus-0001, «gateway 0».
struct IslandsSpec {
  XgftSpec tree;
  GridSpec torus;
  unsigned gateways = 2;       // >= 1
  unsigned gateway_links = 2;  // of a gateway to each island: 1..spines and switches of the torus
};
Fabric make_islands(const IslandsSpec& spec);

struct RandomRegularSpec {
  unsigned switches;   // >= 2
  unsigned degree;     // neighbours of each switch, 1..switches - 1
  unsigned cas = 1;    // at each switch
  unsigned links = 1;  // between two neighbours, >= 1
  std::uint64_t seed = 1;
  LinkAttributes link = {};
};
// A connected graph without double edges (except `links`) in which all switches have the same
// degree. Links have the low ports, in the order of the neighbours. Throws BadInput also if there
// is no such graph: switches * degree is odd, or degree 1 with more than 2 switches.
Fabric make_random_regular(const RandomRegularSpec& spec);

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_GENERATORS_H_
