// Reads the SLs of paths and SL2VL maps from files in the formats that ibdmchk reads.
#ifndef WEFT_STORED_LANE_READERS_H_
#define WEFT_STORED_LANE_READERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/routing/lane_plan.h"
#include "common/routing/sl2vl.h"

namespace weft {

// Reads the SLs of paths. A line is either
//   0x<node GUID of the source> <destination LID> <SL>       LID in decimal or with 0x
// for all ports of the source, or, below a line «Channel Adapter 0x<port GUID>, ...»,
//   0x<destination LID> : <SL>
// Lines with a switch as source are ignored. Paths that are not in the file have SL 0, and lines
// with unknown sources or LIDs are ignored, each with a warning. Throws BadInput with file and
// line: a line of another format, an SL above 15.
SlByPath read_path_sls(const std::string& path, const Fabric& fabric,
                       std::vector<std::string>& warnings);
SlByPath parse_path_sls(std::string_view text, const std::string& source, const Fabric& fabric,
                        std::vector<std::string>& warnings);

// Reads SL2VL maps. A line is either
//   0x<GUID of the switch> <in port> <out port> 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef
// with one hexadecimal digit per VL, from SL 0, or, as in opensm-sl2vl.dump, below a line
// «Switch 0x<GUID>, ...»,
//   <in port> <out port> : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
// Maps of CAs and routers are ignored: their packets enter the fabric on the VL with the number of
// the SL. Ports of links that have no map put SL i on VL i, and unknown switches are ignored, each
// with a warning. Throws BadInput with file and line: a line of another format, a port that the
// switch does not have, a VL above 15.
Sl2Vl read_sl2vl(const std::string& path, const Fabric& fabric, std::vector<std::string>& warnings);
Sl2Vl parse_sl2vl(std::string_view text, const std::string& source, const Fabric& fabric,
                  std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_LANE_READERS_H_
