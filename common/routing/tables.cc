#include "common/routing/tables.h"

namespace weft {

void fill_no_path(Tables tables) {
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    std::memset(tables.row(s), kNoPath, tables.row_size());
  }
}

TableBlock::TableBlock(std::size_t switches, Lid max_lid)
    : row_size_(lft_row_size(max_lid)), bytes_(switches * row_size_, kNoPath) {
  rows_.reserve(switches);
  for (std::size_t s = 0; s < switches; ++s) rows_.push_back(bytes_.data() + s * row_size_);
}

}  // namespace weft
