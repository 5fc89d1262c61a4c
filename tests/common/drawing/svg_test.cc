#include "common/drawing/svg.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/sketch.h"

namespace weft {
namespace {

using test::contains;

Drawing two_boxes() {
  Drawing drawing = {.width = 200, .height = 100, .what = "Two & no more"};
  drawing.boxes = {
      {.label = "<b>", .what = "a\"><script>", .centre = {50, 20}, .width = 40, .height = 20},
      {.label = "\u202eb", .what = "b", .centre = {50, 80}, .width = 40, .height = 20}};
  drawing.lines = {{.from = 0, .to = 1, .cables = 2, .missing = 1, .busiest = 10}};
  drawing.lines[0].strokes = {{{50, 30}, {50, 70}}};
  drawing.busiest = 10;
  return drawing;
}

TEST(Svg, TextsAreEscaped) {
  const std::string svg = svg_text(two_boxes(), {});
  EXPECT_FALSE(contains(svg, "<script"));
  EXPECT_FALSE(contains(svg, "<b>"));
  EXPECT_FALSE(contains(svg, "\u202e"));
  EXPECT_TRUE(contains(svg, "a&quot;&gt;&lt;script&gt;"));
  EXPECT_TRUE(contains(svg, "Two &amp; no more"));
}

TEST(Svg, LinesHaveTheClassOfTheirLoadAndATitle) {
  const std::string svg = svg_text(two_boxes(), {});
  EXPECT_TRUE(
      contains(svg, "<g class=\"line load-5\">\n<path data-line=\"0\" d=\"M50 30L50 70\"><title>"));
  EXPECT_TRUE(contains(svg, "2 links, at most 10 paths over one direction, 1 missing</title>"));
  EXPECT_TRUE(contains(svg, "class=\"mark\" d=\"M47 47l6 6m0-6l-6 6\""));
}

TEST(Svg, ADocumentOfItsOwnHasItsStyles) {
  EXPECT_TRUE(contains(svg_text(two_boxes(), ".line {}"), "<style>\n.line {}</style>"));
  EXPECT_FALSE(contains(svg_text(two_boxes(), {}), "<style>"));
}

TEST(Svg, ManyLinesArePathsTogether) {
  Drawing drawing = two_boxes();
  drawing.lines.assign(1000, drawing.lines[0]);
  const std::string svg = svg_text(drawing, {});
  EXPECT_TRUE(contains(svg, "M50 30L50 70M50 30L50 70"));
  EXPECT_FALSE(contains(svg, "at most 10 paths"));
}

TEST(Svg, TheLegendHasEveryStep) {
  Drawing drawing = two_boxes();
  drawing.busiest = 12;
  const std::string svg = svg_text(drawing, {});
  for (const char* entry :
       {">no paths<", ">1 to 2<", ">3 to 4<", ">5 to 7<", ">8 to 9<", ">10 to 12<", ">missing<"}) {
    EXPECT_TRUE(contains(svg, entry));
  }
  EXPECT_EQ(load_step(0, 12), 0u);
  EXPECT_EQ(load_step(2, 12), 1u);
  EXPECT_EQ(load_step(3, 12), 2u);
  EXPECT_EQ(load_step(9, 12), 4u);
  EXPECT_EQ(load_step(12, 12), 5u);
}

}  // namespace
}  // namespace weft
