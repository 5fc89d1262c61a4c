// Host lists in Slurm's format.
// Tested by tests/common/patterns/host_list_test.cc.
#ifndef WEFT_PATTERNS_HOST_LIST_H_
#define WEFT_PATTERNS_HOST_LIST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// Expands «c[01-03,07],login» to c01 c02 c03 c07 login. Commas separate names; brackets hold
// numbers and ranges, which have as many digits as their first number. A name may have several
// brackets; the last changes fastest. At most `most` names. Throws BadInput with a sentence: an
// open or nested bracket, not a number, a descending range, an empty name, too many names.
std::vector<std::string> expand_host_list(std::string_view text, std::size_t most);

}  // namespace weft

#endif  // WEFT_PATTERNS_HOST_LIST_H_
