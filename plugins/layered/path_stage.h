// Paths that are chosen and not yet written to the tables. Choices come LID by LID, and tables are
// kept switch by switch, so that each byte of one LID is in a cache line of its own. Here a LID's
// bytes stand together, and the tables are written for many LIDs at once.
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
  // The first of so many rows more, all steps kNoStep. There may be more than there was room for.
  std::size_t add_rows(std::size_t rows);
  // Different rows may be written by different threads.
  std::span<Step> row(std::size_t row) { return {steps_.data() + row * switches(), switches()}; }
  // The row has the paths to a LID, whose switch's entry is not to be written.
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
