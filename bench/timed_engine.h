// One routing engine of this opensm, run and timed as osm_ucast_mgr_process would run it.
#ifndef WEFT_BENCH_TIMED_ENGINE_H_
#define WEFT_BENCH_TIMED_ENGINE_H_

#include <string>

#include "plugins/opensm/opensm.h"

namespace weft::bench {

struct Sample {
  double matrices_ms;   // of build_lid_matrices
  double tables_ms;     // of ucast_build_fwd_tables
  double processor_ms;  // of both, the time that the processors worked for this process
};

// One of stock's engines, set up anew, or one that a plug-in registered and routing_engine lists.
// Changes OpenSM's state for good: for a forked child only, under OpenSM's lock.
class TimedEngine {
 public:
  // Throws std::runtime_error with a sentence if there is no such engine, or if it fails.
  TimedEngine(osm_opensm_t& osm, const std::string& name);

  // Before the routing the switches are prepared as OpenSM does, and what they hold is forgotten,
  // as on a first sweep. Afterwards new_lft has the tables. Throws std::runtime_error if it fails.
  Sample route();

  // Does it answer a path query with the SL that was asked for? Otherwise the engine spreads its
  // paths over lanes, and a cycle of its tables on one lane says nothing.
  bool one_lane() const;

 private:
  osm_opensm_t& osm_;
  osm_routing_engine_t minhop_;  // whose callbacks stand in for those that an engine does not have
  osm_routing_engine_t engine_;
};

// Of this process, resident.
long peak_memory_kb();

}  // namespace weft::bench

#endif  // WEFT_BENCH_TIMED_ENGINE_H_
