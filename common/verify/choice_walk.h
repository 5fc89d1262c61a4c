// Follows packets that may take any of several ports: all choices to one LID at a time.
//
// A switch is safe for a LID if each of its choices leads to the LID's owner or to a safe switch.
// Safe switches are found backwards from the destination, each after all of its choices (Kahn's
// algorithm). So each comes after all switches that it sends to.
// Tested by tests/common/verify/verify_choices_test.cc.
// Tested by tests/common/verify/verify_choices_property_test.cc.
#ifndef WEFT_VERIFY_CHOICE_WALK_H_
#define WEFT_VERIFY_CHOICE_WALK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/routing/lane_plan.h"
#include "common/verify/dependencies.h"
#include "common/verify/fabric_index.h"
#include "common/verify/lane_map.h"
#include "common/verify/lid_classes.h"
#include "common/verify/port_choices.h"
#include "common/verify/senders.h"

namespace weft {

// The SLs of the packets on each turn, gathered by all workers. Memory: 2 bytes a turn and lane.
class ChoiceTurns {
 public:
  // Both must outlive it.
  ChoiceTurns(const Links& links, const LaneMap& lanes)
      : links_(&links),
        lanes_(&lanes),
        sls_(static_cast<std::size_t>(links.turn_count()) * lanes.lane_count()) {}

  // Adds packets with these SLs, by the lane of `from` that they are on, which go on to each of the
  // links `to`. Any number of threads may add.
  void add(LinkIndex from, std::span<const SlSet> sls, std::span<const LinkIndex> to);

  // The dependencies of all packets that were added.
  Dependencies dependencies() const;

 private:
  const Links* links_;
  const LaneMap* lanes_;
  std::vector<SlSet> sls_;  // by turn and lane of its first link
};

// Ports of a switch whose SL2VL map drops packets on their way from one to the other.
struct DroppingPorts {
  SwitchIndex sw;
  PortNum in;
  PortNum out;
};

// For the LIDs of a class.
struct ClassResult {
  std::uint32_t unsafe_senders = 0;   // end ports at switches that are not safe
  std::uint32_t unsafe_switches = 0;  // switches without end ports that are not safe
  bool owner_is_unsafe = false;       // the destination is not, so unsafe_senders counts the owner
  bool loops = false;                 // some choices loop, whether or not packets get there
  std::optional<DroppingPorts> drops = {};  // where packets of some of the LIDs can be dropped
};

// Each worker has its own. The arguments of the constructor must outlive it.
class ChoiceWalker {
 public:
  ChoiceWalker(const FabricIndex& index, const PortChoices& choices, const LanePlan& plan,
               const LaneMap& lanes, const SenderGroups& groups);

  // Adds the paths of end ports at safe switches to load, by link, spread evenly over the ports of
  // each switch, and adds all packets to turns. Cost: O(links + pairs of links that packets can
  // come in and go out by).
  ClassResult walk(const LidClass& lids, ChoiceTurns& turns, std::span<double> load);

  // A sentence about packets that can get lost although links lead to the LID: of the first end
  // port, else of a switch. Or about packets of a switch that no link leads there, and that can
  // loop. Nothing if there are none.
  std::optional<std::string> example(const LidClass& lids);

  // A bit for each lane that packets had on links between switches, in all walks.
  std::uint16_t used_lanes() const { return used_lanes_; }

 private:
  void load_sets(const LidClass& lids);
  void find_safe();
  void find_core();
  template <typename Visit>
  void for_each_upstream(SwitchIndex s, Visit visit) const;
  void gather_sls(const LidClass& lids);
  void spread(SwitchIndex s, ChoiceTurns& turns);
  void send(SwitchIndex s, PortNum in, SlSet sls);
  void find_drops(SwitchIndex s, PortNum in, SlSet sls);
  void spread_evenly(const LidClass& lids, std::span<double> load);
  std::string astray(SwitchIndex s) const;

  const FabricIndex* index_;
  const PortChoices* choices_;
  const LaneMap* lanes_;
  const SenderGroups* groups_;
  Senders senders_;
  std::vector<std::uint32_t> first_group_;  // S + 1: of a switch in groups_
  std::vector<PortNum> group_port_;         // by group: a port that its packets come in by

  // Of the current class.
  SwitchIndex destination_ = 0;
  PortNum right_ = 0;
  bool arrives_ = false;               // LidClass::right
  std::vector<const PortBits*> sets_;  // by switch
  std::vector<std::uint32_t> waiting_;
  std::vector<SwitchIndex> safe_;  // nearest first
  std::vector<std::uint8_t> is_safe_;
  std::vector<bool> in_core_;       // by switch: choices can lead from it into a loop
  std::vector<SlSet> sent_;         // by group
  std::vector<SlSet> there_;        // by link and lane: the SLs of packets on it
  std::vector<LinkIndex> touched_;  // links with packets
  std::vector<std::uint8_t> is_touched_;
  std::vector<LinkIndex> outs_;    // of the current switch, by its choices
  std::vector<SwitchIndex> open_;  // switches whose packets have to be spread again
  std::vector<std::uint8_t> is_open_;
  std::optional<DroppingPorts> drops_;
  std::vector<double> flow_;  // by switch
  std::uint16_t used_lanes_ = 0;
};

}  // namespace weft

#endif  // WEFT_VERIFY_CHOICE_WALK_H_
