#include "common/routing/tables.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace weft {
namespace {

// Large blocks ask for huge pages: the first touch of 50 MB in small pages takes longer than
// filling them.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

PortNum* allocate(std::size_t bytes) {
  const bool is_large = bytes >= 2 * kHugePage;
  const std::size_t unit = is_large ? kHugePage : kLftBlock;
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  void* const block = std::aligned_alloc(unit, std::max(whole, unit));
  if (block == nullptr) throw std::bad_alloc();
  if (is_large) madvise(block, whole, MADV_HUGEPAGE);  // only a hint
  return static_cast<PortNum*>(block);
}

}  // namespace

void fill_no_path(Tables tables) {
  for (SwitchIndex s = 0; s < tables.row_count(); ++s) {
    std::memset(tables.row(s), kNoPath, tables.row_size());
  }
}

void copy_rows(ConstTables from, Tables to) {
  for (SwitchIndex s = 0; s < to.row_count(); ++s) {
    std::memcpy(to.row(s), from.row(s), std::min(from.row_size(), to.row_size()));
  }
}

bool equal_rows(ConstTables a, ConstTables b, Lid max_lid) {
  bool same = a.row_count() == b.row_count();
  for (SwitchIndex s = 0; s < a.row_count() && same; ++s) {
    same = std::memcmp(a.row(s), b.row(s), max_lid + std::size_t{1}) == 0;
  }
  return same;
}

TableBlock::TableBlock(Size size) : row_size_(size.row), bytes_(allocate(size.rows * size.row)) {
  rows_.reserve(size.rows);
  for (std::size_t s = 0; s < size.rows; ++s) rows_.push_back(bytes_.get() + s * row_size_);
}

TableBlock::TableBlock(std::size_t switches, Lid max_lid)
    : TableBlock(Size{lft_row_size(max_lid), switches}) {
  fill_no_path(tables());
}

TableBlock::TableBlock(ConstTables rows, Lid max_lid, const Workers& workers)
    : TableBlock(Size{lft_row_size(max_lid), rows.row_count()}) {
  const std::size_t copied = std::min(row_size_, rows.row_size());
  workers.parallel_for(rows_.size(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      std::memcpy(rows_[s], rows.row(static_cast<SwitchIndex>(s)), copied);
      std::memset(rows_[s] + copied, kNoPath, row_size_ - copied);
    }
  });
}

}  // namespace weft
