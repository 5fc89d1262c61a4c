// Which node descriptions of a fabric begin with a match of which regular expressions.
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

// Looks for a batch of expressions at once, so that only 16 bytes a node are needed for any number
// of them. Cost of a batch: O(all descriptions), but for descriptions that are unlike all others
// O(description x batch).
class PatternMatches {
 public:
  static constexpr std::size_t kBatch = 128;

  // All are kept by reference. The expressions are good ones (node_pattern.h).
  PatternMatches(const Fabric& fabric, std::span<const std::string_view> patterns,
                 const Workers& workers)
      : fabric_(fabric), patterns_(patterns), workers_(workers) {}

  // Goes to the next expression, at first to the first one; there must be one. Throws Stopped.
  void next();

  // Of the expression that next() went to.
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
  std::size_t following_ = 0;  // the expression that next() goes to
  std::size_t current_ = 0;
  std::vector<Row> matches_;  // of switches, then of end ports
};

}  // namespace weft

#endif  // WEFT_POLICY_PATTERN_MATCHES_H_
