// A number that tells whether options are those of another time, when nothing else of them is left.
#ifndef WEFT_POLICY_OPTIONS_DIGEST_H_
#define WEFT_POLICY_OPTIONS_DIGEST_H_

#include <cstdint>

#include "common/routing/options.h"

namespace weft {

// Of all that engines are handed, the contents of files included: a checksum. Cost: reading them.
std::uint64_t digest_of(const Options& options);

}  // namespace weft

#endif  // WEFT_POLICY_OPTIONS_DIGEST_H_
