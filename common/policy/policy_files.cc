#include "common/policy/policy_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/warnings.h"
#include "common/options/conf_lines.h"
#include "common/options/option_table.h"
#include "common/options/option_values.h"
#include "common/options/read_option.h"
#include "common/policy/policy_text.h"
#include "common/routing/vendor_engines.h"

namespace weft {
namespace {

// Limit of rounds that leave out groups, topologies and steps: first those with errors, then those
// that refer to them, and so on.
constexpr int kMostRounds = 8;

// One reading of all files. References to a part with errors are not reported as errors.
class PolicyReading {
 public:
  PolicyReading(Mistaken mistaken, std::span<const std::string_view> engines,
                const Workers& workers)
      : mistaken_(mistaken), engines_(engines), workers_(workers) {}

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
  // The text of a file. Nothing, and an error that begins with `whose`, if it cannot be read.
  std::optional<std::string> read_text(const std::string& path, std::size_t largest,
                                       std::string_view whose) {
    workers_.check_stop();
    stamps.emplace_back(path, stamp_of(path));
    try {
      std::string text = read_written_file(path, largest);
      sum_ = checksum(text, sum_);
      return text;
    } catch (const BadInput& error) {
      all_read = false;
      report.errors.push_back(fmt::format("{}: {}", whose, error.what()));
      return std::nullopt;
    }
  }

  // Returns the result of parse(text, errors, warnings, lines) for the text of a file, without the
  // parts that are left out. Nothing: it has errors.
  template <typename Parse>
  auto parsed(std::string text, const std::string& path, std::string_view keyword, Parse parse) {
    std::vector<std::string> errors;
    std::vector<std::string> warnings;
    std::vector<unsigned> lines;
    std::optional<decltype(parse(text, errors, warnings, lines))> result;
    for (int round = 0; round < kMostRounds; ++round) {
      const std::size_t before = errors.size();
      warnings.clear();
      lines.clear();
      result = parse(text, errors, warnings, lines);
      if (errors.size() == before) {
        append(report.warnings, errors);
        append(report.warnings, warnings);
        return result;
      }
      if (mistaken_ == Mistaken::kRefused) break;
      WithoutSome without = without_paragraphs(text, keyword, lines);
      if (without.left_out.empty()) break;
      errors.push_back(describe_left_out(path, keyword, without.left_out));
      text = std::move(without.text);
    }
    append(report.errors, errors);
    append(report.warnings, warnings);
    result.reset();
    return result;
  }

  static void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
  }

  static std::string describe_left_out(const std::string& path, std::string_view keyword,
                                       std::span<const unsigned> lines) {
    std::vector<std::string> shown;
    for (const unsigned line : lines.first(std::min(lines.size(), kWarningsShown))) {
      shown.push_back(fmt::format("{}", line));
    }
    return fmt::format("{}: because of these errors {} of line{} {} {} left out; the rest counts",
                       path, keyword, lines.size() == 1 ? "" : "s", fmt::join(shown, ", "),
                       lines.size() > shown.size()
                           ? fmt::format("and of {} more are", lines.size() - shown.size())
                           : std::string(lines.size() == 1 ? "is" : "are"));
  }

  std::optional<PortGroups> read_groups(const std::string& path) {
    if (path.empty()) return predefined_groups();
    auto text = read_text(path, kLargestOptionFile, option("pgrp_policy_file").key);
    if (!text) return std::nullopt;
    return parsed(*std::move(text), path, kGroupKeyword,
                  [&](std::string_view good, auto& errors, auto& warnings, auto& lines) {
                    return parse_port_groups(good, path, errors, warnings, &lines);
                  });
  }

  std::optional<std::vector<Topology>> read_topologies(const std::string& path,
                                                       const PortGroups* groups) {
    if (path.empty()) return std::vector<Topology>{};
    auto text = read_text(path, kLargestOptionFile, option("topo_policy_file").key);
    if (!text) return std::nullopt;
    return parsed(*std::move(text), path, kTopologyKeyword,
                  [&](std::string_view good, auto& errors, auto& warnings, auto& lines) {
                    return parse_topologies(good, path, groups, errors, warnings, &lines);
                  });
  }

  std::vector<ChainLink> read_chain(const std::string& path,
                                    const std::vector<Topology>* topologies) {
    auto text = read_text(path, kLargestOptionFile, option("rch_policy_file").key);
    if (!text) return {};
    std::optional<std::uint64_t> first;  // in the whole text
    auto steps = parsed(*std::move(text), path, kStepKeyword,
                        [&](std::string_view good, auto& errors, auto& warnings, auto& lines) {
                          auto found = parse_steps(good, path, topologies, engines_, errors,
                                                   warnings, &lines);
                          if (!first) first = first_step_of(found);
                          return found;
                        });
    if (!steps) return {};
    for (StepText& step : *steps) {
      if (is_path(step.config)) step.step.options = read_config(step, path);
    }
    drop_bad_configs(*steps, *first, path);
    if (first_step_of(*steps) != *first) {
      report.errors.push_back(
          fmt::format("{}: the first step has errors: without it there is no chain", path));
      return {};
    }
    note_vendor_engines(*steps, path);
    return linked(*std::move(steps));
  }

