// Lists of hosts as Slurm writes them.
// Tested by tests/common/patterns/host_list_test.cc.
#ifndef WEFT_PATTERNS_HOST_LIST_H_
#define WEFT_PATTERNS_HOST_LIST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

// «c[01-03,07],login» as c01 c02 c03 c07 login: commas separate, brackets list numbers and ranges
// of them, with as many digits as the first one has; a name may have several brackets, the last of
// which goes first. At most `most` names. Throws BadInput with a sentence: a bracket that is not
// closed or within another, what is no number, a range that falls, an empty name, too many names.
std::vector<std::string> expand_host_list(std::string_view text, std::size_t most);

}  // namespace weft

#endif  // WEFT_PATTERNS_HOST_LIST_H_
