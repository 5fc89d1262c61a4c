#include "plugins/opensm/multicast.h"

#include <endian.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <variant>

#include "common/base/workers.h"
#include "common/fabric/guid_index.h"
#include "common/graph/acyclic_turns.h"
#include "common/graph/links.h"
#include "common/repair/allowed_turns.h"
#include "common/repair/fabric_match.h"
#include "common/repair/translate.h"
#include "common/routing/kept_trees.h"
#include "common/routing/lane_master.h"
#include "common/routing/lane_turns.h"
#include "plugins/opensm/snapshot.h"

namespace weft {
namespace {

// The structure that contains an item of a list or map, `offset` bytes before the item.
template <typename Whole, typename Item>
const Whole* whole_of(const Item* item, std::size_t offset) {
  return reinterpret_cast<const Whole*>(reinterpret_cast<const char*>(item) - offset);
}

Guid guid_of(const osm_switch_t& sw) { return be64toh(sw.p_node->node_info.node_guid); }

// Is the port still linked to the same port as in `fabric`?
bool link_is_up(const Fabric& fabric, const osm_switch_t& sw, SwitchIndex s, PortNum port) {
  const osm_node_t& node = *sw.p_node;
  const auto ports = fabric.ports(s);
  if (port >= ports.size() || port >= node.physp_tbl_size) return false;
  const Port& expected = ports[port];
  const osm_physp_t& near = node.physp_table[port];
  const osm_physp_t* far = near.p_remote_physp;
  return osm_physp_is_valid(&near) && near.healthy && far != nullptr && far->healthy &&
         far->p_node != nullptr && expected.kind == PeerKind::kSwitch &&
         far->port_num == expected.peer_port &&
         be64toh(far->p_node->node_info.node_guid) == fabric.switches()[expected.peer].node_guid;
}

// OpenSM sizes the tables before it asks for the trees; osm_mcast_tbl_set checks nothing.
bool has_entry(const osm_mcast_tbl_t& table, Lid mlid, PortNum port) {
  return table.p_mask_tbl != nullptr && mlid >= IB_LID_MCAST_START_HO &&
         mlid - IB_LID_MCAST_START_HO < table.mft_depth && mlid <= table.max_mlid_ho &&
         port / IB_MCAST_MASK_SIZE <= table.max_position;
}

// The SLs of a routing by the current switches. LIDs are those of the routing, which path queries
// and the live tables use. A port that has moved or has another LID has no paths yet, so
// translate_lanes (common/repair) is not needed.
SlBySwitch lanes_now(const Verified& routing, const SlBySwitch& lanes, const Fabric& now) {
  SlBySwitch plan;
  for (const Switch& sw : now.switches()) {
    const SwitchIndex s = find_switch(routing.fabric, sw.node_guid);
    plan.rows.push_back(s == kNone ? std::vector<Sl>() : lanes.rows[s]);
  }
  return plan;
}

// The turns of paths that share the lane of SL 0 with multicast groups, by the tables in the
// switches. Empty if these turns close a credit loop themselves.
AcyclicTurns turns_of_paths(const osm_subn_t& subnet, const Snapshot& snapshot,
                            const Verified* routing, const Links& links) {
  AcyclicTurns turns(links, {}, kMostMasterWork);
  const auto live = live_tables(subnet, snapshot);
  if (!live) return turns;
  const Fabric& fabric = snapshot.fabric;
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const std::size_t known = std::min<std::size_t>((*live)[s].size(), fabric.max_lid() + 1u);
    std::copy_n((*live)[s].begin(), known, block.tables().row(s));
  }
  const auto* lanes = routing ? std::get_if<SlBySwitch>(&routing->routing.lanes) : nullptr;
  const SlBySwitch plan = lanes ? lanes_now(*routing, *lanes, fabric) : SlBySwitch{};
  const auto sls = turns_by_sl(fabric, links, block.tables(), lanes ? &plan : nullptr, Workers(1));
  turns.add_where([&](LinkTurn turn) {
    return (sls[static_cast<std::size_t>(links.turn(turn.from, turn.to))] & 1) != 0;
  });
  return turns;
}

// Do VLs depend on ports, so that turns of one SL do not tell which packets wait for each other?
bool has_evidence_by_ports(const Verified* routing) {
  return routing != nullptr && routing->routing.sl2vl != nullptr &&
         routing->verdict.evidence != nullptr;
}

// Keeps master trees that fit the turns of the verified routing. before: the fabric of the masters.
KeptTrees keep_beside_maps(const Verified& routing, const MulticastPlan& masters,
                           const Fabric& before, const Fabric& now, const Links& links) {
  const FabricMatch match(routing.fabric, now);
  const auto sl2vl = translate_sl2vl(match, routing.routing.sl2vl);
  AllowedTurns turns(*routing.verdict.evidence, match, links, *sl2vl);
  return keep_trees(masters, before, now, links, [&](std::span<const LinkTurn> added) {
    return turns.add_turns(SlSet{1}, added);  // groups are on SL 0
  });
}

}  // namespace

