// The table of options, and the files that are written by it.
#include "common/options/option_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/file.h"
#include "common/base/text.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

using Rows = std::vector<std::string>;

std::string_view name(Whose whose) {
  switch (whose) {
    case Whose::kStock:
      return "stock";
    case Whose::kVendor:
      return "vendor";
    case Whose::kWeft:
      return "Weft";
  }
  return {};
}

TEST(OptionTable, IsTheDocumentsTable) {
  Rows table;
  for (const OptionRow& row : kOptionTable) {
    table.push_back(fmt::format("| `{}`{} | {} | {} | {} | {} |", row.key,
                                is_setting(row) ? " (tool)" : "", row.engines, row.meaning,
                                row.when_absent, name(row.whose)));
  }
  Rows document;
  const std::string text = read_file(source_path("doc/options.md"));
  Lines lines(text);
  while (lines.next()) {
    if (lines.line().starts_with("| `")) document.emplace_back(lines.line());
  }
  const auto [expected, found] = std::ranges::mismatch(table, document);
  EXPECT_TRUE(expected == table.end() && found == document.end())
      << "option_table.h has\n"
      << (expected != table.end() ? *expected : "no more rows") << "\nand doc/options.md\n"
      << (found != document.end() ? *found : "no more rows");
}

// «key value» and «#key value»; prose has a blank behind its #.
TEST(OptionTable, HasTheKeysOfTheExample) {
  std::set<std::string, std::less<>> example;
  const std::string text = read_file(source_path("conf/opensm.conf"));
  Lines lines(text);
  while (lines.next()) {
    std::string_view line = lines.line();
    if (line.starts_with('#')) line.remove_prefix(1);
    if (!line.empty() && !is_blank(line.front())) example.emplace(Scanner(line).word());
  }
  std::set<std::string, std::less<>> table;
  for (const OptionRow& row : kOptionTable) table.emplace(row.key);
  EXPECT_EQ(example, table);
}

TEST(OptionTable, FindsARowByItsKeyAlone) {
  EXPECT_EQ(find_option("connect_roots"), &option("connect_roots"));
  for (const OptionRow& row : kOptionTable) EXPECT_EQ(find_option(row.key), &row);
  for (const char* none : {"", "weft_", "Connect_roots", "connect_roots ", "qos_max_vls"}) {
    EXPECT_EQ(find_option(none), nullptr) << none;
  }
}

TEST(OptionTable, TellsWhichValuesAreFiles) {
  for (const OptionRow& row : kOptionTable) {
    const bool is_written = row.key == "weft_status_file" || row.key == "weft_metrics_file";
    EXPECT_EQ(names_file(row),
              (row.key.ends_with("_file") && !is_written) || row.key == "torus_config")
        << row.key;
  }
  EXPECT_TRUE(is_file_of_lines(option("cn_guid_file")));
  EXPECT_TRUE(is_needed_file(option("torus_config")));
  EXPECT_TRUE(is_file_of_tables(option("lfts_file")));
  EXPECT_TRUE(is_policy_file(option("rch_policy_file")));
}

TEST(OptionTable, KnowsWhatTheToolTakes) {
  EXPECT_TRUE(is_setting(option("lmc_esp0")));
  EXPECT_TRUE(is_setting(option("rch_policy_file")));
  EXPECT_FALSE(is_setting(option("lmc"))) << "it has --lmc";
  EXPECT_FALSE(is_setting(option("weft_threads"))) << "it has --threads";
  EXPECT_FALSE(is_setting(option("routing_threads_num")));
}

}  // namespace
}  // namespace weft
