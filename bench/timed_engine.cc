#include "bench/timed_engine.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "bench/subnet.h"
#include "common/base/stopwatch.h"

// Exported by opensm, but in none of its public headers.
extern "C" {
int osm_ucast_minhop_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_updn_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_dnup_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_file_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_ftree_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_lash_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_dor_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_torus2QoS_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_nue_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_sssp_setup(osm_routing_engine_t*, osm_opensm_t*);
int osm_ucast_dfsssp_setup(osm_routing_engine_t*, osm_opensm_t*);
}

namespace weft::bench {
namespace {

struct StockEngine {
  std::string_view name;
  osm_routing_engine_type_t type;
  int (*setup)(osm_routing_engine_t*, osm_opensm_t*);
};

constexpr std::array<StockEngine, 11> kStockEngines = {{
    {"minhop", OSM_ROUTING_ENGINE_TYPE_MINHOP, osm_ucast_minhop_setup},
    {"updn", OSM_ROUTING_ENGINE_TYPE_UPDN, osm_ucast_updn_setup},
    {"dnup", OSM_ROUTING_ENGINE_TYPE_DNUP, osm_ucast_dnup_setup},
    {"file", OSM_ROUTING_ENGINE_TYPE_FILE, osm_ucast_file_setup},
    {"ftree", OSM_ROUTING_ENGINE_TYPE_FTREE, osm_ucast_ftree_setup},
    {"lash", OSM_ROUTING_ENGINE_TYPE_LASH, osm_ucast_lash_setup},
    {"dor", OSM_ROUTING_ENGINE_TYPE_DOR, osm_ucast_dor_setup},
    {"torus-2QoS", OSM_ROUTING_ENGINE_TYPE_TORUS_2QOS, osm_ucast_torus2QoS_setup},
    {"nue", OSM_ROUTING_ENGINE_TYPE_NUE, osm_ucast_nue_setup},
    {"sssp", OSM_ROUTING_ENGINE_TYPE_SSSP, osm_ucast_sssp_setup},
    {"dfsssp", OSM_ROUTING_ENGINE_TYPE_DFSSSP, osm_ucast_dfsssp_setup},
}};

osm_routing_engine_t set_up(const StockEngine& stock, osm_opensm_t& osm) {
  osm_routing_engine_t engine{};
  engine.name = stock.name.data();
  engine.type = stock.type;
  if (stock.setup(&engine, &osm) != 0) {
    throw std::runtime_error(fmt::format("stock's engine {} cannot be set up", stock.name));
  }
  return engine;
}

osm_routing_engine_t find_engine(osm_opensm_t& osm, const std::string& name) {
  for (const StockEngine& stock : kStockEngines) {
    if (stock.name == name) return set_up(stock, osm);
  }
  for (const osm_routing_engine_t* e = osm.routing_engine_list; e != nullptr; e = e->next) {
    if (e->name != nullptr && name == e->name) return *e;
  }
  throw std::runtime_error(
      fmt::format("opensm has no routing engine {}: it is none of stock's, and no plug-in has "
                  "registered it (or its setup failed; see osm.log)",
                  name));
}

// What ucast_mgr_setup_all_switches does, after forgetting what the switches hold.
void prepare_first_sweep(osm_opensm_t& osm) {
  const std::size_t size = cl_ptr_vector_get_size(&osm.subn.port_lid_tbl);
  const auto max_lid = static_cast<std::uint16_t>(size == 0 ? 0 : size - 1);
  osm.subn.ignore_existing_lfts = TRUE;
  for (osm_switch_t* sw : switches_of(osm)) {
    if (osm_switch_prepare_path_rebuild(sw, max_lid) != 0) {
      throw std::runtime_error("opensm has not enough memory to prepare its switches");
    }
    if (sw->lft != nullptr) std::memset(sw->lft, OSM_NO_PATH, sw->lft_size);
  }
  // Stock does this too, before it calls the engine.
  if (osm.subn.opt.scatter_ports != 0) srandom(osm.subn.opt.scatter_ports);
}

template <typename Work>
double timed_ms(Work work) {
  const Stopwatch stopwatch;
  work();
  return stopwatch.ms();
}

// An engine's callback, or stock's own where there is none or it asks for that.
void call(int (*callback)(void*), void* context, int (*stock)(void*), void* stock_context,
          std::string_view what) {
  int outcome = callback == nullptr ? 1 : callback(context);
  if (outcome > 0) outcome = stock(stock_context);
  if (outcome < 0) {
    throw std::runtime_error(fmt::format("{} failed with {}; see osm.log", what, outcome));
  }
}

double used_processor_ms() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) * 1e-6;
}

std::vector<ib_net16_t> some_end_port_lids(const osm_opensm_t& osm, std::size_t count) {
  std::vector<ib_net16_t> lids;
  const std::size_t size = cl_ptr_vector_get_size(&osm.subn.port_lid_tbl);
  for (std::size_t lid = 1; lid < size; lid += size / (4 * count) + 1) {
    const auto* port = static_cast<osm_port_t*>(cl_ptr_vector_get(&osm.subn.port_lid_tbl, lid));
    if (port != nullptr && osm_node_get_type(port->p_node) != IB_NODE_TYPE_SWITCH) {
      lids.push_back(cl_hton16(static_cast<std::uint16_t>(lid)));
    }
  }
  return lids;
}

bool answers_with_the_hint(const osm_opensm_t& osm, const osm_routing_engine_t& engine) {
  if (engine.path_sl == nullptr) return true;
  const auto lids = some_end_port_lids(osm, 32);
  for (const ib_net16_t from : lids) {
    for (const ib_net16_t to : lids) {
      for (std::uint8_t hint = 0; hint < 8; ++hint) {
        if (from != to && engine.path_sl(engine.context, hint, from, to) != hint) return false;
      }
    }
  }
  return true;
}

}  // namespace

TimedEngine::TimedEngine(osm_opensm_t& osm, const std::string& name)
    : osm_(osm), minhop_(set_up(kStockEngines[0], osm)), engine_(find_engine(osm, name)) {}

Sample TimedEngine::route() {
  prepare_first_sweep(osm_);
  Sample sample{};
  const double before_ms = used_processor_ms();
  sample.matrices_ms = timed_ms([&] {
    call(engine_.build_lid_matrices, engine_.context, minhop_.build_lid_matrices, minhop_.context,
         "build_lid_matrices");
  });
  sample.tables_ms = timed_ms([&] {
    call(engine_.ucast_build_fwd_tables, engine_.context, minhop_.ucast_build_fwd_tables,
         minhop_.context, "ucast_build_fwd_tables");
  });
  sample.processor_ms = used_processor_ms() - before_ms;
  return sample;
}

// A plug-in's engine says what it answers for as it routes, in OpenSM's list.
bool TimedEngine::one_lane() const {
  for (const osm_routing_engine_t* e = osm_.routing_engine_list; e != nullptr; e = e->next) {
    if (e->context == engine_.context && e->name == engine_.name) {
      return answers_with_the_hint(osm_, *e);
    }
  }
  return answers_with_the_hint(osm_, engine_);
}

long peak_memory_kb() {
  std::ifstream status("/proc/self/status");
  std::string key;
  while (status >> key) {
    long kilobytes = 0;
    if (key == "VmHWM:" && status >> kilobytes) return kilobytes;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  throw std::runtime_error("/proc/self/status does not tell the peak memory");
}

}  // namespace weft::bench
