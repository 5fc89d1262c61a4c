// libweft-versus: an event plug-in that sets routing engines of one opensm side by side, on the
// subnet that it has just discovered. bench/versus-opensm starts it and says how.
//
// Environment: WEFT_VERSUS_PLAN names a file with what is to be done:
//   {"results": PATH, "samples": 5, "limit_s": 900, "threads": 0,
//    "runs":  [{"engine": ..., "tables": PATH to write, "once_above_ms": 0}],
//    "judge": [{"id": ..., "tables": PATH to read, "compare": PATH or null}]}
// The results are written when all is done (to a temporary name first), in the form that
// write_results shows; each part that failed has only "error".
#include <fmt/format.h>
#include <xxhash.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <list>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/judge.h"
#include "bench/resident_engine.h"
#include "bench/subnet.h"
#include "bench/table_file.h"
#include "plugins/opensm/opensm.h"

namespace weft::bench {
namespace {

using Json = nlohmann::json;

class Versus {
 public:
  Versus(osm_opensm_t& osm, Json plan)
      : osm_(osm), plan_(std::move(plan)), limit_(plan_.at("limit_s").get<unsigned>()) {}

  Json run() {
    Json results;
    results["opensm"] = osm_.osm_version;
    results["fabric"] = in_child([this] { return describe_fabric(); });
    results["runs"] = run_engines();
    for (const Json& tables : plan_.at("judge")) {
      results["judged"][tables.at("id").get<std::string>()] =
          in_child([&] { return judge_tables(tables); });
    }
    return results;
  }

 private:
  // All engines one after the other, and that once for each sample.
  Json run_engines() {
    std::list<ResidentEngine> engines;
    for (const Json& run : plan_.at("runs")) {
      engines.emplace_back(osm_,
                           ResidentEngine::Run{run.at("engine").get<std::string>(),
                                               run.at("tables").get<std::string>(),
                                               run.at("once_above_ms").get<double>()},
                           limit_);
      engines.back().warm_up();
    }
    for (unsigned i = plan_.at("samples").get<unsigned>(); i > 0; --i) {
      for (ResidentEngine& engine : engines) engine.take_sample();
    }
    Json results = Json::object();
    for (ResidentEngine& engine : engines) {
      engine.end();
      results[engine.name()] = engine.result();
    }
    return results;
  }

  Json in_child(const std::function<Json()>& work) {
    try {
      return Json::parse(run_in_child(osm_, limit_, [&] { return work().dump(); }));
    } catch (const std::exception& error) {
      return Json{{"error", error.what()}};
    }
  }

  Json describe_fabric() const {
    const Fabric fabric = fabric_of(osm_);
    std::vector<Guid> owners;  // of each LID
    for (std::uint32_t lid = 0; lid <= fabric.max_lid(); ++lid) {
      const LidOwner owner = fabric.owner(static_cast<Lid>(lid));
      owners.push_back(owner.kind == PeerKind::kSwitch ? fabric.switches()[owner.index].node_guid
                       : owner.kind == PeerKind::kEndPort
                           ? fabric.end_ports()[owner.index].port_guid
                           : 0);
    }
    unsigned links = 0;  // between switches
    for (const Port& port : fabric.all_ports()) links += port.kind == PeerKind::kSwitch ? 1 : 0;
    return {{"switches", fabric.switch_count()},
            {"end_ports", fabric.end_port_count()},
            {"links", links / 2},
            {"lids", fabric.lid_count()},
            {"lid_digest",
             fmt::format("{:016x}", XXH3_64bits(owners.data(), owners.size() * sizeof(Guid)))}};
  }

  Json judge_tables(const Json& entry) const {
    const Fabric fabric = fabric_of(osm_);
    const Workers workers(plan_.at("threads").get<unsigned>());
    TableBlock block = load_tables(fabric, entry.at("tables").get<std::string>());
    const Judgement j = judge(fabric, block.tables(), workers);
    Json result = {{"unreachable_pairs", j.unreachable_pairs},
                   {"forwarding_loops", j.forwarding_loops},
                   {"credit_loop", j.credit_loop},
                   {"max_link_load", j.max_link_load},
                   {"mean_link_load", j.mean_link_load},
                   {"unused_links", j.unused_links},
                   {"ebb", j.effective_bisection_bandwidth},
                   {"shift", j.shift_busiest_link}};
    if (entry.at("compare").is_string()) {
      TableBlock other = load_tables(fabric, entry.at("compare").get<std::string>());
      result["differing_entries"] = differing_entries(fabric, block.tables(), other.tables());
    }
    return result;
  }

  osm_opensm_t& osm_;
  Json plan_;
  std::chrono::seconds limit_;
};

struct Plugin {
  osm_opensm_t* osm = nullptr;
  bool done = false;
};

Json read_plan() {
  const char* path = std::getenv("WEFT_VERSUS_PLAN");
  if (path == nullptr) throw std::runtime_error("WEFT_VERSUS_PLAN is not set");
  std::ifstream file(path);
  return Json::parse(file);
}

void write_results(const Json& results, const std::string& path) {
  const std::string unfinished = path + ".part";
  std::ofstream file(unfinished);
  file << results.dump() << '\n';
  file.close();
  if (!file || std::rename(unfinished.c_str(), path.c_str()) != 0) {
    throw std::runtime_error(path + ": the results cannot be written");
  }
}

void* create(osm_opensm_t* osm) { return new (std::nothrow) Plugin{osm, false}; }

void destroy(void* data) { delete static_cast<Plugin*>(data); }

void report(void* data, osm_epi_event_id_t event, void*) {
  auto* plugin = static_cast<Plugin*>(data);
  if (event != OSM_EVENT_ID_UCAST_ROUTING_DONE || plugin->done) return;
  plugin->done = true;
  try {
    const Json plan = read_plan();
    write_results(Versus(*plugin->osm, plan).run(), plan.at("results").get<std::string>());
  } catch (const std::exception& error) {
    osm_log_v2(&plugin->osm->log, OSM_LOG_ERROR, 0, "versus: %s\n", error.what());
  }
}

}  // namespace
}  // namespace weft::bench

extern "C" {
extern __attribute__((visibility("default"))) osm_event_plugin_t osm_event_plugin;
osm_event_plugin_t osm_event_plugin = {OSM_VERSION, weft::bench::create, weft::bench::destroy,
                                       weft::bench::report};
}
