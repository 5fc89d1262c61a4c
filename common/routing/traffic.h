// Kinds of traffic: what routings are judged by, and how much each kind counts.
// Tested by tests/common/options/option_values_test.cc.
#ifndef WEFT_ROUTING_TRAFFIC_H_
#define WEFT_ROUTING_TRAFFIC_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

// Communication patterns of parallel programs (patterns/phases.h).
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
  // Nearest neighbours in a torus of three dimensions that the ranks, without dummies, fill in
  // order, the last dimension fastest: as even as their number allows (5,760: 20 x 18 x 16). To the
  // next
  // one and to the one before in each dimension above 1, a phase each.
  kStencil,
  // The same in two dimensions, as even as they can be.
  kHalo,
  // An all-reduce by recursive doubling: rank i exchanges with rank i xor 2^k, a phase for each k.
  // Where the ranks are no power of two, those beyond the greatest one send to the first ranks
  // before, and receive from them at the end (R. Thakur, R. Rabenseifner, W. Gropp, Optimization of
  // Collective Communication Operations in MPICH, IJHPCA 2005).
  kDoubling,
  // Jobs side by side: the ranks, shuffled, are dealt out to one job of half of them, one of half
  // the rest, and so on down to eight, and each job does a shift of its own by a random number.
  kJobs,
  // Hosts and storage servers (Pattern::storage), the ports of io_guid_file: in a phase all other
  // ranks write to servers that are dealt out at random, as evenly as can be, in the next all read.
  kStorage,
  // An all-reduce inside of groups and across them: each rank to the next of its group, and each to
  // its counterpart in the next group, a phase each, round in a circle. A group is the ranks of a
  // host, which do not need the fabric among themselves; where no host has several, those on one
  // switch.
  kHierarchical,
  // Those that hurt the topology most: see patterns/adversary.h.
  kAdversarial,
  // One phase of the flows in Pattern::pairs.
  kPairs,
};

// As options and commands call them.
inline constexpr std::array<std::pair<std::string_view, PatternKind>, 13> kPatternNames = {{
    {"adversarial", PatternKind::kAdversarial},
    {"alltoall", PatternKind::kAllToAll},
    {"bisection", PatternKind::kBisection},
    {"doubling", PatternKind::kDoubling},
    {"halo", PatternKind::kHalo},
    {"hierarchical", PatternKind::kHierarchical},
    {"jobs", PatternKind::kJobs},
    {"pairs", PatternKind::kPairs},
    {"random", PatternKind::kRandom},
    {"ring", PatternKind::kRing},
    {"shift", PatternKind::kShift},
    {"stencil", PatternKind::kStencil},
    {"storage", PatternKind::kStorage},
}};

constexpr std::string_view name_of(PatternKind kind) {
  for (const auto& [name, named] : kPatternNames) {
    if (named == kind) return name;
  }
  return {};
}

struct WeightedPattern {
  PatternKind kind = PatternKind::kShift;
  std::uint32_t weight = 1;

  friend bool operator==(const WeightedPattern&, const WeightedPattern&) = default;
};

// Each kind once, without kPairs; some weight is above 0.
using TrafficMix = std::vector<WeightedPattern>;

// Collective operations, and pairs that talk to each other at random: half and half.
inline TrafficMix usual_traffic() {
  return {{PatternKind::kShift, 1}, {PatternKind::kBisection, 1}};
}

}  // namespace weft

#endif  // WEFT_ROUTING_TRAFFIC_H_
