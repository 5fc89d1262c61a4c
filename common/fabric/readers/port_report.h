// What ibnetdiscover -p prints: a line for each port.
#ifndef WEFT_FABRIC_READERS_PORT_REPORT_H_
#define WEFT_FABRIC_READERS_PORT_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without blanks around it, begins as such a line does.
bool is_port_report_line(std::string_view line);

// As parse_fabric, for a text that has such a line. Which ports are of one CA is not said: each is
// a CA of its own.
Fabric parse_port_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_PORT_REPORT_H_
