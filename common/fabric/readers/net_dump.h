// ibdiagnet2.net_dump: the ports of each switch, with their neighbours.
#ifndef WEFT_FABRIC_READERS_NET_DUMP_H_
#define WEFT_FABRIC_READERS_NET_DUMP_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without outer blanks, is the heading of a switch.
bool is_net_dump_heading(std::string_view line);

// As parse_fabric(), for a text with such a line. A neighbour without a heading is a CA port; its
// system GUID and its CA's other ports are unknown.
Fabric parse_net_dump(std::string_view text, const std::string& source,
                      std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_NET_DUMP_H_
