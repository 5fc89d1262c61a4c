// Fabric: an immutable snapshot of a subnet in flat arrays.
//
// Switches are numbered 0..S-1 and end ports (ports of CAs and routers) 0..E-1, both in ascending
// order of GUID (node GUID, port GUID), so that nothing computed from a Fabric depends on the order
// in which it was discovered or written down. A Fabric holds only links whose two ends are there
// and agree; FabricBuilder sees to that.
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

// Signalling rates, in ascending order. kFdr10 and kFdr are told apart although both ask for 14
// Gb/s cables.
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

// One port of a switch. A port without a (healthy, known) neighbour has kind kNothing. A link from
// a switch to itself is kept, as a neighbour of kind kSwitch; routing has no use for it.
struct Port {
  std::uint32_t peer = kNone;  // SwitchIndex or EndPortIndex
  PeerKind kind = PeerKind::kNothing;
  PortNum peer_port = 0;  // the neighbour's port number
  LinkAttributes link;
};

struct Switch {
  Guid node_guid = 0;
  Guid system_guid = 0;          // 0: none reported
  std::uint32_t first_port = 0;  // of port 0 in the port array
  Lid lid = 0;                   // base LID; 0: none, such a switch has no routes to it
  std::uint8_t lmc = 0;          // > 0 only with an enhanced port 0
  PortNum port_count = 0;        // external ports 1..port_count
  bool enhanced_port0 = false;
  bool multicast = true;  // has a multicast forwarding table
};

// A port of a CA or a router. Only those that are linked to a switch are part of a Fabric.
struct EndPort {
  Guid port_guid = 0;
  Guid node_guid = 0;
  Guid system_guid = 0;  // 0: none reported
  SwitchIndex sw = 0;    // the switch it is linked to, at that switch's port `switch_port`
  Lid lid = 0;           // base LID; 0: none
  std::uint8_t lmc = 0;  // owns LIDs lid .. lid + 2^lmc - 1
  NodeType type = NodeType::kCa;
  PortNum switch_port = 0;
  PortNum port_num = 0;    // its own number on its node
  PortNum node_ports = 1;  // how many ports its node has
};

// Who answers to a LID.
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

  // Ports 0..port_count of a switch; [0], the management port, has no neighbour.
  std::span<const Port> ports(SwitchIndex s) const {
    return {ports_.data() + switches_[s].first_port, switches_[s].port_count + std::size_t{1}};
  }
  std::span<const Port> all_ports() const {
    return ports_;
  }  // of all switches, one after the other

  // The largest LID in use; 0 if there is none.
  Lid max_lid() const { return static_cast<Lid>(owners_.empty() ? 0 : owners_.size() - 1); }
  // LIDs in use, those of path bits included.
  std::uint32_t lid_count() const { return lid_count_; }
  // Any LID may be asked for; unknown ones have no owner.
  LidOwner owner(Lid lid) const { return lid < owners_.size() ? owners_[lid] : LidOwner{}; }
  // The switch that a LID's packets leave the fabric at: the switch itself, or the one that the end
  // port is linked to. kNone for unknown LIDs.
  SwitchIndex destination_switch(Lid lid) const {
    const LidOwner o = owner(lid);
    if (o.kind == PeerKind::kSwitch) return o.index;
    return o.kind == PeerKind::kEndPort ? end_ports_[o.index].sw : kNone;
  }

  // Node descriptions as reported; empty if unknown. Any host can choose its own: never trust them.
  std::string_view switch_name(SwitchIndex s) const { return text(switch_names_[s]); }
  std::string_view end_port_name(EndPortIndex e) const { return text(end_port_names_[e]); }
  // For messages: name and GUID, without control characters: «leaf-3 (0x2c5eab0300b87b40)».
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
