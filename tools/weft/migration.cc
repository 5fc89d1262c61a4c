#include "tools/weft/migration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/engine_list.h"
#include "common/options/option_table.h"
#include "common/options/option_values.h"
#include "common/options/stock_conf.h"
#include "common/options/vendor_options.h"
#include "common/policy/policy_text.h"
#include "plugins/engines.h"
#include "tools/weft/setup.h"

namespace weft::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConf = "opensm.conf";
constexpr std::size_t kLargestPlainFile = std::size_t{1} << 24;

// Options that name what opensm writes.
constexpr std::string_view kWritten[] = {"log_file",       "dump_files_dir",   "event_db_dump_file",
                                         "weft_state_dir", "weft_status_file", "weft_metrics_file"};

// Kind of a file, which determines the paths in it.
enum class Content { kMainConf, kStepConf, kChain, kOther };

using Sentences = std::vector<std::string>;  // without their full stops

// The first sentence begins with what is done.
Sentences explained(const std::string& what, Sentences why) {
  if (why.empty()) return {what};
  why.front() = fmt::format("{}: {}", what, why.front());
  return why;
}

// Adds a comment, in lines that opensm reads as one each.
void add_comment(std::string_view comment, std::string& text) {
  constexpr std::string_view kSign = "# ";
  do {
    const std::string_view line = comment.substr(0, kLongestConfLine - kSign.size());
    text += fmt::format("{}{}\n", kSign, line);
    comment.remove_prefix(line.size());
  } while (!comment.empty());
}

struct OptionLine {
  std::string key;
  std::string value;  // empty: none, or «(null)»
};

std::optional<OptionLine> option_of(std::string_view line) {
  ConfLines lines(line);
  if (!lines.next()) return std::nullopt;
  const std::string value(lines.value());
  return OptionLine{std::string(lines.key()), is_path(value) ? value : ""};
}

// The engine of Weft for a name, also a name of OpenSM or the vendor's SM.
const EngineInfo* engine_behind(std::string_view name) {
  return find_registered(is_stock_engine(name) ? fmt::format("weft-{}", name) : std::string(name));
}

// The new value of routing_engine.
struct NewEngines {
  std::vector<std::string> names;  // without «weft-»
  Sentences why;

  void add(std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  }
};

NewEngines engines_for(std::string_view list) {
  NewEngines engines;
  bool has_no_fallback = false;
  bool routes_all = false;
  for (const std::string_view name : engines_in(list)) {
    if (name == kNoFallback) {
      has_no_fallback = true;
      engines.why.emplace_back(
          "no_fallback is left out: Weft's engines keep the active routes when they cannot route, "
          "and with no_fallback the subnet has no routes if the plug-in cannot be loaded");
      continue;
    }
    const EngineInfo* const engine = engine_behind(name);
    if (engine == nullptr) {
      engines.why.push_back(fmt::format("{} is left out: there is no such engine", quote(name)));
      continue;
    }
    engines.add(engine->name);
    routes_all = routes_all || routes_every_fabric(*engine);
    if (const VendorEngine* vendor = find_vendor_engine(name)) {
      engines.why.push_back(describe(*vendor));
    }
  }
  if (!has_no_fallback && !routes_all) {
    engines.add("minhop");
    engines.why.emplace_back("weft-minhop is the last engine, in place of OpenSM's own min-hop");
  }
  return engines;
}

// True if, with weft_balance switch, the first sweep gives the same bytes as stock's engine.
bool is_as_stock(std::string_view engine, bool has_roots) {
  return engine == "minhop" || engine == "dnup" || engine == "dor" || engine == "torus-2QoS" ||
         (engine == "updn" && has_roots);
}

class Migrator {
 public:
  Migrator(const std::string& path, std::string home, const InstalledOpensm& opensm)
      : home_(std::move(home)), opensm_(opensm) {
    std::error_code ignored;
    const fs::path conf = fs::is_directory(path, ignored) ? fs::path(path) / kConf : fs::path(path);
    folder_ = fs::weakly_canonical(conf, ignored).parent_path();
    text_ = read_regular_file(conf, kLargestConf);
    name_ = conf.string();
  }

  Migration run() && {
    look_at_options();
    // First: the file may name itself.
    MigratedFile& main = result_.files[std::string(kConf)];
    main.source = name_;
    main.text = rewrite_main();
    while (!to_copy_.empty()) {
      const auto [name, content] = *to_copy_.begin();
      to_copy_.erase(to_copy_.begin());
      copy(name, content);
    }
    return std::move(result_);
  }

