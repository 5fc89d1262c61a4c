// Names with ranges in brackets, «leaf[01-36]», «c[1,3,5-9]-ib».
#ifndef WEFT_PLAN_NAME_RANGES_H_
#define WEFT_PLAN_NAME_RANGES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

inline constexpr std::size_t kLongestRange = 256;  // characters of a name

// All names that the text stands for, in order; the last bracket changes fastest. A number written
// with leading zeros keeps its number of digits. A text without brackets is one name. Throws
// BadInput, without source and line, for an invalid range, for more than `most` names, and if names
// of a range have more than kLongestRange characters.
std::vector<std::string> expand_ranges(std::string_view text, std::size_t most);

}  // namespace weft

#endif  // WEFT_PLAN_NAME_RANGES_H_
