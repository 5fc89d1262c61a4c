// Characters of UTF-8 (RFC 3629), one after the other.
#ifndef WEFT_BASE_UTF8_H_
#define WEFT_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace weft {

// Bytes of the character that `text`, which is not empty, begins with; 0: of none, since it is not
// UTF-8.
std::size_t length_of_character(std::string_view text);

// The code point of a character: all of a text for which length_of_character() is its size.
char32_t code_point(std::string_view character);

// Takes the first character off a text that is not empty. Of a byte that begins none it is U+FFFD.
std::string_view take_character(std::string_view& text);

}  // namespace weft

#endif  // WEFT_BASE_UTF8_H_
