// What ibnetdiscover prints, and ibsim's .net files, which are written the same way.
#ifndef WEFT_FABRIC_READERS_IBNETDISCOVER_H_
#define WEFT_FABRIC_READERS_IBNETDISCOVER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// True if a line, without blanks around it, begins the record of a node: Switch 36 "S-..." or the
// like.
bool is_ibnetdiscover_node(std::string_view line);

// As parse_fabric, for a text that has such a line.
Fabric parse_ibnetdiscover(std::string_view text, const std::string& source,
                           std::vector<std::string>& warnings, std::uint8_t data_vls);

// The GUID of a node that is known by name only: a hash of the name alone, so that it does not
// depend on the order of nodes. Its low byte is 0, which leaves room for the GUIDs of the node's
// ports.
Guid guid_of_name(std::string_view name);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_IBNETDISCOVER_H_