 private:
  // Examines all of opensm.conf before rewriting lines.
  void look_at_options() {
    ConfLines lines(text_);
    bool knows_one = false;
    while (lines.next()) {
      const std::string key(lines.key());
      const std::string value(lines.value());
      values_[key] = is_path(value) ? value : "";
      last_line_[key] = lines.number();
      const OptionRow* const row = find_option(key);
      is_vendors_ = is_vendors_ || find_vendor_option(key) != nullptr ||
                    (row != nullptr && row->whose == Whose::kVendor);
      knows_one = knows_one || is_known(key, opensm_);
    }
    if (!last_line_.empty() && !knows_one) {
      throw BadInput(
          fmt::format("{}: no line has an option of OpenSM or of Weft; expected an "
                      "opensm.conf",
                      name_));
    }
    for (const std::string_view name : engines_in(value("routing_engine"))) {
      is_vendors_ = is_vendors_ || find_vendor_engine(name) != nullptr;
    }
    std::string list = value("routing_engine");
    if (list.empty()) list = is_vendors_ ? "ar_updn" : "minhop";
    engines_ = engines_for(list);
    if (value("routing_engine").empty()) {
      engines_.why.insert(engines_.why.begin(),
                          fmt::format("none is named, for which {} takes {}",
                                      is_vendors_ ? "the vendor's SM" : "OpenSM", list));
    }
  }

  std::string value(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? "" : found->second;
  }
  bool has(const std::string& key) const { return values_.contains(key); }

  std::string rewrite_main() {
    std::string text;
    Lines lines(text_);
    while (lines.next()) {
      const auto option = option_of(lines.line());
      if (option) {
        take_main(*option, lines.line(), lines.number(), text);
      } else {
        text += fmt::format("{}\n", lines.line());
      }
    }
    add_new_lines(text);
    return text;
  }

  void take_main(const OptionLine& option, std::string_view line, unsigned number,
                 std::string& text) {
    const std::string where = fmt::format("{}:{}", name_, number);
    if (last_line_.at(option.key) != number) {
      drop(where, line,
           {fmt::format("line {} has the same option, and counts", last_line_.at(option.key))},
           text);
    } else if (option.key == "event_plugin_name") {
      replace(where, line, plugin_line(), {"Weft is a plug-in"}, text);
    } else if (option.key == "routing_engine") {
      replace(where, line, engine_line(), engines_.why, text);
    } else {
      take_option(option, Content::kMainConf, line, where, text);
    }
  }

  // For opensm.conf and the configuration of a chain's step.
  void take_option(const OptionLine& option, Content content, std::string_view line,
                   const std::string& where, std::string& text) {
    if (const VendorOption* vendor = find_vendor_option(option.key)) {
      drop(where, line,
           {fmt::format("{}, an option of the vendor's SM, has no effect: {}", option.key,
                        vendor->reason)},
           text);
      return;
    }
    const OptionRow* const row = find_option(option.key);
    if (!is_known(option.key, opensm_)) {
      drop(where, line,
           {fmt::format("neither {} nor Weft knows {}", opensm_.version, quote(option.key))}, text);
      return;
    }
    const bool is_chain = option.key == "rch_policy_file" && content == Content::kMainConf;
    const bool may_be_relative = row != nullptr && names_file(*row);
    std::optional<std::string> path;
    // Tables may be large, so they stay in place.
    const bool stays = (row != nullptr && is_file_of_tables(*row)) ||
                       std::ranges::find(kWritten, option.key) != std::end(kWritten);
    if (!stays && (may_be_relative || option.value.starts_with('/'))) {
      path = place_of(option.value, is_chain ? Content::kChain : Content::kOther);
    }
    if (path) {
      replace(where, line, fmt::format("{} {}", option.key, *path), {kMoved}, text);
      return;
    }
    text += fmt::format("{}\n", line);
    ++result_.kept;
  }

  std::string plugin_line() const {
    std::string names = value("event_plugin_name");
    std::ranges::replace(names, ',', ' ');
    const auto plugins = plugins_in(names);
    if (std::ranges::find(plugins, "weft") != plugins.end()) {
      return fmt::format("event_plugin_name {}", names);
    }
    return fmt::format("event_plugin_name {}{}weft", names, names.empty() ? "" : " ");
  }

  std::string engine_line() const {
    std::string list;
    for (const std::string& name : engines_.names) {
      list += fmt::format("{}weft-{}", list.empty() ? "" : ",", name);
    }
    return fmt::format("routing_engine {}", list);
  }

  // Adds lines that the old file lacks.
  void add_new_lines(std::string& text) {
    if (!has("event_plugin_name")) add(plugin_line(), {"Weft is a plug-in"}, text);
    if (!has("routing_engine")) add(engine_line(), engines_.why, text);
    const auto asks = [&](std::string_view engine) {
      return std::ranges::find(engines_.names, engine) != engines_.names.end();
    };
    if (!is_vendors_ && !has("weft_balance") && !engines_.names.empty() &&
        is_as_stock(engines_.names.front(), !value("root_guid_file").empty())) {
      add("weft_balance switch",
          {"the first sweep gives the tables of OpenSM's own engine, with the exceptions in "
           "doc/migrate.md; without this line paths are balanced better, and nearly all entries "
           "change"},
          text);
    }
    if (is_vendors_ && asks("dfp") && !has("dfp_down_up_turns_mode")) {
      add("dfp_down_up_turns_mode 1", {"the default of the vendor's SM since 5.24; Weft's is 0"},
          text);
    }
    if (asks("torus-2QoS") && !has("torus_config")) {
      const auto path = place_of("torus-2QoS.conf", Content::kOther);
      if (path) add(fmt::format("torus_config {}", *path), {kMoved}, text);
    }
  }

