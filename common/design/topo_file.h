// Writes a fabric as a topology file of ibutils, with which ibdiagnet and ibtopodiff compare a
// fabric: see ibdm-topo-file(1) and ibdm-ibnl-file(1).
#ifndef WEFT_DESIGN_TOPO_FILE_H_
#define WEFT_DESIGN_TOPO_FILE_H_

#include <map>
#include <string>

#include "common/fabric/fabric.h"

namespace weft {

struct TopoFiles {
  std::string topo;
  // Definitions of the node types that the topology file uses, by file name («SW64.ibnl»).
  std::map<std::string, std::string> types;
};

// Each node is a system of one chip, of type SW64 (a switch of 64 ports), HCA1 or RT2, with the
// ports P1, P2, ... Its name is that of name_nodes; characters that the format does not allow
// become «_», and a number is appended to a name that exists already. Links are «P1 -4x-50G-> HCA1
// node-0001 P1» in the sections of switches; links between switches are in the sections of both.
// with_rates: with the rate of a lane if it is known; ibutils 1.5.7 skips a line with a rate above
// 10 Gb/s.
TopoFiles topo_files(const Fabric& fabric, bool with_rates);

}  // namespace weft

#endif  // WEFT_DESIGN_TOPO_FILE_H_
