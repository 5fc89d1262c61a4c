// One routing engine of this opensm, run and timed as osm_ucast_mgr_process would run it.
#ifndef WEFT_BENCH_TIMED_ENGINE_H_
#define WEFT_BENCH_TIMED_ENGINE_H_

#include <string>
#include <vector>

#include "plugins/opensm/opensm.h"

namespace weft::bench {

struct HowOften {
  unsigned samples = 5;  // after one warm-up
  // If the warm-up alone took longer than this, it is the only sample. 0: never.
  double once_above_ms = 0;
};

struct Timing {
  std::vector<double> matrices_ms;  // of build_lid_matrices, a sample each
  std::vector<double> tables_ms;    // of ucast_build_fwd_tables, with the same index
  // Processor time over time, of all samples together. A single-threaded engine that gets less than
  // 1 had to share its processor with something else.
  double processors = 0;
  // Peak resident memory of this process, in kB: at the start (what the subnet takes) and after
  // all.
  long start_kb = 0;
  long peak_kb = 0;
  // Answers a path query with the SL that was asked for. Otherwise the engine spreads its paths
  // over lanes, and a cycle of its tables on one lane says nothing.
  bool one_lane = true;
};

// Routes with the engine of this name: one of stock's, set up anew, or one that a plug-in
// registered and routing_engine lists. Before each routing the switches are prepared as OpenSM
// does, and what they hold is forgotten, as on a first sweep. Afterwards new_lft has the tables of
// the last sample. Changes OpenSM's state for good: for a forked child only, under OpenSM's lock.
// Throws std::runtime_error with a sentence if there is no such engine, or if it fails.
Timing time_engine(osm_opensm_t& osm, const std::string& name, const HowOften& how_often);

}  // namespace weft::bench

#endif  // WEFT_BENCH_TIMED_ENGINE_H_
