// Multicast forwarding tables for OpenSM's groups, pruned from the master trees of a routing.
#ifndef WEFT_PLUGINS_OPENSM_MULTICAST_H_
#define WEFT_PLUGINS_OPENSM_MULTICAST_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/drain.h"
#include "common/routing/multicast_plan.h"
#include "common/session/session.h"
#include "plugins/opensm/log.h"
#include "plugins/opensm/opensm.h"

namespace weft {

// All calls need OpenSM's lock.
class MulticastTrees {
 public:
  MulticastTrees(osm_opensm_t& opensm, const Log& log) : opensm_(opensm), log_(log) {}

  // Uses the masters of this routing from now on. drained: parts that are up but get no traffic;
  // null: none.
  void adopt(std::shared_ptr<const Verified> routing,
             std::shared_ptr<const std::vector<DrainedPart>> drained) noexcept;

  // Sets the table bits of a group; OpenSM has cleared them. Members can join and leave without a
  // new routing while links change: if a link of the tree is gone or a member's switch is new,
  // repairs the masters on a new snapshot so that they fit the paths of the switches. Logs once for
  // each routing: unreachable members (left out), masters that close a credit loop with paths since
  // the repair, and groups on an SL where verify found a credit loop. Throws BadInput and
  // std::bad_alloc.
  void build(osm_mgrp_box_t& group);

 private:
  struct Plan {
    Fabric fabric;
    MulticastPlan multicast;
  };
  // A switch and the port of a member; 0: the switch is the member.
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
  void say_once(const std::string& error);

  osm_opensm_t& opensm_;
  Log log_;
  std::shared_ptr<const Verified> routing_;
  std::shared_ptr<const std::vector<DrainedPart>> drained_;
  std::unique_ptr<const Plan> mended_;  // used instead of routing_ until the next routing
  std::uint16_t said_sls_ = 0;          // already logged for this routing
  std::set<std::string> said_;          // errors that are already logged for this routing
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_MULTICAST_H_
