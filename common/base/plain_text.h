// Text files as people's tools leave them: gzipped, in UTF-16, with a byte order mark.
#ifndef WEFT_BASE_PLAIN_TEXT_H_
#define WEFT_BASE_PLAIN_TEXT_H_

#include <string>
#include <string_view>

namespace weft {

// The same text without any of these: UTF-8, or whatever else it is in. It is in `storage`, if it
// had to be changed. Throws BadInput, which begins with `source`, as gunzip() does.
std::string_view as_plain_text(std::string_view data, const std::string& source,
                               std::string& storage);

}  // namespace weft

#endif  // WEFT_BASE_PLAIN_TEXT_H_
