// A fast test that suffices for most tables: do all paths go up first and then down?
//
// The rank of a switch is the distance from the nearest switch with end ports; links lead up to
// higher ranks, at equal ranks to higher switch indices. A path that never goes up
// after it went down cannot loop, and channel dependencies of such paths have no cycle (Schroeder
// et al., Autonet, 1991). The scan does not follow paths but combines entries: destination d is
// doubtful if a switch sends packets for d down to a neighbour, and that neighbour sends some up.
// It is also doubtful if an entry for d leads to no neighbour although links lead to d. All other
// destinations are proven right, with the LIDs of the destination switch itself.
#ifndef WEFT_VERIFY_UP_DOWN_SCAN_H_
#define WEFT_VERIFY_UP_DOWN_SCAN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/verify/destinations.h"
#include "common/verify/fabric_index.h"

namespace weft {

// By link: does it lead up, or down? A link of a switch to itself does both.
struct Directions {
  explicit Directions(const FabricIndex& index);

  // True if a path that uses the first link and then the second may not be up*/down*.
  bool turns_up(std::uint32_t from, std::uint32_t to) const {
    return (flags[from] & kDown) != 0 && (flags[to] & kUp) != 0;
  }

  static constexpr std::uint8_t kUp = 1;
  static constexpr std::uint8_t kDown = 2;
  std::vector<std::uint8_t> flags;
  std::vector<std::uint32_t> ranks;  // by switch
};

// Cost: a byte read for each switch and LID of a destination. Memory: S x D / 8 bytes for each
// worker, and once more; D: destination switches.
class UpDownScan {
 public:
  UpDownScan(const FabricIndex& index, const Destinations& destinations,
             const Directions& directions, unsigned workers);

  // Must be called once for each switch; by several threads if each has its own worker number.
  void scan(unsigned worker, SwitchIndex s, const PortNum* row);

  // After that: a flag for each destination.
  std::vector<bool> doubtful() const;

 private:
  struct Worker {
    std::vector<std::uint64_t> meaning;         // of an entry of the current switch, kMaxWords each
    std::vector<SwitchIndex> below;             // neighbours that links lead down to
    std::vector<std::uint32_t> below_position;  // in `below`, by switch
    std::vector<std::uint64_t> came_down;       // by switch: destinations of packets from above
    std::vector<std::uint64_t> broken;          // destinations of entries that are wrong
  };

  std::size_t describe_entries(Worker& worker, SwitchIndex s) const;
  template <std::size_t kWords>
  void scan_row(Worker& worker, SwitchIndex s, const PortNum* row);
  bool all_right(const PortNum* row, std::size_t d) const;

  const FabricIndex& index_;
  const Destinations& destinations_;
  const Directions& directions_;
  std::size_t words_;                   // of a set of destinations
  std::vector<std::uint64_t> goes_up_;  // by switch: destinations of packets that it sends up
  std::vector<Worker> workers_;
};

}  // namespace weft

#endif  // WEFT_VERIFY_UP_DOWN_SCAN_H_
