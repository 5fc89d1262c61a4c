// Compresses and decompresses gzip data.
#ifndef WEFT_BASE_GZIP_H_
#define WEFT_BASE_GZIP_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/file.h"

namespace weft {

// True if data begins like a gzip file.
bool is_gzip(std::string_view data);

// Compresses at the highest level. The same data, of less than 4 GiB, always gives the same bytes.
// Throws std::bad_alloc. Cost: O(size).
std::string gzip(std::string_view data);

// Decompresses all members; zeros at the end, as on tapes, are ignored. Throws BadInput, with the
// prefix `source`, if the data is truncated, damaged or larger than `largest` bytes uncompressed.
std::string gunzip(std::string_view data, const std::string& source,
                   std::size_t largest = kLargestFile);

}  // namespace weft

#endif  // WEFT_BASE_GZIP_H_
