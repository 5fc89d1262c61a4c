#include "common/state/fabric_code.h"

#include <map>
#include <vector>

#include "common/base/bytes.h"
#include "common/fabric/builder.h"

namespace weft {
namespace {

constexpr std::size_t kMostSwitches = kMaxUnicastLid;        // each has a LID
constexpr std::size_t kMostEndPorts = std::size_t{1} << 17;  // some may have none

void write_link(ByteWriter& to, const LinkAttributes& link) {
  to.number(link.width);
  to.number(static_cast<std::uint8_t>(link.speed));
  to.number(link.data_vls);
  to.flag(link.throttled);
}

LinkAttributes read_link(ByteReader& from) {
  LinkAttributes link;
  link.width = from.number<std::uint8_t>();
  link.speed = static_cast<LinkSpeed>(
      from.number_up_to<std::uint8_t>(static_cast<std::uint8_t>(LinkSpeed::kXdr)));
  link.data_vls = from.number_up_to<std::uint8_t>(15);
  link.throttled = from.flag();
  return link;
}

void write_switch(ByteWriter& to, const Fabric& fabric, SwitchIndex s) {
  const Switch& sw = fabric.switches()[s];
  to.number(sw.node_guid);
  to.number(sw.system_guid);
  to.number(sw.port_count);
  to.flag(sw.enhanced_port0);
  to.flag(sw.multicast);
  to.number(sw.lid);
  to.number(sw.lmc);
  to.text(fabric.switch_name(s));
}

void write_end_port(ByteWriter& to, const Fabric& fabric, EndPortIndex e) {
  const EndPort& port = fabric.end_ports()[e];
  to.number(port.node_guid);
  to.number(port.system_guid);
  to.number(port.port_guid);
  to.flag(port.type == NodeType::kRouter);
  to.number(port.node_ports);
  to.number(port.port_num);
  to.number(port.lid);
  to.number(port.lmc);
  to.number(port.sw);
  to.number(port.switch_port);
  write_link(to, fabric.ports(port.sw)[port.switch_port].link);
  to.text(fabric.end_port_name(e));
}

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : from_(bytes) {}

  Fabric decode() {
    switches_ = static_cast<SwitchIndex>(count(kMostSwitches));
    for (SwitchIndex s = 0; s < switches_; ++s) read_switch();
    for (SwitchIndex s = 0; s < switches_; ++s) read_links(s);
    const auto end_ports = static_cast<EndPortIndex>(count(kMostEndPorts));
    for (EndPortIndex e = 0; e < end_ports; ++e) read_end_port();
    from_.finish();
    Fabric fabric = builder_.build();
    // The builder must keep the order of the encoder and leave nothing out.
    if (fabric.switch_count() != switches_ || fabric.end_port_count() != end_ports) from_.refuse();
    for (SwitchIndex s = 0; s < switches_; ++s) {
      if (fabric.switches()[s].node_guid != guids_[s]) from_.refuse();
    }
    for (EndPortIndex e = 0; e < end_ports; ++e) {
      if (fabric.end_ports()[e].port_guid != guids_[switches_ + e]) from_.refuse();
    }
    return fabric;
  }

 private:
  std::size_t count(std::size_t most) {
    const std::size_t value = from_.count(1);
    if (value > most) from_.refuse();
    return value;
  }

  void read_switch() {
    NodeSpec node = {.type = NodeType::kSwitch};
    node.node_guid = from_.number<Guid>();
    node.system_guid = from_.number<Guid>();
    node.port_count = from_.number<PortNum>();
    node.enhanced_port0 = from_.flag();
    node.multicast = from_.flag();
    const Lid lid = from_.number<Lid>();
    const auto lmc = from_.number<std::uint8_t>();
    node.name = from_.text();
    ports_.push_back(node.port_count);
    guids_.push_back(node.node_guid);
    builder_.set_address(builder_.add_node(node), 0, 0, lid, lmc);
  }

  SwitchIndex read_peer() { return from_.number_up_to<SwitchIndex>(switches_ - 1); }

  // Links to other switches.
  void read_links(SwitchIndex s) {
    for (unsigned p = 1; p <= ports_[s]; ++p) {
      if (!from_.flag()) continue;
      const SwitchIndex peer = read_peer();
      const auto peer_port = from_.number<PortNum>();
      builder_.add_link_end(s, static_cast<PortNum>(p), peer, peer_port, read_link(from_));
    }
  }

  void read_end_port() {
    NodeSpec node;
    node.node_guid = from_.number<Guid>();
    node.system_guid = from_.number<Guid>();
    const Guid port_guid = from_.number<Guid>();
    node.type = from_.flag() ? NodeType::kRouter : NodeType::kCa;
    node.port_count = from_.number<PortNum>();
    const auto port = from_.number<PortNum>();
    const Lid lid = from_.number<Lid>();
    const auto lmc = from_.number<std::uint8_t>();
    if (switches_ == 0) from_.refuse();
    const SwitchIndex sw = read_peer();
    const auto switch_port = from_.number<PortNum>();
    const LinkAttributes link = read_link(from_);
    node.name = from_.text();
    const auto [known, is_new] = nodes_.try_emplace(node.node_guid);
    if (is_new) known->second = builder_.add_node(node);
    guids_.push_back(port_guid);
    builder_.set_address(known->second, port, port_guid, lid, lmc);
    builder_.add_link(known->second, port, sw, switch_port, link);
  }

  ByteReader from_;
  FabricBuilder builder_{"its fabric"};
  SwitchIndex switches_ = 0;
  std::vector<PortNum> ports_;    // by switch
  std::vector<Guid> guids_;       // of switches, then of end ports
  std::map<Guid, NodeId> nodes_;  // of end ports, by GUID of their node
};

}  // namespace

std::string encode_fabric(const Fabric& fabric) {
  ByteWriter to;
  to.count(fabric.switch_count());
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) write_switch(to, fabric, s);
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s).subspan(1)) {
      to.flag(port.kind == PeerKind::kSwitch);
      if (port.kind != PeerKind::kSwitch) continue;
      to.number(port.peer);
      to.number(port.peer_port);
      write_link(to, port.link);
    }
  }
  to.count(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) write_end_port(to, fabric, e);
  return to.take();
}

Fabric decode_fabric(std::string_view bytes) { return Decoder(bytes).decode(); }

}  // namespace weft