void MulticastTrees::adopt(std::shared_ptr<const Verified> routing,
                           std::shared_ptr<const std::vector<DrainedPart>> drained) noexcept {
  routing_ = std::move(routing);
  drained_ = std::move(drained);
  mended_.reset();
  said_sls_ = 0;
  said_.clear();
}

// OpenSM builds the trees of a routing again in each heavy sweep and when a host joins.
void MulticastTrees::say_once(const std::string& error) {
  constexpr std::size_t kMost = 10;
  if (said_.size() > kMost || !said_.insert(error).second) return;
  log_.error(said_.size() > kMost ? "there are more such errors of multicast groups" : error);
}

void MulticastTrees::build(osm_mgrp_box_t& group) {
  // A tree of another engine. OpenSM only frees trees, so Weft makes none.
  osm_purge_mtree(&opensm_.sm, &group);
  const std::vector<Member> wanted = members(group);
  if (wanted.size() < 2) return;
  warn_of_sl(group);

  std::size_t unreached = 0;
  std::optional<Branches> tree;
  if (mended_ != nullptr) {
    tree = branches(mended_->fabric, mended_->multicast, group.mlid, wanted, unreached);
  } else if (routing_ != nullptr) {
    tree = branches(routing_->fabric, routing_->routing.multicast, group.mlid, wanted, unreached);
  }
  // Without a switch that can do multicast there is nothing to mend.
  const bool is_hopeless = mended_ != nullptr && mended_->multicast.masters.empty();
  if (!tree && !is_hopeless) {
    mend();
    tree = branches(mended_->fabric, mended_->multicast, group.mlid, wanted, unreached);
  }

  std::size_t too_small = 0;
  for (const auto& [sw, port] : tree.value_or(Branches{})) {
    if (has_entry(sw->mcast_tbl, group.mlid, port)) {
      osm_mcast_tbl_set(&sw->mcast_tbl, group.mlid, port);
    } else {
      ++too_small;
    }
  }
  if (!tree) unreached = wanted.size();
  if (unreached != 0) {
    say_once(
        fmt::format("{} of {} members of multicast group 0x{:X} cannot be reached by multicast",
                    unreached, wanted.size(), group.mlid));
  }
  if (too_small != 0) {
    say_once(
        fmt::format("multicast group 0x{:X} lacks {} forwarding entries: the multicast tables of "
                    "these switches are too small",
                    group.mlid, too_small));
  }
}

std::vector<MulticastTrees::Member> MulticastTrees::members(const osm_mgrp_box_t& group) const {
  std::vector<Member> found;
  for (const cl_list_item_t* box_item = cl_qlist_head(&group.mgrp_list);
       box_item != cl_qlist_end(&group.mgrp_list); box_item = cl_qlist_next(box_item)) {
    const auto* mgrp = whole_of<osm_mgrp_t>(box_item, offsetof(osm_mgrp_t, list_item));
    for (const cl_map_item_t* item = cl_qmap_head(&mgrp->mcm_port_tbl);
         item != cl_qmap_end(&mgrp->mcm_port_tbl); item = cl_qmap_next(item)) {
      const osm_port_t* port =
          whole_of<osm_mcm_port_t>(item, offsetof(osm_mcm_port_t, map_item))->port;
      if (port == nullptr || port->p_node == nullptr) continue;
      if (port->p_node->sw != nullptr) {
        found.push_back({port->p_node->sw, 0});
        continue;
      }
      const osm_physp_t* far = port->p_physp == nullptr ? nullptr : port->p_physp->p_remote_physp;
      if (far == nullptr || far->p_node == nullptr || far->p_node->sw == nullptr) continue;
      found.push_back({far->p_node->sw, far->port_num});
    }
  }
  // Several groups can share an MLID, and a port can be a member of each.
  const auto key = [](const Member& m) { return std::pair(guid_of(*m.sw), m.port); };
  std::sort(found.begin(), found.end(),
            [&](const Member& a, const Member& b) { return key(a) < key(b); });
  found.erase(std::unique(found.begin(), found.end(),
                          [&](const Member& a, const Member& b) { return key(a) == key(b); }),
              found.end());
  return found;
}

