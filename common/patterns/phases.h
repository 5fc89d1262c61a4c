// Communication patterns of parallel programs.
//
// A rank has one or several CA ports (rails); packets go to base LIDs. A pattern is a list of
// phases; all flows of a phase run at the same time. Positions without a rank (dummies: missing
// hosts of a fat tree) send and receive nothing. Ranks at one port have no flows between them.
#ifndef WEFT_PATTERNS_PHASES_H_
#define WEFT_PATTERNS_PHASES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/base/random.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/patterns/adversary.h"
#include "common/patterns/placement.h"
#include "common/routing/traffic.h"

namespace weft {

// Flows from one position to another, and how many.
struct RankPair {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t weight = 1;

  friend bool operator==(const RankPair&, const RankPair&) = default;
};

struct Pattern {
  PatternKind kind = PatternKind::kShift;
  // The number of phases of kShift (random shifts, which may repeat), kBisection, kRandom, kJobs
  // and kStorage; other patterns have a fixed number. 0: every shift once, or kRandomPhases.
  std::uint32_t phases = 0;
  std::uint64_t seed = 1;
  std::vector<RankPair> pairs = {};
  std::vector<EndPortIndex> storage = {};  // CA ports with LIDs, ascending; may be empty
  // True: flows are spread evenly over all LIDs of the destination, not only the base LID. Ignored
  // by kAllToAll.
  bool spread = false;
};

inline constexpr std::uint32_t kRandomPhases = 100;

struct Flow {
  EndPortIndex source;
  EndPortIndex destination;
  std::uint32_t weight = 1;
  std::uint8_t path_bits = 0;  // offset from the base LID

  friend bool operator==(const Flow&, const Flow&) = default;
};

// Generates the phases of a pattern in order. Random choices depend only on the seed and on the
// number and order of ranks. Not for kAllToAll, which has too many flows for a list.
//
// Ranks of several rails have a flow for each rail: the i-th rail of the source sends to the i-th
// rail of the destination; the rank with fewer rails repeats them.
class Phases {
 public:
  // The arguments must outlive it.
  Phases(const Fabric& fabric, const Placement& placement, const Pattern& pattern);

  // 0 with fewer than two positions (random phases: ranks).
  std::uint32_t count() const { return count_; }

  // Sets `flows` to those of the next phase; not random ones are in the order of their sources'
  // positions. Call it at most count() times. Cost: O(flows).
  void next(std::vector<Flow>& flows);

  // How many parts each flow is cut into: with Pattern::spread at most the number of LIDs of a
  // rank, else 1. The weight of a flow counts parts.
  std::uint32_t parts() const { return parts_; }

 private:
  using Groups = std::vector<std::vector<std::uint32_t>>;  // positions

  void draw(std::vector<Flow>& flows);
  void shift(std::uint32_t k, std::vector<Flow>& flows) const;
  void stencil(std::uint32_t phase, std::vector<Flow>& flows) const;
  void doubling(std::uint32_t phase, std::vector<Flow>& flows) const;
  void jobs(std::vector<Flow>& flows);
  void storage(bool reads, std::vector<Flow>& flows);
  void inside(std::vector<Flow>& flows) const;
  void across(std::vector<Flow>& flows) const;
  void adversarial(std::uint32_t phase, std::vector<Flow>& flows) const;
  void spread(std::vector<Flow>& flows) const;

  const Fabric& fabric_;
  const Placement& placement_;
  const Pattern& pattern_;
  std::vector<std::uint32_t> ranks_;  // positions without dummies; shuffled for each random phase
  std::array<std::uint32_t, 3> dimensions_ = {};  // of kStencil, kHalo
  Groups groups_;                                 // of kHierarchical
  bool inside_is_local_ = false;                  // the ranks of a group are on one host
  std::optional<Adversary> adversary_;            // of kAdversarial
  std::uint32_t parts_ = 1;
  Random random_;
  std::uint32_t count_ = 0;
  std::uint32_t done_ = 0;
};

// Adds the flows from one rank to another.
void add_flows(const Placement& placement, const RankPair& pair, std::vector<Flow>& flows);

}  // namespace weft

#endif  // WEFT_PATTERNS_PHASES_H_
