// Writes the places of switches in a torus (RouteNotes::coordinates) as a file.
// Tested by tests/common/dumps/torus_dump_test.cc.
#ifndef WEFT_DUMPS_TORUS_DUMP_H_
#define WEFT_DUMPS_TORUS_DUMP_H_

#include <string>

#include "common/fabric/fabric.h"
#include "common/routing/routing.h"

namespace weft {

inline constexpr const char* kTorusDump = "opensm-torus.dump";

// Writes one line for each switch with a place as stock OpenSM does: «switch 1,0,2 GUID 0x%04x
// (<node description>)»; the first coordinate changes fastest. Replaces a file of that name. Throws
// BadInput.
void write_torus_dump(const Fabric& fabric, const RouteNotes& notes, const std::string& path);

}  // namespace weft

#endif  // WEFT_DUMPS_TORUS_DUMP_H_
