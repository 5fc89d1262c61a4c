// A row of the table of options (option_table.h): what is known of one option.
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
  kVendor,  // the vendor's OpenSM has it, stock does not: Weft reads it, or it is without effect
  kWeft,    // its key begins with weft_
};

enum class Scope : std::uint8_t {
  kStep,      // in OpenSM's main file, and in the file of a chain's step for that step
  kMainFile,  // in the main file alone, for all
  kOpensm,    // in the main file, where it changes what OpenSM does: no engine uses it
};

// The value is the path of a file with a line a node or port (node_map.h).
template <typename Entry>
struct LinesFile {
  std::optional<std::vector<Entry>> Options::*field;
  std::vector<Entry> (*parse)(std::string_view text, std::string_view source,
                              std::vector<std::string>& warnings);

  friend bool operator==(const LinesFile&, const LinesFile&) = default;
};

// The value is the path of a file that the engine which it is for must not do without: whatever is
// wrong with it, the engine refuses.
template <typename Content>
struct NeededFile {
  NeededContent<Content> Options::*field;
  Content (*parse)(std::string_view text, std::string_view source);  // throws BadInput

  friend bool operator==(const NeededFile&, const NeededFile&) = default;
};

// The value is the path of a file with tables of all switches, which may be large.
template <typename Tables>
struct TablesFile {
  std::shared_ptr<const Tables> Options::*field;
  Tables (*read)(const std::string& path, const Workers& workers,
                 std::vector<std::string>& warnings);

  friend bool operator==(const TablesFile&, const TablesFile&) = default;
};

// What an option sets; its type says how the text is read (read_option.h).
using OptionField = std::variant<
    std::monostate,  // nothing: OpenSM does what the option says, or nobody
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
  // Markdown of doc/options.md, and what a man page is made of.
  std::string_view engines;      // which of them it is for
  std::string_view when_absent;  // the default
  std::string_view meaning;      // sentences, the last without its full stop
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

// The value is the path of a file that is read.
constexpr bool names_file(const OptionRow& option) {
  return is_file_of_lines(option) || is_needed_file(option) || is_file_of_tables(option) ||
         is_policy_file(option) || is_drain_file(option) || is_plan_file(option);
}

// The tool takes it with --set: all that Weft reads but the number of threads, for which the tool
// has an argument, as for LMC, lanes and what is drained, and what is of a running opensm: where it
// keeps its state, what it reads back, how it migrates and evens out, links that go down and up, or
// are busy.
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
