// A routing engine in a child of its own that stays, and routes whenever it is told to: so that
// several engines can take turns, and what the machine does besides meets all of them alike.
#ifndef WEFT_BENCH_RESIDENT_ENGINE_H_
#define WEFT_BENCH_RESIDENT_ENGINE_H_

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/child.h"
#include "plugins/opensm/opensm.h"

namespace weft::bench {

class ResidentEngine {
 public:
  struct Run {
    std::string engine;
    std::string tables;  // the file that gets its last ones
    // If the warm-up alone takes longer, it is the only sample. 0: never.
    double once_above_ms = 0;
  };

  // limit: for each of its routings. What fails is told by result().
  ResidentEngine(osm_opensm_t& osm, Run run, std::chrono::seconds limit);

  // Measures how fast the machine is at this moment, and routes once. A slow engine ends with that.
  void warm_up();
  // Routes once, unless it ended.
  void take_sample();
  // Ends the child, after its tables were written, unless it ended.
  void end();

  const std::string& name() const { return run_.engine; }

  // {"calibration_ms", "matrices_ms": [...], "tables_ms": [...], "processors", "start_kb",
  // "peak_kb", "one_lane"}, or {"error"}. Times have an entry a sample. processors: processor time
  // over time, of all samples together; a single-threaded engine that gets less than 1 had to share
  // its processor with something else. start_kb: peak resident memory at the start (what the subnet
  // takes); peak_kb: after all.
  const nlohmann::json& result() const { return result_; }

 private:
  nlohmann::json ask(const char* request);
  void keep(const nlohmann::json& sample);
  void fail(const std::exception& error);

  osm_opensm_t& osm_;
  Run run_;
  std::chrono::seconds limit_;
  std::optional<Child> child_;  // none: ended
  double total_ms_ = 0;
  double processor_ms_ = 0;
  nlohmann::json result_;
};

}  // namespace weft::bench

#endif  // WEFT_BENCH_RESIDENT_ENGINE_H_
