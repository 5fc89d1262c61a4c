#include "common/plan/system_types.h"

#include <gtest/gtest.h>

#include "common/base/error.h"

namespace weft {
namespace {

// Two leaf boards and a spine board with one chip each.
constexpr const char* kDirector = R"(
# a comment
SYSTEM LEAF,LEAF:4x
NODE SW 4 MT1 U1
   1 -> P1
   2 -> P2
   3 -4x-10G-> P3
   4 -> P4

SYSTEM SPINE
NODE SW 4 MT1 U1
   1 -> P1
   2 -> P2
   3 -> P3
   4 -> P4

TOPSYSTEM Small,SmallToo

spine1/U1=isChaBma

SUBSYSTEM LEAF leaf1
   P1 -> L1/P1
   P2 -> L1/P2
   P3 -> spine1 P1
   P4 -> spine1 P2

SUBSYSTEM LEAF leaf2
   P1 -> L2/P1
   P2 -> L2/P2
   P3 -> spine1 P3
   P4 -> spine1 P4

SUBSYSTEM SPINE spine1
   P1 -> leaf1 P3
   P2 -> leaf1 P4
   P3 -> leaf2 P3
   P4 -> leaf2 P4
)";

TEST(SystemTypes, ADirectorIsBuiltOfItsBoards) {
  SystemTypes types;
  types.add(kDirector, "small.ibnl");
  ASSERT_TRUE(types.knows("Small"));
  EXPECT_TRUE(types.knows("SmallToo"));
  EXPECT_FALSE(types.knows("LEAF"));
  const BuiltSystem system = types.build("Small", {});
  ASSERT_EQ(system.chips.size(), 3u);
  EXPECT_EQ(system.chips[0].name, "leaf1/U1");
  EXPECT_EQ(system.chips[2].name, "spine1/U1");
  EXPECT_EQ(system.chips[2].ports, 4);
  EXPECT_EQ(system.traces.size(), 4u);  // though they are written down at both ends
  EXPECT_EQ(system.panel.size(), 4u);
  EXPECT_EQ(system.panel.at("L2/P2"), (BuiltSystem::End{1, 2}));
}

TEST(SystemTypes, ABoardMayBeMissingOrAnotherOne) {
  SystemTypes types;
  types.add(kDirector, "small.ibnl");
  const BuiltSystem without = types.build("Small", {{"leaf2", "R"}});
  EXPECT_EQ(without.chips.size(), 2u);
  EXPECT_EQ(without.traces.size(), 2u);
  EXPECT_FALSE(without.panel.contains("L2/P1"));
  EXPECT_EQ(types.build("Small", {{"leaf1", "4x"}}).chips.size(), 3u);
  EXPECT_EQ(types.build("Small", {{"leaf1", "12x"}}).chips.size(), 2u);  // there is none
}

std::string why_not(const char* text) {
  try {
    SystemTypes types;
    types.add(text, "f");
    return types.build("T", {}).chips.empty() ? "no chips" : "";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(SystemTypes, AreRefusedWithLineAndReason) {
  EXPECT_EQ(why_not(""), "f: there is no TOPSYSTEM");
  EXPECT_EQ(why_not("SYSTEM A\nNODE SW 0 X U1"),
            "f:2: expected NODE, SW or CA, a number of ports, a model and a name");
  EXPECT_EQ(why_not("NODE SW 4 X U1"), "f:1: expected SYSTEM or TOPSYSTEM first");
  EXPECT_EQ(why_not("TOPSYSTEM T\n1 -> P1"), "f:2: expected NODE or SUBSYSTEM first");
  EXPECT_EQ(why_not("TOPSYSTEM T\nNODE SW 4 X U1\n1 -> a b c"),
            "f:3: expected PORT -> [PART] PORT");
  EXPECT_EQ(why_not("TOPSYSTEM T\nNODE SW 4 X U1\nNODE SW 4 X U1"), "f:3: 'U1' is there twice");
  EXPECT_EQ(why_not("TOPSYSTEM T\nhello"),
            "f:2: expected NODE, SUBSYSTEM or PORT -> PORT, not 'hello'");
  EXPECT_EQ(why_not("TOPSYSTEM T\nSUBSYSTEM T again"),
            "the type 'T' cannot be used: its boards are inside each other without end");
}

// Boards without a chip would take for ever to build.
TEST(SystemTypes, TooManyBoardsAndPartsAreRefused) {
  std::string text;
  for (int board = 0; board < 7; ++board) {
    text += "SYSTEM b" + std::to_string(board) + "\n";
    for (int part = 0; part < 100; ++part) {
      text += "SUBSYSTEM b" + std::to_string(board + 1) + " s" + std::to_string(part) + "\n";
    }
  }
  text += "SYSTEM b7\nTOPSYSTEM T\nSUBSYSTEM b0 s\n";
  EXPECT_EQ(why_not(text.c_str()), "the type 'T' cannot be used: it has more than 4096 boards");
  std::string large = "TOPSYSTEM T\n";
  for (int part = 0; part < 4097; ++part) large += "NODE SW 2 X U" + std::to_string(part) + "\n";
  EXPECT_EQ(why_not(large.c_str()), "f:4098: it has more than 4096 parts");
}

TEST(SystemTypes, TooManyChipsAreRefused) {
  std::string text = "SYSTEM B\n";
  for (int i = 0; i < 254; ++i) text += "NODE SW 2 X U" + std::to_string(i) + "\n";
  text += "TOPSYSTEM T\n";
  for (int i = 0; i < 254; ++i) text += "SUBSYSTEM B b" + std::to_string(i) + "\n";
  EXPECT_EQ(why_not(text.c_str()), "the type 'T' cannot be used: it has more than 4096 chips");
}

}  // namespace
}  // namespace weft
