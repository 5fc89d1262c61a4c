#include "common/counters/counter_reader.h"

#include <fmt/format.h>

#include <cstdint>

#include "common/base/error.h"
#include "common/base/plain_text.h"
#include "common/base/text.h"
#include "common/counters/counter_names.h"
#include "common/counters/exporter_text.h"
#include "common/counters/perfmgr_dump.h"
#include "common/counters/perfquery_text.h"
#include "common/counters/snapshot_builder.h"
#include "common/fabric/readers/csv_tables.h"

namespace weft {
namespace {

// A column of PM_INFO. Names of 64-bit columns end in Ext or Extended.
struct PmColumn {
  std::string title;
  Counter counter;
  bool is_wide;
};

std::vector<PmColumn> pm_columns() {
  std::vector<PmColumn> columns;
  for (const CounterName& name : counter_names()) {
    for (const char* const ending : {"", "Ext", "Extended"}) {
      columns.push_back({std::string(name.attribute) + ending, name.counter, *ending != '\0'});
    }
  }
  return columns;
}

void parse_pm_info(std::string_view text, const std::string& source, SnapshotBuilder& builder) {
  const std::vector<PmColumn> columns = pm_columns();
  const std::vector<std::string_view> places = {"NodeGUID", "PortNumber"};
  std::vector<std::string_view> titles;
  titles.reserve(columns.size());
  for (const PmColumn& column : columns) titles.push_back(column.title);
  const CsvTables tables(text, source);
  auto table = tables.find("PM_INFO", places, titles);
  if (!table) {
    fail_at(source, 1, "there is no table PM_INFO, which has the counters");
  }
  while (table->next()) {
    builder.begin_port(table->guid(0), table->number<std::uint8_t>(1), table->line());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t place = places.size() + i;
      if (!table->has(place) || table->cell(place) == "N/A") continue;
      builder.set(columns[i].counter, table->number<std::uint64_t>(place), columns[i].is_wide,
                  table->line());
    }
  }
}

// The first line that a known tool writes decides. False: no line is known.
bool parse_by_format(std::string_view text, const std::string& source, SnapshotBuilder& builder,
                     std::vector<std::string>& warnings) {
  for (Lines lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (is_perfquery_line(line)) {
      parse_perfquery(text, source, builder, warnings);
    } else if (is_ibqueryerrors_line(line)) {
      parse_ibqueryerrors(text, source, builder, warnings);
    } else if (is_exporter_line(line)) {
      parse_exporter_text(text, source, builder, warnings);
    } else if (is_perfmgr_titles(line)) {
      parse_perfmgr_table(text, source, builder, warnings);
    } else if (is_perfmgr_line(line)) {
      parse_perfmgr_dump(text, source, builder, warnings);
    } else if (is_db_csv_line(line)) {
      parse_pm_info(text, source, builder);
    } else {
      continue;
    }
    return true;
  }
  return false;
}

// An unfinished last line may lack digits.
void check_end(std::string_view text, const std::string& source) {
  Lines lines(text);
  while (lines.next()) {
  }
  if (lines.unfinished() && !lines.line().empty()) {
    fail_at(source, lines.number(), "this last line has no end: is the file cut off?");
  }
}

}  // namespace

CounterSnapshot parse_counters(std::string_view text, const std::string& source,
                               const Fabric& fabric, std::vector<std::string>& warnings) {
  std::string storage;
  text = as_plain_text(text, source, storage);
  if (trim(text).empty()) throw BadInput(fmt::format("{}: is empty", source));
  check_end(text, source);
  SnapshotBuilder builder(fabric, source);
  if (!parse_by_format(text, source, builder, warnings)) {
    fail_at(source, 1,
            "these are no counters in a known format: neither what perfquery or ibqueryerrors "
            "prints, nor metrics of infiniband_exporter, nor OpenSM's event_db_dump_file, nor "
            "ibdiagnet's .db_csv");
  }
  return builder.build(warnings);
}

}  // namespace weft
