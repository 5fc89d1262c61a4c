// How long a flow occupies a link. The unit is the time on an end port's link of the usual rate.
// Tested by tests/common/patterns/link_times_test.cc.
#ifndef WEFT_PATTERNS_LINK_TIMES_H_
#define WEFT_PATTERNS_LINK_TIMES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/verify/fabric_index.h"

namespace weft {

// 1 for all links if they have one rate; 4 for a link of a quarter of the usual rate, 0.5 for one
// of twice the rate. Cost: O(links + E). Memory: one byte per link, 8 per end port.
class LinkTimes {
 public:
  explicit LinkTimes(const FabricIndex& index);

  // A class has all links between switches with the same time.
  std::span<const double> classes() const { return classes_; }
  std::uint8_t class_of(std::uint32_t link) const { return class_of_[link]; }
  double of_link(std::uint32_t link) const { return classes_[class_of_[link]]; }

  double of_end_port(EndPortIndex e) const { return of_end_port_[e]; }
  bool end_ports_differ() const { return end_ports_differ_; }

 private:
  std::vector<double> classes_;
  std::vector<std::uint8_t> class_of_;  // by link, as FabricIndex numbers them
  std::vector<double> of_end_port_;
  bool end_ports_differ_ = false;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_LINK_TIMES_H_
