// What much of Weft asks of a fabric: the LIDs of a port, and how many end ports a switch has.
#ifndef WEFT_FABRIC_COUNTS_H_
#define WEFT_FABRIC_COUNTS_H_

#include <cstdint>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft {

// LIDs that follow each other: those of one port, the base LID and its path bits.
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

// Empty where there is no base LID.
inline LidRange lids_of(Lid base, std::uint8_t lmc) { return {base, base == 0 ? 0 : 1u << lmc}; }
inline LidRange lids_of(const EndPort& port) { return lids_of(port.lid, port.lmc); }
inline LidRange lids_of(const Switch& sw) { return lids_of(sw.lid, sw.lmc); }

// 0 .. S - 1: as destinations, so that what there is for each of them is by SwitchIndex.
std::vector<SwitchIndex> all_switches(const Fabric& fabric);

// By switch: the end ports that are linked to it. This tells what a fabric is: where its leaves
// are, which way is up.
std::vector<std::uint32_t> end_ports_by_switch(const Fabric& fabric);

// By switch: those among them that have a LID. They alone are sources of load, for every engine,
// for both balances and for verify: without a LID, an end port can neither send nor be sent to,
// since no packet can name it.
//
// In the part of a fabric that one path bit is routed in (take_part) the ports that lack the bit
// have no LID either, and send to the others all the same, where the LMCs of CAs differ (OpenSM
// gives all of them one). So a lane that a path *needs* is asked of end_ports_by_switch(); what
// such ports load is not counted.
std::vector<std::uint32_t> sources_by_switch(const Fabric& fabric);

// Is an end port that of an aggregation node, by its node description? That is a CA inside a
// switch, which reduces what hosts send it. Switches of every level have one, and no process runs
// there.
bool is_aggregation_node(const Fabric& fabric, EndPortIndex e);

// Is it that of a host: of a CA that is no aggregation node?
bool is_host_port(const Fabric& fabric, EndPortIndex e);

// How many CAs are linked to switches, each once, whatever its ports.
std::uint32_t count_cas(const Fabric& fabric);

// Between switches, and of end ports.
std::uint64_t count_links(const Fabric& fabric);

// The fewest data VLs that a linked port of a switch has; 1 without any.
unsigned fewest_data_vls(const Fabric& fabric);

// The node GUIDs, by switch: what switches of equal rank are ordered by.
std::vector<std::uint64_t> guids_by_switch(const Fabric& fabric);

}  // namespace weft

#endif  // WEFT_FABRIC_COUNTS_H_
