// Reads characters of UTF-8 (RFC 3629).
#ifndef WEFT_BASE_UTF8_H_
#define WEFT_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace weft {

// Number of bytes of the first character of a text that is not empty; 0: invalid UTF-8.
std::size_t length_of_character(std::string_view text);

// The code point of a character; length_of_character() of it must be its size.
char32_t code_point(std::string_view character);

// Takes the first character off a text that is not empty; U+FFFD for an invalid byte.
std::string_view take_character(std::string_view& text);

}  // namespace weft

#endif  // WEFT_BASE_UTF8_H_
