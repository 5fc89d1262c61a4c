// XXH3, 64 bits: detects accidental changes of bytes, but not deliberate ones.
#ifndef WEFT_BASE_CHECKSUM_H_
#define WEFT_BASE_CHECKSUM_H_

#include <cstdint>
#include <string_view>

namespace weft {

// seed: for example the checksum of the bytes before.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace weft

#endif  // WEFT_BASE_CHECKSUM_H_
