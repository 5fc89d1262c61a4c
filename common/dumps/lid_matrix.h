// LID matrices: the hops from each switch to all others through each of its ports, as OpenSM stores
// them and writes them into opensm-lid-matrix.dump (stored_hops.h).
#ifndef WEFT_DUMPS_LID_MATRIX_H_
#define WEFT_DUMPS_LID_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/file.h"
#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
#include "common/graph/next_hops.h"
#include "common/routing/routing.h"
#include "common/routing/tables.h"
#include "common/stored/stored_hops.h"

namespace weft {

// The kind of paths that an engine uses, from its Routing.
struct PathKind {
  const Orientation& orientation;
  bool by_stored_hops;
};

// Uses the paths that the engine allows and the weights of the options, as the matrices of OpenSM's
// own engines do. Further paths of the tables are included.
class LidMatrix {
 public:
  // All arguments must outlive the matrix. Cost and memory: those of a HopTable. Throws Stopped and
  // std::bad_alloc.
  LidMatrix(const Fabric& fabric, ConstTables tables, PathKind kind, const Options& options,
            const Workers& workers);

  // The switches with a LID, in LID order.
  std::span<const SwitchIndex> destinations() const { return destinations_; }

  // Moves to a switch. Cost: O(destinations x ports + end ports).
  void go_to(SwitchIndex s);
  // Hops from the current switch to a destination (its position in destinations()): at 0 the
  // fewest, at 1.. by port; kNoStoredHops: no path.
  std::span<const std::uint8_t> hops(std::size_t destination) const {
    return {hops_.data() + destination * columns_, columns_};
  }

 private:
  void add(std::size_t destination, PortNum port, unsigned hops);
  void add_candidates(SwitchIndex s);
  void add_neighbours(SwitchIndex s);
  void add_further_paths(SwitchIndex s);
  unsigned follow(SwitchIndex s, SwitchIndex destination, Lid lid) const;

  const Fabric& fabric_;
  ConstTables tables_;
  bool by_stored_hops_;
  std::vector<SwitchIndex> destinations_;
  std::vector<std::uint32_t> position_;  // in destinations_, by switch; kNone: no LID
  HopTable table_;
  std::optional<NextHops> candidates_;  // with stored hops
  std::vector<std::uint64_t> sets_;     // buffer for sets of candidates
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> hops_;
};

// Writes opensm-lid-matrix.dump. Throws BadInput with the reason of the system; Stopped.
void write_lid_matrix(const Fabric& fabric, LidMatrix& matrix, const std::string& path,
                      Existing existing, const Workers& workers);

}  // namespace weft

#endif  // WEFT_DUMPS_LID_MATRIX_H_
