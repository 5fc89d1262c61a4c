// Communication patterns of parallel programs: who sends to whom at the same time.
//
// A rank is a CA port; packets go to its base LID. A pattern is a list of phases, and the flows of
// a phase run all at once. Positions of the rank order at which nobody is (dummies: what a fat tree
// lacks) send and receive nothing, and no rank sends to itself.
#ifndef WEFT_PATTERNS_PHASES_H_
#define WEFT_PATTERNS_PHASES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/random.h"
#include "common/base/types.h"

namespace weft {

enum class PatternKind : std::uint8_t {
  // Of n positions, phase k = 1..n-1: position i sends to position (i + k) mod n. All-to-all
  // operations of MPI go through these phases.
  kShift,
  // Two phases, to the right neighbour and to the left one: shift by 1 and by n - 1.
  kRing,
  // One phase of all n (n - 1) flows at once: an all-to-all operation that nothing keeps in step.
  kAllToAll,
  // The ranks are cut into two random halves (of an odd number one is left out), and each of the
  // first half sends to a partner of its own in the second.
  kBisection,
  // Random permutations of the ranks, in which some may be their own partners.
  kRandom,
};

struct Pattern {
  PatternKind kind = PatternKind::kShift;
  // How many phases of kShift (random ones, which may come again), kBisection and kRandom; the
  // others have a fixed number. 0: every shift once, or kRandomPhases.
  std::uint32_t phases = 0;
  std::uint64_t seed = 1;
};

inline constexpr std::uint32_t kRandomPhases = 100;

// By position: the end port (of a CA, with a LID, at one position only), or kNone for a dummy.
using RankOrder = std::span<const EndPortIndex>;

struct Flow {
  EndPortIndex source;
  EndPortIndex destination;

  friend bool operator==(const Flow&, const Flow&) = default;
};

// The phases of a pattern, one after the other. What is random depends on the seed, the number of
// ranks and their order alone. Not for kAllToAll, whose flows are too many for a list.
class Phases {
 public:
  // Both must outlive it.
  Phases(RankOrder order, const Pattern& pattern);

  // 0 if there are fewer than two positions (or, where phases are random, ranks).
  std::uint32_t count() const { return count_; }

  // The flows of the next phase, in the order of sources' positions where they are not random. To
  // be called count() times at most. Cost: O(positions).
  void next(std::vector<Flow>& flows);

 private:
  void shift(std::uint32_t k, std::vector<Flow>& flows) const;

  RankOrder order_;
  const Pattern& pattern_;
  std::vector<EndPortIndex> ranks_;  // without dummies; shuffled again and again
  Random random_;
  std::uint32_t count_ = 0;
  std::uint32_t done_ = 0;
};

}  // namespace weft

#endif  // WEFT_PATTERNS_PHASES_H_
