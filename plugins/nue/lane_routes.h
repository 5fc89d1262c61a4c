// Routes all LIDs on their lanes.
// Tested by tests/plugins/nue/nue_test.cc, tests/plugins/nue/nue_property_test.cc.
#ifndef WEFT_PLUGINS_NUE_LANE_ROUTES_H_
#define WEFT_PLUGINS_NUE_LANE_ROUTES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/balance/sibling_costs.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"
#include "plugins/nue/destination_search.h"
#include "plugins/nue/lid_jobs.h"
#include "plugins/nue/turn_order.h"

namespace weft {

struct LaneOrder {
  TurnOrder turns;
  std::uint8_t min_vls;  // the data VLs that the lane's links need
};

// Lanes advance in parallel. While each lane routes to a switch, it sees the loads of the others as
// they were at the last exchange, so that the result does not depend on the number of threads.
class LaneRoutes {
 public:
  // jobs: by lane. sources: sources_by_switch(). expected_mean: the final mean load of all links.
  // All arguments must outlive this.
  LaneRoutes(const Fabric& fabric, const Links& links, std::span<const std::uint32_t> sources,
             std::span<const LaneOrder> lanes, std::span<const LaneJobs> jobs,
             std::uint64_t expected_mean, Tables rows);

  // Writes the tables. False, and the tables cannot be used, as soon as some link has `too_busy`
  // paths; 0: no limit. Cost: a search for each LID (destination_search.h), and with
  // several lanes O(links) for each exchange.
  bool route(const Workers& workers, std::uint32_t too_busy = 0);

  // The load of the busiest link.
  std::uint32_t busiest() const;

 private:
  struct Lane {
    DestinationSearch search;
    const LaneJobs* jobs;
    std::vector<std::uint32_t> load;
    std::vector<PortNum> ports;  // by switch, of a few LIDs
    std::size_t done = 0;        // of jobs->weighed
  };

  bool done() const;
  void advance(Lane& lane) const;
  void route_others(const Workers& workers);
  void route_others(const Lane& lane, std::span<const LidJob> jobs) const;
  void write(std::span<const FirstHop> hops, std::span<const PortNum> ports,
             std::span<const LidJob> jobs) const;
  void exchange_loads();

  const Links& links_;
  Tables rows_;
  std::vector<PortNum> port_;  // by link
  SiblingCosts siblings_;
  std::vector<Lane> lanes_;
  std::vector<std::uint32_t> load_;  // of all lanes, at the last exchange
};

}  // namespace weft

#endif  // WEFT_PLUGINS_NUE_LANE_ROUTES_H_