  // The path in the new folder for a file that is copied.
  std::optional<std::string> place_of(const std::string& value, Content content) {
    if (value.empty()) return std::nullopt;
    const auto name = name_in_folder(value);
    if (!name) return std::nullopt;
    std::string place = (fs::path(home_) / *name).string();
    // Between quotation marks, too.
    if (place.find('#') != std::string::npos) {
      throw BadInput(fmt::format(
          "{}: OpenSM would read this path up to the #, as if a comment began there: name another "
          "folder, or rename the file",
          place));
    }
    if (!result_.files.contains(*name)) {
      result_.files.emplace(*name, MigratedFile{"", (folder_ / *name).string()});
      to_copy_.emplace(*name, content);
    }
    return place;
  }

  // If a value is a path in the old folder: the path relative to it.
  std::optional<std::string> name_in_folder(const std::string& value) const {
    std::error_code ignored;
    const fs::path given(value);
    const fs::path path = given.is_absolute() ? given : folder_ / given;
    if (fs::is_regular_file(path, ignored)) {
      const fs::path name = fs::weakly_canonical(path, ignored).lexically_relative(folder_);
      if (name.empty() || *name.begin() == "..") return std::nullopt;
      return name.string();
    }
    const fs::path name = given.filename();
    if (!given.is_absolute() || !fs::is_regular_file(folder_ / name, ignored)) return std::nullopt;
    return name.string();
  }

  void copy(const std::string& name, Content content) {
    const std::string& path = result_.files[name].source;
    const std::string text = read_regular_file(path, kLargestPlainFile);
    if (content == Content::kOther || content == Content::kMainConf) {
      result_.files[name].text = text;
      return;
    }
    std::string rewritten;
    Lines lines(text);
    while (lines.next()) {
      const std::string where = fmt::format("{}:{}", path, lines.number());
      if (content == Content::kChain) {
        take_chain_line(lines.line(), where, rewritten);
      } else if (const auto option = option_of(lines.line())) {
        take_option(*option, content, lines.line(), where, rewritten);
      } else {
        rewritten += fmt::format("{}\n", lines.line());
      }
    }
    result_.files[name].text = std::move(rewritten);
  }

  // Handles «config: PATH» of a step; keeps other lines.
  void take_chain_line(std::string_view line, const std::string& where, std::string& text) {
    const std::string_view meant = before_comment(line);
    const std::size_t colon = meant.find(':');
    if (colon != std::string_view::npos &&
        same_in_any_case(trim(meant.substr(0, colon)), "config")) {
      const auto path = place_of(std::string(trim(meant.substr(colon + 1))), Content::kStepConf);
      if (path) {
        replace(where, line, fmt::format("config: {}", *path), {kMoved}, text);
        return;
      }
    }
    text += fmt::format("{}\n", line);
  }

  void note(const std::string& where, const Sentences& why, std::string& text) {
    for (const std::string& sentence : why) add_comment("weft migrate: " + sentence, text);
    result_.changes.push_back({where, joined(why, "; ")});
  }
  void add(const std::string& line, Sentences why, std::string& text) {
    text += '\n';
    note(std::string(kConf), explained(fmt::format("«{}» is new", line), std::move(why)), text);
    text += fmt::format("{}\n", line);
  }
  void drop(const std::string& where, std::string_view line, const Sentences& why,
            std::string& text) {
    note(where, why, text);
    add_comment(fmt::format("  was: {}", line), text);
  }
  void replace(const std::string& where, std::string_view line, const std::string& now,
               Sentences why, std::string& text) {
    if (line == now) {
      text += fmt::format("{}\n", line);
      ++result_.kept;
      return;
    }
    drop(where, line, explained(fmt::format("now «{}»", now), std::move(why)), text);
    text += fmt::format("{}\n", now);
  }

  static constexpr const char* kMoved = "the file is in this folder";

  std::string home_;
  const InstalledOpensm& opensm_;
  fs::path folder_;   // of the old configuration
  std::string name_;  // of the old opensm.conf, for messages
  std::string text_;
  std::map<std::string, std::string> values_;  // from the lines that count
  std::map<std::string, unsigned> last_line_;
  bool is_vendors_ = false;
  NewEngines engines_;
  std::set<std::pair<std::string, Content>> to_copy_;
  Migration result_;
};

}  // namespace

Migration migrate(const std::string& path, const std::string& home, const InstalledOpensm& opensm) {
  return Migrator(path, home, opensm).run();
}

}  // namespace weft::tool
