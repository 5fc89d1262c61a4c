// What gzip packs and has packed.
#ifndef WEFT_BASE_GZIP_H_
#define WEFT_BASE_GZIP_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/file.h"

namespace weft {

// True if data begins as gzip's files do.
bool is_gzip(std::string_view data);

// Packed as well as it can be; the same data, less than 4 GiB, makes the same bytes. Throws
// std::bad_alloc. Cost: O(size).
std::string gzip(std::string_view data);

// Unpacks all members of it; zeros behind them, as tapes leave them, are no fault. Throws BadInput,
// which begins with `source`, if it is cut off or damaged, or unpacks to more than `largest` bytes.
std::string gunzip(std::string_view data, const std::string& source,
                   std::size_t largest = kLargestFile);

}  // namespace weft

#endif  // WEFT_BASE_GZIP_H_
