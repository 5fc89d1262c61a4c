// OpenSM's dump of the switches that up*/down* routing ranks as roots.
#ifndef WEFT_DUMPS_ROOTS_DUMP_H_
#define WEFT_DUMPS_ROOTS_DUMP_H_

#include <span>
#include <string>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

inline constexpr const char* kRootsDump = "opensm-updn-roots.dump";

// Writes the GUID of each root as stock OpenSM does: a line «0x%x» a root, in the order of its
// switch map. Such a file can be a root_guid_file. It replaces whatever has its name. Throws
// BadInput.
void write_roots_dump(const Fabric& fabric, std::span<const SwitchIndex> roots,
                      const std::string& path);

}  // namespace weft

#endif  // WEFT_DUMPS_ROOTS_DUMP_H_
