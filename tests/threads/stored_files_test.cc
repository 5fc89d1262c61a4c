// Stored tables and hops are read the same with any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/base/file.h"
#include "common/dumps/lid_matrix.h"
#include "common/dumps/table_writer.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"
#include "plugins/file/file.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/lane_routing.h"
#include "tests/threads/fabrics.h"

namespace weft {
namespace {

// Tables of shortest paths, and the files that are written of them.
struct Stored {
  explicit Stored(Fabric f) : fabric(std::move(f)), block(fabric.switch_count(), fabric.max_lid()) {
    routing = minhop_engine().route({fabric, {}, Workers(2)}, block.tables());
  }
  std::string lfts() {
    write_lfts_dump(fabric, block.tables(), folder.file("lfts"));
    return folder.file("lfts");
  }
  std::string fdbs() {
    write_fdbs(fabric, block.tables(), folder.file("fdbs"));
    return folder.file("fdbs");
  }
  std::string lid_matrix() {
    const Workers workers(2);
    LidMatrix matrix(fabric, block.tables(), {routing.notes.orientation, false}, {}, workers);
    write_lid_matrix(fabric, matrix, folder.file("lid-matrix"), Existing::kWrittenTo, workers);
    return folder.file("lid-matrix");
  }
  // Every entry is what was written.
  void expect_tables(const StoredTables& tables) {
    ASSERT_EQ(tables.switches.size(), fabric.switch_count());
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      const std::vector<PortNum>& row = tables.switches[s].row;
      ASSERT_EQ(row.size(), fabric.max_lid() + std::size_t{1});
      EXPECT_TRUE(std::equal(row.begin(), row.end(), block.tables().row(s)));
    }
  }

  Fabric fabric;
  TableBlock block;
  Routing routing;
  TemporaryDirectory folder;
};

TEST(StoredFiles, ALargeFileIsReadByAll) {
  // 52 switches of 21,172 LIDs: three parts.
  Stored stored(with_new_lids(make_xgft({.down = {240, 44}, .up = {1, 8}}), 1));
  const std::string path = stored.lfts();
  ASSERT_GT(std::filesystem::file_size(path), 2 * kStoredPart);
  for (const unsigned threads : {1u, 3u}) {
    std::vector<std::string> warnings;
    stored.expect_tables(read_stored_tables(path, Workers(threads), warnings));
    EXPECT_EQ(warnings, std::vector<std::string>());
  }
}

TEST(StoredFiles, TablesAreReadInSmallParts) {
  Stored stored(test::small_torus());
  for (const std::string& path : {stored.lfts(), stored.fdbs()}) {
    const std::string text = read_file(path);
    for (const unsigned threads : {1u, 2u, 7u}) {
      std::vector<std::string> warnings;
      stored.expect_tables(parse_stored_tables(text, "file", Workers(threads), warnings, 10000));
      EXPECT_EQ(warnings, std::vector<std::string>());
    }
  }
}

TEST(StoredFiles, OfSeveralErrorsTheFirstIsReported) {
  Stored stored(test::small_torus());
  std::string text = read_file(stored.lfts());
  for (std::size_t at = text.find("lids dumped"); at != std::string::npos;
       at = text.find("lids dumped", at)) {
    text.replace(at, 4, "lice");
  }
  const auto refused = [&](unsigned threads) {
    return refusal([&] {
      std::vector<std::string> warnings;
      parse_stored_tables(text, "file", Workers(threads), warnings, 10000);
    });
  };
  EXPECT_NE(refused(1), "");
  EXPECT_EQ(refused(2), refused(1));
  EXPECT_EQ(refused(7), refused(1));
}

TEST(StoredFiles, HopsAreReadInSmallPartsAndRouted) {
  Stored stored(test::small_torus());
  const std::string text = read_file(stored.lid_matrix());
  const LaneBudget one_lane;
  const auto routed = [&](unsigned threads) {
    std::vector<std::string> warnings;
    Options options;
    options.stored_hops = std::make_shared<const StoredHops>(
        parse_stored_hops(text, "file", Workers(threads), warnings, 10000));
    EXPECT_EQ(warnings, std::vector<std::string>());
    return test::LaneRouting(file_engine(), stored.fabric, one_lane, options, threads);
  };
  const test::LaneRouting alone = routed(1);
  EXPECT_EQ(alone.path_faults(), "");
  for (const unsigned threads : {2u, 7u}) EXPECT_TRUE(routed(threads).same_as(alone));
}

}  // namespace
}  // namespace weft
