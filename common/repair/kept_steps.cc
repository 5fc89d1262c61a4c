#include "common/repair/kept_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/repair/translate.h"

namespace weft {
namespace {

// A step that routes a part of the fabric, before and now.
class StepMatch {
 public:
  StepMatch(const FabricMatch& match, const RoutedStep& before, const RoutedStep& now)
      : match_(match), before_(*before.part), now_(*now.part), id_(now.id) {}

  std::string find_moved() const {
    std::string moved = find_moved_lid();
    if (moved.empty()) moved = find_moved_switch();
    return moved.empty() ? find_moved_link() : moved;
  }

 private:
  std::string find_moved_lid() const {
    for (std::size_t l = 1; l <= match_.now().max_lid(); ++l) {
      const auto lid = static_cast<Lid>(l);
      const Lid old = match_.lid_before(lid);
      if (old != 0 && before_.has_lid(old) != now_.has_lid(lid)) {
        return clause(match_.now().describe_lid(lid), now_.has_lid(lid));
      }
    }
    return {};
  }

  std::string find_moved_switch() const {
    for (SwitchIndex s = 0; s < match_.now().switch_count(); ++s) {
      const SwitchIndex b = match_.switch_before(s);
      const bool is_in = now_.place_of(s) != kNone;
      if (b != kNone && is_in != (before_.place_of(b) != kNone)) {
        return clause(match_.now().describe_switch(s), is_in);
      }
    }
    return {};
  }

  // Looks at switches that are in the part before and now.
  std::string find_moved_link() const {
    for (SwitchIndex place = 0; place < now_.switches.size(); ++place) {
      const SwitchIndex s = now_.switches[place];
      const SwitchIndex b = match_.switch_before(s);
      if (b == kNone) continue;
      const auto ports = now_.fabric.ports(place);
      const auto ports_before = before_.fabric.ports(before_.place_of(b));
      for (std::size_t p = 1; p < std::min(ports.size(), ports_before.size()); ++p) {
        const bool is_in = ports[p].kind != PeerKind::kNothing;
        if (is_in == (ports_before[p].kind != PeerKind::kNothing)) continue;
        if (!match_.keeps_neighbour(s, static_cast<PortNum>(p))) continue;
        return clause(fmt::format("the link at port {} of {}", p, match_.now().describe_switch(s)),
                      is_in);
      }
    }
    return {};
  }

  std::string clause(const std::string& what, bool is_in) const {
    return fmt::format("{} {} the topology of step {}", what, is_in ? "has entered" : "has left",
                       id_);
  }

  const FabricMatch& match_;
  const FabricPart& before_;
  const FabricPart& now_;
  std::uint64_t id_;
};

}  // namespace

const FabricPart* part_of_path(std::span<const RoutedStep> steps, SwitchIndex s, Lid lid) {
  for (std::size_t k = steps.size(); k-- > 0;) {
    const FabricPart* const part = steps[k].part.get();
    if (part == nullptr || (part->has_lid(lid) && part->place_of(s) != kNone)) return part;
  }
  return nullptr;
}

bool leaves_part(std::span<const RoutedStep> steps, SwitchIndex s, PortNum port, Lid lid) {
  const FabricPart* const part = part_of_path(steps, s, lid);
  return part != nullptr && part->fabric.ports(part->place_of(s))[port].kind == PeerKind::kNothing;
}

std::string find_moved(const FabricMatch& match, std::span<const RoutedStep> before,
                       std::span<const RoutedStep> now) {
  const auto is_same = [](const RoutedStep& a, const RoutedStep& b) {
    return a.id == b.id && (a.part == nullptr) == (b.part == nullptr);
  };
  if (!std::ranges::equal(before, now, is_same)) return "other steps of the chain are active";
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k].part == nullptr) continue;
    std::string moved = StepMatch(match, before[k], now[k]).find_moved();
    if (!moved.empty()) return moved;
  }
  return {};
}

void translate_step_notes(const FabricMatch& match, std::span<const RoutedStep> before,
                          std::span<RoutedStep> now) {
  for (std::size_t k = 0; k < now.size(); ++k) {
    now[k].notes =
        now[k].part == nullptr
            ? translate_notes(match, before[k].notes)
            : translate_notes({before[k].part->fabric, now[k].part->fabric}, before[k].notes);
  }
}

}  // namespace weft
