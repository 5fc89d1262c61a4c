#include "common/options/option_reader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>
#include <variant>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/option_table.h"

namespace weft {
namespace {

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0 || errno != ENOENT; }

// True for a key of Weft; others belong to OpenSM or other plug-ins.
bool is_weft_key(std::string_view key) {
  const OptionRow* const option = find_option(key);
  return key.starts_with("weft_") || (option != nullptr && option->whose != Whose::kStock);
}

// The first of several names of an option, which set the same field.
const OptionRow* one_name(const OptionRow& option) {
  return std::ranges::find(kOptionTable, option.field, &OptionRow::field);
}

// Collects the values from one source.
class Collector {
 public:
  Collector(const OptionValues& before, std::vector<std::string>& errors)
      : before_(before), errors_(errors) {}

  void take(std::string_view key, std::string_view value, std::string_view where) {
    const OptionRow* const option = find_option(key);
    if (option == nullptr) {
      errors_.push_back(fmt::format("{}: {} is not an option of Weft's", where, quote(key)));
      return;
    }
    const OptionRow* const name = one_name(*option);
    // Weft's name of an option has priority over the vendor's, wherever the lines are.
    if (option == name) {
      own_.insert(name);
    } else if (own_.contains(name)) {
      return;
    }
    try {
      values_.insert_or_assign(name, read_option(*option, std::string(value), Workers(1), errors_));
    } catch (const BadInput& error) {
      errors_.push_back(fmt::format("{}: {}", where, error.what()));
      const auto found = before_.find(name);
      if (found != before_.end()) values_.insert(*found);
    }
  }
  OptionValues values() && { return std::move(values_); }

 private:
  const OptionValues& before_;
  std::vector<std::string>& errors_;
  OptionValues values_;
  std::set<const OptionRow*> own_;  // given by their first name
};

OptionValues parse_lines(std::string_view text, const std::string& path, const OptionValues& before,
                         std::vector<std::string>& errors) {
  Collector collector(before, errors);
  ConfLines lines(text);
  while (lines.next()) {
    if (!is_weft_key(lines.key())) continue;
    collector.take(lines.key(), lines.value(), fmt::format("{}:{}", path, lines.number()));
  }
  return std::move(collector).values();
}

// Reads a file that OpenSM's options name into the contents.
void read_file(const NamedFile& file, Configuration& contents, std::vector<std::string>& errors) {
  const auto& [option, path, is_default] = file;
  try {
    read_option(*option, path != nullptr ? path : "", Workers(1), errors)(contents);
  } catch (const BadInput& error) {
    std::variant<std::monostate, FileFault> fault;
    if (!is_default || exists(path)) {
      fault = FileFault{fmt::format("{}: {}", option->key, error.what())};
    }
    if (note_unread(*option, fault, contents)) return;
    errors.push_back(fmt::format("{} keeps its previous value: {}", option->key, error.what()));
  }
}

// The text up to the first separator outside parentheses (structures have parentheses).
std::string_view first_pair(std::string_view text, std::string_view separators) {
  std::size_t end = text.find_first_of(separators);
  const std::size_t open = text.find('(');
  if (open < end) {
    const std::size_t close = text.find(')', open);
    end = close == std::string_view::npos ? end : text.find_first_of(separators, close);
  }
  return text.substr(0, end);
}

// A list has commas in its value: words behind it that set nothing belong to it.
std::string_view with_rest_of_list(std::string_view text, std::string_view pair,
                                   std::string_view separators) {
  while (text.substr(pair.size()).starts_with(',')) {
    const std::string_view word = first_pair(text.substr(pair.size() + 1), separators);
    if (word.empty() || word.find('=') != std::string_view::npos) break;
    pair = text.substr(0, pair.size() + 1 + word.size());
  }
  return pair;
}

bool is_list(const OptionRow* option) {
  return option != nullptr && std::holds_alternative<TrafficMix Options::*>(option->field);
}

OptionValues parse_pairs(std::string_view text, const OptionValues& before,
                         std::vector<std::string>& errors) {
  Collector collector(before, errors);
  constexpr std::string_view kSeparators = ", \t\r\n";
  while (true) {
    const std::size_t first = text.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    std::string_view pair = first_pair(text, kSeparators);
    const std::size_t equals = pair.find('=');
    const std::string_view key = pair.substr(0, equals);
    if (is_list(find_option(key))) pair = with_rest_of_list(text, pair, kSeparators);
    text.remove_prefix(pair.size());
    if (!is_weft_key(key)) continue;  // of another plug-in
    if (equals == std::string_view::npos) {
      errors.push_back(fmt::format("event_plugin_options: write {}=value", key));
      continue;
    }
    collector.take(key, pair.substr(equals + 1), "event_plugin_options");
  }
  return std::move(collector).values();
}

}  // namespace

std::vector<std::string> OptionReader::read(const std::string& config_file, bool required,
                                            std::string_view plugin_options,
                                            std::span<const NamedFile> files) {
  std::vector<std::string> errors;
  OptionValues from_file = from_file_;
  if (!config_file.empty()) {
    try {
      if (required || exists(config_file)) {
        const std::string text = read_regular_file(config_file, kLargestConf);
        from_file = parse_lines(text, config_file, from_file_, errors);
      } else {
        from_file.clear();
      }
    } catch (const BadInput& error) {
      errors.push_back(fmt::format("Weft's options keep their previous values: {}", error.what()));
    }
  }
  OptionValues from_plugin_options = parse_pairs(plugin_options, from_plugin_options_, errors);

  Configuration contents = contents_;
  for (const NamedFile& file : files) read_file(file, contents, errors);

  Configuration options = contents;
  for (const OptionValues* source : {&from_file, &from_plugin_options}) {
    for (const auto& [option, set] : *source) set(options);
  }
  options_ = std::move(options);
  contents_ = std::move(contents);
  from_file_ = std::move(from_file);
  from_plugin_options_ = std::move(from_plugin_options);
  return errors;
}

}  // namespace weft
