#include "common/dumps/lid_matrix.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "common/base/file.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::Sketch;

// s0, s1, s2 in a row, s0 and s1 joined by two links; a CA at each end. Three ports each.
Fabric row() {
  Sketch sketch(3, 3);
  sketch.link(0, 1, 1, 1);
  sketch.link(0, 2, 1, 2);
  sketch.link(1, 3, 2, 1);
  sketch.ca(0, 3);
  sketch.ca(2, 3);
  return sketch.build();
}

std::string written(const Fabric& fabric, TableBlock& tables, PathKind kind,
                    const Options& options) {
  const TemporaryDirectory directory;
  const Workers workers(1);
  LidMatrix matrix(fabric, tables.tables(), kind, options, workers);
  write_lid_matrix(fabric, matrix, directory.file("matrix"), Existing::kReplaced, workers);
  return read_file(directory.file("matrix"));
}

std::string written(const Fabric& fabric, const Orientation& orientation = {},
                    const Options& options = {}) {
  TableBlock tables(fabric.switch_count(), fabric.max_lid());
  return written(fabric, tables, {orientation, false}, options);
}

TEST(LidMatrix, HasTheHopsThroughEachPort) {
  EXPECT_EQ(written(row()),
            "Switch: guid 0x0000000000000001\n"
            "0x0001: 00 02 02 ff # portguid 0x0000000000000001\n"
            "0x0002: 01 01 01 ff # portguid 0x0000000000000002\n"
            "0x0003: 02 02 02 ff # portguid 0x0000000000000003\n"
            "Switch: guid 0x0000000000000002\n"
            "0x0001: 01 01 01 03 # portguid 0x0000000000000001\n"
            "0x0002: 00 02 02 02 # portguid 0x0000000000000002\n"
            "0x0003: 01 03 03 01 # portguid 0x0000000000000003\n"
            "Switch: guid 0x0000000000000003\n"
            "0x0001: 02 02 ff ff # portguid 0x0000000000000001\n"
            "0x0002: 01 01 ff ff # portguid 0x0000000000000002\n"
            "0x0003: 00 02 ff ff # portguid 0x0000000000000003\n");
}

TEST(LidMatrix, CountsHopWeights) {
  Options options;
  options.hop_weights = {{1, 2, 5}};  // port 2 of s0
  const std::string text = written(row(), {}, options);
  EXPECT_TRUE(test::contains(text, "0x0002: 01 01 05 ff # portguid 0x0000000000000002\n"));
}

TEST(LidMatrix, KeepsToTheDirectionOfLinks) {
  // s1 is below its neighbours: no path leads through it.
  const std::string text = written(row(), {{0, 2, 1}});
  EXPECT_TRUE(test::contains(text,
                             "Switch: guid 0x0000000000000001\n"
                             "0x0001: 00 ff ff ff # portguid 0x0000000000000001\n"
                             "0x0002: 01 01 01 ff # portguid 0x0000000000000002\n"
                             "Switch: guid 0x0000000000000002\n"));
}

TEST(LidMatrix, HasThePathsThatTheTablesAddToThoseOfTheDirection) {
  const Fabric fabric = row();
  TableBlock tables(fabric.switch_count(), fabric.max_lid());
  tables.tables().row(0)[test::lid_of_ca(1)] = 2;
  tables.tables().row(1)[test::lid_of_ca(1)] = 3;
  const Orientation orientation = {{0, 2, 1}};
  const std::string text = written(fabric, tables, {orientation, false}, {});
  EXPECT_TRUE(test::contains(text,
                             "0x0002: 01 01 01 ff # portguid 0x0000000000000002\n"
                             "0x0003: 02 ff 02 ff # portguid 0x0000000000000003\n"
                             "Switch: guid 0x0000000000000002\n"));
}

TEST(LidMatrix, IsReadBack) {
  const Fabric fabric = row();
  const std::string before = written(fabric);
  std::vector<std::string> warnings;
  Options options;
  options.stored_hops =
      std::make_shared<const StoredHops>(parse_stored_hops(before, "matrix", Workers(1), warnings));
  EXPECT_EQ(warnings, std::vector<std::string>{});
  TableBlock tables(fabric.switch_count(), fabric.max_lid());
  const Orientation none;
  // Of the hops through a switch's ports the fewest alone come back.
  EXPECT_TRUE(test::contains(written(fabric, tables, {none, true}, options),
                             "Switch: guid 0x0000000000000002\n"
                             "0x0001: 01 01 01 ff # portguid 0x0000000000000001\n"
                             "0x0002: 00 ff ff ff # portguid 0x0000000000000002\n"
                             "0x0003: 01 ff ff 01 # portguid 0x0000000000000003\n"));
}

}  // namespace
}  // namespace weft
