// Slurm's hostlists: short lists of names that differ only in a number, «c[01-08,10],login».
#ifndef WEFT_EXPORT_HOSTLIST_H_
#define WEFT_EXPORT_HOSTLIST_H_

#include <span>
#include <string>

namespace weft {

// The names in their order, separated by commas. Consecutive numbers of the same width make a
// range; neighbours with the same text before the number share brackets. Slurm expands the list to
// the same names in the same order. names: letters, digits, «.», «-» and «_». Cost: linear.
std::string hostlist(std::span<const std::string> names);

}  // namespace weft

#endif  // WEFT_EXPORT_HOSTLIST_H_
