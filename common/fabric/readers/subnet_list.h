// Parses opensm-subnet.lst and the .lst of ibdiagnet, which have the same format.
#ifndef WEFT_FABRIC_READERS_SUBNET_LIST_H_
#define WEFT_FABRIC_READERS_SUBNET_LIST_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without outer blanks, begins like lines of opensm-subnet.lst.
bool is_subnet_list_line(std::string_view line);

// As parse_fabric(), for a text with such a line.
Fabric parse_subnet_list(std::string_view text, const std::string& source,
                         std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_SUBNET_LIST_H_
