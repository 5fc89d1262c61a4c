// ibdiagnet2.db_csv: tables of nodes, ports and links, among many others.
#ifndef WEFT_FABRIC_READERS_DB_CSV_H_
#define WEFT_FABRIC_READERS_DB_CSV_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// As parse_fabric(), for a text with a line for which is_db_csv_line() is true. Data VLs are the
// operational ones; without those, the supported ones.
Fabric parse_db_csv(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings, std::uint8_t data_vls);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_DB_CSV_H_
