// Reads what switches do with packets: forwarding tables and SL2VL maps.
// Tested by tests/common/live/subnet_test.cc.
#ifndef WEFT_LIVE_SWITCH_TABLES_H_
#define WEFT_LIVE_SWITCH_TABLES_H_

#include <functional>

#include "common/live/exchange.h"
#include "common/live/subnet.h"

namespace weft {

// Reads the tables of all switches that reported the length of theirs. after_each: called after
// each answer.
void read_switch_tables(Exchange& exchange, LiveSubnet& subnet,
                        const std::function<void()>& after_each);

// Does a link between switches have several data VLs?
bool has_lanes(const LiveSubnet& subnet);

// Reads the maps of all pairs of linked ports, also with in port 0 (packets that the switch itself
// sends).
void read_lane_maps(Exchange& exchange, LiveSubnet& subnet,
                    const std::function<void()>& after_each);

}  // namespace weft

#endif  // WEFT_LIVE_SWITCH_TABLES_H_
