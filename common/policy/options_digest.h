// A digest of options, to compare them with earlier options that are no longer in memory.
#ifndef WEFT_POLICY_OPTIONS_DIGEST_H_
#define WEFT_POLICY_OPTIONS_DIGEST_H_

#include <cstdint>

#include "common/routing/options.h"

namespace weft {

// A checksum of all options that engines see, including file contents. Equal options have equal
// digests in all versions since 1.0.0, so that no upgrade recomputes the routing: an option that a
// later version adds is encoded only if it does not have its default. The exception: 1.0.0 encodes
// portgroup_max_ports of torus-2QoS.conf. Cost: O(their size).
std::uint64_t digest_of(const Options& options);

}  // namespace weft

#endif  // WEFT_POLICY_OPTIONS_DIGEST_H_
