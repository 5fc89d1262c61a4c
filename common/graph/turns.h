// Turns beyond those of up*/down* routing that still leave the channels of a fabric free of cyclic
// dependencies (Dally and Seitz, Deadlock-Free Message Routing in Multiprocessor Interconnection
// Networks, 1987).
#ifndef WEFT_GRAPH_TURNS_H_
#define WEFT_GRAPH_TURNS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/graph/up_down.h"

namespace weft {

// A channel is a directed link between two switches, told by the position of its sending port in
// Fabric::all_ports().
using ChannelIndex = std::uint32_t;

class Turns {
 public:
  // Holds all turns of up*/down*, but none straight back to where a packet came from. budget: how
  // many turns may be looked at in all; after that, no more are added. Fabric and orientation must
  // outlive this.
  Turns(const Fabric& fabric, const Orientation& orientation, std::uint64_t budget);

  // Adds the turn from a channel to one that begins where the first ends, unless that closes a
  // cycle; false if it was not added. A turn that was refused stays so.
  // Cost: O(turns) of a new turn against the rule, else O(1).
  bool add(ChannelIndex in, ChannelIndex out);

  // Adds all turns from above to above at some switches (by switch), if that closes no cycle; false
  // if nothing was added. Cost: O(all turns), whatever the budget is.
  bool add_valleys(std::vector<bool> valleys);

  // Is that turn one of up*/down*?
  bool by_rule(ChannelIndex in, ChannelIndex out) const;

 private:
  bool by_valley(ChannelIndex in, ChannelIndex out) const;
  // Calls visit(out) for each turn from a channel that is there.
  template <typename Visit>
  void for_each_turn(ChannelIndex in, Visit visit) const;
  bool reaches(ChannelIndex from, ChannelIndex to);
  bool has_cycle() const;

  const Fabric* fabric_;
  std::vector<SwitchIndex> sender_;  // by channel; kNone: no link to another switch
  std::vector<char> goes_up_;        // by channel
  std::vector<bool> valleys_;        // by switch; empty: none
  std::unordered_map<std::uint64_t, bool> asked_;
  std::unordered_map<ChannelIndex, std::vector<ChannelIndex>> added_;
  std::uint64_t budget_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> seen_;  // by channel: the stamp of the last search that came by
  std::vector<ChannelIndex> stack_;
};

}  // namespace weft

#endif  // WEFT_GRAPH_TURNS_H_
