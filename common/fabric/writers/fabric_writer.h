// Writes fabrics as files for other tools. A file appears under its name only when it is complete.
// Node names are truncated to 63 bytes, and characters that would break the format are replaced.
#ifndef WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_
#define WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_

#include <string>

#include "common/base/file.h"
#include "common/fabric/fabric.h"

namespace weft {

// Writes an ibsim .net file in ibnetdiscover's format, with all GUIDs, LIDs, widths and speeds:
// read_fabric() gives the same Fabric, except for data VLs and truncated names. ibsim itself always
// gives a CA port the GUID «node GUID + port number», treats speeds above HDR as SDR, and ignores
// rates of routers. Throws BadInput with the system's reason.
void write_ibsim_net(const Fabric& fabric, const std::string& path);

// As write_ibsim_net(), with data VLs in the format of ibnetdiscover -f: a Fabric only loses long
// names and the throttled flags of links.
void write_ibnetdiscover(const Fabric& fabric, const std::string& path);

// Writes opensm-subnet.lst, which has no LMCs, no enhanced ports 0 and no nodes without links.
// Throws BadInput with the system's reason.
void write_subnet_list(const Fabric& fabric, const std::string& path,
                       Existing existing = Existing::kWrittenTo);

}  // namespace weft

#endif  // WEFT_FABRIC_WRITERS_FABRIC_WRITER_H_
