#include "common/stored/far_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/fabric/guid_index.h"
#include "common/stored/far_sections.h"
#include "common/stored/pipe_text.h"
#include "common/stored/stored_loading.h"

namespace weft {
namespace {

void warn_of_groups(const StoredFar& stored, std::vector<std::string>& warnings) {
  std::uint64_t undefined = 0;
  std::size_t weighted = 0;
  const StoredChoices* first = nullptr;  // of the file
  for (const StoredChoices& table : stored.switches) {
    weighted += table.is_weighted ? 1 : 0;
    if (table.undefined_groups == 0) continue;
    undefined += table.undefined_groups;
    if (first == nullptr || table.line < first->line) first = &table;
  }
  if (first != nullptr) {
    warnings.push_back(fmt::format(
        "{}:{}: the switch does not define group {}; {} entries of such groups are taken to have "
        "their static port alone",
        stored.source, first->line + first->undefined_at, first->undefined_group, undefined));
  }
  if (weighted != 0) {
    warnings.push_back(fmt::format(
        "{}: {} switches weight the ports of groups (WHBF); they are taken to use them evenly",
        stored.source, weighted));
  }
}

}  // namespace

StoredFar parse_stored_far(std::string_view text, const std::string& source, const Workers& workers,
                           std::vector<std::string>& warnings, std::uint64_t part) {
  StoredFar stored = load_stored_text<FarSections>(text, source, workers, warnings, part);
  warn_of_groups(stored, warnings);
  return stored;
}

AdaptiveTables read_far(const std::string& path, const Fabric& fabric,
                        std::vector<std::string>& warnings, const Workers& workers,
                        OwnerlessEntries* ownerless) {
  if (const auto text = read_pipe_text(path)) {
    return far_for(parse_stored_far(*text, path, workers, warnings), fabric, warnings, ownerless);
  }
  StoredFar stored = load_stored_file<FarSections>(path, workers, warnings);
  warn_of_groups(stored, warnings);
  return far_for(std::move(stored), fabric, warnings, ownerless);
}

AdaptiveTables far_for(StoredFar stored, const Fabric& fabric, std::vector<std::string>& warnings,
                       OwnerlessEntries* ownerless) {
  PortChoices choices(fabric.switch_count());
  StoredTables fixed = {stored.source, {}, {}};
  for (StoredChoices& table : stored.switches) {
    const SwitchIndex s = find_switch(fabric, table.switch_guid);
    if (s != kNone) {
      choices[s] = std::move(table.choices);
      std::vector<std::uint16_t>& set_of = choices[s].set_of;
      set_of.resize(std::min(set_of.size(), fabric.max_lid() + std::size_t{1}));
    }
    fixed.switches.push_back(std::move(static_cast<StoredTable&>(table)));
  }
  return {tables_for(fixed, fabric, warnings, ownerless), std::move(choices)};
}

}  // namespace weft
