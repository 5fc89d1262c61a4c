#include "common/fabric/readers/fabric_reader.h"

#include <fmt/format.h>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/fabric/readers/ibnetdiscover.h"
#include "common/fabric/readers/subnet_list.h"

namespace weft {

Fabric read_fabric(const std::string& path, std::vector<std::string>& warnings) {
  return parse_fabric(read_file(path), path, warnings);
}

Fabric parse_fabric(std::string_view text, const std::string& source,
                    std::vector<std::string>& warnings) {
  bool empty = true;
  for (Lines lines(text); lines.next();) {
    if (is_subnet_list_line(lines.line())) return parse_subnet_list(text, source, warnings);
    if (is_ibnetdiscover_node(lines.line())) return parse_ibnetdiscover(text, source, warnings);
    empty = empty && lines.line().empty();
  }
  if (empty) throw BadInput(fmt::format("{}: is empty", source));
  fail_at(
      source, 1,
      "this is no fabric in a known format: neither what ibnetdiscover prints, nor an ibsim .net "
      "file, nor opensm-subnet.lst");
}

}  // namespace weft
