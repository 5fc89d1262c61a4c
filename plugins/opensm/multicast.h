// Multicast forwarding tables of OpenSM's groups, pruned from the master trees of a routing.
#ifndef WEFT_PLUGINS_OPENSM_MULTICAST_H_
#define WEFT_PLUGINS_OPENSM_MULTICAST_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/routing/multicast_plan.h"
#include "common/session/session.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// Needs OpenSM's lock in all calls.
class MulticastTrees {
 public:
  MulticastTrees(osm_opensm_t& opensm, const Log& log) : opensm_(opensm), log_(log) {}

  // The routing whose masters are used from now on.
  void adopt(std::shared_ptr<const Verified> routing);

  // Sets the bits of a group, whose table entries OpenSM has cleared. Groups are joined and left
  // while links come and go, without a routing: if a link that the tree needs is gone, or a
  // member's switch is new, the masters are planned anew from a new snapshot. Members out of reach
  // are left out, with an error in the log. Throws BadInput and std::bad_alloc.
  void build(osm_mgrp_box_t& group);

 private:
  struct Plan {
    Fabric fabric;
    MulticastPlan multicast;
  };
  // A switch and the port at which a member is linked to it; 0: the switch is the member.
  struct Member {
    osm_switch_t* sw;
    PortNum port;
  };
  using Branches = std::vector<std::pair<osm_switch_t*, PortNum>>;

  std::vector<Member> members(const osm_mgrp_box_t& group) const;
  std::optional<Branches> branches(const Fabric& fabric, const MulticastPlan& plan, Lid mlid,
                                   const std::vector<Member>& members,
                                   std::size_t& unreached) const;
  void plan_anew();

  osm_opensm_t& opensm_;
  Log log_;
  std::shared_ptr<const Verified> routing_;
  std::unique_ptr<const Plan> planned_anew_;  // preferred to routing_, until the next routing
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_MULTICAST_H_
