// Next hops: the ports that paths from a switch to a destination switch may take.
#ifndef WEFT_GRAPH_NEXT_HOPS_H_
#define WEFT_GRAPH_NEXT_HOPS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"
#include "common/graph/switch_graph.h"
#include "common/graph/up_down.h"

namespace weft {

// Distances to a list of destination switches (OpenSM's lid matrices), and the kind of paths that
// they are of.
struct HopTable {
  Distances distances;
  // The cost of a step out of a port, 1..255, by position in Fabric::all_ports(); empty: 1 each.
  std::vector<std::uint8_t> weights = {};
  // Of up*/down* distances, which cost 1 a step; empty: shortest paths.
  Orientation orientation = {};
  // Dimension order: only the candidates that lead to the neighbour of the candidate that is first
  // in search order.
  bool one_neighbour = false;
  // For dimension order: the ports of each switch in search order, as in
  // PortSettings::search_order; empty: by port number.
  std::vector<PortNum> search_order = {};
  // Given candidates that do not follow from the distances: for each switch, and each
  // column of its distances, a set of ports as in NextHops, all to other switches; a set is empty
  // exactly if the distance is 0 or kFar. Without any sets: by the distances.
  std::vector<std::uint64_t> candidates = {};

  // kFar, or the hops (the sum of weights) from a switch to the i-th destination.
  Hops hops(SwitchIndex s, std::size_t i) const {
    const Hops distance = distances.from(s)[i];
    return distance == kFar || orientation.place.empty() ? distance : hops_of(distance);
  }
};

// Shortest paths to distinct destinations, by weights or, if these are empty, by hops.
HopTable shortest_hop_table(const Fabric& fabric, const SwitchGraph& graph,
                            std::vector<std::uint8_t> weights,
                            std::span<const SwitchIndex> destinations, const Workers& workers);

// Up*/down* paths.
HopTable up_down_hop_table(const SwitchGraph& graph, Orientation orientation,
                           std::span<const SwitchIndex> destinations, const Workers& workers);

// The number of 64-bit words for a set of the ports of any switch.
std::size_t port_set_words(const Fabric& fabric);

// Sets of ports are bit sets of words() 64-bit words; bit p is port p. Holds the scratch memory of
// one worker.
class NextHops {
 public:
  // columns: the most destinations of a fill(). The fabric and the table must outlive this.
  NextHops(const Fabric& fabric, const HopTable& table, std::size_t columns);

  // A set takes this many words: port_set_words().
  std::size_t words() const { return words_; }

  // The candidates of switch s to the destinations [first, first + count). The sets are consecutive
  // in `sets`, count x words(); the set is empty at the destination itself, and if there is no
  // path. Cost: O(ports x count) comparisons, in vector registers.
  void fill(SwitchIndex s, std::size_t first, std::size_t count, std::uint64_t* sets);

 private:
  void compare_distances(SwitchIndex s, std::size_t first, std::size_t count, std::uint64_t* sets);
  void split_by_direction(std::span<const Hops> own);
  void keep_one_neighbour(SwitchIndex s, std::size_t count, std::uint64_t* sets);
  void find_parallel_ports(SwitchIndex s);

  const Fabric* fabric_;
  const HopTable* table_;
  std::size_t words_;
  std::vector<std::uint16_t> sixteen_ports_;
  std::vector<Hops> down_;  // the value of a neighbour's distance plus 1 below the switch,
  std::vector<Hops> up_;    // and above it
  std::vector<std::uint64_t> parallel_ports_;  // of the current switch: a set for each port
};

using PortSet = std::span<const std::uint64_t>;

inline bool is_empty(PortSet set) {
  std::uint64_t any = 0;
  for (const std::uint64_t word : set) any |= word;
  return any == 0;
}

// The library's comparison would be a call, for mostly one word.
inline bool are_equal(PortSet a, PortSet b) {
  if (a.size() != b.size()) return false;
  std::uint64_t difference = 0;
  for (std::size_t w = 0; w < a.size(); ++w) difference |= a[w] ^ b[w];
  return difference == 0;
}

inline bool contains(PortSet set, PortNum port) {
  return port / 64u < set.size() && ((set[port / 64u] >> (port % 64u)) & 1u) != 0;
}

// The only member of a set that has one; kNoPath if it has none or several.
inline PortNum only_port(PortSet set) {
  // The baseline of x86-64 has no instruction that counts bits.
  if (set.size() != 1 || set[0] == 0 || (set[0] & (set[0] - 1)) != 0) return kNoPath;
  return static_cast<PortNum>(std::countr_zero(set[0]));
}

// Visits the members of a set in ascending order.
template <typename Visit>
inline void for_each_port(PortSet set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(static_cast<PortNum>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
}

// Writes the members in ascending order; returns their number. `ports` has room for 255.
inline unsigned list_ports(PortSet set, PortNum* ports) {
  unsigned count = 0;
  for_each_port(set, [&](PortNum port) { ports[count++] = port; });
  return count;
}

}  // namespace weft

#endif  // WEFT_GRAPH_NEXT_HOPS_H_
