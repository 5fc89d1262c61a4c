#include "common/dumps/ca_order_dump.h"

#include "common/base/append.h"
#include "common/base/file.h"
#include "common/base/text.h"

namespace weft {
void write_ca_order(const Fabric& fabric, std::span<const EndPortIndex> order,
                    const std::string& path) {
  NewFile file(path, Existing::kReplaced);
  for (const EndPortIndex e : order) {
    if (e == kNone) {
      file.buffer() += "0xFFFF\tDUMMY\n";
    } else {
      append(file.buffer(), "0x{:04x}\t{}\n", fabric.end_ports()[e].lid,
             on_one_line(fabric.end_port_name(e)));
    }
    file.flush_if_full();
  }
  file.commit();
}

}  // namespace weft
