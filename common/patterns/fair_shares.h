// What bandwidth each flow gets if flows share links fairly: max-min fairness, in which no flow can
// have more without taking it from one that has no more than itself (D. Bertsekas, R. Gallager,
// Data Networks, 2nd edition, 1992, section 6.5.2). That is what a network comes to whose switches
// serve their input ports in turns and whose hosts send as fast as they may.
// Tested by tests/common/patterns/fair_shares_test.cc.
// Tested by tests/common/patterns/patterns_property_test.cc.
#ifndef WEFT_PATTERNS_FAIR_SHARES_H_
#define WEFT_PATTERNS_FAIR_SHARES_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/patterns/link_times.h"
#include "common/patterns/phases.h"
#include "common/routing/tables.h"
#include "common/verify/fabric_index.h"
#include "common/verify/path_walk.h"

namespace weft {

// A worker has its own. All that it is made of must outlive it.
class FairShares {
 public:
  FairShares(const FabricIndex& index, const LinkTimes& times, ConstTables tables);

  // Of flows that run at once, by flow: 1 is what an end port's link of the usual rate carries
  // (LinkTimes); of a flow with a weight each of so many has that; 0: it does not arrive. Links
  // that end ports inject and eject on count like those between switches, each direction for
  // itself. Valid until the next call. Cost: O(F h log(E + links)) with F flows over h links each.
  std::span<const double> share(std::span<const Flow> flows);

  // Of the last call, by flow: the link between switches that holds it back; kNone: its own ports
  // do, or it does not arrive.
  std::span<const std::uint32_t> held_back_by() const { return held_back_by_; }

 private:
  // Two an end port, sending and receiving, then links as FabricIndex numbers them: of what is
  // equally narrow, end ports count as what holds a flow back.
  using Resource = std::uint32_t;

  void list_paths(std::span<const Flow> flows);
  void list_users();
  void freeze(std::size_t flow, double share);
  std::span<const Resource> path(std::size_t flow) const {
    return std::span(resources_).subspan(first_[flow], first_[flow + 1] - first_[flow]);
  }
  double fair(Resource resource) const {
    return left_[resource] / static_cast<double>(flows_[resource]);
  }

  const FabricIndex* index_;
  PathWalk walk_;
  std::vector<double> capacity_;  // by resource
  Resource first_link_ = 0;
  // Of the flows in hand:
  std::vector<std::uint32_t> weight_;    // by flow
  std::vector<Resource> resources_;      // of all paths
  std::vector<std::size_t> first_;       // by flow, one more: where its path begins there
  std::vector<std::uint64_t> flows_;     // by resource: those that have no share yet
  std::vector<double> left_;             // by resource: of its capacity
  std::vector<std::uint32_t> users_;     // flows of all resources
  std::vector<std::size_t> first_user_;  // by resource, one more
  std::vector<std::pair<double, Resource>> queue_;
  std::vector<double> shares_;  // by flow; below 0: none yet
  std::vector<std::uint32_t> held_back_by_;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_FAIR_SHARES_H_
