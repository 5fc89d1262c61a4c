// FabricDrawing: limits, names and GUIDs of all generators.
#ifndef WEFT_FABRIC_GENERATORS_DRAWING_H_
#define WEFT_FABRIC_GENERATORS_DRAWING_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/fabric/builder.h"
#include "common/fabric/fabric.h"

namespace weft {

// GUIDs of generated nodes, counted from 0. They are locally administered; those of CAs and
// switches are distinct. Ports of a CA have its GUID + port number, so there is room for 255.
inline constexpr Guid switch_guid(std::uint32_t i) { return 0x0200'0001'0000'0001u + Guid{i}; }
inline constexpr Guid ca_guid(std::uint32_t i) { return 0x0200'0002'0000'0100u + Guid{i} * 0x100; }

// Products and sums of numbers from a command line, without overflow: a number that is too large
// stays too large.
inline constexpr std::uint64_t kTooMany = std::uint64_t{1} << 40;
inline std::uint64_t capped(std::uint64_t value) { return value < kTooMany ? value : kTooMany; }
inline std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kTooMany / b ? kTooMany : a * b;
}
std::uint64_t product(std::span<const unsigned> factors);

// The planned size of a fabric. Fields may be kTooMany.
struct FabricSize {
  std::uint64_t switches = 0;
  std::uint64_t switch_ports = 0;  // of the switch with the most ports
  std::uint64_t cas = 0;
  std::uint64_t ca_ports = 1;  // of each CA
};

// Hosts with several CAs, one at the same place of each of `rails` neighbouring leaf switches. CAs
// are numbered from 0, host by host.
class Rails {
 public:
  // cas: per leaf switch. Throws BadInput unless all CAs of each host have a leaf switch.
  Rails(unsigned rails, std::uint64_t leaves, std::uint64_t cas);

  // The number of the CA at a leaf's k-th place, both from 0.
  std::uint64_t ca(std::uint64_t leaf, std::uint64_t k) const {
    return (leaf / rails_ * cas_ + k) * rails_ + leaf % rails_;
  }
  // «node-0001 HCA-1»; with one CA per host the name of add_ca().
  std::string name(std::uint64_t ca) const;

 private:
  std::uint64_t rails_;
  std::uint64_t cas_;
};

class FabricDrawing {
 public:
  // topology: for messages, with article: «a torus». Throws BadInput if a subnet cannot have this
  // size.
  FabricDrawing(std::string_view topology, const FabricSize& size, LinkAttributes link);

  NodeId add_switch(std::string_view name, std::uint64_t ports);
  // ports: 1..254. Default names: node-0001, node-0002, ...
  NodeId add_ca(std::uint64_t ports, std::string_view name = {});
  // Adds `count` CAs with one port each at the switch's ports from first_port on.
  void attach_cas(NodeId sw, std::uint64_t first_port, unsigned count);
  // Links `count` consecutive ports of both nodes, from the given ports.
  void link(NodeId a, std::uint64_t port_a, NodeId b, std::uint64_t port_b, unsigned count);

  Fabric build() { return builder_.build(); }

 private:
  FabricBuilder builder_;
  LinkAttributes link_;
  std::uint32_t switches_ = 0;
  std::uint32_t cas_ = 0;
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_DRAWING_H_
