#include "common/options/stored_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/base/error.h"
#include "tests/support/fabric_text.h"

namespace weft {
namespace {

std::string table_of(Guid guid) {
  return fmt::format(
      "Unicast lids [0-1] of switch Lid 1 guid 0x{:016x} ('s'):\n0x0001 000 : 's'\n1 lids dumped\n",
      guid);
}

std::string hops_of(Guid guid) {
  return fmt::format("Switch: guid 0x{:016x}\n0x0001: 00 ff # portguid 0x{:016x}\n", guid, guid);
}

// Files that OpenSM's options name, and all that was said of them.
class StoredFilesTest : public testing::Test {
 protected:
  // As an editor does, under another name first: the file is another one, however fast it went.
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(directory_.file("new")) << text;
    std::filesystem::rename(directory_.file("new"), path);
  }
  void read(const Workers& workers = Workers(1)) {
    const StoredFiles::Report report = files_.read(lfts_file_, lid_matrix_dump_file_, workers);
    errors_.insert(errors_.end(), report.errors.begin(), report.errors.end());
    warnings_.insert(warnings_.end(), report.warnings.begin(), report.warnings.end());
  }
  Guid table_guid() const { return files_.tables()->switches.at(0).switch_guid; }

  const TemporaryDirectory directory_;
  const std::string tables_path_ = directory_.file("lfts");
  const std::string hops_path_ = directory_.file("hops");
  const char* lfts_file_ = nullptr;
  const char* lid_matrix_dump_file_ = nullptr;
  StoredFiles files_;
  std::vector<std::string> errors_, warnings_;
};

TEST_F(StoredFilesTest, NoneIsNull) {
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  EXPECT_EQ(files_.hops(), nullptr);
}

TEST_F(StoredFilesTest, TablesGoBeforeHops) {
  write(tables_path_, table_of(9));
  write(hops_path_, hops_of(8));
  lid_matrix_dump_file_ = hops_path_.c_str();
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  ASSERT_NE(files_.hops(), nullptr);
  EXPECT_EQ(files_.hops()->switches.at(0).switch_guid, 8u);
  lfts_file_ = tables_path_.c_str();
  read();
  ASSERT_NE(files_.tables(), nullptr);
  EXPECT_EQ(table_guid(), 9u);
  EXPECT_EQ(files_.hops(), nullptr) << "with tables there are no hops";
  EXPECT_TRUE(errors_.empty());
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(StoredFilesTest, AFileIsReadAgainOnceItHasChanged) {
  write(tables_path_, table_of(9));
  lfts_file_ = tables_path_.c_str();
  read();
  const auto first = files_.tables();
  read();
  EXPECT_EQ(files_.tables(), first) << "the same object";
  write(tables_path_, table_of(7));
  read();
  EXPECT_EQ(table_guid(), 7u);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->switches.at(0).switch_guid, 9u) << "a routing may still have it";
}

TEST_F(StoredFilesTest, WhatCannotBeReadIsSaidOnceAndLeavesWhatWasThere) {
  lfts_file_ = tables_path_.c_str();
  const std::string missing =
      "lfts_file: " + tables_path_ + ": cannot be read: No such file or directory";
  read();
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  EXPECT_EQ(errors_, std::vector{missing});

  write(tables_path_, table_of(9));
  read();
  EXPECT_EQ(table_guid(), 9u);
  std::filesystem::remove(tables_path_);
  read();
  read();
  EXPECT_EQ(table_guid(), 9u);
  EXPECT_EQ(errors_, (std::vector{missing, missing + "; the previous content stays active"}));
}

TEST_F(StoredFilesTest, LinesThatMeanNothingAreNamed) {
  write(tables_path_, "ibwarn: something\n" + table_of(9));
  lfts_file_ = tables_path_.c_str();
  read();
  EXPECT_EQ(table_guid(), 9u);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(warnings_[0].starts_with(tables_path_ + ":1: 'ibwarn: something'"));
}

TEST_F(StoredFilesTest, AStopLeavesTheFileToBeReadNextTime) {
  write(tables_path_, table_of(9));
  lfts_file_ = tables_path_.c_str();
  EXPECT_THROW(read(Workers(1, [] { return true; })), Stopped);
  EXPECT_EQ(files_.tables(), nullptr);
  read();
  EXPECT_EQ(table_guid(), 9u);
}

}  // namespace
}  // namespace weft
