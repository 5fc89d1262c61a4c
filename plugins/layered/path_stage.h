// Paths that are chosen but not yet written to the tables. Paths are chosen LID by LID, but tables
// are kept switch by switch, so that each entry of a LID is in another cache line. Here the entries
// of a LID stand together, and the tables are written for many LIDs at once.
#ifndef WEFT_PLUGINS_LAYERED_PATH_STAGE_H_
#define WEFT_PLUGINS_LAYERED_PATH_STAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/workers.h"
#include "common/graph/links.h"
#include "common/routing/tables.h"

namespace weft {

class PathStage {
 public:
  // By switch: which of its links the path begins with.
  using Step = std::uint8_t;
  static constexpr Step kNoStep = 255;

  explicit PathStage(const Links& links) : links_(&links) {}

  bool has_room(std::size_t rows) const;
  // Adds so many rows, all steps kNoStep, and returns the first. May exceed the room.
  std::size_t add_rows(std::size_t rows);
  // Different rows may be written by different threads.
  std::span<Step> row(std::size_t row) { return {steps_.data() + row * switches(), switches()}; }
  // The row has the paths to a LID at a switch, whose own entry is not written.
  void add_lid(Lid lid, SwitchIndex at, std::size_t row) { lids_.push_back({lid, at, row}); }

  // Writes the entries of all LIDs that were added, and forgets them and the rows.
  void flush(Tables tables, const Workers& workers);
  void clear();

 private:
  struct StagedLid {
    Lid lid;
    SwitchIndex at;
    std::size_t row;
  };

  std::uint32_t switches() const { return links_->switch_count(); }
  void write(std::size_t first, std::size_t last, Tables tables) const;

  const Links* links_;
  std::size_t rows_ = 0;
  std::vector<Step> steps_;  // [row][switch]
  std::vector<StagedLid> lids_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_LAYERED_PATH_STAGE_H_
