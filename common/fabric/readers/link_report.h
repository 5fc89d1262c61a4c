// Parses the output of iblinkinfo, with and without -l, for all nodes or only switches.
#ifndef WEFT_FABRIC_READERS_LINK_REPORT_H_
#define WEFT_FABRIC_READERS_LINK_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without outer blanks, describes a port.
bool is_link_report_line(std::string_view line);

// As parse_fabric(), for a text with such a line. Without -l neighbours are found by LID, or by
// their own lines; if several match, the file is refused. CAs without own lines, and without a GUID
// in other lines, get GUIDs derived from names and LIDs. With -l each port of a CA is a separate
// CA.
Fabric parse_link_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LINK_REPORT_H_
