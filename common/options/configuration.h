// All that an opensm.conf, event_plugin_options or --set say to Weft.
#ifndef WEFT_OPTIONS_CONFIGURATION_H_
#define WEFT_OPTIONS_CONFIGURATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/fabric/congestion_watch.h"
#include "common/fabric/drain.h"
#include "common/fabric/link_watch.h"
#include "common/routing/options.h"

namespace weft {

// Of the files; empty: none is configured.
struct PolicyPaths {
  std::string port_groups;  // pgrp_policy_file
  std::string topologies;   // topo_policy_file
  std::string chain;        // rch_policy_file

  friend bool operator==(const PolicyPaths&, const PolicyPaths&) = default;
};

// How new tables take the place of old ones that packets may still be under way by.
enum class Stages : std::uint8_t {
  kOne,  // at once
  kTwo,  // where that is not safe, first without the entries that are to change
};

struct Configuration {
  Options routing;  // what engines are handed
  Stages stages = Stages::kOne;
  std::uint64_t migrate = 0;  // weft_migrate: RoutingTask::most_entries
  bool rebalance = true;      // weft_rebalance: RoutingTask::rebalances, from time to time
  std::uint64_t rebalance_window = 180;  // weft_rebalance_window: seconds
  std::uint64_t rebalance_percent = 5;   // weft_rebalance_percent: RoutingTask::worse_percent
  unsigned threads = 0;           // weft_threads, routing_threads_num; 0: one for each processor
  std::string state_dir = {};     // weft_state_dir; empty: OpenSM's cache directory
  bool read_back = false;         // weft_read_back
  std::string status_file = {};   // weft_status_file; empty: none
  std::string metrics_file = {};  // weft_metrics_file; empty: none
  std::string plan_file = {};     // weft_plan_file; empty: none
  std::vector<DrainedPart> drained = {};                   // weft_drain_file
  std::shared_ptr<const ChainPolicy> drained_groups = {};  // has those that it names; null: none
  FlapLimits flaps = {};             // weft_flap_losses, weft_flap_window, weft_flap_hold
  CongestionLimits congestion = {};  // weft_congestion_upper and what follows it
  PolicyPaths policy = {};           // what the files say is read by PolicyFiles
  bool lmc_esp0 = false;             // for the tool: OpenSM gives LIDs itself
};

}  // namespace weft

#endif  // WEFT_OPTIONS_CONFIGURATION_H_
