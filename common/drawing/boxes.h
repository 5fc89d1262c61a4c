// Boxes of switches, and lines for the links between boxes.
// Tested by tests/common/drawing/draw_test.cc.
#ifndef WEFT_DRAWING_BOXES_H_
#define WEFT_DRAWING_BOXES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/drawing/drawing.h"
#include "common/fabric/fabric.h"

namespace weft {

// Adds boxes to a drawing and records the box of each switch. Fabric and drawing must outlive it.
class Boxes {
 public:
  Boxes(const Fabric& fabric, Drawing& drawing);

  // Adds a box of at least one switch; no switch may have a box yet. name: of all of them, for
  // example «group 3»; a single switch keeps its own name. The label is cut to the width.
  DrawnBox& add(std::span<const SwitchIndex> switches, Point centre, double width, double height,
                const std::string& name = {});

  std::uint32_t of(SwitchIndex s) const { return of_[s]; }  // kNone: no box

  // Adds the lines of all links between boxes, without strokes; counts the links inside of boxes;
  // sets Drawing::box_of. Call it after all boxes were added. link_load: Figures::link_load.
  void join(std::span<const std::uint64_t> link_load);

  // The line between two boxes; a new line without cables if there is none.
  DrawnLine& line(std::uint32_t a, std::uint32_t b);

 private:
  const Fabric& fabric_;
  Drawing& drawing_;
  std::vector<std::uint32_t> end_ports_;  // by switch
  std::vector<std::uint32_t> of_;
};

// The number of things in each box, if `count` things share at most `most` boxes in order.
std::size_t share_of_a_box(std::size_t count, std::size_t most);

// «1 switch», «3 switches».
std::string counted(std::uint64_t count, const char* one, const char* several);

}  // namespace weft

#endif  // WEFT_DRAWING_BOXES_H_
