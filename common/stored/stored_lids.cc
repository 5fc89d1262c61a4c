#include "common/stored/stored_lids.h"

#include <algorithm>
#include <span>
#include <utility>

#include "common/fabric/counts.h"

namespace weft {
namespace {

class Finder {
 public:
  Finder(const Fabric& fabric, const std::vector<Guid>& owners, const std::string& source,
         std::vector<std::string>& warnings)
      : fabric_(fabric),
        owners_(owners),
        source_(source),
        warnings_(warnings),
        stored_lid_(fabric.max_lid() + std::size_t{1}, 0) {}

  std::vector<Lid> find() {
    std::vector<std::pair<Guid, Lid>> by_owner;  // the LIDs of an owner are in ascending order
    for (std::size_t lid = 1; lid < owners_.size(); ++lid) {
      if (owners_[lid] != 0) by_owner.emplace_back(owners_[lid], static_cast<Lid>(lid));
    }
    std::sort(by_owner.begin(), by_owner.end());
    Named gone;
    for (std::size_t first = 0; first < by_owner.size();) {
      std::size_t end = first + 1;
      while (end < by_owner.size() && by_owner[end].first == by_owner[first].first) ++end;
      place(std::span(by_owner).subspan(first, end - first), gone);
      first = end;
    }
    warn_of(source_, gone,
            "ports that the fabric does not have, or not with that many LIDs, are skipped,",
            warnings_);
    for (std::size_t lid = 1; lid < owners_.size() && lid < stored_lid_.size(); ++lid) {
      if (owners_[lid] == 0 && stored_lid_[lid] == 0 &&
          fabric_.owner(static_cast<Lid>(lid)).kind != PeerKind::kNothing) {
        stored_lid_[lid] = static_cast<Lid>(lid);
      }
    }
    return std::move(stored_lid_);
  }

 private:
  // Empty if the fabric does not have the owner, or the owner has no LID.
  LidRange lids_now(Guid guid) const {
    if (const EndPortIndex e = find_end_port(fabric_, guid); e != kNone) {
      return lids_of(fabric_.end_ports()[e]);
    }
    const SwitchIndex s = find_switch(fabric_, guid);
    return s == kNone ? LidRange() : lids_of(fabric_.switches()[s]);
  }

  // Assigns the stored LIDs of one owner.
  void place(std::span<const std::pair<Guid, Lid>> lids, Named& gone) {
    const LidRange now = lids_now(lids.front().first);
    const unsigned first = lids.front().second;
    bool all_placed = true;
    for (const auto& [guid, lid] : lids) {
      const unsigned bit = lid - first;
      if (bit < now.count) {
        stored_lid_[now.first + bit] = lid;
      } else {
        all_placed = false;
      }
    }
    if (all_placed) return;
    gone.note([&] { return fmt::format("0x{:016x} (LID {})", lids.front().first, first); });
  }

  const Fabric& fabric_;
  const std::vector<Guid>& owners_;
  const std::string& source_;
  std::vector<std::string>& warnings_;
  std::vector<Lid> stored_lid_;  // by LID; 0: none
};

}  // namespace

void warn_of(const std::string& source, const Named& named, std::string_view what,
             std::vector<std::string>& warnings) {
  if (named.count() == 0) return;
  warnings.push_back(fmt::format("{}: {} {}", source, what, named.text()));
}

std::vector<Lid> find_stored_lids(const Fabric& fabric, const std::vector<Guid>& owners,
                                  const std::string& source, std::vector<std::string>& warnings) {
  return Finder(fabric, owners, source, warnings).find();
}

}  // namespace weft
