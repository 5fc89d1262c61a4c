// Slurm's hostlists: names that differ in a number alone, written short, «c[01-08,10],login».
#ifndef WEFT_EXPORT_HOSTLIST_H_
#define WEFT_EXPORT_HOSTLIST_H_

#include <span>
#include <string>

namespace weft {

// The names in their order, separated by commas. Where the next name ends with the next number, of
// the same width, the two are a range; neighbours with the same text before the number share
// brackets. So whoever writes the list out, as Slurm does, has the names again, in this order.
// names: letters, digits, «.», «-» and «_». Cost: linear.
std::string hostlist(std::span<const std::string> names);

}  // namespace weft

#endif  // WEFT_EXPORT_HOSTLIST_H_
