// Appends formatted text to a string. fmt's own format_to() does the same, but each source file
// that calls it compiles all of fmt's formatting.
#ifndef WEFT_BASE_APPEND_H_
#define WEFT_BASE_APPEND_H_

#include <fmt/core.h>

#include <string>

namespace weft {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args arguments);

template <typename... Arguments>
void append(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  append_formatted(text, format, fmt::make_format_args(arguments...));
}

}  // namespace weft

#endif  // WEFT_BASE_APPEND_H_
