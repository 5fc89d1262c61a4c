#include "common/base/file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "common/dumps/table_writer.h"
#include "common/fabric/generators/generators.h"
#include "common/fabric/renumber.h"
#include "common/session/session.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"
#include "plugins/file/file.h"
#include "plugins/shortest/minhop.h"
#include "tests/support/fabric_text.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

// Routed by hand, written, read, and changed by whoever tests.
struct Stored {
  explicit Stored(test::Routed routed) : fabric(std::move(routed.fabric)) {
    const TemporaryDirectory directory;
    write_lfts_dump(fabric, routed.block.tables(), directory.file("lfts"));
    tables = read_stored_tables(directory.file("lfts"), Workers(1), warnings);
  }

  std::shared_ptr<const Verified> route(bool unchecked = false) {
    Options options;
    options.stored_tables = std::make_shared<const StoredTables>(tables);
    options.file_unchecked = unchecked;
    return session.route({Fabric(fabric), options, Workers(2)}, block.tables());
  }
  std::string refusal() {
    try {
      route();
    } catch (const CannotRoute& error) {
      return error.what();
    }
    return {};
  }

  Fabric fabric;
  StoredTables tables;
  std::vector<std::string> warnings;
  TableBlock block{fabric.switch_count(), fabric.max_lid()};
  Session session{file_engine()};
};

TEST(FileEngine, GivesBackWhatWasStored) {
  test::Routed routed = test::two_switches();
  const std::vector<PortNum> first(routed.block.tables().row(0),
                                   routed.block.tables().row(0) + kLftBlock);
  Stored stored(std::move(routed));
  EXPECT_TRUE(stored.route()->verdict.reaches_all());
  EXPECT_TRUE(std::equal(first.begin(), first.end(), stored.block.tables().row(0)));
}

TEST(FileEngine, NeedsAFile) {
  Stored stored(test::two_switches());
  try {
    stored.session.route({Fabric(stored.fabric), {}, Workers(1)}, stored.block.tables());
    FAIL();
  } catch (const CannotRoute& error) {
    EXPECT_TRUE(contains(error.what(), "lfts_file"));
  }
}

TEST(FileEngine, AHoleIsRefusedUnlessItMayStay) {
  Stored stored(test::two_switches());
  stored.tables.switches[0].row[test::lid_of_ca(1)] = kNoPath;
  EXPECT_TRUE(contains(stored.refusal(), "1 pairs of end ports have no path"));
  const auto result = stored.route(true);
  EXPECT_EQ(result->verdict.unreachable_pairs, 1u);
  EXPECT_EQ(stored.block.tables().row(1)[test::lid_of_ca(1)], 3);
  ASSERT_FALSE(result->routing.warnings.empty());
  EXPECT_TRUE(contains(result->routing.warnings.back(),
                       "are active although 1 pairs of end ports have no path"));
}

TEST(FileEngine, ALoopIsRefusedUnlessItMayStay) {
  Stored stored(test::clockwise_ring(4));
  // The neighbours of the CA's switch send its packets to each other.
  const Lid lid = test::lid_of_ca(0);
  stored.tables.switches[2].row[lid] = 1;
  stored.tables.switches[3].row[lid] = 2;
  EXPECT_TRUE(contains(stored.refusal(), "1 forwarding loops"));
  EXPECT_EQ(stored.route(true)->verdict.forwarding_loops, 1u);
}

TEST(FileEngine, ACreditLoopIsReported) {
  Stored stored(test::clockwise_ring(5));
  EXPECT_FALSE(stored.route()->verdict.credit_loop.empty());
}

TEST(FileEngine, ReassignedLids) {
  XgftSpec spec;
  spec.down = {3, 3, 2};
  spec.up = {1, 2, 2};
  const Fabric before = with_new_lids(make_xgft(spec), 0);
  TableBlock block(before.switch_count(), before.max_lid());
  minhop_engine().route({before, {}, Workers(1)}, block.tables());
  const TemporaryDirectory directory;
  write_lfts_dump(before, block.tables(), directory.file("lfts"));
  std::vector<std::string> warnings;
  Options options;
  options.stored_tables = std::make_shared<const StoredTables>(
      read_stored_tables(directory.file("lfts"), Workers(2), warnings));

  // With LMC 1 bases are other LIDs, and each port has a second one, which nothing is known of.
  const Fabric after = with_new_lids(make_xgft(spec), 1);
  TableBlock again(after.switch_count(), after.max_lid());
  const Routing routing = file_engine().route({after, options, Workers(2)}, again.tables());
  EXPECT_EQ(routing.warnings.size(), 1u);
  for (SwitchIndex s = 0; s < after.switch_count(); ++s) {
    for (EndPortIndex e = 0; e < after.end_port_count(); ++e) {
      EXPECT_EQ(again.tables().row(s)[after.end_ports()[e].lid],
                block.tables().row(s)[before.end_ports()[e].lid]);
    }
    for (SwitchIndex d = 0; d < after.switch_count(); ++d) {
      EXPECT_EQ(again.tables().row(s)[after.switches()[d].lid],
                block.tables().row(s)[before.switches()[d].lid]);
    }
  }
}

