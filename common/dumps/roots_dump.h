// Writes OpenSM's dump of the switches that up*/down* routing ranks as roots.
#ifndef WEFT_DUMPS_ROOTS_DUMP_H_
#define WEFT_DUMPS_ROOTS_DUMP_H_

#include <span>
#include <string>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

inline constexpr const char* kRootsDump = "opensm-updn-roots.dump";

// Writes the GUID of each root as stock OpenSM does: one line «0x%x», in the order of OpenSM's
// switch map. The file can be used as root_guid_file. Replaces a file of that name. Throws
// BadInput.
void write_roots_dump(const Fabric& fabric, std::span<const SwitchIndex> roots,
                      const std::string& path);

}  // namespace weft

#endif  // WEFT_DUMPS_ROOTS_DUMP_H_
