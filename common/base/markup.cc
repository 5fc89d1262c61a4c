#include "common/base/markup.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/base/utf8.h"

namespace weft {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD
constexpr std::string_view kEllipsis = "\xe2\x80\xa6";     // U+2026

// Characters that are invisible or change the text direction (Unicode 15: Cc, Cf, Zl, Zp,
// Default_Ignorable, and noncharacters of the planes with such characters).
constexpr std::array<std::pair<char32_t, char32_t>, 26> kUnseen = {
    {{0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},
     {0x0600, 0x0605},   {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},
     {0x08E2, 0x08E2},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
     {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
     {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
     {0xFFF0, 0xFFFC},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD}, {0x1BCA0, 0x1BCA3},
     {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}}};

bool is_unseen(char32_t point) {
  return std::ranges::any_of(
      kUnseen, [&](const auto& range) { return range.first <= point && point <= range.second; });
}

template <typename Visit>
void for_each_visible(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view character = text.substr(0, length);
    visit(length == 0 || is_unseen(code_point(character)) ? kReplacement : character);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

}  // namespace

std::string visible(std::string_view text) {
  std::string seen;
  for_each_visible(text, [&](std::string_view character) { seen += character; });
  return seen;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::string seen;
  std::vector<std::size_t> begins;  // offsets of characters in `seen`
  for_each_visible(text, [&](std::string_view character) {
    begins.push_back(seen.size());
    seen += character;
  });
  if (begins.size() <= most) return seen;
  if (most == 0) return {};
  const std::size_t kept = begins.size() - (most - 1);
  return std::string(kEllipsis) + (most == 1 ? std::string() : seen.substr(begins[kept]));
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for_each_visible(text, [&](std::string_view character) {
    switch (character.front()) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += character;
    }
  });
  return escaped;
}

std::string dot_string(std::string_view text) {
  std::string quoted = "\"";
  for_each_visible(text, [&](std::string_view character) {
    if (character == "\"" || character == "\\") quoted += '\\';
    quoted += character;
  });
  return quoted + '"';
}

std::string base64(std::string_view data) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t bytes = std::min<std::size_t>(data.size() - i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < bytes; ++k) {
      bits |= std::uint32_t{static_cast<unsigned char>(data[i + k])} << (16 - 8 * k);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k > bytes ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

}  // namespace weft
