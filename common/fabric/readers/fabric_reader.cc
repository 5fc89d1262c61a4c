#include "common/fabric/readers/fabric_reader.h"

#include <fmt/format.h>

#include <cstddef>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/gzip.h"
#include "common/base/text.h"
#include "common/fabric/readers/db_csv.h"
#include "common/fabric/readers/ibnetdiscover.h"
#include "common/fabric/readers/link_report.h"
#include "common/fabric/readers/net_dump.h"
#include "common/fabric/readers/port_report.h"
#include "common/fabric/readers/subnet_list.h"

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

// PowerShell's > writes UTF-16. Only descriptions have characters that matter to nobody here, so
// that surrogates are not put together.
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

Fabric read_fabric(const std::string& path, std::vector<std::string>& warnings,
                   std::uint8_t data_vls) {
  return parse_fabric(read_file(path), path, warnings, data_vls);
}

Fabric parse_fabric(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings, std::uint8_t data_vls) {
  std::string plain;
  text = as_plain_text(text, source, plain);
  bool empty = true;
  for (Lines lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (is_subnet_list_line(line)) return parse_subnet_list(text, source, warnings, data_vls);
    if (is_ibnetdiscover_node(line)) return parse_ibnetdiscover(text, source, warnings, data_vls);
    if (is_port_report_line(line)) return parse_port_report(text, source, warnings, data_vls);
    if (is_link_report_line(line)) return parse_link_report(text, source, warnings, data_vls);
    if (is_net_dump_heading(line)) return parse_net_dump(text, source, warnings, data_vls);
    if (is_db_csv_line(line)) return parse_db_csv(text, source, warnings, data_vls);
    empty = empty && line.empty();
  }
  if (empty) throw BadInput(fmt::format("{}: is empty", source));
  fail_at(source, 1,
          "this is no fabric in a known format: neither what ibnetdiscover or iblinkinfo prints, "
          "nor an "
          "ibsim .net file, nor opensm-subnet.lst, nor ibdiagnet's .lst, .net_dump or .db_csv");
}

std::string_view as_plain_text(std::string_view text, const std::string& source,
                               std::string& plain) {
  if (is_gzip(text)) {
    plain = gunzip(text, source);
    text = plain;
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    plain = from_utf16(text.substr(2), text.front() == '\xFF');
    return plain;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool is_fabric_line(std::string_view line) {
  return is_subnet_list_line(line) || is_ibnetdiscover_node(line) || is_port_report_line(line) ||
         is_link_report_line(line) || is_net_dump_heading(line) || is_db_csv_line(line);
}

}  // namespace weft
