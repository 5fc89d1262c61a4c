#include "plugins/opensm/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/option_files.h"

namespace weft {
namespace {

// Options of the vendor's OpenSM that stock does not know.
constexpr std::array<std::string_view, 7> kVendorKeys = {
    "routing_threads_num", "use_scatter_for_switch_lid", "calculate_missing_routes",
    "pqft_structure",      "pgrp_policy_file",           "topo_policy_file",
    "rch_policy_file"};

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0 || errno != ENOENT; }

bool is_weft_key(std::string_view key) {
  return key.starts_with("weft_") ||
         std::find(kVendorKeys.begin(), kVendorKeys.end(), key) != kVendorKeys.end();
}

// The vendor's name stands for Weft's.
std::string_view one_name(std::string_view key) {
  return key == "routing_threads_num" ? "weft_threads" : key;
}

unsigned parse_threads(std::string_view key, std::string_view value) {
  if (value == "auto") return 0;
  unsigned threads = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), threads);
  if (error != std::errc{} || end != value.data() + value.size() || threads > kMaxThreads) {
    throw BadInput(fmt::format("{} is {}: write a number of threads up to {}, or auto", key,
                               quote(value), kMaxThreads));
  }
  return threads;
}

void set(BridgeOptions& options, std::string_view key, std::string_view value) {
  if (one_name(key) == "weft_threads") {
    options.threads = parse_threads(key, value);
  } else if (!set_policy_path(options.policy, key, value) &&
             !set_option(options.routing, key, value)) {
    throw BadInput(fmt::format("{} is not an option of Weft's", quote(key)));
  }
}

// Collects the values of one source.
template <typename Values>
class Collector {
 public:
  Collector(const Values& before, std::vector<std::string>& errors)
      : before_(before), errors_(errors) {}

  void take(std::string_view key, std::string_view value, std::string_view where) {
    try {
      BridgeOptions scratch;
      set(scratch, key, value);
      values_.insert_or_assign(std::string(one_name(key)), std::string(value));
    } catch (const BadInput& error) {
      errors_.push_back(fmt::format("{}: {}", where, error.what()));
      const auto found = before_.find(one_name(key));
      if (found != before_.end()) values_.insert(*found);
    }
  }
  Values values() && { return std::move(values_); }

 private:
  const Values& before_;
  std::vector<std::string>& errors_;
  Values values_;
};

template <typename Values>
Values parse_lines(std::string_view text, const std::string& path, const Values& before,
                   std::vector<std::string>& errors) {
  Collector<Values> collector(before, errors);
  ConfLines lines(text);
  while (lines.next()) {
    if (!is_weft_key(lines.key())) continue;
    collector.take(lines.key(), lines.value(), fmt::format("{}:{}", path, lines.number()));
  }
  return std::move(collector).values();
}

// Up to the first separator that does not stand between parentheses, as those of structures do.
std::string_view first_pair(std::string_view text, std::string_view separators) {
  std::size_t end = text.find_first_of(separators);
  const std::size_t open = text.find('(');
  if (open < end) {
    const std::size_t close = text.find(')', open);
    end = close == std::string_view::npos ? end : text.find_first_of(separators, close);
  }
  return text.substr(0, end);
}

template <typename Values>
Values parse_pairs(std::string_view text, const Values& before, std::vector<std::string>& errors) {
  Collector<Values> collector(before, errors);
  constexpr std::string_view kSeparators = ", \t\r\n";
  while (true) {
    const std::size_t first = text.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    const std::string_view pair = first_pair(text, kSeparators);
    text.remove_prefix(pair.size());
    const std::size_t equals = pair.find('=');
    const std::string_view key = pair.substr(0, equals);
    if (!is_weft_key(key)) continue;  // another plug-in's
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
  Values from_file = from_file_;
  if (!config_file.empty()) {
    try {
      if (required || exists(config_file)) {
        const std::string text = read_regular_file(config_file, kLargestConf);
        from_file = parse_lines(text, config_file, from_file_, errors);
      } else {
        from_file.clear();
      }
    } catch (const BadInput& error) {
      errors.push_back(fmt::format("Weft's options stay as they were: {}", error.what()));
    }
  }
  Values from_plugin_options = parse_pairs(plugin_options, from_plugin_options_, errors);

  Options contents = contents_;
  for (const auto& [key, path] : files) {
    try {
      set_file_option(contents, key, path != nullptr ? path : "", errors);
    } catch (const BadInput& error) {
      errors.push_back(fmt::format("{} stays as it was: {}", key, error.what()));
    }
  }

  BridgeOptions options;
  options.routing = contents;
  for (const Values* source : {&from_file, &from_plugin_options}) {
    for (const auto& [key, value] : *source) set(options, key, value);
  }
  options_ = std::move(options);
  contents_ = std::move(contents);
  from_file_ = std::move(from_file);
  from_plugin_options_ = std::move(from_plugin_options);
  return errors;
}

}  // namespace weft
