#include "tools/weft/setup.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/regular_file.h"
#include "common/base/text.h"
#include "common/options/conf_lines.h"
#include "common/options/engine_list.h"
#include "common/options/option_reader.h"
#include "common/options/option_table.h"
#include "common/options/option_values.h"
#include "common/options/read_option.h"
#include "common/options/stock_conf.h"
#include "common/options/vendor_options.h"
#include "common/plan/plan_reader.h"
#include "common/policy/guid_groups.h"
#include "common/policy/policy_files.h"
#include "common/session/qos_lanes.h"
#include "plugins/engines.h"
#include "tools/weft/secrets.h"
#include "tools/weft/words.h"

namespace weft::tool {
namespace {

constexpr std::string_view kTwoLines =
    "write «event_plugin_name weft» and «routing_engine weft-auto»";

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_nothing(std::string_view value) { return value.empty() || value == "(null)"; }

// True if the value is a path that does not begin at the root.
bool is_relative_path(std::string_view key, const OptionRow* option, std::string_view value) {
  const bool names_path =
      (option != nullptr && names_file(*option)) || key.ends_with("_file") || key.ends_with("_dir");
  return names_path && is_path(value) && !value.starts_with('/') &&
         !one_of(value, {"none", "-", "stdout", "stderr"}) &&
         !one_of(key, {"accum_log_file", "honor_guid2lid_file"});  // switches
}

bool is_stock_switch(const OptionRow& option) {
  return option.whose == Whose::kStock &&
         (std::holds_alternative<bool Options::*>(option.field) ||
          std::holds_alternative<bool Configuration::*>(option.field) ||
          one_of(option.key, {"qos", "use_ucast_cache", "reassign_lids"}));
}

class Examination {
 public:
  Examination(const std::string& path, const InstalledOpensm& opensm,
              const std::vector<OpensmCall>& calls, bool each_line)
      : path_(path), opensm_(opensm), calls_(calls), each_line_(each_line) {}

  std::vector<Finding> run() {
    if (read_lines()) {
      read_options();
      check_plugins();
      check_engines();
      check_lanes();
      check_congestion();
      check_folders();
      check_plan();
      check_policy();
    }
    check_calls();
    return std::move(findings_);
  }

 private:
  struct Line {
    std::string value;
    unsigned number;
  };

  void say(Severity severity, std::string where, std::string what, std::string_view remedy = "") {
    findings_.push_back({severity, std::move(where), std::move(what), std::string(remedy)});
  }
  // Of the line that sets an option, for one of Weft's perhaps that of the pairs.
  std::string place(std::string_view key) const {
    auto found = lines_.find(key);
    if (found == lines_.end() && key.starts_with("weft_")) {
      found = lines_.find("event_plugin_options");
    }
    return found == lines_.end() ? path_ : fmt::format("{}:{}", path_, found->second.number);
  }
  // As OpenSM or Weft reads it; empty if it is missing or empty.
  std::string_view value(std::string_view key) const {
    if (const char* const stocks = stock_.text(key)) return stocks;
    const auto found = lines_.find(key);
    if (found == lines_.end() || is_nothing(found->second.value)) return {};
    return found->second.value;
  }
  bool is_true(std::string_view key) const { return value(key) == "TRUE"; }

  bool may_be_opensm_conf(std::string_view text) const;
  bool read_lines();
  void read_options();
  std::string remedy_for_unreadable() const;
  void check_quotes(std::string_view line, const OptionRow* option, const std::string& where);
  void check_key(std::string_view key, const std::string& where);
  void check_value(const OptionRow& option, const std::string& value, const std::string& where);
  void check_plugins();
  void check_module(const std::string& name);
  void check_engines();
  void check_engine(const std::string& name);
  void check_order(std::vector<std::string> names);
  void check_lanes();
  void check_congestion();
  void check_folders();
  void check_plan();
  void check_policy();
  void check_calls();
  std::string answer_to(std::string_view key, const OptionRow* option) const;
  // True if the process surely started before the last change of the file.
  bool is_older_than_file(const OpensmCall& call) const {
    constexpr std::int64_t kSecond = 1'000'000'000;  // ns
    return call.started != 0 && call.started + 2 <= stamp_of(path_).modified_ns / kSecond;
  }
  bool is_loaded(std::string_view engine) const {
    return modules_.contains("weft") || modules_.contains(fmt::format("weft-{}", engine));
  }
  // True for the name of an engine that opensm leaves out.
  bool is_left_out(const std::string& name) const {
    if (name == kNoFallback || is_stock_engine(name)) return false;
    const EngineInfo* const engine = find_registered(name);
    return engine == nullptr || (!modules_.empty() && !is_loaded(engine->name));
  }

