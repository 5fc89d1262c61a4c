// Communication patterns of parallel programs: who sends to whom at the same time.
//
// A rank is at one or several CA ports (rails); packets go to base LIDs. A pattern is a list of
// phases, and the flows of a phase run all at once. Positions at which nobody is (dummies: what a
// fat tree lacks) send and receive nothing, and nothing that ranks at one port send each other is a
// flow.
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

// From one position to another: so many times.
struct RankPair {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t weight = 1;

  friend bool operator==(const RankPair&, const RankPair&) = default;
};

struct Pattern {
  PatternKind kind = PatternKind::kShift;
  // How many phases of kShift (random ones, which may come again), kBisection, kRandom, kJobs and
  // kStorage; the others have a fixed number. 0: every shift once, or kRandomPhases.
  std::uint32_t phases = 0;
  std::uint64_t seed = 1;
  std::vector<RankPair> pairs = {};
  std::vector<EndPortIndex> storage = {};  // ports of CAs with LIDs, ascending; may be none
  // Flows are spread evenly over all LIDs of their destinations, and not on base LIDs alone. Not
  // for kAllToAll.
  bool spread = false;
};

inline constexpr std::uint32_t kRandomPhases = 100;

struct Flow {
  EndPortIndex source;
  EndPortIndex destination;
  std::uint32_t weight = 1;
  std::uint8_t path_bits = 0;  // what is added to the base LID

  friend bool operator==(const Flow&, const Flow&) = default;
};

// The phases of a pattern, one after the other. What is random depends on the seed, the number of
// ranks and their order alone. Not for kAllToAll, whose flows are too many for a list.
//
// Between ranks of several rails there is a flow for each: the i-th rail of the one sends to the
// i-th of the other, and whoever has fewer begins again.
class Phases {
 public:
  // All must outlive it.
  Phases(const Fabric& fabric, const Placement& placement, const Pattern& pattern);

  // 0 if there are fewer than two positions (or, where phases are random, ranks).
  std::uint32_t count() const { return count_; }

  // The flows of the next phase, in the order of sources' positions where they are not random. To
  // be called count() times at most. Cost: O(flows).
  void next(std::vector<Flow>& flows);

  // Into so many parts each flow is cut; with Pattern::spread as many as a rank has LIDs at most,
  // else 1. A weight of flows counts these.
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
  std::vector<std::uint32_t> ranks_;  // positions without dummies; shuffled again and again
  std::array<std::uint32_t, 3> dimensions_ = {};  // of kStencil, kHalo
  Groups groups_;                                 // of kHierarchical
  bool inside_is_local_ = false;                  // ranks of a group are on one host
  std::optional<Adversary> adversary_;            // of kAdversarial
  std::uint32_t parts_ = 1;
  Random random_;
  std::uint32_t count_ = 0;
  std::uint32_t done_ = 0;
};

// Adds what a rank sends to another.
void add_flows(const Placement& placement, const RankPair& pair, std::vector<Flow>& flows);

}  // namespace weft

#endif  // WEFT_PATTERNS_PHASES_H_
