// Parses the output of ibnetdiscover, and ibsim's .net files, which have the same format.
#ifndef WEFT_FABRIC_READERS_IBNETDISCOVER_H_
#define WEFT_FABRIC_READERS_IBNETDISCOVER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without outer blanks, begins the record of a node: Switch 36 "S-..." or similar.
bool is_ibnetdiscover_node(std::string_view line);

// As parse_fabric(), for a text with such a line.
Fabric parse_ibnetdiscover(std::string_view text, const std::string& source,
                           std::vector<std::string>& warnings, std::uint8_t data_vls);

// The GUID of a node that is only known by name: a hash of the name, so it does not depend on the
// order of nodes. Its low byte is 0, so port GUIDs can follow it.
Guid guid_of_name(std::string_view name);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_IBNETDISCOVER_H_
