#include "common/base/plain_text.h"

#include <cstddef>

#include "common/base/gzip.h"

namespace weft {
namespace {

void append_utf8(unsigned unit, std::string& text) {
  const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
  if (unit < 0x80) {
    byte(unit);
  } else if (unit < 0x800) {
    byte(0xC0 | unit >> 6);
    byte(0x80 | (unit & 0x3F));
  } else {
    byte(0xE0 | unit >> 12);
    byte(0x80 | (unit >> 6 & 0x3F));
    byte(0x80 | (unit & 0x3F));
  }
}

// PowerShell's > writes UTF-16. Surrogate pairs only occur in descriptions, so they are not
// combined.
std::string from_utf16(std::string_view text, bool little_endian) {
  std::string utf8;
  utf8.reserve(text.size() / 2);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto low = static_cast<unsigned char>(text[little_endian ? i : i + 1]);
    const auto high = static_cast<unsigned char>(text[little_endian ? i + 1 : i]);
    append_utf8(unsigned{high} << 8 | low, utf8);
  }
  return utf8;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::string_view as_plain_text(std::string_view data, const std::string& source,
                               std::string& storage) {
  if (is_gzip(data)) {
    storage = gunzip(data, source);
    data = storage;
  }
  if (data.starts_with("\xFF\xFE") || data.starts_with("\xFE\xFF")) {
    storage = from_utf16(data.substr(2), data.front() == '\xFF');
    return storage;
  }
  return without_byte_order_mark(data);
}

}  // namespace weft
