#include "common/verify/lid_classes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace weft {
namespace {

struct InUse {
  Column column;
  bool right = false;
  bool of_switch = false;
  std::uint64_t mark = 0;  // a hash of its choices at all other switches
};

std::vector<InUse> lids_in_use(const FabricIndex& index, const PortChoices& choices) {
  const Fabric& fabric = index.fabric();
  std::vector<InUse> lids;
  for (std::size_t i = 1; i <= fabric.max_lid(); ++i) {
    const auto lid = static_cast<Lid>(i);
    const LidOwner owner = fabric.owner(lid);
    if (owner.kind == PeerKind::kNothing) continue;
    const bool of_switch = owner.kind == PeerKind::kSwitch;
    const SwitchIndex d = fabric.destination_switch(lid);
    const PortNum right = of_switch ? PortNum{0} : fabric.end_ports()[owner.index].switch_port;
    PortBits only{};
    add_port(only, right);
    lids.push_back({{lid, d, right}, choices[d].at(lid) == only, of_switch});
  }
  return lids;
}

// The finish of SplitMix64 (see Random).
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void mark(const PortChoices& choices, std::vector<InUse>& lids) {
  for (SwitchIndex s = 0; s < choices.size(); ++s) {
    for (InUse& lid : lids) {
      if (lid.column.destination == s) continue;
      lid.mark ^= mixed((std::uint64_t{s} + 1) << 16 | choices[s].number(lid.column.entry));
    }
  }
}

bool are_alike(const InUse& a, const InUse& b) {
  return a.right && b.right && a.column.destination == b.column.destination && a.mark == b.mark;
}

// Equal marks prove nothing, so LIDs are compared with the first LID of their mark. Each LID that
// differs from it gets a separate class; none has been seen yet.
std::vector<bool> follow_another(const PortChoices& choices, const std::vector<InUse>& lids) {
  std::vector<std::size_t> leader(lids.size());
  for (std::size_t i = 0; i < lids.size(); ++i) {
    leader[i] = i > 0 && are_alike(lids[i - 1], lids[i]) ? leader[i - 1] : i;
  }
  std::vector<bool> follows(lids.size());
  for (std::size_t i = 0; i < lids.size(); ++i) follows[i] = leader[i] != i;
  for (SwitchIndex s = 0; s < choices.size(); ++s) {
    for (std::size_t i = 0; i < lids.size(); ++i) {
      if (leader[i] == i || lids[i].column.destination == s) continue;
      if (choices[s].number(lids[i].column.entry) !=
          choices[s].number(lids[leader[i]].column.entry)) {
        follows[i] = false;
      }
    }
  }
  return follows;
}

}  // namespace

std::vector<LidClass> classify_lids(const FabricIndex& index, const PortChoices& choices,
                                    bool each_alone) {
  std::vector<InUse> lids = lids_in_use(index, choices);
  if (each_alone) {
    for (InUse& lid : lids) lid.mark = lid.column.entry;
  } else {
    mark(choices, lids);
  }
  std::sort(lids.begin(), lids.end(), [](const InUse& a, const InUse& b) {
    return std::tuple(a.column.destination, !a.right, a.mark, a.column.entry) <
           std::tuple(b.column.destination, !b.right, b.mark, b.column.entry);
  });
  const std::vector<bool> follows = follow_another(choices, lids);
  std::vector<LidClass> classes;
  std::size_t led = 0;  // the class of the last LID that follows no other and may be followed
  for (std::size_t i = 0; i < lids.size(); ++i) {
    if (!follows[i]) {
      const bool is_odd = i > 0 && are_alike(lids[i - 1], lids[i]);
      if (!is_odd) led = classes.size();
      classes.push_back({lids[i].column, lids[i].right, {}, {}});
    }
    LidClass& to = follows[i] ? classes[led] : classes.back();
    if (lids[i].of_switch) {
      to.switches.push_back(static_cast<Lid>(lids[i].column.entry));
    } else {
      to.end_ports.push_back(lids[i].column);
    }
  }
  std::sort(classes.begin(), classes.end(), [](const LidClass& a, const LidClass& b) {
    return std::tuple(a.first.destination, a.first.entry) <
           std::tuple(b.first.destination, b.first.entry);
  });
  return classes;
}

}  // namespace weft
