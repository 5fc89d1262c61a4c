// The bandwidth of each flow under max-min fairness: a flow can only gain bandwidth from a flow
// that has no more (D. Bertsekas, R. Gallager, Data Networks, 2nd edition, 1992, section 6.5.2).
// A network approaches this if its switches serve their input ports in turn and its hosts send as
// fast as they can.
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

// One object per worker. The constructor's arguments must outlive it.
class FairShares {
 public:
  FairShares(const FabricIndex& index, const LinkTimes& times, ConstTables tables);

  // The shares of simultaneous flows, by flow: 1 is the capacity of an end port's link of the usual
  // rate (LinkTimes); a flow of weight w gets w times its share; 0: it does not arrive. End port
  // links limit flows like links between switches, each direction separately. Valid until the next
  // call. Cost: O(F h log(E + links)) with F flows over h links each.
  std::span<const double> share(std::span<const Flow> flows);

  // For the flows of the last call: the link between switches that limits the flow; kNone: its end
  // ports limit it, or it does not arrive.
  std::span<const std::uint32_t> held_back_by() const { return held_back_by_; }

 private:
  // Two per end port (sending, receiving), then links as FabricIndex numbers them. Of equally
  // narrow resources the first limits the flow, so end ports come before links.
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
  // Of the current flows:
  std::vector<std::uint32_t> weight_;    // by flow
  std::vector<Resource> resources_;      // of all paths, one after the other
  std::vector<std::size_t> first_;       // by flow, and the end: where its path begins in
                                         // resources_
  std::vector<std::uint64_t> flows_;     // by resource: flows without a share so far
  std::vector<double> left_;             // by resource: free capacity
  std::vector<std::uint32_t> users_;     // flows of each resource, one resource after the other
  std::vector<std::size_t> first_user_;  // by resource, and the end: its first in users_
  std::vector<std::pair<double, Resource>> queue_;
  std::vector<double> shares_;  // by flow; below 0: none so far
  std::vector<std::uint32_t> held_back_by_;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_FAIR_SHARES_H_
