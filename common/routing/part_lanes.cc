#include "common/routing/part_lanes.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace weft {
namespace {

// Positions in the budget, by SL.
std::array<unsigned, kSls> positions(const LaneBudget& budget) {
  std::array<unsigned, kSls> of = {};
  for (unsigned i = 0; i < budget.lanes.size(); ++i) of[budget.lanes[i].sl % kSls] = i;
  return of;
}

// Finds the SLs of one LID after the other.
class SlsOfLid {
 public:
  SlsOfLid(const Fabric& fabric, ConstTables tables) : fabric_(fabric), tables_(tables) {}

  // Sets sls[s] for all switches of the whole fabric: the step's SL if the switch is in its
  // topology, else that of the first switch on the path that is in it; kUnknown if none is.
  void fill(const StepLanes& step, Lid lid, std::vector<Sl>& sls) {
    for (SwitchIndex s = 0; s < sls.size(); ++s) {
      const SwitchIndex place = step.places[s];
      sls[s] = place == kNone ? kUnknown : path_sl(step.plan, {.sw = place}, lid, 0);
    }
    for (SwitchIndex s = 0; s < sls.size(); ++s) {
      if (sls[s] == kUnknown) follow(s, lid, sls);
    }
  }

  static constexpr Sl kUnknown = 255;

 private:
  void follow(SwitchIndex s, Lid lid, std::vector<Sl>& sls) {
    way_.clear();
    // Longer paths are forwarding loops.
    while (s != kNone && sls[s] == kUnknown && way_.size() < sls.size()) {
      way_.push_back(s);
      s = next(s, lid);
    }
    const Sl found = s == kNone || sls[s] == kUnknown ? Sl{0} : sls[s];
    for (const SwitchIndex passed : way_) sls[passed] = found;
  }

  SwitchIndex next(SwitchIndex s, Lid lid) const {
    const PortNum port = tables_.row(s)[lid];
    const auto ports = fabric_.ports(s);
    if (port >= ports.size() || ports[port].kind != PeerKind::kSwitch) return kNone;
    return ports[port].peer;
  }

  const Fabric& fabric_;
  ConstTables tables_;
  std::vector<SwitchIndex> way_;
};

}  // namespace

std::vector<SwitchIndex> places_in(const FabricPart& part, std::uint32_t switches_of_whole) {
  std::vector<SwitchIndex> places(switches_of_whole, kNone);
  for (SwitchIndex i = 0; i < part.switches.size(); ++i) places[part.switches[i]] = i;
  return places;
}

LaneBudget all_sls() {
  LaneBudget budget;
  budget.lanes.clear();
  for (unsigned sl = 0; sl < kSls; ++sl) budget.lanes.push_back({static_cast<Sl>(sl), 0});
  return budget;
}

unsigned lanes_of(const LanePlan& plan, const LaneBudget& budget) {
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  if (by_switch == nullptr) return 1;
  const std::array<unsigned, kSls> position = positions(budget);
  unsigned highest = 0;
  for (const std::vector<Sl>& row : by_switch->rows) {
    for (const Sl sl : row) highest = std::max(highest, position[sl % kSls]);
  }
  return highest + 1;
}

std::optional<LanePlan> join_lanes(const Fabric& fabric, ConstTables tables,
                                   std::span<const StepLanes> steps,
                                   std::span<const std::uint32_t> owners, const LaneBudget& budget,
                                   bool apart, const Workers& workers) {
  std::vector<unsigned> first(steps.size(), 0);
  if (apart) {
    unsigned used = 0;
    for (std::uint32_t k = 0; k < steps.size(); ++k) {
      if (std::find(owners.begin(), owners.end(), k) == owners.end()) continue;
      first[k] = used;
      used += lanes_of(steps[k].plan, budget);
    }
    if (used > budget.lanes.size()) return std::nullopt;
  } else if (std::all_of(steps.begin(), steps.end(), [](const StepLanes& step) {
               return std::holds_alternative<OneLane>(step.plan);
             })) {
    return OneLane{};
  }

  const std::array<unsigned, kSls> position = positions(budget);
  const auto moved = [&](std::uint32_t k, Sl sl) {
    const std::size_t lane = position[sl % kSls] + std::size_t{first[k]};
    return budget.lanes[std::min(lane, budget.lanes.size() - 1)].sl;
  };
  SlBySwitch joined;
  for (const StepLanes& step : steps) {
    const auto* by_switch = std::get_if<SlBySwitch>(&step.plan);
    if (by_switch != nullptr) joined.from_hint |= by_switch->from_hint;
  }
  joined.rows.assign(fabric.switch_count(), std::vector<Sl>(owners.size(), 0));
  // SLs are found LID by LID and written switch by switch, one tile at a time.
  constexpr std::size_t kTile = 64;
  workers.parallel_for(owners.size(), kTile, [&](std::size_t begin, std::size_t end) {
    SlsOfLid sls_of_lid(fabric, tables);
    std::vector<std::vector<Sl>> tile(end - begin, std::vector<Sl>(fabric.switch_count()));
    for (std::size_t lid = begin; lid < end; ++lid) {
      const std::uint32_t k = owners[lid];
      if (k == kNobody) continue;
      std::vector<Sl>& sls = tile[lid - begin];
      if (std::holds_alternative<OneLane>(steps[k].plan)) {
        std::fill(sls.begin(), sls.end(), budget.lanes.front().sl);
      } else {
        sls_of_lid.fill(steps[k], static_cast<Lid>(lid), sls);
      }
      for (Sl& sl : sls) sl = moved(k, sl);
    }
    for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
      for (std::size_t lid = begin; lid < end; ++lid) joined.rows[s][lid] = tile[lid - begin][s];
    }
  });
  return joined;
}

std::shared_ptr<const Sl2Vl> sl2vl_of_whole(const Sl2Vl& of_part, const FabricPart& part) {
  return std::make_shared<Sl2Vl>(of_part.renumbered(places_in(part, part.switches.back() + 1)));
}

}  // namespace weft
