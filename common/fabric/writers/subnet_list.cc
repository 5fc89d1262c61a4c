// Tested by tests/common/fabric/writers/fabric_writer_test.cc.
#include <fmt/format.h>

#include <cstddef>

#include "common/base/append.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/writers/fabric_writer.h"
#include "common/fabric/writers/safe_name.h"

namespace weft {
namespace {

// One half of a line. A Fabric has no vendors, devices and revisions.
std::string half(const char* type, unsigned ports, Guid system_guid, Guid node_guid, Guid port_guid,
                 std::string_view name, Lid lid, unsigned port) {
  return fmt::format(
      "{{ {} Ports:{:02X} SystemGUID:{:016x} NodeGUID:{:016x} PortGUID:{:016x} VenID:000000 "
      "DevID:0000 Rev:00000000 {{{}}} LID:{:04X} PN:{:02X} }}",
      type, ports, system_guid, node_guid, port_guid, safe_name(name), lid, port);
}

std::string switch_half(const Fabric& fabric, SwitchIndex s, unsigned port) {
  const Switch& sw = fabric.switches()[s];
  return half("SW", sw.port_count, sw.system_guid, sw.node_guid, sw.node_guid,
              fabric.switch_name(s), sw.lid, port);
}

std::string end_port_half(const Fabric& fabric, EndPortIndex e) {
  const EndPort& port = fabric.end_ports()[e];
  return half(port.type == NodeType::kCa ? "CA" : "Rt", port.node_ports, port.system_guid,
              port.node_guid, port.port_guid, fabric.end_port_name(e), port.lid, port.port_num);
}

void write_line(NewFile& file, const std::string& near, const std::string& far,
                const LinkAttributes& link) {
  append(file.buffer(), "{} {} PHY={}x LOG=ACT SPD={}\n", near, far, link.width,
         speed_in_gigabits(link.speed));
  file.flush_if_full();
}

}  // namespace

void write_subnet_list(const Fabric& fabric, const std::string& path, Existing existing) {
  NewFile file(path, existing);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (unsigned p = 1; p < ports.size(); ++p) {
      const Port& port = ports[p];
      if (port.kind == PeerKind::kNothing) continue;
      const std::string near = switch_half(fabric, s, p);
      if (port.kind == PeerKind::kSwitch) {
        write_line(file, near, switch_half(fabric, port.peer, port.peer_port), port.link);
      } else {
        const std::string far = end_port_half(fabric, port.peer);
        write_line(file, near, far, port.link);
        write_line(file, far, near, port.link);
      }
    }
  }
  file.commit();
}

}  // namespace weft
