#include "common/plan/plan_watch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "common/plan/cable_list.h"

namespace weft {
namespace {

constexpr const char* kTree =
    "leaf[1-4],1,h[1-4],1\nleaf[1-4],2,g[1-4],1\nleaf[1-4],11,spine1,[1-4]\n"
    "leaf[1-4],12,spine2,[1-4]\n";

Fabric fabric(std::string_view csv) {
  std::vector<std::string> warnings;
  return make_planned_fabric(parse_cable_csv(csv, "f", warnings), {}, "f", warnings).fabric;
}

class PlanWatchTest : public testing::Test {
 protected:
  PlanWatchTest() {
    std::string name = (std::filesystem::temp_directory_path() / "weft-plan-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ + "/plan.csv";
  }
  ~PlanWatchTest() override { std::filesystem::remove_all(folder_); }

  void write(std::string_view text) const { std::ofstream(path_) << text; }

  std::string folder_, path_;
  PlanWatch watch_;
};

TEST_F(PlanWatchTest, WhatChangesIsSaidOnce) {
  write(kTree);
  const Fabric whole = fabric(kTree);
  const Fabric worse = fabric(
      "leaf[1-4],1,h[1-4],1\nleaf[1-4],2,g[1-4],1\nleaf[1-4],11,spine1,[1-4]\n"
      "leaf[1-3],12,spine2,[1-3]\n");
  EXPECT_TRUE(watch_.compare(path_, whole).otherwise.empty());
  ASSERT_NE(watch_.state(), nullptr);
  EXPECT_EQ(watch_.state()->faults, 0u);

  const PlanWatch::News lost = watch_.compare(path_, worse);
  ASSERT_EQ(lost.otherwise.size(), 1u);
  EXPECT_NE(lost.otherwise[0].find("1 cable is missing between "), std::string::npos);
  EXPECT_EQ(watch_.state()->differences, lost.otherwise);
  EXPECT_TRUE(watch_.compare(path_, worse).otherwise.empty());
  EXPECT_EQ(watch_.state()->faults, 1u);

  const PlanWatch::News again = watch_.compare(path_, whole);
  EXPECT_TRUE(again.otherwise.empty());
  EXPECT_EQ(again.as_planned, lost.otherwise);
  EXPECT_EQ(watch_.state()->faults, 0u);

  watch_.compare("", whole);
  EXPECT_EQ(watch_.state(), nullptr);
}

TEST_F(PlanWatchTest, ABadFileIsSaidOnceAndReadAgainWhenItChanges) {
  const Fabric whole = fabric(kTree);
  const PlanWatch::News none = watch_.compare(path_, whole);
  ASSERT_EQ(none.warnings.size(), 1u);
  EXPECT_NE(none.warnings[0].find("cannot be read"), std::string::npos);
  EXPECT_FALSE(watch_.state()->error.empty());
  EXPECT_TRUE(watch_.compare(path_, whole).warnings.empty());

  write("hello\n");
  EXPECT_NE(watch_.compare(path_, whole).warnings.at(0).find("no plan in a known format"),
            std::string::npos);
  write(kTree);
  EXPECT_TRUE(watch_.compare(path_, whole).warnings.empty());
  EXPECT_TRUE(watch_.state()->error.empty());
}

}  // namespace
}  // namespace weft
