// The distribution of loads over the links of each kind between switches.
#ifndef WEFT_REPORT_LOAD_SPREAD_H_
#define WEFT_REPORT_LOAD_SPREAD_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/topology/fabric_shape.h"

namespace weft {

// Directed links of one kind.
struct KindLoads {
  std::string name;
  std::uint64_t links = 0;
  std::uint64_t unused = 0;
  std::uint64_t max = 0;
  double mean = 0;  // idle links included
  // Number of links with (i w, (i + 1) w] paths, i = 0..; idle links are in no bucket.
  std::vector<std::uint64_t> buckets;
};

struct LoadSpread {
  std::uint64_t bucket_width = 1;  // w, the same for all kinds
  std::vector<KindLoads> kinds;    // in the order of their names in LinkKinds
};

// Makes as many buckets as the busiest link needs, at most 20. Cost: O(ports).
LoadSpread spread_by_kind(const LinkKinds& kinds, std::span<const std::uint64_t> link_load);

}  // namespace weft

#endif  // WEFT_REPORT_LOAD_SPREAD_H_
