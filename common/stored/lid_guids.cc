#include "common/stored/lid_guids.h"

#include <fmt/format.h>

#include <cstddef>

#include "common/base/text.h"

namespace weft {

Guid port_guid(std::string_view comment) {
  constexpr std::string_view kPortGuid = "portguid 0x";
  const std::size_t at = comment.find(kPortGuid);
  if (at == std::string_view::npos) return 0;
  return Scanner(comment.substr(at + kPortGuid.size())).number<Guid>(16).value_or(0);
}

void LidGuids::note(Lid lid, Guid guid) {
  if (guid == 0) return;
  if (lid >= told_.size()) told_.resize(lid + std::size_t{1});
  Told& told = told_[lid];
  if (told.guid != 0 && told.guid != guid) told.contradicted = true;
  told.guid = guid;
}

void LidGuids::merge(const LidGuids& other) {
  for (std::size_t lid = 0; lid < other.told_.size(); ++lid) {
    note(static_cast<Lid>(lid), other.told_[lid].guid);
    if (other.told_[lid].contradicted) told_[lid].contradicted = true;
  }
}

std::vector<Guid> LidGuids::known() const {
  std::vector<Guid> known;
  known.reserve(told_.size());
  for (const Told& told : told_) known.push_back(told.contradicted ? 0 : told.guid);
  return known;
}

void LidGuids::warn(const std::string& source, std::vector<std::string>& warnings) const {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t lid = 0; lid < told_.size(); ++lid) {
    if (told_[lid].contradicted && ++count == 1) first = lid;
  }
  if (count == 0) return;
  warnings.push_back(fmt::format(
      "{}: different lines name different ports for {} LIDs, 0x{:x} among them: these are taken "
      "as they stand",
      source, count, first));
}

}  // namespace weft
