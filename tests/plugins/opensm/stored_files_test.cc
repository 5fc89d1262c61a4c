#include "plugins/opensm/stored_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "common/base/error.h"
#include "common/base/file.h"
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

// Files that OpenSM's options name, and a log that OpenSM's functions write.
class StoredFilesTest : public testing::Test {
 protected:
  StoredFilesTest() {
    EXPECT_EQ(osm_log_init_v2(&osm_log_, TRUE, OSM_LOG_ERROR, log_path_.c_str(), 0, FALSE),
              IB_SUCCESS);
  }
  ~StoredFilesTest() override { osm_log_destroy(&osm_log_); }

  // As an editor does, under another name first: the file is another one, however fast it went.
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(directory_.file("new")) << text;
    std::filesystem::rename(directory_.file("new"), path);
  }
  void read() { files_.read(stock_, Workers(1), Log(osm_log_, "weft")); }
  // How often the log says it.
  std::size_t said(std::string_view words) const {
    const std::string log = read_file(log_path_);
    std::size_t count = 0;
    for (std::size_t at = log.find(words); at != std::string::npos; at = log.find(words, at + 1)) {
      ++count;
    }
    return count;
  }
  Guid table_guid() const { return files_.tables()->switches.at(0).switch_guid; }

  const TemporaryDirectory directory_;
  const std::string log_path_ = directory_.file("log");
  std::string tables_path_ = directory_.file("lfts");
  std::string hops_path_ = directory_.file("hops");
  osm_log_t osm_log_ = {};
  osm_subn_opt_t stock_ = {};
  StoredFiles files_;
};

TEST_F(StoredFilesTest, NoneIsNull) {
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  EXPECT_EQ(files_.hops(), nullptr);
}

TEST_F(StoredFilesTest, TablesGoBeforeHops) {
  write(tables_path_, table_of(9));
  write(hops_path_, hops_of(8));
  stock_.lid_matrix_dump_file = hops_path_.data();
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  ASSERT_NE(files_.hops(), nullptr);
  EXPECT_EQ(files_.hops()->switches.at(0).switch_guid, 8u);
  stock_.lfts_file = tables_path_.data();
  read();
  ASSERT_NE(files_.tables(), nullptr);
  EXPECT_EQ(table_guid(), 9u);
  EXPECT_EQ(files_.hops(), nullptr) << "with tables there are no hops";
  EXPECT_EQ(said("weft"), 0u);
}

TEST_F(StoredFilesTest, AFileIsReadAgainOnceItHasChanged) {
  write(tables_path_, table_of(9));
  stock_.lfts_file = tables_path_.data();
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
  stock_.lfts_file = tables_path_.data();
  const std::string missing =
      "weft: lfts_file: " + tables_path_ + ": cannot be read: No such file or directory";
  read();
  read();
  EXPECT_EQ(files_.tables(), nullptr);
  EXPECT_EQ(said(missing + "\n"), 1u);

  write(tables_path_, table_of(9));
  read();
  EXPECT_EQ(table_guid(), 9u);
  std::filesystem::remove(tables_path_);
  read();
  read();
  EXPECT_EQ(table_guid(), 9u);
  EXPECT_EQ(said(missing + "; what was read before stays\n"), 1u);
}

TEST_F(StoredFilesTest, LinesThatMeanNothingAreNamed) {
  write(tables_path_, "ibwarn: something\n" + table_of(9));
  stock_.lfts_file = tables_path_.data();
  read();
  EXPECT_EQ(table_guid(), 9u);
  EXPECT_EQ(said("weft: " + tables_path_ + ":1: 'ibwarn: something'"), 1u);
}

TEST_F(StoredFilesTest, AStopLeavesTheFileToBeReadNextTime) {
  write(tables_path_, table_of(9));
  stock_.lfts_file = tables_path_.data();
  EXPECT_THROW(files_.read(stock_, Workers(1, [] { return true; }), Log(osm_log_, "weft")),
               Stopped);
  EXPECT_EQ(files_.tables(), nullptr);
  read();
  EXPECT_EQ(table_guid(), 9u);
}

}  // namespace
}  // namespace weft
