// Parses the output of ibnetdiscover -p: a line for each port.
#ifndef WEFT_FABRIC_READERS_PORT_REPORT_H_
#define WEFT_FABRIC_READERS_PORT_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without outer blanks, begins like one of these.
bool is_port_report_line(std::string_view line);

// As parse_fabric(), for a text with such a line. The format does not say which ports are of one
// CA: each is a separate CA.
Fabric parse_port_report(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_PORT_REPORT_H_
