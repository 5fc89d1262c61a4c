// Finds the node descriptions of a fabric that begin with a match of a regular expression.
// Tested by tests/common/policy/port_sets_test.cc, tests/common/policy/port_sets_property_test.cc.
#ifndef WEFT_POLICY_PATTERN_MATCHES_H_
#define WEFT_POLICY_PATTERN_MATCHES_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/fabric/fabric.h"

namespace weft {

// Matches a batch of expressions together, so it needs only 16 bytes per node for any number of
// expressions. Cost of a batch: O(all descriptions); for descriptions unlike all others
// O(description x batch).
class PatternMatches {
 public:
  static constexpr std::size_t kBatch = 128;

  // All arguments are kept by reference. The expressions must be valid (node_pattern.h).
  PatternMatches(const Fabric& fabric, std::span<const std::string_view> patterns,
                 const Workers& workers)
      : fabric_(fabric), patterns_(patterns), workers_(workers) {}

  // Goes to the next expression; the first call goes to the first. There must be one. Throws
  // Stopped.
  void next();

  // Results of the current expression.
  bool of_switch(SwitchIndex s) const { return matches_[s][current_ % kBatch]; }
  bool of_end_port(EndPortIndex e) const {
    return matches_[fabric_.switch_count() + std::size_t{e}][current_ % kBatch];
  }

 private:
  using Row = std::bitset<kBatch>;  // which expressions of the batch match

  void match_batch(std::span<const std::string_view> batch);
  bool match_together(std::span<const std::string_view> batch);
  void match_one_by_one(std::span<const std::string_view> batch);
  std::string_view description(std::size_t node) const {
    return node < fabric_.switch_count()
               ? fabric_.switch_name(static_cast<SwitchIndex>(node))
               : fabric_.end_port_name(static_cast<EndPortIndex>(node - fabric_.switch_count()));
  }

  const Fabric& fabric_;
  std::span<const std::string_view> patterns_;
  const Workers& workers_;
  std::size_t following_ = 0;  // index for the next call of next()
  std::size_t current_ = 0;
  std::vector<Row> matches_;  // of switches, then end ports
};

}  // namespace weft

#endif  // WEFT_POLICY_PATTERN_MATCHES_H_
