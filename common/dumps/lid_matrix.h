// Lid matrices: the hops from each switch to all others through each of its ports, as OpenSM keeps
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

// Which paths an engine took: what it says of that in its Routing.
struct PathKind {
  const Orientation& orientation;
  bool by_stored_hops;
};

// Over the paths that the engine allows and with the weights that the options give, as OpenSM's own
// engines have it in their matrices. Paths that the tables have beyond those count too.
class LidMatrix {
 public:
  // All must outlive this. Cost and memory: those of a HopTable. Throws Stopped and std::bad_alloc.
  LidMatrix(const Fabric& fabric, ConstTables tables, PathKind kind, const Options& options,
            const Workers& workers);

  // The switches that have a LID, in its order.
  std::span<const SwitchIndex> destinations() const { return destinations_; }

  // Goes to a switch. Cost: O(destinations x ports + end ports).
  void go_to(SwitchIndex s);
  // From there to a destination, by position: for each port 1.. the hops, before them the fewest;
  // kNoStoredHops: there is no path.
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
  std::vector<std::uint32_t> position_;  // in destinations_, by switch; kNone: without a LID
  HopTable table_;
  std::optional<NextHops> candidates_;  // with stored hops
  std::vector<std::uint64_t> sets_;     // room for theirs
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> hops_;
};

// opensm-lid-matrix.dump. Throws BadInput with the system's reason; Stopped.
void write_lid_matrix(const Fabric& fabric, LidMatrix& matrix, const std::string& path,
                      Existing existing, const Workers& workers);

}  // namespace weft

#endif  // WEFT_DUMPS_LID_MATRIX_H_