  // first: the id of the first step.
  void drop_bad_configs(std::vector<StepText>& steps, std::uint64_t& first,
                        const std::string& path) {
    drop_steps(
        steps, [&](const StepText& step) { return bad_configs_.contains(step.config); },
        [&](const StepText& step, const StepText* instead) {
          report.warnings.push_back(
              fmt::format("{}:{}: step {} is left out: its config has errors{}", path,
                          step.step.line, step.step.id, describe_instead(instead)));
          if (step.step.id == first && instead != nullptr) first = instead->step.id;
        });
  }

  void note_vendor_engines(std::span<const StepText> steps, const std::string& path) {
    Warnings notes;
    for (const StepText& step : steps) {
      if (step.vendor == nullptr) continue;
      notes.add(
          [&] { return fmt::format("{}:{}: {}", path, step.engine_line, describe(*step.vendor)); });
    }
    notes.append_to(report.notes, path, "engines are the vendor's");
  }

  // The lowest id of a step that is no fallback; 0: there is none, or the first one of the file has
  // no readable id. steps: in the order of their ids.
  static std::uint64_t first_step_of(std::span<const StepText> steps) {
    const StepText* lowest = nullptr;
    const StepText* first_of_file = nullptr;
    for (const StepText& step : steps) {
      if (!step.is_no_fallback()) continue;
      if (lowest == nullptr && step.step.id != 0) lowest = &step;
      if (first_of_file == nullptr || step.step.line < first_of_file->step.line) {
        first_of_file = &step;
      }
    }
    return lowest == nullptr || first_of_file->step.id == 0 ? 0 : lowest->step.id;
  }

  // Steps may share a configuration file.
  const OptionOverlay& read_config(const StepText& step, const std::string& chain) {
    const auto [found, is_new] = configs_.try_emplace(step.config);
    if (!is_new) return found->second;
    const std::size_t before = report.errors.size();
    const auto whose =
        fmt::format("{}:{}: config of step {}", chain, step.config_line, step.step.id);
    if (const auto text = read_text(step.config, kLargestConf, whose)) {
      found->second = OptionOverlay::parse(*text, step.config, workers_, stamps, report.errors,
                                           report.warnings);
    }
    if (mistaken_ == Mistaken::kLeftOut && report.errors.size() != before) {
      bad_configs_.insert(step.config);
      report.warnings.insert(report.warnings.end(),
                             report.errors.begin() + static_cast<std::ptrdiff_t>(before),
                             report.errors.end());
      report.errors.resize(before);
    }
    return found->second;
  }

  // Steps are in the order in which they run, so links and fallbacks are too.
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
      if (found == place.end()) continue;  // reported before
      links[found->second].fallbacks.push_back(std::move(text.step));
    }
    return links;
  }

  Mistaken mistaken_;
  std::span<const std::string_view> engines_;
  const Workers& workers_;
  std::map<std::string, OptionOverlay> configs_;  // by path
  std::set<std::string> bad_configs_;             // steps with these are left out
  std::uint64_t sum_ = 0;                         // of all texts so far
};

}  // namespace

PolicyPaths files_to_read(const Configuration& options, bool has_chain) {
  return has_chain ? options.policy : PolicyPaths{options.policy.port_groups, {}, {}};
}

PolicyFiles::Report PolicyFiles::read(const PolicyPaths& paths,
                                      std::span<const std::string_view> engines,
                                      const Workers& workers, Mistaken mistaken) {
  const auto unchanged = [](const auto& file) { return stamp_of(file.first) == file.second; };
  if (was_read_ && paths == paths_ && std::all_of(stamps_.begin(), stamps_.end(), unchanged)) {
    return faults_;
  }
  std::optional<PolicyReading> reading(std::in_place, Mistaken::kRefused, engines, workers);
  const bool configured = paths != PolicyPaths{};
  std::shared_ptr<const ChainPolicy> policy = configured ? reading->read(paths) : nullptr;
  if (configured && policy == nullptr && policy_ == nullptr && mistaken == Mistaken::kLeftOut) {
    // There is no earlier policy, so the correct parts count.
    reading.emplace(Mistaken::kLeftOut, engines, workers);
    policy = reading->read(paths);
  }
  PolicyPaths new_paths = paths;
  const bool is_good = policy != nullptr || !configured;
  Report faults = is_good ? Report{} : reading->report;
  // No exception below.
  if (is_good) policy_ = std::move(policy);
  was_read_ = reading->all_read;
  faults_ = std::move(faults);
  paths_ = std::move(new_paths);
  stamps_ = std::move(reading->stamps);
  return std::move(reading->report);
}

}  // namespace weft
