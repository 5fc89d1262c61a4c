#include "common/fabric/readers/csv_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

CsvTable::CsvTable(const std::string& source, std::string_view text, unsigned lines_before,
                   std::span<const std::string_view> titles,
                   std::span<const std::string_view> optional)
    : source_(source), lines_(text), before_(lines_before), titles_(titles.begin(), titles.end()) {
  if (!lines_.next()) fail("the table has no line of titles: is the file cut off?");
  titles_.insert(titles_.end(), optional.begin(), optional.end());
  const std::vector<std::string_view> columns = split(lines_.line());
  for (const std::string_view title : titles_) {
    std::size_t place = 0;
    while (place < columns.size() && !same_in_any_case(columns[place], title)) ++place;
    if (place == columns.size()) {
      if (places_.size() < titles.size()) fail(fmt::format("the table has no column {}", title));
      place = kMissing;
    }
    places_.push_back(place);
  }
  columns_ = columns.size();
}

bool CsvTable::next() {
  do {
    if (!lines_.next()) return false;
  } while (lines_.line().empty());
  cells_ = split(lines_.line());
  if (cells_.size() != columns_) {
    fail(fmt::format("this row has {} cells, but the table has {} columns: is the file cut off?",
                     cells_.size(), columns_));
  }
  return true;
}

// Only descriptions can have commas, and they are the first cells.
std::vector<std::string_view> CsvTable::split(std::string_view line) const {
  std::vector<std::string_view> cells;
  std::size_t first = 0;
  if (columns_ > 0 && line.starts_with('"')) {
    first = line.size();
    for (std::size_t i = 1; i < columns_ && first != std::string_view::npos && first > 0; ++i) {
      first = line.rfind(',', first - 1);
    }
    if (first == std::string_view::npos || first < 2 || line[first - 1] != '"') return cells;
    cells.push_back(line.substr(1, first - 2));
    ++first;
  }
  while (first <= line.size()) {
    const std::size_t end = std::min(line.find(',', first), line.size());
    cells.push_back(trim(line.substr(first, end - first)));
    first = end + 1;
  }
  return cells;
}

void CsvTable::fail_at_cell(std::size_t i) const {
  fail(fmt::format("expected a number in column {} instead of {}", titles_[i], quote(cell(i))));
}

CsvTables::CsvTables(std::string_view text, const std::string& source) : source_(source) {
  std::string open;
  Part part;
  const char* begin = nullptr;
  Lines lines(text);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (begin == nullptr) {
      if (!line.starts_with("START_")) continue;
      open = line.substr(6);
      begin = line.data() + line.size();
      part.lines_before = lines.number();
    } else if (line.starts_with("END_") && line.substr(4) == open) {
      part.text = {begin, static_cast<std::size_t>(line.data() - begin)};
      const std::size_t newline = part.text.find('\n');
      part.text.remove_prefix(std::min(newline, part.text.size() - 1) + 1);
      if (!parts_.emplace(open, part).second) {
        fail_at(source_, part.lines_before, fmt::format("there are two tables {}", quote(open)));
      }
      begin = nullptr;
    }
  }
  if (begin != nullptr) {
    fail_at(source_, part.lines_before,
            fmt::format("the table {} has no end: is the file cut off?", quote(open)));
  }
}

std::optional<CsvTable> CsvTables::find(const std::string& name,
                                        std::span<const std::string_view> titles,
                                        std::span<const std::string_view> optional) const {
  const auto found = parts_.find(name);
  if (found == parts_.end()) return std::nullopt;
  return CsvTable(source_, found->second.text, found->second.lines_before, titles, optional);
}

bool is_db_csv_line(std::string_view line) { return line.starts_with("START_"); }

}  // namespace weft
