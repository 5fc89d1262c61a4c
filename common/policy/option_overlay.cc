#include "common/policy/option_overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/option_table.h"
#include "common/options/option_values.h"
#include "common/policy/policy_text.h"

namespace weft {
namespace {

struct Line {
  std::string_view value;
  unsigned number = 0;
};

// By key, the last line of each.
std::map<std::string_view, Line> last_lines(std::string_view text) {
  std::map<std::string_view, Line> last;
  ConfLines lines(text);
  while (lines.next()) last.insert_or_assign(lines.key(), Line{lines.value(), lines.number()});
  return last;
}

// The scope of a key that may be missing in the table, since OpenSM has more options. All QoS
// options have the scope of the main file.
Scope scope_of(const OptionRow* option, std::string_view key) {
  if (option != nullptr) return option->scope;
  return key.starts_with("qos_") ? Scope::kMainFile : Scope::kOpensm;
}

// Collects ignored keys for one warning.
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
    const OptionRow* const option = find_option(key);
    const Scope scope = scope_of(option, key);
    if (scope == Scope::kMainFile) {
      main_keys.note(key, line.number);
      continue;
    }
    if (scope == Scope::kOpensm) {
      if (key.starts_with("weft_")) {
        wrong[line.number] = fmt::format("{} is not an option of Weft's", quote(key));
      } else {
        useless_keys.note(key, line.number);
      }
      continue;
    }
    const std::string value(line.value);
    if (names_file(*option) && is_path(value)) files.emplace_back(value, stamp_of(value));
    try {
      overlay.settings_.push_back(read_option(*option, value, workers, warnings));
    } catch (const BadInput& error) {
      wrong[line.number] =
          names_file(*option) ? fmt::format("{}: {}", key, error.what()) : error.what();
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
  Configuration all = {.routing = std::move(base)};
  for (const Setting& set : settings_) set(all);
  return std::move(all.routing);
}

}  // namespace weft