// nullopt if the plan is out of date.
std::optional<MulticastTrees::Branches> MulticastTrees::branches(const Fabric& fabric,
                                                                 const MulticastPlan& plan,
                                                                 Lid mlid,
                                                                 const std::vector<Member>& members,
                                                                 std::size_t& unreached) const {
  if (plan.masters.empty()) return std::nullopt;
  const MasterTree& master = plan.masters[plan.master_of(mlid)];
  std::vector<std::pair<SwitchIndex, PortNum>> ends;
  ends.reserve(members.size());
  Branches result;
  for (const Member& member : members) {
    const SwitchIndex s = find_switch(fabric, guid_of(*member.sw));
    if (s == kNone) return std::nullopt;
    ends.emplace_back(s, member.port);
    if (master.nodes[s].in_tree) result.emplace_back(member.sw, member.port);
  }
  unreached = 0;
  for (const auto& [s, port] : prune(master, ends, unreached)) {
    if (std::binary_search(ends.begin(), ends.end(), std::pair(s, port))) continue;
    osm_switch_t* sw =
        osm_get_switch_by_guid(&opensm_.subn, htobe64(fabric.switches()[s].node_guid));
    if (sw == nullptr || sw->p_node == nullptr || !link_is_up(fabric, *sw, s, port)) {
      return std::nullopt;
    }
    result.emplace_back(sw, port);
  }
  return result;
}

void MulticastTrees::mend() {
  Snapshot snapshot = take_snapshot(opensm_.subn);
  if (drained_ != nullptr) {
    snapshot.fabric = drain(std::move(snapshot.fabric), *drained_).fabric;
  }
  auto plan = std::make_unique<Plan>();
  plan->fabric = snapshot.fabric;
  if (mended_ == nullptr && routing_ == nullptr) {
    plan->multicast = plan_multicast(plan->fabric);
    mended_ = std::move(plan);
    return;
  }
  const Fabric& before = mended_ != nullptr ? mended_->fabric : routing_->fabric;
  const MulticastPlan& masters =
      mended_ != nullptr ? mended_->multicast : routing_->routing.multicast;
  const Links links(plan->fabric);
  KeptTrees kept;
  if (has_evidence_by_ports(routing_.get())) {
    kept = keep_beside_maps(*routing_, masters, before, plan->fabric, links);
  } else {
    AcyclicTurns turns = turns_of_paths(opensm_.subn, snapshot, routing_.get(), links);
    kept = keep_trees(masters, before, plan->fabric, links,
                      [&](std::span<const LinkTurn> added) { return turns.add_all(added); });
  }
  if (!kept.fits && closed_none()) {
    log_.error(
        "links have changed since the last routing: until the next one, multicast groups over "
        "these links can close a credit loop with unicast paths");
  }
  plan->multicast = std::move(kept.plan);
  mended_ = std::move(plan);
}

// The verdict of the routing had no credit loop.
bool MulticastTrees::closed_none() const {
  return routing_ == nullptr ||
         (routing_->verdict.credit_loop.empty() && routing_->verdict.credit_loop_multicast.empty());
}

void MulticastTrees::warn_of_sl(const osm_mgrp_box_t& group) {
  if (routing_ == nullptr) return;
  for (const cl_list_item_t* item = cl_qlist_head(&group.mgrp_list);
       item != cl_qlist_end(&group.mgrp_list); item = cl_qlist_next(item)) {
    const auto* mgrp = whole_of<osm_mgrp_t>(item, offsetof(osm_mgrp_t, list_item));
    const unsigned sl = be32toh(mgrp->mcmember_rec.sl_flow_hop) >> 28;
    const unsigned loops = routing_->verdict.multicast_loop_sls & ~unsigned{said_sls_};
    // The verdict of the routing covers SL 0.
    if (sl == 0 || (loops >> sl & 1) == 0) continue;
    log_.error(
        fmt::format("multicast group 0x{:X} uses SL {}, on which it can close a credit loop with "
                    "unicast paths: {}",
                    group.mlid, sl,
                    (routing_->verdict.multicast_loop_sls & 1) == 0
                        ? "create the group with SL 0, which is safe"
                        : "groups on SL 0 can do so too"));
    said_sls_ = static_cast<std::uint16_t>(said_sls_ | 1u << sl);
  }
}

}  // namespace weft
