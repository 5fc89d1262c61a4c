// Fabric: an immutable snapshot of a subnet in flat arrays.
//
// Switches are numbered 0..S-1 and end ports (ports of CAs and routers) 0..E-1, both in ascending
// order of GUID (node GUID, port GUID), so results do not depend on the order of discovery or of a
// file. A Fabric only has links whose two ends exist and agree; FabricBuilder ensures this.
#ifndef WEFT_FABRIC_FABRIC_H_
#define WEFT_FABRIC_FABRIC_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"

namespace weft {

enum class NodeType : std::uint8_t { kSwitch, kCa, kRouter };
enum class PeerKind : std::uint8_t { kNothing, kSwitch, kEndPort };

// Signalling rates, ascending. kFdr10 and kFdr differ, although both need 14 Gb/s cables.
enum class LinkSpeed : std::uint8_t {
  kUnknown,
  kSdr,
  kDdr,
  kQdr,
  kFdr10,
  kFdr,
  kEdr,
  kHdr,
  kNdr,
  kXdr
};

struct LinkAttributes {
  std::uint8_t width = 4;  // lanes: 1, 2, 4, 8 or 12; 0: unknown
  LinkSpeed speed = LinkSpeed::kQdr;
  std::uint8_t data_vls = 8;  // operational data VLs: 1, 2, 4, 8 or 15
  bool throttled = false;     // known to be slower than both ends allow

  friend bool operator==(const LinkAttributes&, const LinkAttributes&) = default;
};

// One port of a switch. kNothing: no (healthy, known) neighbour. A link from a switch to itself is
// kept, with kind kSwitch; routing does not use it.
struct Port {
  std::uint32_t peer = kNone;  // SwitchIndex or EndPortIndex
  PeerKind kind = PeerKind::kNothing;
  PortNum peer_port = 0;  // the neighbour's port number
  LinkAttributes link;
  bool has_cable = false;  // with kNothing: known to have a cable
};

struct Switch {
  Guid node_guid = 0;
  Guid system_guid = 0;          // 0: none reported
  std::uint32_t first_port = 0;  // of port 0 in the port array
  Lid lid = 0;                   // base LID; 0: none, so there are no routes to the switch
  std::uint8_t lmc = 0;          // > 0 only with an enhanced port 0
  PortNum port_count = 0;        // external ports 1..port_count
  bool enhanced_port0 = false;
  bool multicast = true;  // has a multicast forwarding table
};

// A port of a CA or a router. A Fabric only has ports linked to a switch.
struct EndPort {
  Guid port_guid = 0;
  Guid node_guid = 0;
  Guid system_guid = 0;  // 0: none reported
  SwitchIndex sw = 0;    // the linked switch, at its port `switch_port`
  Lid lid = 0;           // base LID; 0: none
  std::uint8_t lmc = 0;  // owns LIDs lid .. lid + 2^lmc - 1
  NodeType type = NodeType::kCa;
  PortNum switch_port = 0;
  PortNum port_num = 0;    // its own number on its node
  PortNum node_ports = 1;  // number of ports of its node
};

// The port that has a LID.
struct LidOwner {
  PeerKind kind = PeerKind::kNothing;
  std::uint32_t index = kNone;
};

class Fabric {
 public:
  std::span<const Switch> switches() const { return switches_; }
  std::span<const EndPort> end_ports() const { return end_ports_; }
  std::uint32_t switch_count() const { return static_cast<std::uint32_t>(switches_.size()); }
  std::uint32_t end_port_count() const { return static_cast<std::uint32_t>(end_ports_.size()); }

  // Ports 0..port_count of a switch; port 0, the management port, has no neighbour.
  std::span<const Port> ports(SwitchIndex s) const {
    return {ports_.data() + switches_[s].first_port, switches_[s].port_count + std::size_t{1}};
  }
  std::span<const Port> all_ports() const {
    return ports_;
  }  // of all switches, one after the other

  // The largest LID in use; 0: none.
  Lid max_lid() const { return static_cast<Lid>(owners_.empty() ? 0 : owners_.size() - 1); }
  // Number of LIDs in use, including path bits.
  std::uint32_t lid_count() const { return lid_count_; }
  // Accepts any LID; an unused LID has no owner.
  LidOwner owner(Lid lid) const { return lid < owners_.size() ? owners_[lid] : LidOwner{}; }
  // The switch where packets to a LID leave the fabric: the switch itself, or the switch linked to
  // the end port. kNone for unused LIDs.
  SwitchIndex destination_switch(Lid lid) const {
    const LidOwner o = owner(lid);
    if (o.kind == PeerKind::kSwitch) return o.index;
    return o.kind == PeerKind::kEndPort ? end_ports_[o.index].sw : kNone;
  }

  // Node descriptions as reported; empty: unknown. A host sets its own: do not trust them.
  std::string_view switch_name(SwitchIndex s) const { return text(switch_names_[s]); }
  std::string_view end_port_name(EndPortIndex e) const { return text(end_port_names_[e]); }
  // Name and GUID for messages, without control characters: «leaf-3 (0x2c5eab0300b87b40)».
  std::string describe_switch(SwitchIndex s) const;
  std::string describe_end_port(EndPortIndex e) const;
  std::string describe_lid(Lid lid) const;

 private:
  friend class FabricBuilder;
  friend class PartMaker;
  friend class Drainer;
  friend class LidGiver;
  struct Text {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
  };
  std::string_view text(Text t) const {
    return std::string_view(*names_).substr(t.offset, t.length);
  }

  std::vector<Switch> switches_;
  std::vector<EndPort> end_ports_;
  std::vector<Port> ports_;
  std::vector<LidOwner> owners_;  // by LID
  std::uint32_t lid_count_ = 0;
  std::vector<Text> switch_names_;
  std::vector<Text> end_port_names_;
  std::shared_ptr<const std::string> names_ =
      std::make_shared<const std::string>();  // shared by copies and parts
};

}  // namespace weft

#endif  // WEFT_FABRIC_FABRIC_H_
