// Parses the values of options. Each parser throws BadInput with the key and the value if the value
// is invalid.
#ifndef WEFT_OPTIONS_OPTION_VALUES_H_
#define WEFT_OPTIONS_OPTION_VALUES_H_

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "common/base/text.h"
#include "common/options/configuration.h"
#include "common/routing/options.h"
#include "common/topology/tree_shape.h"

namespace weft {

inline constexpr unsigned kMaxThreads = 1024;

// On or off. Stock OpenSM accepts TRUE and FALSE; also accepted: yes, no, on, off, 1 and 0.
bool parse_bool(std::string_view key, std::string_view value);

// A number as C writes it.
template <std::unsigned_integral Number>
Number parse_number(std::string_view key, std::string_view value);

// A decimal number up to kMaxThreads; or «auto», which is 0: one per processor.
unsigned parse_threads(std::string_view key, std::string_view value);

// «fabric» or «switch».
Balance parse_balance(std::string_view key, std::string_view value);

// «refuse» or «accept».
LostPairsAre parse_lost_pairs(std::string_view key, std::string_view value);

// «minimal», «mix» or «nonminimal».
DragonflyPaths parse_dragonfly_paths(std::string_view key, std::string_view value);

// Names of patterns separated by commas, each optionally with a colon and a weight: «shift:2,ring».
TrafficMix parse_traffic_mix(std::string_view key, std::string_view value);

// «0», «1» or «2».
DownUpTurns parse_down_up_turns(std::string_view key, std::string_view value);

// «at_once» or «staged».
Stages parse_stages(std::string_view key, std::string_view value);

// The notation of tree_shape.h; nothing if the value is empty or «(null)».
std::optional<TreeShape> parse_structure(std::string_view key, std::string_view value);

// True if the value is the path of a file; an empty value and «(null)» mean no file.
inline bool is_path(std::string_view value) { return !value.empty() && value != "(null)"; }

// Throws BadInput: the value is not a number up to `largest`.
[[noreturn]] void refuse_number(std::string_view key, std::string_view value,
                                std::uint64_t largest);

template <std::unsigned_integral Number>
Number parse_number(std::string_view key, std::string_view value) {
  Scanner scanner(value);
  const auto number = scanner.number_as_in_c<Number>();
  if (!number || !scanner.at_end()) refuse_number(key, value, std::numeric_limits<Number>::max());
  return *number;
}

}  // namespace weft

#endif  // WEFT_OPTIONS_OPTION_VALUES_H_
