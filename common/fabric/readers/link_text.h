// How files spell link widths and speeds.
#ifndef WEFT_FABRIC_READERS_LINK_TEXT_H_
#define WEFT_FABRIC_READERS_LINK_TEXT_H_

#include <optional>
#include <string_view>

#include "common/fabric/fabric.h"

namespace weft {

// «4xHDR», as ibnetdiscover prints it. The speed is kUnknown if it has another name. Nothing if the
// text does not begin with a width.
std::optional<LinkAttributes> link_from_rate(std::string_view text);
// Empty for kUnknown.
std::string_view speed_name(LinkSpeed speed);

// «2.5», «FDR10», «100»: the SPD field of opensm-subnet.lst.
LinkSpeed speed_from_gigabits(std::string_view text);
// «0» for kUnknown.
std::string_view speed_in_gigabits(LinkSpeed speed);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LINK_TEXT_H_
