#include "tools/weft/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/options/option_table.h"
#include "common/options/read_option.h"
#include "common/policy/guid_groups.h"
#include "common/policy/policy_files.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

// Reads the groups if files name some. did_name: files did so before, so that they were read.
void read_groups(bool did_name, const Workers& workers, Configuration& settings) {
  if (!did_name && names_groups(settings) && settings.drained_groups == nullptr) {
    settings.drained_groups = read_policy(settings.policy, workers);
  }
}

}  // namespace

std::shared_ptr<const ChainPolicy> read_policy(const PolicyPaths& paths, const Workers& workers) {
  PolicyFiles files;
  const PolicyFiles::Report report =
      files.read(paths, step_engine_names(), workers, Mistaken::kRefused);
  warn_all(report.notes);
  warn_all(report.warnings);
  if (!report.errors.empty()) throw BadInput(joined(report.errors, "; "));
  return files.policy();
}

Configuration parse_settings(const std::vector<std::string>& settings, const Workers& workers,
                             Configuration before) {
  const PolicyPaths paths = before.policy;
  const bool did_name = names_groups(before);
  Configuration parsed = std::move(before);
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw BadInput(fmt::format("--set {}: write --set key=value", setting));
    }
    const std::string key = setting.substr(0, equals);
    const OptionRow* const option = find_option(key);
    if (option == nullptr || !is_setting(*option)) {
      throw BadInput(
          option == nullptr
              ? fmt::format("--set {}: there is no option «{}»", setting, key)
              : fmt::format(
                    "--set {}: «{}» is no option of an engine: --lmc, --lanes and --threads set "
                    "those of opensm that this tool has",
                    setting, key));
    }
    std::vector<std::string> warnings;
    read_option(*option, setting.substr(equals + 1), workers, warnings)(parsed);
    warn_all(warnings);
  }
  if (parsed.policy != paths) {
    parsed.routing.chain = read_policy(parsed.policy, workers);
    parsed.drained_groups = parsed.routing.chain;
  }
  read_groups(did_name, workers, parsed);
  if (names_groups(parsed.routing)) parsed.routing.port_groups = parsed.drained_groups;
  return parsed;
}

void set_drained(const std::string& path, const Workers& workers, Configuration& settings) {
  const bool did_name = names_groups(settings);
  std::vector<std::string> warnings;
  read_option(option("weft_drain_file"), path, workers, warnings)(settings);
  warn_all(warnings);
  read_groups(did_name, workers, settings);
}

}  // namespace weft::tool
