// Paths for pairs without an up*/down* path, over turns that are known to close no cycle.
#ifndef WEFT_PLUGINS_UP_DOWN_VALLEY_PATHS_H_
#define WEFT_PLUGINS_UP_DOWN_VALLEY_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/up_down/hubs.h"

namespace weft {

// The missing paths to some LIDs of one destination switch.
struct MissingPaths {
  std::size_t d;  // position in the targets
  std::vector<Lid> lids;
  std::vector<SwitchIndex> from;
  bool between_end_ports;
  unsigned most_reverse_hops;  // the most links that lead up after a link down
};

// Counts the links that lead up after a link down, on a path that begins with a link. next(link):
// the next link of the path; kNone: it ends.
template <typename Next>
unsigned count_reverse_hops(const Links& links, const Orientation& orientation, LinkIndex first,
                            Next next) {
  unsigned count = 0;
  bool came_down = false;
  for (LinkIndex link = first; link != kNone; link = next(link)) {
    const bool up = orientation.goes_up(links[link].from, links.to(link));
    count += up && came_down;
    came_down = came_down || !up;
  }
  return count;
}

// Adds paths to one destination after the other; the scratch memory of one worker.
class ValleyPaths {
 public:
  // Rows hold the paths of the table. turns: the allowed turns, of up*/down* and at hubs. All
  // arguments must outlive it.
  ValleyPaths(const Fabric& fabric, const HopTable& table, Tables rows, const AcyclicTurns& turns,
              std::span<const Hub> hubs);

  // Adds the paths that the turns allow, as short as possible, over the same switches for all LIDs,
  // which take parallel links in turns. Hubs that go up to the destination use the links that paths
  // may turn to there, with more hops than before only if paths stay missing otherwise; other
  // entries do not change. Returns the paths that are still missing. Cost: O(S), and O(links x
  // LIDs) of the switches without a path.
  MissingPaths add(const MissingPaths& missing);

 private:
  void start(const MissingPaths& missing);
  void forget_unwritten();
  bool aim_hubs(bool farther);
  bool aim(const Hub& hub, Lid lid);
  void grow();
  void collect_candidates(SwitchIndex next);
  bool find_steps(SwitchIndex s);
  bool may_enter(LinkIndex in) const;
  LinkIndex step(SwitchIndex s, Lid lid) const;
  void write(SwitchIndex source);

  const Fabric& fabric_;
  const HopTable& table_;
  Tables rows_;
  const AcyclicTurns& turns_;
  const Links& links_;
  std::span<const Hub> hubs_;
  std::vector<SwitchIndex> hub_switches_;  // in ascending order

  // Of the current destination:
  const MissingPaths* missing_ = nullptr;
  std::vector<Hops> hops_;                    // by switch; kFar: no path
  std::vector<LinkIndex> begins_with_;        // by switch: the first link of a path that was found
  std::vector<std::vector<SwitchIndex>> at_;  // by hops
  std::vector<std::pair<SwitchIndex, LinkIndex>> next_;  // switches, each with an allowed link
  std::vector<LinkIndex> steps_;                         // first links of the switch they lead to
  std::vector<std::uint32_t> candidates_;                // by switch: candidates that are left
};

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_VALLEY_PATHS_H_
