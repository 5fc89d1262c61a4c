// All settings of Weft from an opensm.conf, event_plugin_options or --set.
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

// Paths of the policy files; empty: not configured.
struct PolicyPaths {
  std::string port_groups;  // pgrp_policy_file
  std::string topologies;   // topo_policy_file
  std::string chain;        // rch_policy_file

  friend bool operator==(const PolicyPaths&, const PolicyPaths&) = default;
};

// How new tables replace old ones while packets are under way.
enum class Stages : std::uint8_t {
  kOne,  // in one step
  kTwo,  // if one step is not safe, first without the entries that change
};

struct Configuration {
  Options routing;  // for engines
  Stages stages = Stages::kOne;
  std::uint64_t migrate = 0;              // weft_migrate: RoutingTask::most_entries
  bool rebalance = true;                  // weft_rebalance: RoutingTask::rebalances, periodically
  std::uint64_t rebalance_window = 180;   // weft_rebalance_window: seconds
  std::uint64_t rebalance_percent = 5;    // weft_rebalance_percent: RoutingTask::worse_percent
  unsigned threads = 0;                   // weft_threads, routing_threads_num; 0: one per processor
  std::string state_dir = {};             // weft_state_dir; empty: OpenSM's cache directory
  bool read_back = false;                 // weft_read_back
  std::string status_file = {};           // weft_status_file; empty: none
  std::string metrics_file = {};          // weft_metrics_file; empty: none
  std::string plan_file = {};             // weft_plan_file; empty: none
  std::vector<DrainedPart> drained = {};  // weft_drain_file
  std::shared_ptr<const ChainPolicy> drained_groups = {};  // has the groups in `drained`; null:
                                                           // none
  FlapLimits flaps = {};             // weft_flap_losses, weft_flap_window, weft_flap_hold
  CongestionLimits congestion = {};  // weft_congestion_upper and the options after it
  PolicyPaths policy = {};           // PolicyFiles reads the files
  bool lmc_esp0 = false;             // for the tool: OpenSM assigns LIDs itself
};

}  // namespace weft

#endif  // WEFT_OPTIONS_CONFIGURATION_H_
