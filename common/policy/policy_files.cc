#include "common/policy/policy_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/base/file.h"
#include "common/options/conf_lines.h"
#include "common/options/option_table.h"
#include "common/options/option_values.h"
#include "common/options/read_option.h"

namespace weft {
namespace {

// One reading of all files. What could not be read, or has mistakes, is nothing to those that
// refer to it, so that they are not blamed for it.
class PolicyReading {
 public:
  PolicyReading(std::span<const std::string_view> engines, const Workers& workers)
      : engines_(engines), workers_(workers) {}

  // The policy; null if there are errors.
  std::shared_ptr<const ChainPolicy> read(const PolicyPaths& paths) {
    auto policy = std::make_shared<ChainPolicy>();
    const auto groups = read_groups(paths.port_groups);
    const auto topologies = read_topologies(paths.topologies, groups ? &*groups : nullptr);
    if (!paths.chain.empty()) {
      policy->links = read_chain(paths.chain, topologies ? &*topologies : nullptr);
    }
    if (!groups || !topologies || !report.errors.empty()) return nullptr;
    policy->groups = *groups;
    policy->topologies = *topologies;
    policy->text = sum_;
    return policy;
  }

  FileStamps stamps;
  PolicyFiles::Report report;
  bool all_read = true;

 private:
  // The text of a file; nothing, with an error that begins with `whose`, if it cannot be read.
  std::optional<std::string> read_text(const std::string& path, std::size_t largest,
                                       std::string_view whose) {
    workers_.check_stop();
    stamps.emplace_back(path, stamp_of(path));
    try {
      std::string text = read_regular_file(path, largest);
      sum_ = checksum(text, sum_);
      return text;
    } catch (const BadInput& error) {
      all_read = false;
      report.errors.push_back(fmt::format("{}: {}", whose, error.what()));
      return std::nullopt;
    }
  }

  std::optional<PortGroups> read_groups(const std::string& path) {
    if (path.empty()) return predefined_groups();
    const auto text = read_text(path, kLargestOptionFile, option("pgrp_policy_file").key);
    if (!text) return std::nullopt;
    const std::size_t before = report.errors.size();
    PortGroups groups = parse_port_groups(*text, path, report.errors, report.warnings);
    if (report.errors.size() != before) return std::nullopt;
    return groups;
  }

  std::optional<std::vector<Topology>> read_topologies(const std::string& path,
                                                       const PortGroups* groups) {
    if (path.empty()) return std::vector<Topology>{};
    const auto text = read_text(path, kLargestOptionFile, option("topo_policy_file").key);
    if (!text) return std::nullopt;
    const std::size_t before = report.errors.size();
    std::vector<Topology> topologies =
        parse_topologies(*text, path, groups, report.errors, report.warnings);
    if (report.errors.size() != before) return std::nullopt;
    return topologies;
  }

  std::vector<ChainLink> read_chain(const std::string& path,
                                    const std::vector<Topology>* topologies) {
    const auto text = read_text(path, kLargestOptionFile, option("rch_policy_file").key);
    if (!text) return {};
    std::vector<StepText> steps =
        parse_steps(*text, path, topologies, engines_, report.errors, report.warnings);
    for (StepText& step : steps) {
      if (is_path(step.config)) step.step.options = read_config(step, path);
    }
    return linked(std::move(steps));
  }

  // Several steps may have one configuration.
  const OptionOverlay& read_config(const StepText& step, const std::string& chain) {
    const auto [found, is_new] = configs_.try_emplace(step.config);
    if (!is_new) return found->second;
    const auto whose =
        fmt::format("{}:{}: config of step {}", chain, step.config_line, step.step.id);
    if (const auto text = read_text(step.config, kLargestConf, whose)) {
      found->second = OptionOverlay::parse(*text, step.config, workers_, stamps, report.errors,
                                           report.warnings);
    }
    return found->second;
  }

  // Steps are in ascending order of id, and so will links and fallbacks be.
  static std::vector<ChainLink> linked(std::vector<StepText> steps) {
    std::vector<ChainLink> links;
    std::map<std::uint64_t, std::size_t> place;
    for (StepText& text : steps) {
      if (text.fallback_to) continue;
      place.emplace(text.step.id, links.size());
      links.push_back({std::move(text.step), {}});
    }
    for (StepText& text : steps) {
      if (!text.fallback_to) continue;
      const auto found = place.find(*text.fallback_to);
      if (found == place.end()) continue;  // there are errors
      links[found->second].fallbacks.push_back(std::move(text.step));
    }
    return links;
  }

  std::span<const std::string_view> engines_;
  const Workers& workers_;
  std::map<std::string, OptionOverlay> configs_;  // by path
  std::uint64_t sum_ = 0;                         // of the texts so far
};

}  // namespace

PolicyFiles::Report PolicyFiles::read(const PolicyPaths& paths,
                                      std::span<const std::string_view> engines,
                                      const Workers& workers) {
  const auto unchanged = [](const auto& file) { return stamp_of(file.first) == file.second; };
  if (was_read_ && paths == paths_ && std::all_of(stamps_.begin(), stamps_.end(), unchanged)) {
    return faults_;
  }
  PolicyReading reading(engines, workers);
  const bool configured = paths != PolicyPaths{};
  std::shared_ptr<const ChainPolicy> policy = configured ? reading.read(paths) : nullptr;
  PolicyPaths new_paths = paths;
  const bool is_good = policy != nullptr || !configured;
  Report faults = is_good ? Report{} : reading.report;
  // Nothing below throws.
  if (is_good) policy_ = std::move(policy);
  was_read_ = reading.all_read;
  faults_ = std::move(faults);
  paths_ = std::move(new_paths);
  stamps_ = std::move(reading.stamps);
  return std::move(reading.report);
}

}  // namespace weft
