// Small types that all parts of Weft use.
#ifndef WEFT_BASE_TYPES_H_
#define WEFT_BASE_TYPES_H_

#include <cstdint>

namespace weft {

using Guid = std::uint64_t;    // in host byte order; 0: none
using Lid = std::uint16_t;     // in host byte order; 0: none
using PortNum = std::uint8_t;  // 0 is a switch's management port, 1..254 are external ports
using Vl = std::uint8_t;       // data lanes 0..14
using Sl = std::uint8_t;       // 0..15

inline constexpr Lid kMaxUnicastLid = 0xBFFF;
inline constexpr Lid kPermissiveLid = 0xFFFF;  // reported by a port without a LID
inline constexpr std::uint8_t kMaxLmc = 7;
inline constexpr PortNum kNoPath = 255;  // in a forwarding entry: packets are dropped
inline constexpr PortNum kMaxPorts = 254;

// Indices into a Fabric's arrays, both in the order of GUIDs.
using SwitchIndex = std::uint32_t;
using EndPortIndex = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

}  // namespace weft

#endif  // WEFT_BASE_TYPES_H_
