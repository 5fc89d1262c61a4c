#include "bench/resident_engine.h"

#include <exception>
#include <memory>
#include <utility>

#include "bench/calibration.h"
#include "bench/table_file.h"
#include "bench/timed_engine.h"

namespace weft::bench {
namespace {

using Json = nlohmann::json;

// What the child asks of itself. It sets the engine up with the first request, where a failure has
// somebody to tell it to.
class Answers {
 public:
  Answers(osm_opensm_t& osm, const ResidentEngine::Run& run) : osm_(osm), run_(run) {}

  std::string operator()(const std::string& request) {
    if (!engine_) {
      start_kb_ = peak_memory_kb();
      engine_ = std::make_shared<TimedEngine>(osm_, run_.engine);
    }
    return (request == "route" ? route() : end()).dump();
  }

 private:
  Json route() {
    const Sample sample = engine_->route();
    return {{"matrices_ms", sample.matrices_ms},
            {"tables_ms", sample.tables_ms},
            {"processor_ms", sample.processor_ms}};
  }

  Json end() {
    const long peak_kb = peak_memory_kb();  // without what comes now
    save_new_tables(osm_, run_.tables);
    return {{"start_kb", start_kb_}, {"peak_kb", peak_kb}, {"one_lane", engine_->one_lane()}};
  }

  osm_opensm_t& osm_;
  const ResidentEngine::Run& run_;
  std::shared_ptr<TimedEngine> engine_;  // shared, since std::function copies
  long start_kb_ = 0;
};

}  // namespace

ResidentEngine::ResidentEngine(osm_opensm_t& osm, Run run, std::chrono::seconds limit)
    : osm_(osm), run_(std::move(run)), limit_(limit) {}

void ResidentEngine::warm_up() {
  try {
    // In a child too, for its memory.
    const std::string calibration =
        run_in_child(osm_, std::chrono::seconds(60), [] { return Json(calibration_ms()).dump(); });
    result_["calibration_ms"] = Json::parse(calibration);
    child_.emplace(osm_, Answers(osm_, run_));
    const Json sample = ask("route");
    const double ms = sample.at("matrices_ms").get<double>() + sample.at("tables_ms").get<double>();
    if (run_.once_above_ms == 0 || ms <= run_.once_above_ms) return;
    keep(sample);
    end();
  } catch (const std::exception& error) {
    fail(error);
  }
}

void ResidentEngine::take_sample() {
  if (!child_) return;
  try {
    keep(ask("route"));
  } catch (const std::exception& error) {
    fail(error);
  }
}

void ResidentEngine::end() {
  if (!child_) return;
  try {
    result_.update(ask("end"));
    result_["processors"] = total_ms_ > 0 ? processor_ms_ / total_ms_ : 0;
    child_.reset();
  } catch (const std::exception& error) {
    fail(error);
  }
}

Json ResidentEngine::ask(const char* request) { return Json::parse(child_->ask(request, limit_)); }

void ResidentEngine::keep(const Json& sample) {
  for (const char* part : {"matrices_ms", "tables_ms"}) {
    result_[part].push_back(sample.at(part));
    total_ms_ += sample.at(part).get<double>();
  }
  processor_ms_ += sample.at("processor_ms").get<double>();
}

void ResidentEngine::fail(const std::exception& error) {
  child_.reset();
  result_ = Json{{"error", error.what()}};
}

}  // namespace weft::bench
