#include "common/export/switch_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/fabric/counts.h"
#include "tests/support/named_fabric.h"

namespace weft {
namespace {

using Names = std::vector<std::string>;

Names names_for(const Names& descriptions) {
  test::NamedFabric drawn;
  for (const std::string& description : descriptions) drawn.add_switch(description);
  const Fabric fabric = drawn.build();
  return switch_names(fabric, all_switches(fabric));
}

TEST(PlainSwitchName, HasNothingThatSlurmDoesNotTake) {
  EXPECT_EQ(plain_switch_name("leaf-1"), "leaf-1");
  EXPECT_EQ(plain_switch_name("leaf 1.2"), "leaf-1.2");
  EXPECT_EQ(plain_switch_name("Voltaire 4036 # 4036-8C5C"), "Voltaire-4036-4036-8C5C");
  EXPECT_EQ(plain_switch_name(" [1],\n=#"), "1");
  EXPECT_EQ(plain_switch_name("\xc3\xa4"), "");
  EXPECT_EQ(plain_switch_name(std::string(200, 'x')).size(), kLongestSwitchName);
}

TEST(PlainSwitchName, OfAManagedSwitchIsTheSystems) {
  EXPECT_EQ(plain_switch_name("MF0;ib-7:SX6036/U1"), "ib-7");
  EXPECT_EQ(plain_switch_name("MF0;core:CS7500/L01/U1"), "core-L01-U1");
  EXPECT_EQ(plain_switch_name("MF0;:/"), "");
  EXPECT_EQ(plain_switch_name("MF0:x;/U1"), "MF0-x-U1");
}

TEST(SwitchNames, ThoseThatSeveralHaveEndWithTheGuid) {
  EXPECT_EQ(names_for({"a", "b", "a", ""}),
            (Names{"a-0000000000000010", "b", "a-0000000000000012", "switch-0000000000000013"}));
  EXPECT_EQ(names_for({"x 1", "x-1"}), (Names{"x-1-0000000000000010", "x-1-0000000000000011"}));
}

TEST(SwitchNames, ThoseOfTheFirmwareAlwaysDo) {
  EXPECT_EQ(names_for({"Quantum Mellanox Technologies"}), Names{"Quantum-0000000000000010"});
}

// One that calls itself as another one is called.
TEST(SwitchNames, NodesCannotTakeTheNamesOfOthers) {
  const Names names = names_for({"a", "a", "a-0000000000000010"});
  EXPECT_EQ(names, (Names{"a-0000000000000010", "a-0000000000000011",
                          "a-0000000000000010-0000000000000012"}));
}

TEST(SwitchNames, AreCutBeforeTheGuid) {
  const std::string longest(100, 'x');
  for (const std::string& name : names_for({longest, longest})) {
    EXPECT_EQ(name.size(), kLongestSwitchName);
  }
}

}  // namespace
}  // namespace weft
