// A row of the table of options (option_table.h).
// Tested by tests/common/options/option_table_test.cc.
#ifndef WEFT_OPTIONS_OPTION_ROW_H_
#define WEFT_OPTIONS_OPTION_ROW_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/options/configuration.h"
#include "common/routing/options.h"
#include "common/topology/tree_shape.h"

namespace weft {

enum class Whose : std::uint8_t {
  kStock,   // stock OpenSM reads it into its own structure
  kVendor,  // only in the vendor's OpenSM: Weft reads it, or it has no effect
  kWeft,    // its key begins with weft_
};

enum class Scope : std::uint8_t {
  kStep,      // in OpenSM's main file; in the file of a chain's step, for that step
  kMainFile,  // only in the main file
  kOpensm,    // only in the main file, for OpenSM: no engine uses it
};

// The value is the path of a file with one line per node or port (node_map.h).
template <typename Entry>
struct LinesFile {
  std::optional<std::vector<Entry>> Options::*field;
  std::vector<Entry> (*parse)(std::string_view text, std::string_view source,
                              std::vector<std::string>& warnings);

  friend bool operator==(const LinesFile&, const LinesFile&) = default;
};

// The value is the path of a file that its engine needs: on any error in the file, the engine
// refuses to route.
template <typename Content>
struct NeededFile {
  NeededContent<Content> Options::*field;
  Content (*parse)(std::string_view text, std::string_view source);  // throws BadInput

  friend bool operator==(const NeededFile&, const NeededFile&) = default;
};

// The value is the path of a file with tables of all switches; it may be large.
template <typename Tables>
struct TablesFile {
  std::shared_ptr<const Tables> Options::*field;
  Tables (*read)(const std::string& path, const Workers& workers,
                 std::vector<std::string>& warnings);

  friend bool operator==(const TablesFile&, const TablesFile&) = default;
};

// The field that an option sets; the type determines how the text is parsed (read_option.h).
using OptionField = std::variant<
    std::monostate,  // nothing: only OpenSM uses the option, or it has no effect
    bool Options::*, std::uint8_t Options::*, std::uint16_t Options::*, std::uint32_t Options::*,
    Balance Options::*, LostPairsAre Options::*, DragonflyPaths Options::*, DownUpTurns Options::*,
    TrafficMix Options::*, std::optional<TreeShape> Options::*, LinesFile<NamedNode>,
    LinesFile<SwitchId>, LinesFile<PortNote>, LinesFile<SearchOrder>, NeededFile<TorusConf>,
    TablesFile<StoredTables>,
    TablesFile<StoredHops>,  //
    bool Configuration::*, Stages Configuration::*, unsigned Configuration::*,
    std::uint64_t Configuration::*,  //
    std::string Configuration::*, std::vector<DrainedPart> Configuration::*,
    std::uint32_t FlapLimits::*, std::uint32_t CongestionLimits::*, std::string PolicyPaths::*>;

inline constexpr std::monostate kNotRead;

struct OptionRow {
  std::string_view key;
  OptionField field;
  Whose whose;
  Scope scope;
  // Markdown for doc/options.md and the man pages.
  std::string_view engines;      // engines that use it
  std::string_view when_absent;  // the default
  std::string_view meaning;      // sentences, without the last full stop
};

constexpr bool is_file_of_lines(const OptionRow& option) {
  return std::holds_alternative<LinesFile<NamedNode>>(option.field) ||
         std::holds_alternative<LinesFile<SwitchId>>(option.field) ||
         std::holds_alternative<LinesFile<PortNote>>(option.field) ||
         std::holds_alternative<LinesFile<SearchOrder>>(option.field);
}

constexpr bool is_needed_file(const OptionRow& option) {
  return std::holds_alternative<NeededFile<TorusConf>>(option.field);
}

constexpr bool is_file_of_tables(const OptionRow& option) {
  return std::holds_alternative<TablesFile<StoredTables>>(option.field) ||
         std::holds_alternative<TablesFile<StoredHops>>(option.field);
}

constexpr bool is_policy_file(const OptionRow& option) {
  return std::holds_alternative<std::string PolicyPaths::*>(option.field);
}

constexpr bool is_drain_file(const OptionRow& option) {
  return std::holds_alternative<std::vector<DrainedPart> Configuration::*>(option.field);
}

constexpr bool is_plan_file(const OptionRow& option) {
  const auto* text = std::get_if<std::string Configuration::*>(&option.field);
  return text != nullptr && *text == &Configuration::plan_file;
}

// True if the value is the path of a file that is read.
constexpr bool names_file(const OptionRow& option) {
  return is_file_of_lines(option) || is_needed_file(option) || is_file_of_tables(option) ||
         is_policy_file(option) || is_drain_file(option) || is_plan_file(option);
}

// True if the tool accepts the option with --set. It accepts all options that Weft reads, except
// those with their own argument (threads, LMC, lanes, drained parts) and those of a running opensm
// (state directory, read back, migration, rebalancing, flapping links, congestion).
constexpr bool is_setting(const OptionRow& option) {
  const auto* flag = std::get_if<bool Configuration::*>(&option.field);
  if (flag != nullptr && *flag == &Configuration::read_back) return false;
  if (flag != nullptr && *flag == &Configuration::rebalance) return false;
  return !std::holds_alternative<std::monostate>(option.field) &&
         !std::holds_alternative<unsigned Configuration::*>(option.field) &&
         !std::holds_alternative<std::uint64_t Configuration::*>(option.field) &&
         !std::holds_alternative<std::string Configuration::*>(option.field) &&
         !std::holds_alternative<std::uint32_t FlapLimits::*>(option.field) &&
         !std::holds_alternative<std::uint32_t CongestionLimits::*>(option.field) &&
         !is_drain_file(option);
}

}  // namespace weft

#endif  // WEFT_OPTIONS_OPTION_ROW_H_
