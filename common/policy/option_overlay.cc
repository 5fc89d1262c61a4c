#include "common/policy/option_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/policy/policy_text.h"

namespace weft {
namespace {

struct Line {
  std::string_view value;
  unsigned number = 0;
};

// By key, the last of each.
std::map<std::string_view, Line> last_lines(std::string_view text) {
  std::map<std::string_view, Line> last;
  ConfLines lines(text);
  while (lines.next()) last.insert_or_assign(lines.key(), Line{lines.value(), lines.number()});
  return last;
}

bool counts_in_main_file_alone(std::string_view key) {
  constexpr std::array<std::string_view, 10> kKeys = {"lmc",
                                                      "lmc_esp0",
                                                      "pgrp_policy_file",
                                                      "qos",
                                                      "rch_policy_file",
                                                      "routing_engine",
                                                      "routing_threads_num",
                                                      "topo_policy_file",
                                                      "weft_allow_credit_loops",
                                                      "weft_threads"};
  return key.starts_with("qos_") || std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// Keys that are ignored, for one warning about all of them.
class IgnoredKeys {
 public:
  void note(std::string_view key, unsigned line) { keys_.emplace_back(line, key); }

  void warn(std::string_view source, std::string_view why, std::vector<std::string>& warnings) {
    if (keys_.empty()) return;
    std::sort(keys_.begin(), keys_.end());
    std::string names;
    for (std::size_t i = 0; i < std::min(keys_.size(), kShown); ++i) {
      names += fmt::format("{}{}", i == 0 ? "" : ", ", quote(keys_[i].second));
    }
    if (keys_.size() > kShown) names += fmt::format(" and {} more", keys_.size() - kShown);
    warnings.push_back(
        fmt::format("{}:{}: ignored, since {}: {}", source, keys_.front().first, why, names));
  }

 private:
  static constexpr std::size_t kShown = 5;

  std::vector<std::pair<unsigned, std::string_view>> keys_;
};

}  // namespace

OptionOverlay OptionOverlay::parse(std::string_view text, std::string_view source,
                                   const Workers& workers, FileStamps& files,
                                   std::vector<std::string>& errors,
                                   std::vector<std::string>& warnings) {
  OptionOverlay overlay;
  IgnoredKeys main_keys;
  IgnoredKeys useless_keys;
  std::map<unsigned, std::string> wrong;  // by line
  for (const auto& [key, line] : last_lines(text)) {
    workers.check_stop();
    if (counts_in_main_file_alone(key)) {
      main_keys.note(key, line.number);
      continue;
    }
    const std::string value(line.value);
    if (names_file(key) && is_path(value)) files.emplace_back(value, stamp_of(value));
    try {
      Setting setting = read_setting(key, value, workers, warnings);
      if (setting != nullptr) {
        overlay.settings_.push_back(std::move(setting));
      } else if (key.starts_with("weft_")) {
        wrong[line.number] = fmt::format("{} is not an option of Weft's", quote(key));
      } else {
        useless_keys.note(key, line.number);
      }
    } catch (const BadInput& error) {
      wrong[line.number] =
          names_file(key) ? fmt::format("{}: {}", key, error.what()) : error.what();
    }
  }
  Mistakes mistakes(source, errors);
  for (const auto& [line, reason] : wrong) {
    mistakes.add(line, reason);
  }
  mistakes.finish();
  main_keys.warn(source, "they count in OpenSM's main file alone", warnings);
  useless_keys.warn(source, "no engine of Weft's uses them", warnings);
  return overlay;
}

Options OptionOverlay::over(Options base) const {
  for (const Setting& set : settings_) set(base);
  return base;
}

}  // namespace weft
