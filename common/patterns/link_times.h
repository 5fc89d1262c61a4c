// How long a flow takes on a link, in the time that it takes on an end port's link of the usual
// rate. Tested by tests/common/patterns/link_times_test.cc.
#ifndef WEFT_PATTERNS_LINK_TIMES_H_
#define WEFT_PATTERNS_LINK_TIMES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/verify/fabric_index.h"

namespace weft {

// 1 for all links where they have one rate; 4 for one of a quarter of it, 0.5 for one of twice.
// Cost: O(links + E). Memory: a byte a link, 8 an end port.
class LinkTimes {
 public:
  explicit LinkTimes(const FabricIndex& index);

  // Links between switches that take the same time are of one class.
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

// Do all links between switches have one rate? Cost: O(ports).
bool have_one_rate(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_PATTERNS_LINK_TIMES_H_
