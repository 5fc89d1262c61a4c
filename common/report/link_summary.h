// What there is to say of the links between switches and of what they carry: which are the busiest,
// which no path uses, and how loads are spread over each kind of them.
#ifndef WEFT_REPORT_LINK_SUMMARY_H_
#define WEFT_REPORT_LINK_SUMMARY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/drawing/fabric_shape.h"
#include "common/fabric/fabric.h"

namespace weft {

// One direction of a link between two switches, by the port that it leaves.
struct LoadedLink {
  SwitchIndex sw = 0;
  PortNum port = 0;
  std::uint64_t paths = 0;

  friend bool operator==(const LoadedLink&, const LoadedLink&) = default;
};

// The busiest ones, at most `most`, without those that carry nothing: the busiest first, among
// equals by switch and port. link_load: Figures::link_load. Cost: O(ports log most).
std::vector<LoadedLink> busiest_links(const Fabric& fabric,
                                      std::span<const std::uint64_t> link_load, std::size_t most);

// Those that carry nothing, at most `most`, by switch and port.
std::vector<LoadedLink> unused_links(const Fabric& fabric, std::span<const std::uint64_t> link_load,
                                     std::size_t most);

// The directed links of one kind.
struct KindLoads {
  std::string name;
  std::uint64_t links = 0;
  std::uint64_t unused = 0;
  std::uint64_t max = 0;
  double mean = 0;  // unused ones included
  // Links that carry (i w, (i + 1) w] paths, i = 0..; unused ones are in none.
  std::vector<std::uint64_t> buckets;
};

struct LoadSpread {
  std::uint64_t bucket_width = 1;  // w, the same for all kinds
  std::vector<KindLoads> kinds;    // in the order of their names in LinkKinds
};

// With as many buckets as the busiest link needs, 20 at most. Cost: O(ports).
LoadSpread spread_by_kind(const LinkKinds& kinds, std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_REPORT_LINK_SUMMARY_H_
