// A fabric as a topology file of ibutils, which ibdiagnet and ibtopodiff hold a fabric to: see
// ibdm-topo-file(1) and ibdm-ibnl-file(1).
#ifndef WEFT_DESIGN_TOPO_FILE_H_
#define WEFT_DESIGN_TOPO_FILE_H_

#include <map>
#include <string>

#include "common/fabric/fabric.h"

namespace weft {

struct TopoFiles {
  std::string topo;
  // Of the types that the file names: by file name, «SW64.ibnl», what the tools are to know of
  // them.
  std::map<std::string, std::string> types;
};

// Each node is a system of one chip, of type SW64 (a switch of 64 ports), HCA1 or RT2, with the
// ports P1, P2, ..., and has the name that name_nodes gives it, but for characters that the format
// has no room for: each is «_», and where that makes two names equal the second has a number
// behind. Links are «P1 -4x-50G-> HCA1 node-0001 P1» in the sections of switches, those between
// switches in both. with_rates: with the rate of a lane, where it is known; ibutils 1.5.7 skips a
// line whose rate is above 10 Gb/s.
TopoFiles topo_files(const Fabric& fabric, bool with_rates);

}  // namespace weft

#endif  // WEFT_DESIGN_TOPO_FILE_H_
