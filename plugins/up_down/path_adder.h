// Paths beyond those of up*/down*, added one by one without closing a cycle of channel
// dependencies.
#ifndef WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_
#define WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "common/graph/acyclic_turns.h"
#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "plugins/up_down/valley_paths.h"

namespace weft {

// All arguments must outlive it.
class PathAdder {
 public:
  // turns: of the paths in the rows; the turns of new paths are added.
  PathAdder(const RouteRequest& request, const HopTable& table, Tables rows, AcyclicTurns& turns);

  // Adds the paths that can be added; false if some stay missing. After about a second of work,
  // over all calls, no more are added. Throws Stopped.
  bool add(const MissingPaths& missing);

 private:
  bool has_path(SwitchIndex s) const { return hops_[s] != kFar; }
  bool connect(SwitchIndex source);
  bool extend_towards(SwitchIndex source);
  bool extend_to(SwitchIndex s);
  bool may_use(SwitchIndex s, PortNum p);
  std::array<std::uint32_t, 256>& uses(SwitchIndex s);

  const Fabric& fabric_;
  const Workers& workers_;
  const HopTable& table_;
  Tables rows_;
  AcyclicTurns& turns_;
  std::unordered_map<SwitchIndex, std::array<std::uint32_t, 256>> uses_;
  std::uint64_t work_ = 0;  // ports and entries looked at

  // Of the current destination:
  const MissingPaths* missing_ = nullptr;
  std::vector<Hops> hops_;      // by switch; kFar: no path yet
  std::vector<bool> given_up_;  // by switch: it can get no path with the present turns

  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;
  std::vector<SwitchIndex> queue_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_UP_DOWN_PATH_ADDER_H_
