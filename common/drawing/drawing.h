// A drawing of a fabric: boxes of switches and lines of links, with places and sizes, and what they
// stand for. It is written as SVG (svg.h), and told in tables.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAWING_H_
#define WEFT_DRAWING_DRAWING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/types.h"

namespace weft {

// Units are pixels of CSS, y grows downwards.
struct Point {
  double x = 0;
  double y = 0;
};

// One switch, or several of which a large fabric has too many to draw each. Texts are as node
// descriptions are: not to be trusted.
struct DrawnBox {
  std::string label;  // one line for inside; empty: there is no room
  std::string what;   // a sentence: who it is, how many there are
  Point centre = {};
  double width = 0;
  double height = 0;
  unsigned tone = 0;  // of its level, 0..3
  std::uint32_t switches = 0;
  std::uint32_t end_ports = 0;
  std::uint32_t inner_cables = 0;   // links between switches of the box
  std::uint64_t inner_busiest = 0;  // paths over the busiest direction of those
  bool is_missing = false;          // a place where a switch should be
};

// A straight stroke, or one bent towards a point.
struct Stroke {
  Point from;
  Point to;
  std::optional<Point> bend = {};
};

// All cables between two boxes.
struct DrawnLine {
  std::uint32_t from = 0;  // boxes, the smaller one first
  std::uint32_t to = 0;
  std::uint32_t cables = 0;
  std::uint32_t missing = 0;  // that should be there besides
  std::uint32_t unused = 0;   // directions that no path leads over
  std::uint64_t busiest = 0;  // paths over the busiest direction of a cable
  std::vector<Stroke> strokes = {};
};

// A line of text beside the boxes, from its left end.
struct DrawnWords {
  Point at;
  std::string text;
};

struct Drawing {
  double width = 0;
  double height = 0;
  std::string what;  // a sentence: what is drawn
  std::vector<DrawnBox> boxes = {};
  std::vector<DrawnLine> lines = {};
  std::vector<DrawnWords> words = {};
  std::vector<std::uint32_t> box_of = {};  // by switch; kNone: in none
  std::vector<std::string> hidden = {};    // sentences about what cannot be seen in it
  std::uint64_t busiest = 0;               // paths over the busiest direction of all cables
  std::string load = "paths";              // what is said to be on links
  std::string id = "drawing";              // of its title, other than those of the page around it
};

// How much of the busiest link's load a line has: 0 none, 1 up to a fifth, ... 5 more than four
// fifths.
inline constexpr unsigned kLoadSteps = 5;
inline unsigned load_step(std::uint64_t load, std::uint64_t busiest) {
  if (load == 0 || busiest == 0) return 0;
  return static_cast<unsigned>((load * kLoadSteps + busiest - 1) / busiest);
}

}  // namespace weft

#endif  // WEFT_DRAWING_DRAWING_H_
