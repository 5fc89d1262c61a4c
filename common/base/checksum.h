// XXH3, 64 bits: tells bytes from others, and is no defence against who wants them to look the
// same.
#ifndef WEFT_BASE_CHECKSUM_H_
#define WEFT_BASE_CHECKSUM_H_

#include <cstdint>
#include <string_view>

namespace weft {

// seed: of bytes that went before, say.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace weft

#endif  // WEFT_BASE_CHECKSUM_H_
