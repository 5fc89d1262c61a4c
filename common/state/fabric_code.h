// Encodes a fabric as bytes.
#ifndef WEFT_STATE_FABRIC_CODE_H_
#define WEFT_STATE_FABRIC_CODE_H_

#include <string>
#include <string_view>

#include "common/fabric/fabric.h"

namespace weft {

// Cost: O(ports).
std::string encode_fabric(const Fabric& fabric);

// Returns the same fabric with the same indices. Throws BadInput if the bytes do not encode a
// fabric.
Fabric decode_fabric(std::string_view bytes);

}  // namespace weft

#endif  // WEFT_STATE_FABRIC_CODE_H_
