// What iblinkinfo prints, with and without -l, of all nodes or of switches only.
#ifndef WEFT_FABRIC_READERS_LINK_REPORT_H_
#define WEFT_FABRIC_READERS_LINK_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without blanks around it, is about a port.
bool is_link_report_line(std::string_view line);

// As parse_fabric, for a text that has such a line. Without -l neighbours are found by their LIDs,
// or by what they say themselves; where that leaves several the file is refused. CAs that have no
// lines of their own, and no GUID in others', get GUIDs derived from their names and LIDs. With -l
// each port of a CA is a CA of its own.
Fabric parse_link_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_LINK_REPORT_H_
