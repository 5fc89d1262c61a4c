// Why links are hot: compares measured loads with the loads that the routes cause.
//
// A hot link gets the first of these causes that applies; each is of one direction, a bad cable of
// both. `measured`, `predicted`, `used` and `waited` are those of LinkMeasure.
//
//   cable     One of its ports counted more than HotLinkLimits::errors of symbol errors, receive
//             errors, local link integrity errors or recoveries (ibqueryerrors proposes this
//             limit); or the port went down more than `downs` times, between two snapshots
//             `downs_between`. A link also goes down with its host, so one time does not count.
//   end port  The link leads to an end port, and the sending port waits for `waits` of the time:
//             the host does not take the packets. Or the link is `busy` and links before it wait
//             for it: several hosts send to one (incast).
//   spread    The link waits for `waits` of the time, its own load is not hot, and the links that
//             its packets take next lead to one with another cause. That link causes the waits;
//             other paths for this link's packets do not help.
//   slow      The link is hot, and slower than most of its kind: a cable or port that came up with
//             fewer lanes.
//   routes    The link is hot, has `uneven` times as many paths as its peers, and carries less than
//             `hot` times what these paths explain.
//   job       The link is hot and carries `hot` times the load of its peers, which the routes do
//             not explain: a few hosts send much.
//   load      The link is as busy as its peers: the fabric is at its limit.
//   unclear   The link waits, and no link after it is busy or waits.
//
// A link between switches is hot if it carries `hot` times the load of its peers and is used to
// `least_used` (if the time is unknown: for `least_seconds` of its capacity), if it is busy, or if
// it waits. A link between switch and host is reported only if it waits: hosts may use their links
// fully.
#ifndef WEFT_COUNTERS_HOT_LINKS_H_
#define WEFT_COUNTERS_HOT_LINKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/counters/link_measures.h"
#include "common/routing/tables.h"

namespace weft {

struct HotLinkLimits {
  static constexpr std::uint64_t errors = 10;  // the example of ibqueryerrors' error_thresholds
  static constexpr std::uint64_t downs = 10;
  static constexpr std::uint64_t downs_between = 1;
  static constexpr double waits = 0.1;  // of the time: slows a job of many steps by a tenth
  static constexpr double busy = 0.8;   // of the capacity: CongestionLimits::upper
  static constexpr double hot = 2;      // times the load of peers: an even load uses half of a link
  static constexpr double least_used = 0.2;   // of the capacity: a link below it harms no job
  static constexpr double least_seconds = 1;  // of its capacity, if the time is unknown
  static constexpr double uneven =
      1.5;  // times the paths of peers: Weft's engines stay below it on trees
};

// In the order of reports.
enum class HotCause : std::uint8_t {
  kCable,
  kSlow,
  kEndPort,
  kRoutes,
  kJob,
  kSpread,
  kLoad,
  kUnclear
};
std::string_view name_of(HotCause cause);

struct HotLink {
  DirectionIndex direction = kNone;
  HotCause cause = HotCause::kUnclear;
  DirectionIndex held_up_by = kNone;  // only with kSpread
  bool is_incast = false;             // only with kEndPort
  double harm = 0;                    // order within a cause: waited, plus used or measured
};

// First links with a cause of their own, then links held up by them, then links that no measure
// helps; within a cause the worst first. Cost: O(ports), and O(LIDs x links of a path) for each
// waiting link.
std::vector<HotLink> find_hot_links(const Fabric& fabric, ConstTables tables,
                                    const FabricMeasures& measures, const CountedTraffic& counted);

// End ports that probably cause the traffic of a link. Receivers: the end ports with most received
// octets to which some end port's path uses the link. Senders: the end ports with most sent octets
// whose paths to these receivers use it. Both lists have only end ports with at least half of the
// largest value.
struct LikelyHosts {
  std::vector<EndPortIndex> senders, receivers;
};
// At most `most` of each, only end ports with octets measured. Cost: O(E x links of a path) for
// each examined end port, at most 64.
LikelyHosts find_likely_hosts(const Fabric& fabric, ConstTables tables,
                              const FabricMeasures& measures, DirectionIndex direction,
                              std::size_t most);

// The reason as a sentence: «symbol errors: 70000 at leaf-3[19]».
std::string describe_cause(const Fabric& fabric, ConstTables tables, const FabricMeasures& measures,
                           const CountedTraffic& counted, const HotLink& hot);

}  // namespace weft

#endif  // WEFT_COUNTERS_HOT_LINKS_H_
