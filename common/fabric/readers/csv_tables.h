// Reads the tables of ibdiagnet2.db_csv, each between START_<NAME> and END_<NAME>; the first line
// has titles.
// Tested by tests/common/fabric/readers/db_csv_test.cc.
#ifndef WEFT_FABRIC_READERS_CSV_TABLES_H_
#define WEFT_FABRIC_READERS_CSV_TABLES_H_

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/text.h"
#include "common/base/types.h"

namespace weft {

// True if a line, without outer blanks, begins a table.
bool is_db_csv_line(std::string_view line);

// A table and its current row. Columns are found by their titles, case-insensitive. All functions
// throw BadInput with file and line.
class CsvTable {
 public:
  // titles: of the required columns; `optional`: of further columns, which may be missing.
  CsvTable(const std::string& source, std::string_view text, unsigned lines_before,
           std::span<const std::string_view> titles, std::span<const std::string_view> optional);

  bool next();
  unsigned line() const { return before_ + lines_.number(); }
  bool has(std::size_t i) const { return places_[i] != kMissing; }
  // The cell in the column of the i-th title.
  std::string_view cell(std::size_t i) const { return cells_[places_[i]]; }
  // 0: not available.
  template <typename T>
  T number(std::size_t i, int base = 10) const;
  Guid guid(std::size_t i) const { return number<Guid>(i, 16); }
  [[noreturn]] void fail(const std::string& reason) const { fail_at(source_, line(), reason); }

 private:
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);

  std::vector<std::string_view> split(std::string_view line) const;
  [[noreturn]] void fail_at_cell(std::size_t i) const;

  const std::string& source_;
  Lines lines_;
  unsigned before_;
  std::vector<std::string_view> titles_;
  std::vector<std::size_t> places_;
  std::size_t columns_ = 0;  // 0: unknown
  std::vector<std::string_view> cells_;
};

class CsvTables {
 public:
  // Both arguments must outlive it and its tables. Throws BadInput: a repeated table, or one
  // without an end.
  CsvTables(std::string_view text, const std::string& source);

  // Nothing: no table of this name.
  std::optional<CsvTable> find(const std::string& name, std::span<const std::string_view> titles,
                               std::span<const std::string_view> optional = {}) const;
  std::optional<CsvTable> find(const std::string& name,
                               std::initializer_list<std::string_view> titles) const {
    return find(name, std::span(titles.begin(), titles.size()));
  }

 private:
  struct Part {
    std::string_view text;
    unsigned lines_before = 0;
  };

  const std::string& source_;
  std::unordered_map<std::string, Part> parts_;  // by name
};

template <typename T>
T CsvTable::number(std::size_t i, int base) const {
  Scanner scanner(cell(i));
  if (scanner.eat("N/A")) return 0;
  if (scanner.eat("0x")) base = 16;
  const auto value = scanner.number<T>(base);
  if (!value || !scanner.at_end()) fail_at_cell(i);
  return *value;
}

}  // namespace weft

#endif  // WEFT_FABRIC_READERS_CSV_TABLES_H_
