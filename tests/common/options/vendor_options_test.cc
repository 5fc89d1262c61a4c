#include "common/options/vendor_options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "common/base/file.h"
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
