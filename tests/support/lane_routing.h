// What the engines of lanes answer, held against what lanes promise, the slow obvious way.
#ifndef WEFT_TESTS_SUPPORT_LANE_ROUTING_H_
#define WEFT_TESTS_SUPPORT_LANE_ROUTING_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/routing/routing.h"
#include "common/verify/verify.h"

namespace weft::test {

// The tables and lanes of an engine, and what verify says of them. The fabric must outlive it.
class LaneRouting {
 public:
  LaneRouting(const EngineInfo& engine, const Fabric& fabric, const LaneBudget& budget,
              const Options& options = {}, unsigned threads = 2);

  // What the engine said when it could not; empty: it could.
  const std::string& refusal() const { return refusal_; }
  bool refused() const { return !refusal_.empty(); }
  const Routing& routing() const { return routing_; }
  bool one_lane() const;
  // All SLs outside the budget drop their packets, so that pairs on them are not reached.
  const Verdict& verdict() const { return verdict_; }
  // The paths over the busiest link.
  std::uint64_t busiest() const { return figures_.max_link_load; }
  // The paths over the busiest link over the mean of all.
  double unevenness() const {
    return static_cast<double>(figures_.max_link_load) / figures_.mean_link_load;
  }
  PortNum entry(SwitchIndex s, Lid lid) const { return rows_[s][lid]; }
  Sl sl(SwitchIndex from, Lid lid) const;

  // Sentences about what is wrong, with the first example of each; empty: nothing. The refusal, if
  // there is one.
  // Paths that are not shortest, or not there although links connect the two ends.
  std::string path_faults() const;
  // Paths with SLs outside the budget, or on lanes that one of their links does not have.
  std::string lane_faults() const;
  // Of switches with end ports: LIDs of one of them, with one path bit, with different paths, or
  // with any with different SLs; and pairs with different SLs there and back.
  std::string pair_faults() const;

  // Is it that of a whole product, but for the paths that led over what is missing? Where lanes are
  // short, these may be longer than they would have to be.
  bool is_of_whole_product() const;

  // The same answer in all that users see of it.
  bool same_as(const LaneRouting& other) const;

 private:
  const Fabric& fabric_;
  LaneBudget budget_;
  std::string refusal_;
  std::vector<std::vector<PortNum>> rows_;
  Routing routing_;
  Verdict verdict_;
  Figures figures_;
};

// It routes everything, over shortest paths, and closes no cycle, replies included.
inline void expect_safe(const LaneRouting& routed) {
  EXPECT_EQ(routed.refusal(), "");
  EXPECT_TRUE(routed.is_of_whole_product() || routed.path_faults().empty()) << routed.path_faults();
  EXPECT_EQ(routed.lane_faults(), "");
  EXPECT_TRUE(routed.verdict().reaches_all());
  EXPECT_TRUE(routed.verdict().credit_loop.empty());
  EXPECT_TRUE(routed.verdict().credit_loop_reversed.empty());
}

// A copy in which all links have so many data VLs.
Fabric with_data_vls(const Fabric& fabric, std::uint8_t data_vls);

// A copy in which some links have other numbers of data VLs.
Fabric with_fewer_lanes(const Fabric& fabric, Random& random);

// The same fabric, as if it had been discovered in another order.
Fabric rediscovered(const Fabric& fabric, Random& random);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_LANE_ROUTING_H_
