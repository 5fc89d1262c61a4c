// How files spell link widths and speeds, numbers of data VLs, and LIDs that are none.
#ifndef WEFT_FABRIC_READERS_LINK_TEXT_H_
#define WEFT_FABRIC_READERS_LINK_TEXT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/text.h"
#include "common/fabric/fabric.h"

namespace weft {

// «4xHDR», as ibnetdiscover prints it. The speed is kUnknown if it has another name. Nothing if the
// text does not begin with a width.
std::optional<LinkAttributes> link_from_rate(std::string_view text);
// Empty for kUnknown.
std::string_view speed_name(LinkSpeed speed);

// «2.5», «FDR10», «100»: the SPD field of opensm-subnet.lst.
LinkSpeed speed_from_gigabits(std::string_view text);
// «2.5», «25.78125», «53.125», «FDR10»: as iblinkinfo prints them, in front of «Gbps».
LinkSpeed speed_from_gbps(std::string_view text);
// «0» for kUnknown.
std::string_view speed_in_gigabits(LinkSpeed speed);

// By the code of VLCap and OperationalVLs; 0 for what is none.
std::uint8_t data_vls_of_code(std::uint8_t code);
// The code of 1, 2, 4, 8 or 15 data VLs; of other numbers that of the next smaller one.
std::uint8_t code_of_data_vls(std::uint8_t data_vls);

// A LID in decimal; 0 for what a port says that has none: 0, 65535, or -1 where a tool takes it for
// signed. Nothing if it is no number, or no unicast LID.
std::optional<Lid> read_lid(Scanner& scanner);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LINK_TEXT_H_
