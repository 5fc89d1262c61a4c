#include "common/options/vendor_options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/file.h"
#include "common/base/text.h"
#include "common/options/option_table.h"
#include "common/policy/chain_policy.h"
#include "common/policy/port_groups.h"
#include "common/routing/vendor_engines.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

TEST(VendorOptions, AreFoundByTheirKeyOrItsBeginning) {
  ASSERT_NE(find_vendor_option("max_topologies_per_sw"), nullptr);
  ASSERT_NE(find_vendor_option("ar_mode"), nullptr);
  EXPECT_EQ(find_vendor_option("ar_mode")->key, "ar_*");
  EXPECT_EQ(find_vendor_option("arc"), nullptr);
  EXPECT_EQ(find_vendor_option("cc_key"), nullptr) << "OpenSM has that one";
  ASSERT_NE(find_vendor_option("cc_key_enable"), nullptr);
  EXPECT_EQ(find_vendor_option("max_topologies_per_switch"), nullptr);
}

TEST(VendorOptions, AreNoneOfThoseThatWeftFollows) {
  for (const OptionRow& row : kOptionTable)
    EXPECT_EQ(find_vendor_option(row.key), nullptr) << row.key;
}

// The names in the first column of the tables below a heading of doc/vendor.md.
std::vector<std::string> names_below(std::string_view heading) {
  const std::string document = read_file(source_path("doc/vendor.md"));
  Lines lines(document);
  bool is_below = false;
  std::vector<std::string> names;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.starts_with('#')) is_below = line == heading;
    if (!is_below || !line.starts_with("| `")) continue;
    std::string_view cell = line.substr(2, line.find(" | ") - 2);
    while (!cell.empty()) {
      cell.remove_prefix(1);
      const std::size_t end = cell.find('`');
      names.emplace_back(cell.substr(0, end));
      cell.remove_prefix(std::min(cell.find('`', end + 1), cell.size()));
    }
  }
  EXPECT_FALSE(names.empty()) << heading;
  return names;
}

TEST(VendorOptions, OfTheDocumentAreThere) {
  for (const std::string& name : names_below("## Options without effect")) {
    EXPECT_NE(find_vendor_option(name.substr(0, name.find('*'))), nullptr) << name;
  }
  for (const std::string& name : names_below("## Engines")) {
    EXPECT_NE(find_vendor_engine(name), nullptr) << name;
  }
  for (const std::string& name : names_below("## Predefined port groups")) {
    EXPECT_TRUE(find_group(predefined_groups(), name)) << name;
  }
}

// doc/vendor.md has a row for each, with the same words.
TEST(VendorOptions, AreInTheDocument) {
  const std::string document = read_file(source_path("doc/vendor.md"));
  const auto has_row = [&](const std::string& row) {
    return document.find("\n| " + row) != std::string::npos;
  };
  std::map<std::string_view, std::string> keys;  // by reason
  for (const VendorOption& option : kVendorOptions) {
    std::string& row = keys[option.reason];
    row += fmt::format("{}`{}`", row.empty() ? "" : ", ", option.key);
  }
  for (const auto& [reason, row] : keys) {
    EXPECT_TRUE(has_row(fmt::format("{} | {} |", row, reason))) << row;
  }
  for (const VendorEngine& vendor : kVendorEngines) {
    EXPECT_TRUE(has_row("`" + std::string(vendor.name) + "` | `weft-" + std::string(vendor.engine)))
        << vendor.name;
  }
  for (const auto& keywords : {std::span<const std::string_view>(kGroupQualifiers),
                               std::span<const std::string_view>(kTopologyQualifiers),
                               std::span<const std::string_view>(kStepQualifiers)}) {
    for (const std::string_view keyword : keywords) {
      EXPECT_TRUE(has_row("`" + std::string(keyword) + "` | ")) << keyword;
    }
  }
  for (const std::string_view keyword : {kGroupKeyword, kTopologyKeyword, kStepKeyword}) {
    EXPECT_TRUE(has_row(fmt::format("`{}`, `end-{}` | ", keyword, keyword))) << keyword;
  }
  for (const PortGroup& group : predefined_groups().groups) {
    EXPECT_TRUE(has_row("`" + group.name + "` | ")) << group.name;
  }
}

}  // namespace
}  // namespace weft
