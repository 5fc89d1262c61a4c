// Matches stored files of all kinds with the current fabric.
// Tested by tests/common/stored/resolve_tables_test.cc, tests/common/stored/resolve_hops_test.cc.
#ifndef WEFT_STORED_STORED_LIDS_H_
#define WEFT_STORED_STORED_LIDS_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/types.h"
#include "common/fabric/fabric.h"
#include "common/fabric/guid_index.h"

namespace weft {

// Counts items and names the first few.
class Named {
 public:
  template <typename Describe>
  void note(Describe describe) {
    constexpr unsigned kNamed = 4;
    if (++count_ > kNamed) return;
    names_ += fmt::format("{}{}", count_ == 1 ? "" : ", ", describe());
  }
  std::uint64_t count() const { return count_; }
  // «3: a, b, c», or «17, among them a, b, c, d».
  std::string text() const {
    return fmt::format("{}{}{}", count_, count_ <= 4 ? ": " : ", among them ", names_);
  }

 private:
  std::uint64_t count_ = 0;
  std::string names_;
};

// Adds «source: what 3: a, b, c», if there are items.
void warn_of(const std::string& source, const Named& named, std::string_view what,
             std::vector<std::string>& warnings);

// The tables of the fabric's switches, found by node GUID; null: missing in the file. Warnings name
// these switches, and switches that the fabric does not have. File: has source and switches, as
// StoredTables.
template <typename File>
auto find_stored_switches(const File& file, const Fabric& fabric,
                          std::vector<std::string>& warnings) {
  std::vector<decltype(file.switches.data())> tables(fabric.switch_count(), nullptr);
  Named unknown;
  Named missing;
  for (const auto& table : file.switches) {
    const SwitchIndex s = find_switch(fabric, table.switch_guid);
    if (s != kNone) {
      tables[s] = &table;
    } else {
      unknown.note([&] { return fmt::format("0x{:016x}", table.switch_guid); });
    }
  }
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    if (tables[s] == nullptr) missing.note([&] { return fabric.describe_switch(s); });
  }
  warn_of(file.source, unknown, "switches that the fabric does not have are skipped,", warnings);
  warn_of(file.source, missing, "there are no tables of switches of the fabric,", warnings);
  return tables;
}

// The GUID of the port or switch of each stored LID, from the lines and from the LIDs of the
// switches. `lids`: minimum size of the result.
template <typename File>
std::vector<Guid> stored_owners(const File& file, std::size_t lids) {
  std::vector<Guid> owners = file.port_guids;
  for (const auto& table : file.switches) {
    lids = std::max(lids, table.switch_lid + std::size_t{1});
  }
  owners.resize(std::max(lids, owners.size()), 0);
  for (const auto& table : file.switches) {
    // A switch's port 0 may have another GUID than its node.
    if (table.switch_lid != 0) owners[table.switch_lid] = table.switch_guid;
  }
  return owners;
}

// By LID of the fabric, 0..max_lid: its stored LID; 0: none. owners: by stored LID; 0: unknown. The
// n-th stored LID of an owner is now its n-th LID; a LID without a known owner keeps its number.
// Warnings name LIDs whose owner the fabric does not have, or has with fewer LIDs.
std::vector<Lid> find_stored_lids(const Fabric& fabric, const std::vector<Guid>& owners,
                                  const std::string& source, std::vector<std::string>& warnings);

}  // namespace weft

#endif  // WEFT_STORED_STORED_LIDS_H_
