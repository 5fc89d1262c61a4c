// Regular expressions over node descriptions. Any host sets its own description, so they are RE2's,
// which match in linear time, and take bytes for characters (Latin-1).
// Tested by tests/common/policy/port_groups_test.cc, tests/common/policy/port_sets_test.cc.
#ifndef WEFT_POLICY_NODE_PATTERN_H_
#define WEFT_POLICY_NODE_PATTERN_H_

#include <re2/re2.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

// Of one expression: room for some 5,000 instructions of RE2's, a few for each of its characters.
inline constexpr std::int64_t kPatternMemory = 64 << 10;
// Characters of one expression, so that reading it costs little too.
inline constexpr std::size_t kLongestPattern = 10'000;
// Of all expressions of a policy together, in instructions.
inline constexpr std::size_t kPatternsSize = 500'000;

// memory: bytes for the compiled expressions and for what is remembered while they match.
inline RE2::Options node_pattern_options(std::int64_t memory = kPatternMemory) {
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(memory);
  return options;
}

// Text as RE2 takes it: its string_view is Abseil's in some releases, which need not be the
// standard one.
inline re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace weft

#endif  // WEFT_POLICY_NODE_PATTERN_H_
