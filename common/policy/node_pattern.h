// Regular expressions for node descriptions. A host sets its own description, so the expressions
// use RE2, which matches in linear time. A character is one byte (Latin-1).
// Tested by tests/common/policy/port_groups_test.cc, tests/common/policy/port_sets_test.cc.
#ifndef WEFT_POLICY_NODE_PATTERN_H_
#define WEFT_POLICY_NODE_PATTERN_H_

#include <re2/re2.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

// Memory of one expression: about 5,000 RE2 instructions; each character needs a few.
inline constexpr std::int64_t kPatternMemory = 64 << 10;
// Characters of one expression; limits the cost of parsing.
inline constexpr std::size_t kLongestPattern = 10'000;
// Instructions of all expressions of a policy together.
inline constexpr std::size_t kPatternsSize = 500'000;

// memory: bytes for the compiled expressions and RE2's match cache.
inline RE2::Options node_pattern_options(std::int64_t memory = kPatternMemory) {
  RE2::Options options(RE2::Latin1);
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(memory);
  return options;
}

// Text as an RE2 argument; some releases use Abseil's string_view instead of the standard one.
inline re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace weft

#endif  // WEFT_POLICY_NODE_PATTERN_H_
