// A file can claim 254 ports with a dozen bytes. Ports without a link cost memory too, so their
// number is limited by the size of the file.
// Tested by tests/common/fabric/readers/ibnetdiscover_test.cc.
#ifndef WEFT_FABRIC_READERS_PORT_BUDGET_H_
#define WEFT_FABRIC_READERS_PORT_BUDGET_H_

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "common/base/text.h"
#include "common/base/types.h"

namespace weft {

class PortBudget {
 public:
  PortBudget(std::string source, std::size_t file_size)
      : source_(std::move(source)), ports_left_(kFree + file_size) {}

  // Throws BadInput if there are more nodes or ports than in a subnet, or than fit a file of this
  // size.
  void spend(unsigned line, PortNum ports) {
    if (++nodes_ > kMaxUnicastLid) {
      fail_at(source_, line,
              fmt::format("this is node {}; a subnet has {} LIDs, and each node needs one", nodes_,
                          kMaxUnicastLid));
    }
    if (ports_left_ < ports) {
      fail_at(source_, line, "the nodes have far more ports than a file of this size has links");
    }
    ports_left_ -= ports;
  }

 private:
  static constexpr std::size_t kFree = 1'000'000;

  std::string source_;
  std::size_t ports_left_;
  std::size_t nodes_ = 0;
};

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_PORT_BUDGET_H_
