#include "tools/weft/daemon_conf.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "common/base/file.h"
#include "common/options/conf_lines.h"
#include "common/options/engine_list.h"
#include "common/options/option_reader.h"
#include "common/options/stored_files.h"
#include "common/policy/guid_groups.h"
#include "common/policy/policy_files.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

std::string or_nothing(const char* text) { return text != nullptr ? text : ""; }

// True if a module that opensm loads has the engine.
bool is_loaded(const EngineInfo& engine, std::span<const std::string_view> plugins) {
  const std::string own = fmt::format("weft-{}", engine.name);
  return std::ranges::any_of(plugins,
                             [&](std::string_view name) { return name == "weft" || name == own; });
}

ListedEngine listed(std::string_view name, std::span<const std::string_view> plugins) {
  ListedEngine entry = {std::string(name)};
  if (is_stock_engine(name)) {
    entry.routes_all = name == "minhop" || name == "sssp";
    entry.why_not = entry.routes_all
                        ? "it is OpenSM's own engine, which routes every fabric: no engine behind "
                          "it is asked"
                        : "it is OpenSM's own engine, which is not available here: if it routes "
                          "the fabric, its tables are active, and not these";
    return entry;
  }
  const EngineInfo* const engine = find_registered(name);
  if (name == kFatalEngine) {
    entry.why_not = "opensm ends with a segmentation fault where it is named";
  } else if (engine == nullptr) {
    entry.why_not = "there is no such engine: opensm leaves it out";
  } else if (!is_loaded(*engine, plugins)) {
    entry.why_not = "event_plugin_name loads no plug-in that has it: opensm leaves it out";
  } else {
    entry.engine = engine;
  }
  return entry;
}

void list_engines(const StockConf& stock, DaemonConf& conf) {
  const std::string loaded = or_nothing(stock.text("event_plugin_name"));
  const std::string list = or_nothing(stock.text("routing_engine"));
  const std::vector<std::string_view> plugins = plugins_in(loaded);
  for (const std::string_view name : engines_in(list)) {
    if (name == kNoFallback) {
      conf.no_fallback = true;
    } else {
      conf.engines.push_back(listed(name, plugins));
    }
  }
}

bool asks(const DaemonConf& conf, std::string_view engine) {
  return std::ranges::any_of(conf.engines, [&](const ListedEngine& entry) {
    return entry.engine != nullptr && entry.engine->name == engine;
  });
}

// Reads them like the plug-in: for a chain, and for groups that files name.
void read_policy_files(DaemonConf& conf, const Workers& workers) {
  Configuration& settings = conf.settings;
  const bool has_chain = asks(conf, "chain");
  if (!has_chain && !names_groups(settings)) return;
  PolicyFiles files;
  const PolicyFiles::Report report =
      files.read(files_to_read(settings, has_chain), step_engine_names(), workers);
  warn_all(report.errors);
  warn_all(report.warnings);
  warn_all(report.notes);
  settings.drained_groups = files.policy();
  if (has_chain) settings.routing.chain = files.policy();
  if (names_groups(settings.routing)) settings.routing.port_groups = files.policy();
}

void read_stored_files(const StockConf& stock, DaemonConf& conf, const Workers& workers) {
  const std::shared_ptr<const ChainPolicy> groups = conf.settings.drained_groups;
  if (!asks(conf, "file") && (groups == nullptr || !names_engine(*groups, "file"))) return;
  StoredFiles files;
  const StoredFiles::Report report =
      files.read(stock.text("lfts_file"), stock.text("lid_matrix_dump_file"), workers);
  warn_all(report.errors);
  warn_all(report.warnings);
  conf.settings.routing.stored_tables = files.tables();
  conf.settings.routing.stored_hops = files.hops();
}

}  // namespace

DaemonConf read_daemon_conf(const std::string& path, std::span<const EngineInfo* const> asked,
                            const Workers& workers) {
  const StockConf stock(read_regular_file(path, kLargestConf));
  DaemonConf conf = {path};
  OptionReader reader;
  warn_all(reader.read(path, true, or_nothing(stock.text("event_plugin_options")), stock.files()));
  conf.settings = reader.options();
  stock.take_values(conf.settings);
  conf.qos = stock.qos();
  conf.lmc = stock.lmc();
  list_engines(stock, conf);
  if (!asked.empty()) conf.engines.clear();
  for (const EngineInfo* engine : asked) {
    conf.engines.push_back({std::string(engine->name), engine});
  }
  read_policy_files(conf, workers);
  read_stored_files(stock, conf, workers);
  return conf;
}

PolicyPaths policy_paths_of(const std::string& path) {
  const StockConf stock(read_regular_file(path, kLargestConf));
  OptionReader reader;
  warn_all(reader.read(path, true, or_nothing(stock.text("event_plugin_options"))));
  return reader.options().policy;
}

std::string what_follows(const DaemonConf& conf) {
  return conf.no_fallback ? "with no_fallback, opensm would leave the subnet without routes"
                          : "opensm would route with its own min-hop, unverified";
}

}  // namespace weft::tool
