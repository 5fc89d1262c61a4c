// The types of every engine: its request and its result.
// Tested by tests/plugins/shortest/minhop_property_test.cc.
#ifndef WEFT_ROUTING_ROUTING_H_
#define WEFT_ROUTING_ROUTING_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.h"
#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/fabric/part.h"
#include "common/graph/up_down.h"
#include "common/routing/choice.h"
#include "common/routing/lane_plan.h"
#include "common/routing/multicast_plan.h"
#include "common/routing/options.h"
#include "common/routing/sl2vl.h"
#include "common/routing/tables.h"
#include "common/routing/vendor_engines.h"

namespace weft {

struct EngineInfo;
struct Avoidance;

// The whole input of a routing.
struct RouteRequest {
  const Fabric& fabric;
  const Options& options;
  const Workers& workers;
  LaneBudget lanes = {};
  std::span<const EngineInfo* const> engines = {};  // that an engine may call itself
  std::string_view chosen = {};  // RouteNotes::engine of engine auto's last routing; empty: none
};

// What an engine promises of every routing; verify holds it to that.
struct Claims {
  bool credit_loop_free = false;
  bool takes_lanes = false;  // it spreads paths over several lanes if one does not suffice
};

// Notes about a routing beside its tables.
struct RouteNotes {
  // Of an engine that orients the links; else empty.
  std::vector<SwitchIndex> roots = {};
  Orientation orientation = {};
  // CA ports in the order for which the routes are made; kNone: a free position. Empty: no order.
  std::vector<EndPortIndex> ca_order = {};
  // Of a torus: by switch its coordinates, three at least; none for a switch without a place.
  // Empty: it is no torus.
  std::vector<std::vector<std::uint16_t>> coordinates = {};
  // Paths are those of Options::stored_hops.
  bool by_stored_hops = false;
  // The engine that auto took, without «weft-»; else empty.
  std::string engine = {};
};

// A step of a chain that routed.
struct RoutedStep {
  std::uint64_t id = 0;
  std::string engine;
  std::shared_ptr<const FabricPart> part;  // null: the whole fabric
  RouteNotes notes = {};                   // of the part
  Options options = {};                    // of the step
};

// The result beside the tables.
struct Routing {
  LanePlan lanes = {};
  // Null: all switches have the map of the request's lanes. Else base() is also the map of end
  // ports.
  std::shared_ptr<const Sl2Vl> sl2vl = {};
  // By QoS level, with sl2vl: the VLs of the level's packets on links between switches, which need
  // equal VL arbitration. On links to end ports level i is on VL i. They may be VLs that no link
  // has: ports fold these onto theirs. Empty: VL arbitration stays as it is.
  std::vector<VlSet> qos_levels = {};
  MulticastPlan multicast = {};
  // Number of pairs of end ports that the topology connects and the engine left without a path on
  // purpose; the warnings explain all of them.
  std::uint64_t unrouted_pairs = 0;
  std::vector<std::string> warnings = {};  // sentences for the log
  std::vector<std::string> remarks = {};   // sentences for the log that report no fault
  RouteNotes notes = {};
  std::vector<RoutedStep> steps = {};               // of a chain, in their order
  std::shared_ptr<const EngineChoice> choice = {};  // of auto; null: it did not choose just now
  // Set by an engine that has other lanes for its tables. It gets a credit loop of the present
  // lanes and puts other lanes into `lanes`, which are verified next. False if it keeps the lanes;
  // throws CannotRoute if the loop must not be accepted. It may be called once, while all that the
  // request refers to lives, and may set a new function in its place.
  std::function<bool(Routing& routing, const std::vector<Channel>& loop)> other_lanes = {};
  // Credit loops are accepted, even if the engine claims to have none.
  bool may_have_credit_loops = false;
  // The administrator wants these tables, whatever the verdict.
  bool unchecked = false;
};

struct EngineInfo {
  std::string_view name;         // without «weft-»
  std::string_view description;  // one line
  Claims claims;
  // A pure function. `rows` come filled with kNoPath, with a row for each switch of max_lid + 1
  // entries at least; the engine writes the entries of LIDs in use. Throws CannotRoute, Stopped or
  // std::bad_alloc; then the content of the rows is undefined.
  Routing (*route)(const RouteRequest& request, Tables rows);
  // Names beside «weft-name» under which it is registered, since stock OpenSM has no such engine:
  // names in configurations for the vendor's SM, and short ones.
  std::array<std::string_view, 2> other_names = {};
  // When the fabric changes, its tables are repaired (common/repair), not recomputed.
  bool repairable = true;
  // Set by an engine whose routings have steps; a repair keeps paths inside the parts of the steps.
  // Returns the steps with their parts and options in the fabric of the request, without notes.
  // before: the steps of a routing with the same options. Throws CannotRoute if the routing must be
  // recomputed, Stopped and std::bad_alloc.
  std::vector<RoutedStep> (*steps_now)(const RouteRequest& request,
                                       std::span<const RoutedStep> before) = nullptr;
  // Set by an engine that can move paths off congested links (avoid_busy_links.h).
  const Avoidance* avoidance = nullptr;

  // Is it registered under this name?
  bool is_registered_as(std::string_view given) const {
    if (given.starts_with("weft-") && given.substr(5) == name) return true;
    const VendorEngine* const vendor = find_vendor_engine(given);
    if (vendor != nullptr && vendor->name == given) return vendor->engine == name;
    return !given.empty() && std::ranges::find(other_names, given) != other_names.end();
  }
};

}  // namespace weft

#endif  // WEFT_ROUTING_ROUTING_H_
