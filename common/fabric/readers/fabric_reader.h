// From a file to a Fabric, whatever tool wrote it.
//
// The format is recognised by content:
//   * what ibnetdiscover prints, of old and new releases, with and without LIDs, also as part of a
//     terminal's log with other lines around it, tabs turned into blanks or lost, or CRLF; and
//     ibdiagnet's .ibnetdiscover, with the labels of ports;
//   * ibsim's .net files, where each link is written at one or at both of its ends. A node whose id
//     is not spelled X-<16 hexadecimal digits>, and that has no switchguid=, caguid= or rtguid=
//     line, gets a GUID derived from its id;
//   * opensm-subnet.lst, as opensm -D 0x43 writes it, and ibdiagnet's .lst;
//   * what ibnetdiscover -p and iblinkinfo print;
//   * ibdiagnet's .net_dump and .db_csv.
// Any of them may be gzipped, begin with a byte order mark, or be in UTF-16.
// LMCs are only in the first two and in .db_csv, as are enhanced ports 0; data VLs in what
// ibnetdiscover -f prints and in .db_csv.
#ifndef WEFT_FABRIC_READERS_FABRIC_READER_H_
#define WEFT_FABRIC_READERS_FABRIC_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Warnings are sentences about what was left out, or taken although it is unusual: links listed at
// one end only of a file that lists both, a GUID stated for several nodes. A LID of 0, 65535 or -1
// is none. Throws BadInput, naming file and line where there is one: unreadable, empty, larger than
// 1 GiB (also when unpacked), in no known format, cut off, contradictory (links given differently
// from both ends, LIDs or GUIDs given twice), without a link, or more than a subnet can have.
// Memory and time are proportional to the size of the file. data_vls: of links for which the file
// does not say it.
Fabric read_fabric(const std::string& path, std::vector<std::string>& warnings,
                   std::uint8_t data_vls = LinkAttributes().data_vls);

// The same of a text; source is what messages begin with.
Fabric parse_fabric(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings,
                    std::uint8_t data_vls = LinkAttributes().data_vls);

// Does a plain text (as_plain_text()) of one of these formats have such a line first, lines without
// a meaning apart?
bool is_fabric_line(std::string_view line);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_FABRIC_READER_H_
