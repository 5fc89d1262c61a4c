// Forwarding tables: one row for each switch, one byte for each LID, owned by the caller (OpenSM's
// new_lft online, a TableBlock offline).
#ifndef WEFT_ROUTING_TABLES_H_
#define WEFT_ROUTING_TABLES_H_

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "common/base/types.h"
#include "common/base/workers.h"

namespace weft {

// The unit in which OpenSM uploads a table, in bytes.
inline constexpr std::size_t kLftBlock = 64;

// Bytes of a row that holds LIDs 0..max_lid.
inline constexpr std::size_t lft_row_size(Lid max_lid) {
  return (max_lid / kLftBlock + 1) * kLftBlock;
}

// Rows that may be written. Each has row_size() bytes at least.
class Tables {
 public:
  Tables(std::span<PortNum* const> rows, std::size_t row_size) : rows_(rows), row_size_(row_size) {}

  PortNum* row(SwitchIndex s) const { return rows_[s]; }
  std::size_t row_size() const { return row_size_; }
  std::size_t row_count() const { return rows_.size(); }

 private:
  std::span<PortNum* const> rows_;
  std::size_t row_size_;
};

// Rows that may only be read.
class ConstTables {
 public:
  ConstTables(Tables tables) : tables_(tables) {}  // NOLINT(google-explicit-constructor)

  const PortNum* row(SwitchIndex s) const { return tables_.row(s); }
  std::size_t row_size() const { return tables_.row_size(); }
  std::size_t row_count() const { return tables_.row_count(); }

 private:
  Tables tables_;
};

void fill_no_path(Tables tables);
// Copies rows; both must have the same number. Shorter rows limit the length.
void copy_rows(ConstTables from, Tables to);
// Are the entries of LIDs 0..max_lid the same, which all rows have?
bool equal_rows(ConstTables a, ConstTables b, Lid max_lid);

// Owns the rows of a fabric in one block, filled with kNoPath at first. Throws std::bad_alloc.
class TableBlock {
 public:
  TableBlock(std::size_t switches, Lid max_lid);
  // A copy of rows, up to their length.
  TableBlock(ConstTables rows, Lid max_lid, const Workers& workers);
  Tables tables() { return {rows_, row_size_}; }
  ConstTables tables() const { return Tables(rows_, row_size_); }

 private:
  struct Size {
    std::size_t row;
    std::size_t rows;
  };
  explicit TableBlock(Size size);  // not filled

  struct Free {
    void operator()(PortNum* bytes) const { std::free(bytes); }
  };

  std::size_t row_size_;
  std::unique_ptr<PortNum[], Free> bytes_;
  std::vector<PortNum*> rows_;
};

}  // namespace weft

#endif  // WEFT_ROUTING_TABLES_H_
