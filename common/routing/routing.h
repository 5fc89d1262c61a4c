// The types that every engine speaks: what it is asked, and what it answers.
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
  std::span<const EngineInfo* const> engines = {};  // that an engine may ask in its turn
  std::string_view chosen = {};  // by engine auto before: RouteNotes::engine; empty: none
};

// What an engine promises of every routing; verify holds it to that.
struct Claims {
  bool credit_loop_free = false;
  bool takes_lanes = false;  // it spreads paths over lanes where one does not suffice
};

// What is written down of a routing beside its tables.
struct RouteNotes {
  // Of an engine that keeps to a direction of the links; else empty.
  std::vector<SwitchIndex> roots = {};
  Orientation orientation = {};
  // CA ports in the order that the routes are made for, kNone where a position is free; empty: in
  // none.
  std::vector<EndPortIndex> ca_order = {};
  // Of a torus: by switch its coordinates, three at least; none where it has no place. Empty: it is
  // none.
  std::vector<std::vector<std::uint16_t>> coordinates = {};
  // Paths are those of Options::stored_hops.
  bool by_stored_hops = false;
  // Of auto: the engine that it took, without «weft-»; else empty.
  std::string engine = {};
};

// A step of a chain that routed.
struct RoutedStep {
  std::uint64_t id = 0;
  std::string engine;
  std::shared_ptr<const FabricPart> part;  // null: the whole fabric
  RouteNotes notes = {};                   // of the part
  Options options = {};                    // those of the step
};

// The outcome beside the tables.
struct Routing {
  LanePlan lanes = {};
  // Null: all switches have the one map that the lanes of the request are of. Else base() is that
  // of end ports, too.
  std::shared_ptr<const Sl2Vl> sl2vl = {};
  // By QoS level, with sl2vl: the VLs that the level's packets change between on links between
  // switches, to be served alike. On links to end ports level i is on VL i. Also VLs that no link
  // has: ports fold them onto those that they have. Empty: arbitration is left as it is.
  std::vector<VlSet> qos_levels = {};
  MulticastPlan multicast = {};
  // Pairs of end ports that the topology connects and the engine left without a path on purpose,
  // each of them explained in the warnings.
  std::uint64_t unrouted_pairs = 0;
  std::vector<std::string> warnings = {};  // sentences for the log
  std::vector<std::string> remarks = {};   // the same of what is no fault
  RouteNotes notes = {};
  std::vector<RoutedStep> steps = {};               // of a chain, in their order
  std::shared_ptr<const EngineChoice> choice = {};  // of auto; null: it did not choose just now
  // Of an engine that knows of other lanes for its tables: takes a credit loop that these have, and
  // puts others into `lanes`, to be verified in their turn. False if it leaves them; throws
  // CannotRoute if it cannot answer for the loop. It may be called once, while all that the request
  // refers to lives; it may set another in its place.
  std::function<bool(Routing& routing, const std::vector<Channel>& loop)> other_lanes = {};
  // Credit loops are no fault of this routing, whatever the engine claims.
  bool may_have_credit_loops = false;
  // The administrator wants these tables whatever verify says of them.
  bool unchecked = false;
};

struct EngineInfo {
  std::string_view name;         // without «weft-»
  std::string_view description;  // one line
  Claims claims;
  // A pure function. `rows` come filled with kNoPath, have a row a switch and max_lid + 1 entries
  // at least; the engine writes the entries of LIDs in use. Throws CannotRoute (or Stopped,
  // std::bad_alloc), after which the content of the rows is undefined.
  Routing (*route)(const RouteRequest& request, Tables rows);
  // Names beside «weft-» and its own that OpenSM knows it by, as stock OpenSM has no engine of such
  // a name: what configurations that were written for the vendor's SM call it, and short ones.
  std::array<std::string_view, 2> other_names = {};
  // When the fabric changes its tables are repaired (common/repair), and not made anew.
  bool repairable = true;
  // Of an engine whose routings have steps, and whose paths stay inside of their parts when they
  // are repaired: the steps with the parts and the options that they have in the fabric of the
  // request, without notes. before: those of a routing with the same options. Throws CannotRoute if
  // that has to be made anew, Stopped and std::bad_alloc.
  std::vector<RoutedStep> (*steps_now)(const RouteRequest& request,
                                       std::span<const RoutedStep> before) = nullptr;
  // Of an engine that can lead paths off links that are congested (avoid_busy_links.h).
  const Avoidance* avoidance = nullptr;

  // Does OpenSM know it by this name?
  bool is_registered_as(std::string_view given) const {
    if (given.starts_with("weft-") && given.substr(5) == name) return true;
    const VendorEngine* const vendor = find_vendor_engine(given);
    if (vendor != nullptr && vendor->name == given) return vendor->engine == name;
    return !given.empty() && std::ranges::find(other_names, given) != other_names.end();
  }
};

}  // namespace weft

#endif  // WEFT_ROUTING_ROUTING_H_
