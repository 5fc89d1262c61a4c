// What the bridge asked of the functions that opensm itself defines, its program and not its
// library: in tests doubles stand in their place.
#ifndef WEFT_TESTS_SUPPORT_OPENSM_DOUBLES_H_
#define WEFT_TESTS_SUPPORT_OPENSM_DOUBLES_H_

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "plugins/opensm/opensm.h"

namespace weft::test {

struct OpensmDoubles {
  // What they answer.
  std::set<std::string> taken_names;  // routing engines that are registered already
  cl_status_t registration = CL_SUCCESS;
  std::set<const osm_physp_t*> throttled;
  std::map<ib_net64_t, std::vector<PortNum>> tables;  // by node GUID, as the switches hold them

  // What they were called for.
  struct Registered {
    std::string name;
    external_routing_engine_module_t module;
    void* context;
  };
  std::vector<Registered> registered;
  std::set<std::tuple<const osm_mcast_tbl_t*, Lid, PortNum>> multicast_entries;
  std::vector<const osm_mgrp_box_t*> purged;
  std::map<std::tuple<const osm_switch_t*, Lid, PortNum>, std::uint8_t> hops;
  std::vector<osm_signal_t> signals;
  std::vector<const osm_ucast_mgr_t*> invalidated_caches;
  std::vector<std::pair<ib_net64_t, std::uint32_t>> asked_blocks;  // of LFTs, by node GUID
};

// Those of the test at hand: each OpensmSubnet begins with new ones.
OpensmDoubles& opensm_doubles();

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_OPENSM_DOUBLES_H_
