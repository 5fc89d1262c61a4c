// Parses and writes link widths, speeds, numbers of data VLs and LIDs as files have them.
#ifndef WEFT_FABRIC_READERS_LINK_TEXT_H_
#define WEFT_FABRIC_READERS_LINK_TEXT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/base/text.h"
#include "common/fabric/fabric.h"

namespace weft {

// «4xHDR», as from ibnetdiscover. An unknown name of a speed gives kUnknown. Nothing if the text
// does not begin with a width.
std::optional<LinkAttributes> link_from_rate(std::string_view text);
// «HDR», in any case.
LinkSpeed speed_of_name(std::string_view text);
// Empty for kUnknown.
std::string_view speed_name(LinkSpeed speed);

// «2.5», «FDR10», «100»: the SPD field of opensm-subnet.lst.
LinkSpeed speed_from_gigabits(std::string_view text);
// «2.5», «25.78125», «53.125», «FDR10»: as iblinkinfo prints them, in front of «Gbps».
LinkSpeed speed_from_gbps(std::string_view text);
// «0» for kUnknown.
std::string_view speed_in_gigabits(LinkSpeed speed);

// From the code of VLCap and OperationalVLs; 0 for an invalid code.
std::uint8_t data_vls_of_code(std::uint8_t code);
// The code of 1, 2, 4, 8 or 15 data VLs; other numbers are rounded down to one of these.
std::uint8_t code_of_data_vls(std::uint8_t data_vls);

// A LID in decimal. 0 for values of a port without a LID: 0, 65535, or -1 from tools that print it
// signed. Nothing for other text, and for numbers that are not unicast LIDs.
std::optional<Lid> read_lid(Scanner& scanner);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LINK_TEXT_H_
