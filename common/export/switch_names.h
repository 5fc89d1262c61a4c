// Names for switches that are valid in Slurm.
#ifndef WEFT_EXPORT_SWITCH_NAMES_H_
#define WEFT_EXPORT_SWITCH_NAMES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// Slurm allows 64 characters in a name; the difference leaves room for a prefix.
inline constexpr std::size_t kLongestSwitchName = 56;

// A node description as a name of letters, digits, «.», «_» and «-», at most kLongestSwitchName
// long; empty if no valid character is left. «MF0;ib-7:SX6036/U1», the format of managed switches,
// gives ib-7; a chip of a director gives ib-7-L01-U1.
std::string plain_switch_name(std::string_view description);

// Unique names, by position in `switches`. A GUID is appended to names that several switches have,
// that come from the firmware (is_default_description), or that end like a GUID. So a name depends
// only on its own description and on equal ones.
std::vector<std::string> switch_names(const Fabric& fabric, std::span<const SwitchIndex> switches);

}  // namespace weft

#endif  // WEFT_EXPORT_SWITCH_NAMES_H_
