// Writes the order of compute nodes (RouteNotes::ca_order) as a file.
#ifndef WEFT_DUMPS_CA_ORDER_DUMP_H_
#define WEFT_DUMPS_CA_ORDER_DUMP_H_

#include <span>
#include <string>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

inline constexpr const char* kCaOrderDump = "opensm-ftree-ca-order.dump";

// Writes one line for each position as stock OpenSM does: «0x%04x\t<node description>» with the
// base LID, or «0xFFFF\tDUMMY» for kNone. patterns/rank_order.h reads the file. Replaces a file of
// that name. Throws BadInput.
void write_ca_order(const Fabric& fabric, std::span<const EndPortIndex> order,
                    const std::string& path);

}  // namespace weft

#endif  // WEFT_DUMPS_CA_ORDER_DUMP_H_
