// Paths beyond those of up*/down*, added one by one without closing a cycle of channel
// dependencies.
#ifndef WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_
#define WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"

namespace weft {

// All that is passed to it must outlive it.
class PathAdder {
 public:
  // Rows hold the paths of the table. turns: those of up*/down*; those that paths make are added.
  // valleys: by switch; where paths should turn up after they came down. Empty: anywhere.
  PathAdder(const RouteRequest& request, const HopTable& table, Tables rows, AcyclicTurns& turns,
            std::vector<bool> valleys);

  // Turns to some LIDs of the d-th destination switch of the table; not empty. Of a path at most so
  // many links may lead up after it came down.
  void start(std::size_t d, std::span<const Lid> lids, unsigned most_reverse_hops);

  // Adds a path from a switch, over valleys if that is possible; false if none can be added.
  bool connect(SwitchIndex source);

  // Takes all paths that were added out of the rows.
  void undo();

 private:
  // Which turns against the rule a path may take: those at valleys only, or any.
  enum class TurnsAt : std::uint8_t { kValleys, kAnywhere };

  bool has_path(SwitchIndex s) const { return hops_[s] != kFar; }
  bool is_good(SwitchIndex s, TurnsAt at) const;
  bool connect(SwitchIndex source, TurnsAt at);
  bool extend_towards(SwitchIndex source, TurnsAt at);
  bool extend_to(SwitchIndex s, TurnsAt at);
  bool may_use(SwitchIndex s, PortNum p, TurnsAt at);
  unsigned count_reverse_hops(SwitchIndex s, PortNum p, Lid lid) const;
  std::array<std::uint32_t, 256>& uses(SwitchIndex s);

  const Fabric& fabric_;
  const Workers& workers_;
  const HopTable& table_;
  Tables rows_;
  std::vector<bool> valleys_;
  AcyclicTurns& turns_;
  std::vector<std::pair<SwitchIndex, Lid>> written_;
  std::unordered_map<SwitchIndex, std::array<std::uint32_t, 256>> uses_;

  // Of the destination in hand:
  std::span<const Lid> lids_;
  unsigned most_reverse_hops_ = 0;
  std::vector<Hops> hops_;         // by switch; kFar: no path yet
  std::vector<bool> over_valley_;  // of paths that were added
  // For each TurnsAt, by switch: nothing can be done for it, as things stand.
  std::array<std::vector<bool>, 2> given_up_;

  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;
  std::vector<SwitchIndex> queue_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_
