// Switches put into boxes, and the links between them drawn together.
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

// Puts boxes into a drawing, and keeps in mind which switch is in which. Both must outlive it.
class Boxes {
 public:
  Boxes(const Fabric& fabric, Drawing& drawing);

  // Adds a box of the switches, at least one, none of which has a box yet. name: what they are
  // together, «group 3»; for one switch alone its own name counts. The label is cut to the width.
  DrawnBox& add(std::span<const SwitchIndex> switches, Point centre, double width, double height,
                const std::string& name = {});

  std::uint32_t of(SwitchIndex s) const { return of_[s]; }  // kNone: in none

  // Adds the lines of all links between boxes, without strokes, and counts those inside of boxes;
  // says in the drawing which switch is in which. All boxes have been added. link_load:
  // Figures::link_load.
  void join(std::span<const std::uint64_t> link_load);

  // The line between two boxes; added, without cables, if there is none.
  DrawnLine& line(std::uint32_t a, std::uint32_t b);

 private:
  const Fabric& fabric_;
  Drawing& drawing_;
  std::vector<std::uint32_t> end_ports_;  // by switch
  std::vector<std::uint32_t> of_;
};

// `count` things in at most `most` boxes, as evenly as their order allows: how many go into each.
std::size_t share_of_a_box(std::size_t count, std::size_t most);

// «1 switch», «3 switches».
std::string counted(std::uint64_t count, const char* one, const char* several);

}  // namespace weft

#endif  // WEFT_DRAWING_BOXES_H_
