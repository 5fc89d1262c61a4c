// Reads a Fabric from a file of one of several tools.
//
// The format is recognised by its content:
//   * the output of ibnetdiscover, of old and new releases, with and without LIDs, also in a
//     terminal log with other lines, with changed or lost tabs, or with CRLF; and ibdiagnet's
//     .ibnetdiscover, with labels of ports;
//   * ibsim's .net files, where each link is written at one or at both of its ends. A node whose id
//     is not spelled X-<16 hexadecimal digits>, and that has no switchguid=, caguid= or rtguid=
//     line, gets a GUID derived from its id;
//   * opensm-subnet.lst, as opensm -D 0x43 writes it, and ibdiagnet's .lst;
//   * the output of ibnetdiscover -p and of iblinkinfo;
//   * ibdiagnet's .net_dump and .db_csv.
// The file may be gzipped, begin with a byte order mark, or be in UTF-16. Only the first two
// formats and .db_csv have LMCs and enhanced ports 0. Only ibnetdiscover -f and .db_csv have data
// VLs.
#ifndef WEFT_FABRIC_READERS_FABRIC_READER_H_
#define WEFT_FABRIC_READERS_FABRIC_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"

namespace weft {

// Warnings are sentences about left out parts and unusual content: links listed at one end only in
// a file that lists both, a GUID of several nodes. LIDs 0, 65535 and -1 mean none. Throws BadInput
// with file and, if known, line: unreadable, empty, larger than 1 GiB (also after decompression),
// unknown format, truncated, contradictory (ends of a link that differ, repeated LIDs or GUIDs),
// without a link, or larger than a subnet. Memory and time: linear in the size of the file.
// data_vls: of links without this number in the file.
Fabric read_fabric(const std::string& path, std::vector<std::string>& warnings,
                   std::uint8_t data_vls = LinkAttributes().data_vls);

// As read_fabric(), for a text; source: prefix of messages.
Fabric parse_fabric(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings,
                    std::uint8_t data_vls = LinkAttributes().data_vls);

// True if the first meaningful line of a plain text (as_plain_text()) is of one of these formats.
bool is_fabric_line(std::string_view line);

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_FABRIC_READER_H_
