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

std::string_view present_name(std::string_view key) {
  return key == "dimn_ports_file" ? "port_search_ordering_file" : key;
}

bool ConfLines::next() {
  while (lines_.next()) {
    const std::string_view line = lines_.line();
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view key = line.substr(
        0,
        static_cast<std::size_t>(std::find_if(line.begin(), line.end(), is_blank) - line.begin()));
    key_ = present_name(key);
    value_ = clean_value(line.substr(key.size()));
    return true;
  }
  return false;
}

}  // namespace weft
