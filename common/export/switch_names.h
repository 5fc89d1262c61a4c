// Names for switches that Slurm takes.
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

// Slurm's names have 64 characters at most: these leave room for a word in front.
inline constexpr std::size_t kLongestSwitchName = 56;

// A node description made to a name of letters, digits, «.», «_» and «-», at most
// kLongestSwitchName; empty if nothing is left. Of «MF0;ib-7:SX6036/U1», as managed switches call
// themselves, it is ib-7, of a chip of a director ib-7-L01-U1.
std::string plain_switch_name(std::string_view description);

// All different, by position in `switches`. With a GUID behind them are those that several have,
// that the firmware gave (is_default_description), and that end like a GUID. So a name depends on
// its own description, and on those of the same words.
std::vector<std::string> switch_names(const Fabric& fabric, std::span<const SwitchIndex> switches);

}  // namespace weft

#endif  // WEFT_EXPORT_SWITCH_NAMES_H_
