// Min-hop candidates: for a switch and each destination switch the ports that lead one hop nearer.
#ifndef WEFT_GRAPH_MIN_HOP_PORTS_H_
#define WEFT_GRAPH_MIN_HOP_PORTS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/graph/distances.h"

namespace weft {

// Sets of ports are bit sets of words() 64-bit words, in which bit p stands for port p. Holds the
// scratch memory of one worker.
class MinHopPorts {
 public:
  // columns: the most destinations of a fill().
  MinHopPorts(const Fabric& fabric, std::size_t columns);

  // A set takes this many words, enough for the ports of any switch.
  std::size_t words() const { return words_; }

  // The candidates of switch s to the destinations [first, first + count) of the distances. Sets
  // stand one after the other in `sets`, count x words(); those of the destination itself, and
  // where there is no path, are empty. Cost: O(ports x count) comparisons, in vector registers.
  void fill(const Fabric& fabric, const Distances& distances, SwitchIndex s, std::size_t first,
            std::size_t count, std::uint64_t* sets);

 private:
  std::size_t words_;
  std::vector<std::uint16_t> sixteen_ports_;
};

using PortSet = std::span<const std::uint64_t>;

inline bool is_empty(PortSet set) {
  std::uint64_t any = 0;
  for (const std::uint64_t word : set) any |= word;
  return any == 0;
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

// Writes the members of a set in ascending order; returns how many there are. `ports` has room for
// 255.
inline unsigned list_ports(PortSet set, PortNum* ports) {
  unsigned count = 0;
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1) {
      ports[count++] = static_cast<PortNum>(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
  return count;
}

}  // namespace weft

#endif  // WEFT_GRAPH_MIN_HOP_PORTS_H_
