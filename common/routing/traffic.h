// Kinds of traffic by which routings are judged, and the weight of each kind.
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
  // One phase of all n (n - 1) flows at once: an all-to-all operation without steps.
  kAllToAll,
  // The ranks are divided into two random halves (of an odd number one is left out), and each rank
  // of the first half sends to another partner in the second.
  kBisection,
  // Random permutations of the ranks; a rank may be its own partner.
  kRandom,
  // Nearest neighbours in a torus of three dimensions that the ranks, without dummies, fill in
  // order, the last dimension fastest. Its radices are as even as the number of ranks allows
  // (5,760: 20 x 18 x 16). Two phases for each radix above 1: to the next rank, and to the previous
  // one.
  kStencil,
  // The same in two dimensions, as even as they can be.
  kHalo,
  // An all-reduce by recursive doubling: rank i exchanges with rank i xor 2^k, a phase for each k.
  // If the number of ranks is no power of two, those beyond the greatest power send to the first
  // ranks at the beginning, and receive from them at the end (R. Thakur, R. Rabenseifner, W. Gropp,
  // Optimization of Collective Communication Operations in MPICH, IJHPCA 2005).
  kDoubling,
  // Several jobs: the ranks, shuffled, are divided into a job of half of them, one of half
  // the rest, and so on down to eight; each job does one shift, by a random number.
  kJobs,
  // Hosts and storage servers (Pattern::storage), the ports of io_guid_file: in one phase all other
  // ranks write to servers that are assigned at random, as evenly as possible; in the next all
  // read.
  kStorage,
  // An all-reduce inside groups and across them. Two phases: each rank sends to the next of its
  // group, cyclically, and each to its counterpart in the next group. A group is the ranks of a
  // host, which do not need the fabric among themselves; if no host has several ranks, those on one
  // switch.
  kHierarchical,
  // The patterns that hurt the topology most: see patterns/adversary.h.
  kAdversarial,
  // One phase of the flows in Pattern::pairs.
  kPairs,
};

// Their names in options and commands.
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

// Half collective operations, half random pairs.
inline TrafficMix usual_traffic() {
  return {{PatternKind::kShift, 1}, {PatternKind::kBisection, 1}};
}

}  // namespace weft

#endif  // WEFT_ROUTING_TRAFFIC_H_
