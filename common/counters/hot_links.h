// Why links are hot: for what was measured beside what the routes lead there.
//
// A link is told of in the first of these ways that is true; each is of one direction of it, a bad
// cable of both. `measured`, `predicted`, `used` and `waited` are LinkMeasure's.
//
//   cable     A port of it counted more than HotLinkLimits::errors of any of: symbol errors,
//   receive
//             errors, local link integrity errors and recoveries, which is what ibqueryerrors
//             proposes to look at; or it went down more than `downs` times, between two snapshots
//             `downs_between`. Links go down with their hosts, too, so that once does not count.
//   end port  Leads to an end port, and the port waits in `waits` of the time: the host does not
//             take what it is sent. Or it is `busy`, and links behind it wait for it: several send
//             to one (incast).
//   spread    It waits in `waits` of the time with a load of its own that is not hot, and the ports
//             that its packets leave the next switch by, and those of the switches from there on,
//             lead to one that has another cause: it is held up by that, and moving its own paths
//             helps nothing.
//   slow      Hot, and slower than most of its like: a cable or port that came up with fewer lanes.
//   routes    Hot, and the routes lead `uneven` times as many paths over it as over its peers, and
//             it carries less than `hot` times what these paths explain.
//   job       Hot, and it carries `hot` times what its peers do, which the routes do not explain: a
//             few hosts send much.
//   load      Busy as its peers are: the fabric carries no more.
//   unclear   It waits, and nothing behind it is busy or waits.
//
// Hot is a link between switches that carries `hot` times what its peers do and is used to
// `least_used` (if the time is unknown: for `least_seconds` of its capacity), that is busy, or that
// waits. That hosts use the links that
// they have is what these are for: those between switch and host are told of only for waits.
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
  static constexpr double waits =
      0.1;                             // of the time: what makes a job of many steps a tenth slower
  static constexpr double busy = 0.8;  // of the capacity: CongestionLimits::upper
  static constexpr double hot =
      2;  // times what peers carry: an even load has half of a link unused
  static constexpr double least_used = 0.2;   // of the capacity: below that it is nobody's trouble
  static constexpr double least_seconds = 1;  // of its capacity, where the time is unknown
  static constexpr double uneven =
      1.5;  // times the paths of peers: engines of Weft's stay below it on trees
};

// In the order in which they are told.
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
  DirectionIndex held_up_by = kNone;  // with kSpread
  bool is_incast = false;             // with kEndPort
  double harm = 0;  // by which those of one cause are in order: waited, and used or measured
};

// Those that have a cause first, then what these spread to, then what nobody can help; of each
// cause the worst first. Cost: O(ports), and for each that waits O(LIDs x links of a path).
std::vector<HotLink> find_hot_links(const Fabric& fabric, ConstTables tables,
                                    const FabricMeasures& measures, const CountedTraffic& counted);

// End ports that seem to be those whose traffic is on a link: those that receive most of all that
// some end port reaches over it, and those that send most of all whose paths to these go over it;
// of both those with half of the most or more.
struct LikelyHosts {
  std::vector<EndPortIndex> senders, receivers;
};
// Up to `most` of each, with anything measured. Cost: O(E x links of a path) for each that is
// looked at, 64 at most.
LikelyHosts find_likely_hosts(const Fabric& fabric, ConstTables tables,
                              const FabricMeasures& measures, DirectionIndex direction,
                              std::size_t most);

// Why, in a sentence: «symbol errors: 70000 at leaf-3[19]».
std::string describe_cause(const Fabric& fabric, ConstTables tables, const FabricMeasures& measures,
                           const CountedTraffic& counted, const HotLink& hot);

}  // namespace weft

#endif  // WEFT_COUNTERS_HOT_LINKS_H_
