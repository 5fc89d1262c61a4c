// From a file to a Fabric, whatever tool wrote it.
//
// The format is recognised by content:
//   * what ibnetdiscover prints, of old and new releases, with and without LIDs, also as part of a
//     terminal's log with other lines around it, tabs turned into blanks or lost, or CRLF;
//   * ibsim's .net files, where each link is written at both of its ends. A node whose id is not
//     spelled X-<16 hexadecimal digits>, and that has no switchguid=, caguid= or rtguid= line, gets
//     a GUID derived from its id;
//   * opensm-subnet.lst, as opensm -D 0x43 writes it.
// Data VLs are in none of them: every link gets LinkAttributes' default. Nor are enhanced ports 0
// and LMCs in opensm-subnet.lst.
#ifndef WEFT_FABRIC_READERS_FABRIC_READER_H_
#define WEFT_FABRIC_READERS_FABRIC_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Warnings are sentences about what was left out. Throws BadInput, naming file and line where there
// is one: unreadable, empty, larger than 1 GiB, in no known format, cut off, contradictory (links
// given from one side only or differently from both, LIDs or GUIDs given twice), or more than a
// subnet can have. Memory and time are proportional to the size of the file.
Fabric read_fabric(const std::string& path, std::vector<std::string>& warnings);

// The same of a text; source is what messages begin with.
Fabric parse_fabric(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_FABRIC_READER_H_
