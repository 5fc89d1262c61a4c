// Multicast forwarding tables of OpenSM's groups, pruned from the master trees of a routing.
#ifndef WEFT_PLUGINS_OPENSM_MULTICAST_H_
#define WEFT_PLUGINS_OPENSM_MULTICAST_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/fabric/drain.h"
#include "common/routing/multicast_plan.h"
#include "common/session/session.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// Needs OpenSM's lock in all calls.
class MulticastTrees {
 public:
  MulticastTrees(osm_opensm_t& opensm, const Log& log) : opensm_(opensm), log_(log) {}

  // The routing whose masters are used from now on, and what its fabric lacks although it is up.
  void adopt(std::shared_ptr<const Verified> routing, std::vector<DrainedPart> drained);

  // Sets the bits of a group, whose table entries OpenSM has cleared. Groups are joined and left
  // while links come and go, without a routing: if a link that the tree needs is gone, or a
  // member's switch is new, the masters are mended on a new snapshot, beside the paths that the
  // switches have. Said in the log, once for a routing, are members out of reach, which are left
  // out, masters that close a credit loop with paths since then, and groups on an SL where verify
  // has found one. Throws BadInput and std::bad_alloc.
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
  void mend();
  bool closed_none() const;
  void warn_of_sl(const osm_mgrp_box_t& group);

  osm_opensm_t& opensm_;
  Log log_;
  std::shared_ptr<const Verified> routing_;
  std::vector<DrainedPart> drained_;
  std::unique_ptr<const Plan> mended_;  // preferred to routing_, until the next routing
  std::uint16_t said_sls_ = 0;          // that the log was told of, of this routing
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_MULTICAST_H_