// Hop counts of a ring of four switches, each with a CA; their ports 1 lead on, their ports 2 back.
constexpr auto kRing =
    "Switch: guid 0x1\n0x1: 00 ff ff\n0x2: 01 01 03\n0x3: 02 02 02\n0x4: 01 03 01\n"
    "Switch: guid 0x2\n0x1: 01 03 01\n0x2: 00 ff ff\n0x3: 01 01 03\n0x4: 02 02 02\n"
    "Switch: guid 0x3\n0x1: 02 02 02\n0x2: 01 03 01\n0x3: 00 ff ff\n0x4: 01 01 03\n"
    "Switch: guid 0x4\n0x1: 01 01 03\n0x2: 02 02 02\n0x3: 01 03 01\n0x4: 00 ff ff\n";

struct ByHops {
  ByHops(const std::string& text, Balance balance) {
    std::vector<std::string> warnings;
    options.balance = balance;
    options.stored_hops =
        std::make_shared<const StoredHops>(parse_stored_hops(text, "hops", Workers(1), warnings));
  }
  std::shared_ptr<const Verified> route() {
    return session.route({Fabric(fabric), options, Workers(2)}, block.tables());
  }

  Fabric fabric = test::clockwise_ring(4).fabric;
  Options options;
  TableBlock block{fabric.switch_count(), fabric.max_lid()};
  Session session{file_engine()};
};

class FileEngineByHops : public ::testing::TestWithParam<Balance> {};

TEST_P(FileEngineByHops, GivesTheTablesOfMinHop) {
  ByHops stored(kRing, GetParam());
  EXPECT_TRUE(stored.route()->verdict.reaches_all());
  TableBlock expected(stored.fabric.switch_count(), stored.fabric.max_lid());
  minhop_engine().route({stored.fabric, stored.options, Workers(1)}, expected.tables());
  for (SwitchIndex s = 0; s < stored.fabric.switch_count(); ++s) {
    const PortNum* const row = stored.block.tables().row(s);
    EXPECT_TRUE(std::equal(row, row + kLftBlock, expected.tables().row(s))) << s;
  }
}

// To switch 3 all go on, but switch 2 back to 1, with hops that do not fall: nobody goes that way.
TEST_P(FileEngineByHops, WhatWouldLoopIsLeftOut) {
  std::string text = kRing;
  text.replace(text.find("0x4: 02 02 02"), 13, "0x4: 02 02 03");
  text.replace(text.find("0x4: 01 01 03"), 13, "0x4: 01 03 01");
  text.replace(text.find("0x4: 01 03 01"), 13, "0x4: 04 04 05");
  ByHops stored(text, GetParam());
  try {
    stored.route();
    FAIL();
  } catch (const CannotRoute& error) {
    EXPECT_TRUE(contains(error.what(), "3 pairs of end ports have no path"));
  }
  stored.options.file_unchecked = true;
  EXPECT_EQ(stored.route()->verdict.forwarding_loops, 0u);
  EXPECT_EQ(stored.route()->verdict.unreachable_pairs, 3u);
}

TEST_P(FileEngineByHops, AHoleIsRefusedUnlessItMayStay) {
  std::string text = kRing;
  text.erase(text.find("0x2: 01 01 03\n"), 14);
  ByHops stored(text, GetParam());
  EXPECT_THROW(stored.route(), CannotRoute);
  stored.options.file_unchecked = true;
  EXPECT_EQ(stored.route()->verdict.unreachable_pairs, 1u);
}

INSTANTIATE_TEST_SUITE_P(Balances, FileEngineByHops,
                         ::testing::Values(Balance::kSwitch, Balance::kFabric));

TEST(FileEngine, TablesComeBeforeHops) {
  Stored stored(test::clockwise_ring(4));
  ByHops by_hops(kRing, Balance::kSwitch);
  by_hops.options.stored_tables = std::make_shared<const StoredTables>(stored.tables);
  EXPECT_FALSE(by_hops.route()->routing.notes.by_stored_hops);
  // Clockwise all around, where hops lead back.
  EXPECT_EQ(by_hops.block.tables().row(0)[test::lid_of_ca(3)], 1);
}

}  // namespace
}  // namespace weft
