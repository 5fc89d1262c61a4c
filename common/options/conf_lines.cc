#include "common/options/conf_lines.h"

#include <algorithm>

namespace weft {
namespace {

std::string_view clean_value(std::string_view text) {
  text = trim(text);
  if (text.starts_with('"') || text.starts_with('\'')) {
    return text.substr(1, text.find(text.front(), 1) - 1);
  }
  return trim(text.substr(0, text.find('#')));
}

}  // namespace

bool ConfLines::next() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.starts_with('#')) continue;
    key_ = line.substr(0, static_cast<std::size_t>(
                              std::find_if(line.begin(), line.end(), is_blank) - line.begin()));
    value_ = clean_value(line.substr(key_.size()));
    return true;
  }
  return false;
}

}  // namespace weft
