#include "common/fabric/writers/safe_name.h"

namespace weft {

std::string safe_name(std::string_view name) {
  constexpr std::size_t kLongest = 63;
  std::string safe(name.substr(0, kLongest));
  for (char& c : safe) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    if (c == '"') c = '\'';
    if (c == '{') c = '(';
    if (c == '}') c = ')';
  }
  return safe;
}

}  // namespace weft
