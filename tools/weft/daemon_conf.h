// An opensm.conf as a running opensm takes it: what its plug-in hands to the engines, and which of
// them are asked.
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
  std::string name;                    // as it stands there
  const EngineInfo* engine = nullptr;  // null: none of Weft's that opensm has
  std::string why_not = {};            // then: what becomes of it
  bool routes_all = false;             // then: behind it none is asked
};

struct DaemonConf {
  std::string path;
  Configuration settings = {};  // with the files that it names
  QosOptions qos = {};
  std::uint8_t lmc = 0;
  std::vector<ListedEngine> engines = {};
  bool no_fallback = false;
};

// Reads it and the files that it names; relative paths are those of the current directory. asked:
// the engines to ask instead of its own; empty: its own. What the plug-in would say in the log is
// warned of. Throws BadInput: it cannot be read; and Stopped.
DaemonConf read_daemon_conf(const std::string& path, std::span<const EngineInfo* const> asked,
                            const Workers& workers);

// Of the same file the policy files alone.
PolicyPaths policy_paths_of(const std::string& path);

// What OpenSM does where no engine of its list routes, as the end of a sentence.
std::string what_follows(const DaemonConf& conf);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DAEMON_CONF_H_
