#include "common/base/append.h"

#include <fmt/format.h>

#include <iterator>

namespace weft {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args arguments) {
  fmt::vformat_to(std::back_inserter(text), format, arguments);
}

}  // namespace weft
