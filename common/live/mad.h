// Management datagrams (MADs) as bytes: the requests that read a live fabric. Offsets are from the
// InfiniBand Architecture Specification, volume 1, 13.4 (MADs), 14.2 (SMPs) and 15.2 (subnet
// administration).
#ifndef WEFT_LIVE_MAD_H_
#define WEFT_LIVE_MAD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/base/types.h"

namespace weft {

inline constexpr std::size_t kMadBytes = 256;
inline constexpr std::size_t kAttributeBytes = 64;
using Mad = std::array<std::uint8_t, kMadBytes>;
using AttributeBytes = std::span<const std::uint8_t, kAttributeBytes>;

// A directed route from this host: the out port at each hop, first that of this host. No ports:
// this host itself.
struct DirectPath {
  static constexpr std::uint8_t kMostHops = 63;
  std::uint8_t hops = 0;
  std::array<PortNum, kMostHops> ports{};

  // The path with one more hop; needs fewer than kMostHops.
  DirectPath through(PortNum port) const {
    DirectPath longer = *this;
    longer.ports[longer.hops++] = port;
    return longer;
  }
};

// Attributes of the management agent of a node.
enum class SmpAttribute : std::uint16_t {
  kNodeDescription = 0x10,
  kNodeInfo = 0x11,
  kSwitchInfo = 0x12,
  kPortInfo = 0x15,    // modifier: the port
  kSlToVl = 0x17,      // modifier: in port x 256 + out port
  kForwarding = 0x19,  // modifier: the block of 64 LIDs
};

// A SubnGet request. The management key is 0.
Mad smp_request(const DirectPath& path, SmpAttribute attribute, std::uint32_t modifier);

// A SubnAdmGet request for a PathRecord, by LIDs.
Mad path_request(Lid from, Lid to);

// Sets the lower 32 bits of the transaction ID; the kernel uses the upper bits.
void set_transaction(Mad& mad, std::uint32_t number);
std::uint32_t transaction(const Mad& mad);

// Is `answer` a response to this request, without an error?
bool answers(const Mad& answer, const Mad& request);

// Does the answer ask for a later retry?
bool is_busy(const Mad& answer);

// The 64 bytes of an SMP's attribute or of a PathRecord.
AttributeBytes attribute_of(const Mad& answer);

// Numbers of MADs are big-endian.
std::uint16_t big_endian_16(std::span<const std::uint8_t> bytes, std::size_t offset);
std::uint64_t big_endian_64(std::span<const std::uint8_t> bytes, std::size_t offset);

}  // namespace weft

#endif  // WEFT_LIVE_MAD_H_
