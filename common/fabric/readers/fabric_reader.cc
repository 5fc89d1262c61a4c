#include "common/fabric/readers/fabric_reader.h"

#include <fmt/format.h>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/plain_text.h"
#include "common/base/text.h"
#include "common/fabric/readers/csv_tables.h"
#include "common/fabric/readers/db_csv.h"
#include "common/fabric/readers/ibnetdiscover.h"
#include "common/fabric/readers/link_report.h"
#include "common/fabric/readers/net_dump.h"
#include "common/fabric/readers/port_report.h"
#include "common/fabric/readers/subnet_list.h"

namespace weft {

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
  if (empty) throw BadInput(fmt::format("{}: the file is empty", source));
  fail_at(source, 1,
          "this is not a fabric in a known format: the output of ibnetdiscover or iblinkinfo, "
          "opensm-subnet.lst, a .net file of ibsim, or a .lst, .net_dump or .db_csv file of "
          "ibdiagnet");
}

bool is_fabric_line(std::string_view line) {
  return is_subnet_list_line(line) || is_ibnetdiscover_node(line) || is_port_report_line(line) ||
         is_link_report_line(line) || is_net_dump_heading(line) || is_db_csv_line(line);
}

}  // namespace weft
