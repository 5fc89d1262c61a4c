// A drawing of a fabric: boxes of switches and lines of links, with places, sizes and meanings.
// svg.h writes it as SVG; reports list it in tables.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_DRAWING_H_
#define WEFT_DRAWING_DRAWING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/types.h"

namespace weft {

// Units are CSS pixels; y grows downwards.
struct Point {
  double x = 0;
  double y = 0;
};

// One switch, or several switches of a large fabric. Texts are node descriptions: not trusted.
struct DrawnBox {
  std::string label;  // one line inside the box; empty: no room
  std::string what;   // a sentence: the name or the number of switches
  Point centre = {};
  double width = 0;
  double height = 0;
  unsigned tone = 0;  // by level, 0..3
  std::uint32_t switches = 0;
  std::uint32_t end_ports = 0;
  std::uint32_t inner_cables = 0;   // links between switches of the box
  std::uint64_t inner_busiest = 0;  // paths over the busiest direction of inner cables
  bool is_missing = false;          // a place without its switch
};

// A straight stroke, or a stroke bent towards a point.
struct Stroke {
  Point from;
  Point to;
  std::optional<Point> bend = {};
};

// All cables between two boxes.
struct DrawnLine {
  std::uint32_t from = 0;  // index of a box, smaller than `to`
  std::uint32_t to = 0;
  std::uint32_t cables = 0;
  std::uint32_t missing = 0;  // expected, but not present
  std::uint32_t unused = 0;   // idle directions
  std::uint64_t busiest = 0;  // paths over the busiest direction of a cable
  std::vector<Stroke> strokes = {};
};

// A line of text outside of boxes; the point is its left end.
struct DrawnWords {
  Point at;
  std::string text;
};

struct Drawing {
  double width = 0;
  double height = 0;
  std::string what;  // a sentence: the subject of the drawing
  std::vector<DrawnBox> boxes = {};
  std::vector<DrawnLine> lines = {};
  std::vector<DrawnWords> words = {};
  std::vector<std::uint32_t> box_of = {};  // by switch; kNone: no box
  std::vector<std::string> hidden = {};    // sentences about what is not visible
  std::uint64_t busiest = 0;               // paths over the busiest direction of all cables
  std::string load = "paths";              // the unit of load
  std::string id = "drawing";              // of the title; unique in its page
};

// The load of a line as a share of the busiest link's load: 0: idle, 1: up to a fifth, ... 5: more
// than four fifths.
inline constexpr unsigned kLoadSteps = 5;
inline unsigned load_step(std::uint64_t load, std::uint64_t busiest) {
  if (load == 0 || busiest == 0) return 0;
  return static_cast<unsigned>((load * kLoadSteps + busiest - 1) / busiest);
}

}  // namespace weft

#endif  // WEFT_DRAWING_DRAWING_H_
