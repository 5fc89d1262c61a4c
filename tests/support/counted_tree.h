// A tree of two leaf switches (s0, s1) and two spines (s2, s3) with counters to be filled in by
// hand.
#ifndef WEFT_TESTS_SUPPORT_COUNTED_TREE_H_
#define WEFT_TESTS_SUPPORT_COUNTED_TREE_H_

#include <cstdint>
#include <vector>

#include "common/counters/link_measures.h"
#include "tests/support/sketch.h"

namespace weft::test {

// Leaves have links at ports 1 (to s2) and 2 (to s3) and CAs at ports 3 and 4: a0 and a1 at s0, a2
// and a3 at s1. Spines have the leaf s0 at port 1, s1 at port 2. The first CA of a leaf is reached
// by way of s2, the second one by s3. All links carry 4e9 octets a second.
struct CountedTree {
  static constexpr double kSeconds = 10;
  static constexpr double kCapacity = 4e9 * kSeconds;

  CountedTree() : routed(make()), loads(fabric().all_ports().size(), 0) {
    counted.counters = FabricCounters(fabric());
    counted.seconds = kSeconds;
    counted.is_between = true;
    kinds.names = {"between switches"};
    kinds.of.assign(fabric().all_ports().size(), kNone);
    for (SwitchIndex s = 0; s < 4; ++s) {
      for (const PortNum port : {PortNum{1}, PortNum{2}}) {
        kinds.of[place(s, port)] = 0;
        loads[place(s, port)] = 4;
      }
    }
  }

  static Routed make() {
    Sketch sketch(4);
    for (const SwitchIndex leaf : {0u, 1u}) {
      sketch.link(leaf, 1, 2, static_cast<PortNum>(1 + leaf));
      sketch.link(leaf, 2, 3, static_cast<PortNum>(1 + leaf));
      sketch.ca(leaf, 3);
      sketch.ca(leaf, 4);
    }
    Routed routed(sketch);
    for (EndPortIndex e = 0; e < 4; ++e) {
      const auto up = static_cast<PortNum>(1 + e % 2);
      routed.entry(1 - e / 2, lid_of_ca(e)) = up;
      for (const SwitchIndex spine : {2u, 3u}) {
        routed.entry(spine, lid_of_ca(e)) = static_cast<PortNum>(1 + e / 2);
      }
    }
    return routed;
  }

  const Fabric& fabric() const { return routed.fabric; }
  DirectionIndex place(SwitchIndex s, PortNum port) const {
    return fabric().switches()[s].first_port + port;
  }
  void set(SwitchIndex s, PortNum port, Counter counter, double value) {
    counted.counters.switch_ports[place(s, port)].set(counter, static_cast<std::uint64_t>(value),
                                                      true, false);
  }
  // Of the capacity.
  void use(SwitchIndex s, PortNum port, double part) {
    set(s, port, Counter::kXmitData, part * kCapacity);
  }
  void use_all(double part) {
    for (SwitchIndex s = 0; s < 4; ++s) {
      for (const PortNum port : {PortNum{1}, PortNum{2}}) use(s, port, part);
    }
  }
  void wait(SwitchIndex s, PortNum port, double part) {
    set(s, port, Counter::kXmitWait, part * kCapacity / 8);
  }
  FabricMeasures measures() const { return measure_links(fabric(), counted, loads, kinds); }

  Routed routed;
  CountedTraffic counted;
  std::vector<std::uint64_t> loads;
  LinkKinds kinds;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_COUNTED_TREE_H_
