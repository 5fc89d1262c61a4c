// Tested by tests/common/fabric/writers/fabric_writer_test.cc.
#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "common/base/append.h"
#include "common/base/file.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/readers/link_text.h"
#include "common/fabric/writers/fabric_writer.h"
#include "common/fabric/writers/safe_name.h"

namespace weft {
namespace {

// The letter before the GUID in ids, as in ibnetdiscover.
char letter(NodeType type) {
  return type == NodeType::kSwitch ? 'S' : type == NodeType::kCa ? 'H' : 'R';
}

class Writer {
 public:
  Writer(const Fabric& fabric, const std::string& path, bool with_data_vls)
      : fabric_(fabric), with_data_vls_(with_data_vls), file_(path) {}

  void write() {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      write_switch(s);
      file_.flush_if_full();
    }
    const EndPortsOfNodes nodes(fabric_);
    for (const auto& group : nodes.groups()) {
      write_end_node(group);
      file_.flush_if_full();
    }
    file_.commit();
  }

 private:
  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    append(file_.buffer(), format, std::forward<Arguments>(arguments)...);
  }

  void write_guids(const char* key, Guid node_guid, Guid system_guid) {
    if (system_guid != 0) print("sysimgguid=0x{:x}\n", system_guid);
    print("{}=0x{:x}\n", key, node_guid);
  }

  void write_switch(SwitchIndex s) {
    const Switch& sw = fabric_.switches()[s];
    write_guids("switchguid", sw.node_guid, sw.system_guid);
    print("Switch\t{} \"S-{:016x}\"\t\t# \"{}\" {} port 0 lid {} lmc {}\n", sw.port_count,
          sw.node_guid, safe_name(fabric_.switch_name(s)), sw.enhanced_port0 ? "enhanced" : "base",
          sw.lid, sw.lmc);
    const auto ports = fabric_.ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      if (ports[p].kind == PeerKind::kSwitch) write_link_to_switch(p, ports[p]);
      if (ports[p].kind == PeerKind::kEndPort) write_link_to_end_port(p, ports[p]);
    }
    print("\n");
  }

  void write_link_to_switch(std::size_t p, const Port& port) {
    const Switch& peer = fabric_.switches()[port.peer];
    print("[{}]\t\"S-{:016x}\"[{}]\t\t# \"{}\" lid {} {}\n", p, peer.node_guid, port.peer_port,
          safe_name(fabric_.switch_name(port.peer)), peer.lid, rate(port.link));
  }

  void write_link_to_end_port(std::size_t p, const Port& port) {
    const EndPort& peer = fabric_.end_ports()[port.peer];
    print("[{}]\t\"{}-{:016x}\"[{}]({:x}) ", p, letter(peer.type), peer.node_guid, peer.port_num,
          peer.port_guid);
    // ibsim ignores rates of routers, and exits if the other end then has a different one.
    if (peer.type == NodeType::kRouter) {
      print("\n");
    } else {
      print("\t\t# \"{}\" lid {} {}\n", safe_name(fabric_.end_port_name(port.peer)), peer.lid,
            rate(port.link));
    }
  }

  void write_end_node(std::span<const EndPortsOfNodes::Entry> group) {
    const EndPort& first = fabric_.end_ports()[group.front().second];
    const bool is_ca = first.type == NodeType::kCa;
    write_guids(is_ca ? "caguid" : "rtguid", first.node_guid, first.system_guid);
    print("{}\t{} \"{}-{:016x}\"\t\t# \"{}\"\n", is_ca ? "Ca" : "Rt", first.node_ports,
          letter(first.type), first.node_guid,
          safe_name(fabric_.end_port_name(group.front().second)));
    for (const auto& [node, e] : group) {
      const EndPort& port = fabric_.end_ports()[e];
      const Switch& sw = fabric_.switches()[port.sw];
      print("[{}]({:x}) \t\"S-{:016x}\"[{}]\t\t# lid {} lmc {} \"{}\" lid {} {}\n", port.port_num,
            port.port_guid, sw.node_guid, port.switch_port, port.lid, port.lmc,
            safe_name(fabric_.switch_name(port.sw)), sw.lid,
            rate(fabric_.ports(port.sw)[port.switch_port].link));
    }
    print("\n");
  }

  std::string rate(const LinkAttributes& link) const {
    return fmt::format("{}x{}{}", link.width, speed_name(link.speed),
                       with_data_vls_ ? fmt::format(" v={}", code_of_data_vls(link.data_vls)) : "");
  }

  const Fabric& fabric_;
  bool with_data_vls_;
  NewFile file_;
};

}  // namespace

void write_ibsim_net(const Fabric& fabric, const std::string& path) {
  Writer(fabric, path, false).write();
}

void write_ibnetdiscover(const Fabric& fabric, const std::string& path) {
  Writer(fabric, path, true).write();
}

}  // namespace weft
