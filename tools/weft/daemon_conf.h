// Reads an opensm.conf like a running opensm: the configuration of the engines, and which engines
// it asks.
// Tested by tests/e2e/test_conf.py.
#ifndef WEFT_TOOLS_WEFT_DAEMON_CONF_H_
#define WEFT_TOOLS_WEFT_DAEMON_CONF_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/options/configuration.h"
#include "common/options/stock_conf.h"
#include "common/routing/routing.h"

namespace weft::tool {

// A name in routing_engine.
struct ListedEngine {
  std::string name;                    // as in the conf
  const EngineInfo* engine = nullptr;  // null: not an engine of Weft that opensm has
  std::string why_not = {};            // for null: what opensm does with the name
  bool routes_all = false;             // for null: the last name that opensm asks
};

struct DaemonConf {
  std::string path;
  Configuration settings = {};  // including the files that it names
  QosOptions qos = {};
  std::uint8_t lmc = 0;
  std::vector<ListedEngine> engines = {};
  bool no_fallback = false;
};

// Reads an opensm.conf and the files that it names; relative paths start at the current directory.
// asked: engines to ask instead of those in the conf; empty: those in the conf. Prints warnings
// that the plug-in would log. Throws BadInput if the conf cannot be read; and Stopped.
DaemonConf read_daemon_conf(const std::string& path, std::span<const EngineInfo* const> asked,
                            const Workers& workers);

// Only the paths of policy files from a conf.
PolicyPaths policy_paths_of(const std::string& path);

// What OpenSM does if no engine of its list routes, as the end of a sentence.
std::string what_follows(const DaemonConf& conf);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DAEMON_CONF_H_
