#include "common/topology/tree_shape.h"

#include <gtest/gtest.h>

#include <string>

#include "common/base/error.h"
#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

TEST(TreeShape, IsReadAndWritten) {
  const TreeShape shape{TreeKind::kPgft, {18, 18, 32}, {1, 18, 6}, {1, 1, 3}};
  const std::string text = "PGFT(3; 18,18,32; 1,18,6; 1,1,3)";
  EXPECT_EQ(describe(shape), text);
  EXPECT_EQ(parse_tree_shape(text), shape);
  EXPECT_EQ(parse_tree_shape("  pgft ( 3;18 ,18,\t32;1,18,6;1,1,3 ) "), shape);
}

TEST(TreeShape, AQuasiFatTree) {
  const TreeShape shape{TreeKind::kQft, {4, 2}, {1, 2}, {1, 2}};
  EXPECT_EQ(parse_tree_shape("QFT(2; 4,2; 1,2; 1,2)"), shape);
  EXPECT_EQ(describe(shape), "QFT(2; 4,2; 1,2; 1,2)");
}

TEST(TreeShape, WithoutTheLastListLinksAreSingle) {
  EXPECT_EQ(describe(parse_tree_shape("PGFT(2; 4,2; 1,2)")), "PGFT(2; 4,2; 1,2; 1,1)");
}

TEST(TreeShape, WhatIsWrongIsNamed) {
  const struct {
    std::string_view text, message;
  } cases[] = {
      {"", "at its end: expected PGFT or QFT"},
      {"XGFT(1;1;1)", "expected PGFT or QFT"},
      {"PGFT", "expected «(»"},
      {"PGFT(0; ; )", "the number of levels, a number from 1 to 8"},
      {"PGFT(9; 1)", "the number of levels, a number from 1 to 8"},
      {"PGFT(99999999999999999999; 1)", "the number of levels"},
      {"PGFT(2, 4", "expected «;» and M1 to M2"},
      {"PGFT(2; 4; 1,2; 1,1)", "expected «,» and M2 of 2 levels"},
      {"PGFT(2; 4,-2; 1,2)", "expected M2, a number from 1 to 254"},
      {"PGFT(2; 4,2; 0,2)", "expected W1, a number from 1 to 254"},
      {"PGFT(2; 4,2; 1,255)", "expected W2, a number from 1 to 254"},
      {"PGFT(2; 4,2; 1,2; 1,2", "at its end: expected «)» behind P2"},
      {"PGFT(2; 4,2; 1,2; 1,2,3)", "expected «)» behind P2"},
      {"PGFT(2; 4,2; 1,2; 1,2) and more", "expected nothing behind «)»"},
      {"PGFT(2; 200,2; 1,30; 1,2)", "a switch of level 1 would need 260 ports, 200 of them down"},
      {"PGFT(2; 2,100; 1,2; 1,3)", "a switch of level 2 would need 300 ports"},
      {"PGFT(4; 100,100,100,2; 1,1,1,1)", "more than 1048576 ports of hosts at M4"},
      {"PGFT(5; 1,1,1,1,1; 1,100,100,100,100)", "more than 1048576 roots at W5"},
  };
  for (const auto& c : cases) {
    try {
      parse_tree_shape(c.text);
      ADD_FAILURE() << c.text << " was taken";
    } catch (const BadInput& error) {
      EXPECT_TRUE(contains(error.what(), std::string(c.message))) << c.text;
    }
  }
}

}  // namespace
}  // namespace weft
