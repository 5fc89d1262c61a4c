// Fabrics as files for other tools. A file appears under its name only when it is complete. Names
// of nodes are cut to 63 bytes, and what would break the format is replaced in them.
#ifndef WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_
#define WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_

#include <string>

#include "common/base/file.h"
#include "common/fabric/fabric.h"

namespace weft {

// An ibsim .net file, written as ibnetdiscover prints a fabric, with all GUIDs, LIDs, widths and
// speeds: read_fabric gets the same Fabric back from it, but for data VLs and shortened names.
// ibsim itself gives a CA's port always the GUID «node GUID + port number», takes speeds beyond HDR
// for SDR, and knows no rates of routers. Throws BadInput with the system's reason.
void write_ibsim_net(const Fabric& fabric, const std::string& path);

// The same with data VLs, as ibnetdiscover -f prints them: nothing of a Fabric is lost but long
// names, and which links are throttled.
void write_ibnetdiscover(const Fabric& fabric, const std::string& path);

// opensm-subnet.lst, which has no LMCs, no enhanced ports 0 and no nodes without links. Throws
// BadInput with the system's reason.
void write_subnet_list(const Fabric& fabric, const std::string& path,
                       Existing existing = Existing::kWrittenTo);

}  // namespace weft

#endif  // WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_