  const std::string& path_;
  const InstalledOpensm& opensm_;
  const std::vector<OpensmCall>& calls_;
  const bool each_line_;
  std::vector<Finding> findings_;
  std::map<std::string, Line, std::less<>> lines_;
  std::set<std::string, std::less<>> modules_;  // in event_plugin_name
  std::set<std::string, std::less<>>
      engines_;  // engines of Weft in routing_engine, without «weft-»
  StockConf stock_{""};
  Configuration all_;
};

// Never tells to overwrite an existing file.
std::string Examination::remedy_for_unreadable() const {
  std::error_code ignored;
  if (std::filesystem::status(path_, ignored).type() == std::filesystem::file_type::not_found) {
    return fmt::format("«opensm -c {}» writes one; then {} in it", path_, kTwoLines);
  }
  if (::access(path_.c_str(), R_OK) != 0) {
    return "run weft doctor as a user who may read it: root, or the user of opensm";
  }
  return fmt::format("name a regular file of at most {} MiB", kLargestConf >> 20);
}

// False if it has lines, and none with a known option.
bool Examination::may_be_opensm_conf(std::string_view text) const {
  bool is_empty = true;
  for (ConfLines lines(text); lines.next(); is_empty = false) {
    if (is_known(std::string(lines.key()), opensm_)) return true;
  }
  return is_empty;
}

bool Examination::read_lines() {
  std::string text;
  try {
    text = read_regular_file(path_, kLargestConf);
  } catch (const BadInput& error) {
    say(Severity::kError, path_, error.what(), remedy_for_unreadable());
    return false;
  }
  if (!may_be_opensm_conf(text)) {
    say(Severity::kError, path_,
        "no line has an option of OpenSM or of Weft: expected an opensm.conf",
        "name the file that opensm reads, as -F does");
    return false;
  }
  stock_ = StockConf(text);
  Lines lines(text);
  while (lines.next()) {
    const std::string where = fmt::format("{}:{}", path_, lines.number());
    if (lines.line().size() > kLongestConfLine) {
      say(Severity::kWarning, where,
          fmt::format("opensm reads what follows the first {} bytes as another line",
                      kLongestConfLine),
          "shorten it");
    }
    ConfLines parsed(lines.line());
    if (!parsed.next()) continue;
    const std::string key(parsed.key());
    const std::string value(parsed.value());
    if (lines_.contains(key) && lines_.find(key)->second.value != value) {
      say(Severity::kWarning, where,
          fmt::format("{} is given twice, and this line counts", without_secret(key)),
          fmt::format("remove line {}", lines_.find(key)->second.number));
    }
    lines_.insert_or_assign(key, Line{value, lines.number()});
    const OptionRow* const option = find_option(key);
    const std::size_t said = findings_.size();
    check_quotes(lines.line(), option, where);
    if (is_relative_path(key, option, value)) {
      say(Severity::kWarning, where,
          fmt::format("{}: {} counts from the folder in which opensm runs: / for a service of "
                      "systemd",
                      key, quote(value)),
          "write the path from /");
    }
    option == nullptr ? check_key(key, where) : check_value(*option, value, where);
    if (each_line_ && findings_.size() == said) {
      say(Severity::kNote, where,
          fmt::format("{}: {}", without_secret(key), answer_to(key, option)));
    }
  }
  return true;
}

// OpenSM cuts off a comment before it removes quotes; Weft, for its own options, does not.
void Examination::check_quotes(std::string_view line, const OptionRow* option,
                               const std::string& where) {
  if (option == nullptr || option->whose == Whose::kStock) line = line.substr(0, line.find('#'));
  const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view value = trim(line.substr(blank));
  if (!value.starts_with('"') && !value.starts_with('\'')) return;
  if (value.find(value.front(), 1) != std::string_view::npos) return;
  say(Severity::kWarning, where,
      fmt::format("{}: no quotation mark closes the value", without_secret(line.substr(0, blank))),
      "close it before a comment, or write the value without quotation marks");
}

// The note about a correct line.
std::string Examination::answer_to(std::string_view key, const OptionRow* option) const {
  constexpr std::string_view kOfLanes[] = {
      "qos",           "max_op_vls",        "qos_sl2vl",          "qos_vlarb_high",
      "qos_vlarb_low", "qos_swe_sl2vl",     "qos_swe_vlarb_high", "qos_swe_vlarb_low",
      "qos_ca_sl2vl",  "qos_ca_vlarb_high", "qos_ca_vlarb_low"};
  if (key == "lmc") return "an option of OpenSM: engines give each LID of a port its own paths";
  if (std::ranges::find(kOfLanes, key) != std::end(kOfLanes)) {
    return "an option of OpenSM: engines have the virtual lanes that it leaves";
  }
  if (option == nullptr) {
    return opensm_.options.contains(key)
               ? "an option of OpenSM: no engine of Weft's depends on it"
               : "OpenSM may know it: no opensm is installed here that could be asked";
  }
  if (option->field == OptionField(kNotRead)) {
    return option->whose == Whose::kVendor ? std::string(option->meaning) : "OpenSM follows it";
  }
  return fmt::format("Weft follows it ({})", option->engines);
}

// A key that Weft does not know: an option of OpenSM or an error; both programs ignore errors.
void Examination::check_key(std::string_view key, const std::string& where) {
  if (opensm_.options.contains(key)) return;
  const std::string shown = quote(without_secret(key));
  if (key.starts_with("\xEF\xBB\xBF")) {
    say(Severity::kError, where, "the file begins with a byte order mark: OpenSM ignores this line",
        "save it without one");
    return;
  }
  std::vector<std::string> known;
  for (const auto& option : opensm_.options) known.push_back(option.first);
  for (const OptionRow& option : kOptionTable) known.emplace_back(option.key);
  if (const VendorOption* vendor = find_vendor_option(key)) {
    say(Severity::kNote, where,
        fmt::format("{}, an option of the vendor's SM, has no effect: {}", key, vendor->reason));
    return;
  }
  const std::string meant = nearest(key, known);
  if (!meant.empty()) {
    say(Severity::kError, where, fmt::format("{} is not an option: it is ignored", shown),
        fmt::format("write {}, if you mean that", meant));
  } else if (key.starts_with("weft_")) {
    say(Severity::kError, where, fmt::format("{} is not an option of Weft's", shown),
        "see weft.conf(5)");
  } else if (!opensm_.options.empty()) {
    say(Severity::kNote, where,
        fmt::format("neither {} nor Weft knows {}: it is ignored", opensm_.version, shown));
  }
}

void Examination::check_value(const OptionRow& option, const std::string& value,
                              const std::string& where) {
  // Files at OpenSM's default paths may be missing.
  const auto unasked = opensm_.options.find(option.key);
  if (names_file(option) && unasked != opensm_.options.end() && unasked->second == value &&
      ::access(value.c_str(), F_OK) != 0) {
    return;
  }
  std::vector<std::string> warnings;
  try {
    read_option(option, is_nothing(value) ? "" : value, Workers(1), warnings);
    if (is_policy_file(option) && !is_nothing(value)) read_regular_file(value, kLargestOptionFile);
    if (is_stock_switch(option) && value != "TRUE" && parse_bool(option.key, value)) {
      say(Severity::kWarning, where,
          fmt::format("{} is {}: OpenSM takes only TRUE as on", option.key, quote(value)),
          "write TRUE");
    }
  } catch (const BadInput& error) {
    say(Severity::kError, where, fmt::format("{}: {}", option.key, error.what()),
        names_file(option) ? "make it a file that opensm can read, or remove the line"
                           : "see weft.conf(5)");
  }
  for (const std::string& warning : warnings) {
    say(Severity::kWarning, where, warning, "correct that line: it is left out");
  }
}

void Examination::check_plugins() {
  const std::string_view value = this->value("event_plugin_name");
  if (value.empty()) {
    say(Severity::kError, place("event_plugin_name"),
        "no plug-in is named: opensm does not load Weft", kTwoLines);
    return;
  }
  bool is_one_wrong = false;
  for (const std::string_view plugin : plugins_in(value)) {
    const std::string name(plugin);
    if (name.find_first_of("/,") != std::string::npos || name.ends_with(".so") ||
        name.starts_with("libweft")) {
      say(Severity::kError, place("event_plugin_name"),
          fmt::format("opensm looks for «lib{}.so», which it makes of {}", name, quote(name)),
          "write bare names, separated by blanks: weft, or weft-updn and the like");
      is_one_wrong = true;
      continue;
    }
    if (name == "weft" || name.starts_with("weft-")) {
      check_module(name);
    } else if (const std::string fault = find_module(name).fault; !fault.empty()) {
      say(Severity::kNote, place("event_plugin_name"),
          fmt::format("the loader cannot load lib{}.so: {}; opensm continues without it", name,
                      fault));
    }
  }
  if (modules_.empty() && !is_one_wrong) {
    say(Severity::kError, place("event_plugin_name"), "none of Weft's plug-ins is loaded",
        "write «event_plugin_name weft», with other plug-ins behind it after a blank");
  }
}

void Examination::check_module(const std::string& name) {
  modules_.insert(name);
  const LoadedModule module = find_module(name);
  if (!module.fault.empty()) {
    say(Severity::kError, place("event_plugin_name"),
        fmt::format("the loader cannot load lib{}.so: {}", name, module.fault),
        "install opensm-weft, or run ldconfig if it is in a folder that /etc/ld.so.conf names; "
        "opensm continues without it, and routes with its own min-hop");
  } else if (!opensm_.version.empty() && !module.built_for.empty() &&
             std::ranges::find(module.built_for, opensm_.version) == module.built_for.end()) {
    say(Severity::kError, place("event_plugin_name"),
        fmt::format("{} was built for {}, and this opensm is {}: it refuses to load it",
                    module.path, joined(module.built_for, ", "), opensm_.version),
        "install an opensm-weft that was built for it");
  }
}

void Examination::check_engines() {
  const std::string_view value = this->value("routing_engine");
  if (value.empty()) {
    say(Severity::kError, place("routing_engine"),
        "no engine is named: opensm routes with its own min-hop, unverified", kTwoLines);
    return;
  }
  const std::vector<std::string> names = words_of(value, ", \t");
  for (const std::string& name : names) check_engine(name);
  if (engines_.empty()) {
    say(Severity::kError, place("routing_engine"), "no engine of Weft's is named",
        "their names begin with weft-: weft-updn");
  }
  check_order(names);
  if (engines_.contains("chain") && all_.policy.chain.empty()) {
    say(Severity::kError, place("routing_engine"), "weft-chain has no rch_policy_file",
        "name one: doc/routing-chains.md");
  }
  if (engines_.contains("file") && this->value("lfts_file").empty() &&
      this->value("lid_matrix_dump_file").empty()) {
    say(Severity::kError, place("routing_engine"),
        "weft-file has no lfts_file and no lid_matrix_dump_file", "name one of them");
  }
  if (is_true("use_ucast_cache") && !engines_.empty()) {
    say(Severity::kNote, place("use_ucast_cache"),
        "use_ucast_cache has no effect with Weft's engines");
  }
}

void Examination::check_engine(const std::string& name) {
  if (name == kNoFallback || is_stock_engine(name)) return;
  std::vector<std::string> known(std::begin(kStockEngines), std::end(kStockEngines));
  known.emplace_back(kNoFallback);
  for (const VendorEngine& vendor : kVendorEngines) known.emplace_back(vendor.name);
  for (const EngineInfo* engine : all_engines()) {
    known.push_back(fmt::format("weft-{}", engine->name));
    for (const std::string_view other : engine->other_names) {
      if (!other.empty()) known.emplace_back(other);
    }
    if (!engine->is_registered_as(name)) continue;
    if (const VendorEngine* vendor = find_vendor_engine(name)) {
      say(Severity::kNote, place("routing_engine"), describe(*vendor));
    }
    if (one_of(name, {"dfp", "dfp2"}) && !lines_.contains("dfp_down_up_turns_mode")) {
      say(Severity::kNote, place("routing_engine"),
          "without a line dfp_down_up_turns_mode, the vendor's SM takes 1 since 5.24, and Weft 0");
    }
    engines_.emplace(engine->name);
    if (!modules_.empty() && !is_loaded(engine->name)) {
      say(Severity::kError, place("routing_engine"),
          fmt::format("no plug-in that is loaded has {}: opensm leaves it out", name),
          fmt::format("write «event_plugin_name weft», or add weft-{}", engine->name));
    }
    return;
  }
  if (name == kFatalEngine) {
    say(Severity::kError, place("routing_engine"),
        fmt::format("opensm ends with a segmentation fault where {} is named", quote(name)),
        "remove it, or name an engine: weft(7) lists them");
    return;
  }
  const std::string meant = nearest(name, known);
  say(Severity::kError, place("routing_engine"),
      fmt::format("{} is not an engine: opensm leaves it out, with an error in its log",
                  quote(name)),
      meant.empty() ? "weft(7) lists the engines" : fmt::format("write {}", meant));
}

// Engines are asked from left to right.
void Examination::check_order(std::vector<std::string> names) {
  std::erase_if(names, [&](const std::string& name) { return is_left_out(name); });
  std::string always;  // the first engine that routes every fabric
  for (const std::string& name : names) {
    if (name == kNoFallback) {
      say(Severity::kWarning, place("routing_engine"),
          "with no_fallback, the subnet has no routes and path queries get no answer if the "
          "plug-in cannot be loaded",
          "remove it: Weft's engines keep the active routes when they cannot route");
    } else if (!always.empty()) {
      say(Severity::kWarning, place("routing_engine"),
          fmt::format("{} is never asked, because {} before it routes every fabric", name, always),
          "move it to the front, or remove it");
    } else if (const EngineInfo* engine = find_registered(name);
               one_of(name, {"minhop", "sssp"}) ||
               (engine != nullptr && routes_every_fabric(*engine))) {
      always = name;
    }
    if (is_stock_engine(name) && always.empty() && name != names.back()) {
      say(Severity::kWarning, place("routing_engine"),
          fmt::format("{} is OpenSM's own engine: its routes are not verified", name),
          fmt::format("write weft-{}", name));
    }
  }
}

void Examination::check_lanes() {
  const bool has_qos =
      stock_.qos().is_on || std::ranges::any_of(calls_, [&](const OpensmCall& call) {
        return reads(call, path_) &&
               std::ranges::any_of(call.arguments, [](const std::string& argument) {
                 return argument == "-Q" || argument == "--qos";
               });
      });
  const bool has_vls = stock_.qos().most_data_vls > 1;
  for (const char* engine : {"dfsssp", "lash", "torus-2QoS", "dragonfly", "dfp", "multipath"}) {
    if (!engines_.contains(engine) || (has_qos && has_vls)) continue;
    say(Severity::kWarning, place(has_qos ? "max_op_vls" : "qos"),
        fmt::format("weft-{} needs virtual lanes, and {} only one is available: it refuses most "
                    "fabrics",
                    engine, has_qos ? "with max_op_vls 1" : "without qos"),
        has_qos ? "write «max_op_vls 4» for 8 VLs" : "write «qos TRUE»");
  }
  const QosOptions qos = stock_.qos();
  VlSet mapped = 0;
  for (const Vl vl : parse_sl2vl_option(qos.switches.sl2vl.c_str())) {
    if (vl < qos.most_data_vls) mapped |= static_cast<VlSet>(1u << vl);
  }
  const bool needs_map = has_qos && has_vls && std::popcount(mapped) < 2;
  const char* const key = stock_.text("qos_swe_sl2vl") == nullptr ? "qos_sl2vl" : "qos_swe_sl2vl";
  // The others write SL2VL maps of their own.
  for (const char* engine : {"dfsssp", "lash", "multipath"}) {
    if (!needs_map || !engines_.contains(engine)) continue;
    say(Severity::kWarning, place(key),
        fmt::format("weft-{} needs virtual lanes, and {} maps SLs to one only: it refuses most "
                    "fabrics",
                    engine, key),
        "remove the line, or write several VLs: missing numbers are VL 0");
  }
  // auto may take one of the others.
  constexpr const char* kOnLanesOfOpensm[] = {"dfsssp", "lash", "multipath", "nue", "auto"};
  if (std::ranges::any_of(kOnLanesOfOpensm, [&](const char* e) { return engines_.contains(e); })) {
    constexpr std::uint8_t kUsualVls = 8;  // of CAs
    const SlSet unsent = unsent_sls(qos, std::min(kUsualVls, qos.most_data_vls));
    for (const std::string& sentence : unsent_sentences(unsent)) {
      say(Severity::kWarning, place("qos_ca_sl2vl"), sentence,
          "change these lines, or remove them");
    }
  }
  const std::string_view written = value("lmc");
  Scanner scanner(written);
  const std::optional<std::uint8_t> lmc = scanner.number_as_in_c<std::uint8_t>();
  if (!written.empty() && (!lmc || *lmc > 7 || !scanner.at_end())) {
    say(Severity::kError, place("lmc"), fmt::format("lmc is {}", quote(written)), "write 0 to 7");
  }
}

void Examination::check_congestion() {
  if (all_.routing.congestion && !is_true("perfmgr")) {
    say(Severity::kError, place("weft_congestion"),
        "weft_congestion has no effect: nothing reads the counters of the ports",
        "write «perfmgr TRUE», and set perfmgr_sweep_time_s to the time between two readings");
  }
  const CongestionLimits& limits = all_.congestion;
  if (limits.lower > limits.upper) {
    say(Severity::kWarning, place("weft_congestion_lower"),
        fmt::format("between the levels {} and {} a link is congested and is not, in turn",
                    limits.upper, limits.lower),
        "set weft_congestion_lower below weft_congestion_upper");
  }
  if (limits.tick == 0) {
    say(Severity::kWarning, place("weft_congestion_tick"),
        "with weft_congestion_tick 0, the time that ports wait does not count",
        "write the bytes of a tick: weft.conf(5)");
  }
  if (limits.share > 100) {
    say(Severity::kWarning, place("weft_congestion_share"),
        fmt::format("weft_congestion_share is {} percent of the LIDs of a group", limits.share),
        "write 100 at most");
  }
}

void Examination::check_folders() {
  namespace fs = std::filesystem;
  const auto check = [&](std::string_view key, const fs::path& folder, std::string_view for_what) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(folder, ignored);
    if (is_folder && ::access(folder.c_str(), W_OK) == 0) return;
    say(Severity::kError, place(key),
        fmt::format("{} {}", folder.string(),
                    is_folder ? "cannot be written to" : "is not a folder"),
        fmt::format("make it one that opensm can write to: {}", for_what));
  };
  if (!all_.state_dir.empty() && all_.state_dir != "none") {
    check("weft_state_dir", all_.state_dir, "routes are lost at a restart");
  }
  const std::string& metrics = all_.metrics_file;
  for (const auto& [key, path] :
       {std::pair("weft_status_file", all_.status_file), std::pair("weft_metrics_file", metrics)}) {
    const fs::path file = path;
    if (file.empty()) continue;
    check(key, file.has_parent_path() ? file.parent_path() : ".", "nothing is reported");
  }
  if (!metrics.empty() && !metrics.ends_with(".prom")) {
    say(Severity::kWarning, place("weft_metrics_file"),
        fmt::format("node_exporter reads files *.prom, and not {}", quote(metrics)),
        "give it a name that ends in .prom");
  }
  const std::string_view dumps = value("dump_files_dir");
  if (!dumps.empty()) check("dump_files_dir", dumps, "dumps are not written");
}

void Examination::check_plan() {
  const std::string& plan = all_.plan_file;
  if (plan.empty()) return;
  const char* const remedy = "correct it; until then differences from the plan are not reported";
  std::vector<std::string> warnings;
  try {
    parse_plan(read_regular_file(plan, kLargestPlan), plan, Fabric(), {}, warnings);
  } catch (const BadInput& error) {
    say(Severity::kError, place("weft_plan_file"), error.what(), remedy);
  }
  for (const std::string& warning : warnings) {
    say(Severity::kWarning, place("weft_plan_file"), warning, remedy);
  }
}

// Also checks event_plugin_options; check_value() checks the lines.
void Examination::read_options() {
  const std::string_view pairs = value("event_plugin_options");
  for (const std::string& sentence : OptionReader().read("", false, pairs)) {
    const bool is_lost = sentence.starts_with("event_plugin_options");
    say(is_lost ? Severity::kError : Severity::kWarning, place("event_plugin_options"), sentence,
        is_lost ? "correct that pair: it is left out" : "correct that line: it is left out");
  }
  OptionReader reader;
  reader.read(path_, true, pairs, stock_.files());
  all_ = reader.options();
}

// Checks the three policy files, and that they have the groups that other files name.
void Examination::check_policy() {
  PolicyFiles files;
  const PolicyFiles::Report report =
      files.read(all_.policy, step_engine_names(), Workers(1), Mistaken::kRefused);
  const std::string where =
      place(all_.policy.chain.empty() ? "pgrp_policy_file" : "rch_policy_file");
  for (const std::string& error : report.errors) {
    if (std::ranges::find(findings_, error, &Finding::what) != findings_.end()) continue;
    say(Severity::kError, where, error,
        "correct it: while opensm runs, the last good policy stays active; after a restart the "
        "parts with errors are left out");
  }
  for (const std::string& warning : report.warnings) {
    say(Severity::kWarning, where, warning, "correct that file, or leave it if that is meant");
  }
  for (const std::string& note : report.notes) say(Severity::kNote, where, note);
  if (!report.errors.empty()) return;
  const PortGroups predefined = predefined_groups();
  const PortGroups& groups = files.policy() != nullptr ? files.policy()->groups : predefined;
  for (const GroupName& name : named_groups(all_.routing)) {
    if (find_group(groups, name.group)) continue;
    say(Severity::kError, place(name.key),
        fmt::format("the file names the port group {}, which pgrp_policy_file does not define",
                    quote(name.group)),
        "define it there; a name that ends in a number stands between quotation marks, and a line "
        "that names no group begins with a GUID, like 0x0002c90300001234");
  }
}

// Checks the calls that read this file.
void Examination::check_calls() {
  for (const OpensmCall& call : calls_) {
    if (!reads(call, path_)) continue;
    const std::string engines = value_of(call, 'R');
    if (!engines.empty() && engines != value("routing_engine")) {
      say(Severity::kError, call.where,
          fmt::format("its command line names «{}»: that counts, and not routing_engine of the "
                      "file",
                      engines),
          "remove -R from the command line");
    }
    if (!call.is_process || modules_.empty()) continue;
    if (call.modules.empty() && is_older_than_file(call)) {
      say(Severity::kNote, call.where,
          "this opensm has not loaded Weft: it started before the file was changed, so restart it");
    } else if (call.modules.empty()) {
      say(Severity::kWarning, call.where, "this opensm has not loaded Weft",
          "restart it, and look for «cannot load plugin» in its log");
    } else {
      say(Severity::kNote, call.where, fmt::format("it has loaded {}", call.modules));
    }
  }
}

}  // namespace

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "";
}

bool is_known(const std::string& key, const InstalledOpensm& opensm) {
  return find_vendor_option(key) != nullptr || find_option(key) != nullptr ||
         opensm.options.empty() || opensm.options.contains(key);
}

std::vector<Finding> examine(const std::string& path, const InstalledOpensm& opensm,
                             const std::vector<OpensmCall>& calls, bool each_line) {
  return Examination(path, opensm, calls, each_line).run();
}

}  // namespace weft::tool
