// Common queries of a fabric: the LIDs of a port, the end ports of a switch, and others.
#ifndef WEFT_FABRIC_COUNTS_H_
#define WEFT_FABRIC_COUNTS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// Consecutive LIDs of one port: the base LID and its path bits.
struct LidRange {
  Lid first = 0;
  std::uint32_t count = 0;

  class Iterator {
   public:
    explicit Iterator(std::uint32_t lid) : lid_(lid) {}
    Lid operator*() const { return static_cast<Lid>(lid_); }
    Iterator& operator++() {
      ++lid_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::uint32_t lid_;
  };
  Iterator begin() const { return Iterator(first); }
  Iterator end() const { return Iterator(first + count); }
  bool contains(std::uint32_t lid) const { return lid - first < count; }
};

// Empty without a base LID.
inline LidRange lids_of(Lid base, std::uint8_t lmc) { return {base, base == 0 ? 0 : 1u << lmc}; }
inline LidRange lids_of(const EndPort& port) { return lids_of(port.lid, port.lmc); }
inline LidRange lids_of(const Switch& sw) { return lids_of(sw.lid, sw.lmc); }

// 0..S - 1, for use as destinations: results are then indexed by SwitchIndex.
std::vector<SwitchIndex> all_switches(const Fabric& fabric);

// By switch: the number of end ports linked to it. Shows where the leaf switches are, and so which
// direction is up.
std::vector<std::uint32_t> end_ports_by_switch(const Fabric& fabric);

// By switch: the number of its end ports that have a LID. Only these are sources of load, for all
// engines, both balances and verify: an end port without a LID can neither send nor receive.
//
// In the part of a fabric for one path bit (take_part), ports that lack the bit have no LID in the
// part, but still send to other ports if the LMCs of CAs differ (OpenSM gives all CAs one LMC). So
// use end_ports_by_switch() to decide which lanes a path needs. The load of these ports is not
// counted.
std::vector<std::uint32_t> sources_by_switch(const Fabric& fabric);

// True if the end port is of an aggregation node, by its node description: a CA inside a switch
// that reduces data from hosts. Switches of every level have one, and no process runs there.
bool is_aggregation_node(const Fabric& fabric, EndPortIndex e);

// True if the end port is of a host: of a CA that is not an aggregation node.
bool is_host_port(const Fabric& fabric, EndPortIndex e);

// The number of CAs linked to switches, each counted once.
std::uint32_t count_cas(const Fabric& fabric);

// Links from the switch to other switches.
std::uint32_t links_to_switches(const Fabric& fabric, SwitchIndex s);

// Links between switches and links of end ports.
std::uint64_t count_links(const Fabric& fabric);

// The fewest data VLs of a link between switches; 1 without any.
unsigned fewest_data_vls(const Fabric& fabric);

// The node GUIDs by switch; used to order switches of equal rank.
std::vector<std::uint64_t> guids_by_switch(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_COUNTS_H_
