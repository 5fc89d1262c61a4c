// Fabrics drawn by hand, with tables to be filled in by hand.
#ifndef WEFT_TESTS_SUPPORT_SKETCH_H_
#define WEFT_TESTS_SUPPORT_SKETCH_H_

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/fabric/builder.h"
#include "common/verify/verify.h"

namespace weft::test {

using Cycle = std::vector<Channel>;

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "«" << text << "» does not contain «" << part << "»";
}

// Switches s0, s1, ... with LIDs 1, 2, ... and CAs a0, a1, ... with LIDs 100, 101, ...
constexpr Lid lid_of_switch(SwitchIndex s) { return static_cast<Lid>(1 + s); }
constexpr Lid lid_of_ca(EndPortIndex a) { return static_cast<Lid>(100 + a); }

class Sketch {
 public:
  explicit Sketch(std::uint32_t switches, PortNum ports = 8) : builder_("sketch") {
    for (std::uint32_t s = 0; s < switches; ++s) {
      const std::string name = "s" + std::to_string(s);
      builder_.add_node(
          {.type = NodeType::kSwitch, .node_guid = 1 + s, .port_count = ports, .name = name});
      builder_.set_address(s, 0, 0, lid_of_switch(s), 0);
    }
  }
  void link(SwitchIndex a, PortNum port_a, SwitchIndex b, PortNum port_b) {
    builder_.add_link(a, port_a, b, port_b, {});
  }
  void ca(SwitchIndex s, PortNum port, Lid lid, std::uint8_t lmc = 0) {
    const std::string name = "a" + std::to_string(cas_);
    const NodeId node = builder_.add_node(
        {.type = NodeType::kCa, .node_guid = 0x1000 + 16 * cas_, .port_count = 1, .name = name});
    builder_.add_link(node, 1, s, port, {});
    builder_.set_address(node, 1, 0, lid, lmc);
    ++cas_;
  }
  void ca(SwitchIndex s, PortNum port) { ca(s, port, lid_of_ca(cas_)); }
  Fabric build() { return builder_.build(); }

 private:
  FabricBuilder builder_;
  EndPortIndex cas_ = 0;
};

// A fabric with tables, all entries kNoPath at first but those of the LIDs' own switches.
struct Routed {
  explicit Routed(Sketch& sketch) : Routed(sketch.build()) {}
  explicit Routed(Fabric f) : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
      const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
      if (owner.kind == PeerKind::kSwitch) entry(owner.index, static_cast<Lid>(lid)) = 0;
      if (owner.kind != PeerKind::kEndPort) continue;
      const EndPort& e = fabric.end_ports()[owner.index];
      entry(e.sw, static_cast<Lid>(lid)) = e.switch_port;
    }
  }
  PortNum& entry(SwitchIndex s, Lid lid) { return block.tables().row(s)[lid]; }
  // All entries of a switch for other switches and their CAs.
  void all_else(SwitchIndex s, PortNum port) {
    for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
      const SwitchIndex d = fabric.destination_switch(static_cast<Lid>(lid));
      if (d != kNone && d != s) entry(s, static_cast<Lid>(lid)) = port;
    }
  }
  RoutingView view() {
    return {fabric, block.tables(), lanes, sl2vl ? &*sl2vl : nullptr,
            multicast ? &*multicast : nullptr};
  }
  Verdict verdict() { return verify(view(), Workers(2)); }

  Fabric fabric;
  TableBlock block;
  LanePlan lanes = OneLane{};
  std::optional<Sl2Vl> sl2vl;
  std::optional<MulticastPlan> multicast;
};

// a0 - s0 - s1 - a1: links at ports 1, CAs at ports 3.
inline Routed two_switches() {
  Sketch sketch(2);
  sketch.link(0, 1, 1, 1);
  sketch.ca(0, 3);
  sketch.ca(1, 3);
  Routed routed(sketch);
  routed.all_else(0, 1);
  routed.all_else(1, 1);
  return routed;
}

// A ring of switches with one CA each at port 3, routed clockwise: port 1 leads to the next switch,
// whose port 2 it is.
inline Routed clockwise_ring(SwitchIndex switches) {
  Sketch sketch(switches);
  for (SwitchIndex s = 0; s < switches; ++s) sketch.link(s, 1, (s + 1) % switches, 2);
  for (SwitchIndex s = 0; s < switches; ++s) sketch.ca(s, 3);
  Routed routed(sketch);
  for (SwitchIndex s = 0; s < switches; ++s) routed.all_else(s, 1);
  return routed;
}

// A ring of three. The paths of two links are 0->2 (over 1), 1->0 (over 2) and 2->1 (over 0). If
// the last one has a lane of its own, lane 0 has 0-1, 1-2, 2-0 in a row and no cycle.
inline Routed ring_with_a_dateline() {
  Routed routed = clockwise_ring(3);
  SlByPath plan;
  plan.rows.assign(3, std::vector<Sl>(lid_of_ca(2) + 1, 0));
  plan.rows[2][lid_of_ca(1)] = 1;
  routed.lanes = std::move(plan);
  return routed;
}

// A ring of n switches, port 1 to the next, port 2 to the one before; extra parallel links from
// switch 0 to switch 1 at ports 3 and 4, a link of switch 2 to itself at its ports 5 and 6.
inline Fabric ring_with_odd_links(unsigned n) {
  FabricBuilder builder("ring");
  for (unsigned i = 0; i < n; ++i) {
    builder.add_node({NodeType::kSwitch, i + 1u, 0, 6, false, true, "", 0});
  }
  for (unsigned i = 0; i < n; ++i) builder.add_link(i, 1, (i + 1) % n, 2, {});
  builder.add_link(0, 4, 1, 3, {});
  builder.add_link(0, 3, 1, 4, {});
  builder.add_link(2, 5, 2, 6, {});
  return builder.build();
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SKETCH_H_
