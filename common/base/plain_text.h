// Converts text files that are gzipped, in UTF-16, or begin with a byte order mark.
#ifndef WEFT_BASE_PLAIN_TEXT_H_
#define WEFT_BASE_PLAIN_TEXT_H_

#include <string>
#include <string_view>

namespace weft {

// Without the byte order mark of UTF-8, if there is one.
std::string_view without_byte_order_mark(std::string_view text);

// Returns the text uncompressed, without a byte order mark, and in UTF-8 if it was UTF-16; other
// encodings stay. `storage` holds the text if it was changed. Throws BadInput with the prefix
// `source`, as gunzip() does.
std::string_view as_plain_text(std::string_view data, const std::string& source,
                               std::string& storage);

}  // namespace weft

#endif  // WEFT_BASE_PLAIN_TEXT_H_
