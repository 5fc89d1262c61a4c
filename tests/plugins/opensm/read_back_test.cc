#include "plugins/opensm/read_back.h"

#include <endian.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "common/base/types.h"
#include "tests/support/opensm_doubles.h"
#include "tests/support/opensm_subnet.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::opensm_doubles;

// Two switches, with tables of so many LIDs as they say.
struct TwoSwitches {
  TwoSwitches() {
    subnet.set_max_lid(200);
    subnet.prepare_tables();
  }
  static Fabric sketch() {
    test::Sketch sketch(2);
    sketch.link(0, 1, 1, 1);
    return sketch.build();
  }
  ib_net64_t guid(SwitchIndex s) { return osm_node_get_node_guid(subnet.sw(s).p_node); }
  void set_top(SwitchIndex s, Lid top) { subnet.sw(s).switch_info.lin_top = htobe16(top); }

  test::OpensmSubnet subnet{sketch()};
};

TEST(ReadBack, AsksForTheBlocksThatASwitchUses) {
  TwoSwitches two;
  two.set_top(0, 64);
  two.set_top(1, 191);
  const TablesReadBack read = read_tables_back(two.subnet.opensm(), std::chrono::seconds(1));
  EXPECT_TRUE(read.is_complete);
  EXPECT_EQ(read.switches, 2u);
  EXPECT_EQ(read.blocks, 5u);
  const auto& asked = opensm_doubles().asked_blocks;
  EXPECT_EQ(std::set(asked.begin(), asked.end()),
            (std::set<std::pair<ib_net64_t, std::uint32_t>>{{two.guid(0), 0},
                                                            {two.guid(0), 1},
                                                            {two.guid(1), 0},
                                                            {two.guid(1), 1},
                                                            {two.guid(1), 2}}));
}

TEST(ReadBack, HasOnlyTheAnswersOfSwitches) {
  TwoSwitches two;
  two.set_top(0, 150);
  two.set_top(1, 150);
  two.subnet.sw(0).lft[7] = two.subnet.sw(1).lft[7] = 9;  // sent in other times
  opensm_doubles().tables[two.guid(0)] = std::vector<PortNum>(151, 3);
  read_tables_back(two.subnet.opensm(), std::chrono::seconds(1));
  EXPECT_EQ(two.subnet.sw(0).lft[7], 3);
  EXPECT_EQ(two.subnet.sw(0).lft[150], 3);
  EXPECT_EQ(two.subnet.sw(0).lft[151], kNoPath);
  EXPECT_EQ(two.subnet.sw(1).lft[7], kNoPath) << "it did not answer";
}

TEST(ReadBack, EndsWithoutAnswers) {
  TwoSwitches two;
  two.subnet.opensm().stats.qp0_mads_outstanding = 1000;
  const TablesReadBack read = read_tables_back(two.subnet.opensm(), std::chrono::milliseconds(20));
  EXPECT_FALSE(read.is_complete);
  EXPECT_EQ(read.blocks, 0u);
}

TEST(ReadBack, TakesNoMoreThanThereIsRoomFor) {
  TwoSwitches two;
  two.set_top(0, 0xffff);
  EXPECT_THROW(read_tables_back(two.subnet.opensm(), std::chrono::seconds(1)), std::bad_alloc);
}

}  // namespace
}  // namespace weft
