#include "common/fabric/writers/safe_name.h"

namespace weft {

std::string safe_name(std::string_view name) {
  constexpr std::size_t kLongest = 63;
  std::string safe(name.substr(0, kLongest));
  char before = 0;
  for (char& c : safe) {
    const auto byte = static_cast<unsigned char>(c);
    // U+0080 to U+009F control terminals too; U+00A0 is a space.
    if (before == '\xC2' && byte >= 0x80 && byte < 0xA0) c = '\xA0';
    if (byte < 0x20 || byte == 0x7F) c = ' ';
    before = c;
    if (c == '"') c = '\'';
    if (c == '{') c = '(';
    if (c == '}') c = ')';
  }
  return safe;
}

}  // namespace weft
