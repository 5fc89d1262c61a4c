#include "common/repair/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"

namespace weft {
namespace {

constexpr std::size_t kRowsAtOnce = 16;

void add_sls_to_switches(const Fabric& fabric, SlBySwitch& plan) {
  std::vector<Lid> first_lid(fabric.switch_count(), 0);  // of its end ports; 0: it has none
  for (const EndPort& port : fabric.end_ports()) {
    if (first_lid[port.sw] == 0) first_lid[port.sw] = port.lid;
  }
  for (SwitchIndex to = 0; to < fabric.switch_count(); ++to) {
    if (first_lid[to] == 0) continue;
    for (const Lid lid : lids_of(fabric.switches()[to])) {
      for (std::vector<Sl>& row : plan.rows) row[lid] = row[first_lid[to]];
    }
  }
}

// A new switch with end ports gets rank 0; any other new switch is one above its lowest neighbour.
std::vector<std::uint32_t> translate_ranks(const std::vector<std::uint32_t>& before,
                                           const FabricMatch& match, const Links& links) {
  std::vector<std::uint32_t> ranks(match.now().switch_count(), kNone);
  for (SwitchIndex s = 0; s < ranks.size(); ++s) {
    if (match.switch_before(s) != kNone) ranks[s] = before[match.switch_before(s)];
  }
  const std::vector<std::uint32_t> end_ports = end_ports_by_switch(match.now());
  for (SwitchIndex s = 0; s < ranks.size(); ++s) {
    if (ranks[s] != kNone) continue;
    std::uint32_t lowest = kNone;
    for (const SwitchIndex n : links.neighbours(s)) lowest = std::min(lowest, ranks[n]);
    ranks[s] = end_ports[s] > 0 || lowest == kNone ? 0 : lowest + 1;
  }
  return ranks;
}

// Two fabrics' links, and which of them are the same.
struct KeptLinks {
  KeptLinks(const FabricMatch& match, const Links& links)
      : before(match.before()), now(links), now_of(match.links_now(before, now)) {
    for (SwitchIndex s = 0; s < before.switch_count(); ++s) {
      const LinkIndex first = before.first_of(s);
      const std::uint32_t count = before.count_of(s);
      bool same = true;
      for (std::uint32_t i = 0; i < count && same; ++i) {
        same = now_of[first + i] != kNone && now_of[first + i] == now_of[first] + i;
      }
      keeps_all.push_back(same && match.switch_now(s) != kNone &&
                          now.count_of(match.switch_now(s)) == count);
    }
  }

  Links before;
  const Links& now;
  std::vector<LinkIndex> now_of;
  std::vector<bool> keeps_all;  // by switch of before: it has the same links now
};

// values: by turn of before.
template <typename Value>
std::vector<Value> translate_turns(const std::vector<Value>& values, const KeptLinks& links) {
  if (values.empty()) return {};
  std::vector<Value> found(links.now.turn_count());
  for (LinkIndex from = 0; from < links.before.count(); ++from) {
    const LinkIndex here = links.now_of[from];
    if (here == kNone) continue;
    const Links::TurnsFrom& turns = links.before.turns_from(from);
    const Value* const first = values.data() + turns.first;
    if (links.keeps_all[links.before.to(from)]) {
      std::copy_n(first, turns.count, found.data() + links.now.turns_from(here).first);
      continue;
    }
    for (std::uint32_t i = 0; i < turns.count; ++i) {
      const LinkIndex to = links.now_of[turns.first_link + i];
      if (to != kNone) found[links.now.turn(here, to)] = first[i];
    }
  }
  return found;
}

}  // namespace

void translate_tables(const FabricMatch& match, ConstTables before, const FabricMatch* only_new,
                      const Workers& workers, Tables rows) {
  const Fabric& now = match.now();
  const std::size_t entries = now.max_lid() + std::size_t{1};
  std::vector<Lid> lids;
  for (std::size_t l = 1; l < entries; ++l) {
    const auto lid = static_cast<Lid>(l);
    if (match.lid_before(lid) == 0) continue;
    if (only_new == nullptr || only_new->lid_before(lid) == 0) lids.push_back(lid);
  }
  const bool whole_rows = only_new == nullptr && match.same_lids();
  workers.parallel_for(now.switch_count(), kRowsAtOnce, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      const SwitchIndex b = match.switch_before(static_cast<SwitchIndex>(s));
      if (b == kNone) continue;
      PortNum* const to = rows.row(static_cast<SwitchIndex>(s));
      const PortNum* const from = before.row(b);
      if (whole_rows) {
        std::memcpy(to, from, entries);
      } else {
        for (const Lid lid : lids) to[lid] = from[match.lid_before(lid)];
      }
    }
  });
}

SlBySwitch sls_by_switch(const Fabric& fabric, const SlByPath& plan) {
  const std::size_t lids = fabric.max_lid() + std::size_t{1};
  SlBySwitch by_switch;
  by_switch.rows.assign(fabric.switch_count(), std::vector<Sl>(lids, 0));
  // By switch and LID: the end port whose SL the row has.
  std::vector<std::vector<EndPortIndex>> first(fabric.switch_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    const EndPort& from = fabric.end_ports()[e];
    if (from.lid == 0) continue;
    first[from.sw].resize(lids, kNone);
    for (std::size_t l = 1; l < lids; ++l) {
      const auto lid = static_cast<Lid>(l);
      const LidOwner owner = fabric.owner(lid);
      if (owner.kind != PeerKind::kEndPort || owner.index == e) continue;
      const Sl sl = e < plan.rows.size() && l < plan.rows[e].size() ? plan.rows[e][l] : Sl{0};
      if (first[from.sw][l] == kNone) {
        first[from.sw][l] = e;
        by_switch.rows[from.sw][l] = sl;
      } else if (by_switch.rows[from.sw][l] != sl) {
        throw CannotRoute(
            fmt::format("{} and {} are at the same switch but use different SLs to {}: {} and {}",
                        fabric.describe_end_port(first[from.sw][l]), fabric.describe_end_port(e),
                        fabric.describe_lid(lid), by_switch.rows[from.sw][l], sl));
      }
    }
  }
  add_sls_to_switches(fabric, by_switch);
  return by_switch;
}

LanePlan translate_lanes(const FabricMatch& match, const LanePlan& before) {
  if (std::holds_alternative<OneLane>(before)) return OneLane{};
  const auto* by_switch = std::get_if<SlBySwitch>(&before);
  if (by_switch == nullptr) throw CannotRoute("its SLs are assigned by path, not by switch");
  SlBySwitch plan{.from_hint = by_switch->from_hint};
  plan.rows.resize(match.now().switch_count());
  for (SwitchIndex s = 0; s < plan.rows.size(); ++s) {
    std::vector<Sl>& row = plan.rows[s];
    const SwitchIndex b = match.switch_before(s);
    if (b != kNone && b < by_switch->rows.size()) {
      const std::vector<Sl>& from = by_switch->rows[b];
      if (match.same_lids()) {
        row = from;
        continue;
      }
      if (from.empty()) continue;
      row.resize(match.now().max_lid() + std::size_t{1});
      for (std::size_t l = 1; l < row.size(); ++l) {
        const Lid lid = match.lid_before(static_cast<Lid>(l));
        if (lid != 0 && lid < from.size()) row[l] = from[lid];
      }
    }
  }
  return plan;
}

std::shared_ptr<const Sl2Vl> translate_sl2vl(const FabricMatch& match,
                                             const std::shared_ptr<const Sl2Vl>& before) {
  if (before == nullptr) return nullptr;
  std::vector<SwitchIndex> switches;
  for (SwitchIndex s = 0; s < match.now().switch_count(); ++s) {
    switches.push_back(match.switch_before(s));
  }
  return std::make_shared<Sl2Vl>(before->renumbered(switches));
}

void translate_lanes_to(Lid lid, const FabricMatch& match, const LanePlan& before, LanePlan& now) {
  const auto* from = std::get_if<SlBySwitch>(&before);
  auto* to = std::get_if<SlBySwitch>(&now);
  if (from == nullptr || to == nullptr) return;
  const Lid old = match.lid_before(lid);
  for (SwitchIndex s = 0; s < to->rows.size(); ++s) {
    const SwitchIndex b = match.switch_before(s);
    if (b == kNone || b >= from->rows.size() || old >= from->rows[b].size()) continue;
    to->rows[s].resize(match.now().max_lid() + std::size_t{1});
    to->rows[s][lid] = from->rows[b][old];
  }
}

RouteNotes translate_notes(const FabricMatch& match, const RouteNotes& before) {
  RouteNotes notes;
  notes.by_stored_hops = before.by_stored_hops;
  notes.engine = before.engine;
  for (const SwitchIndex root : before.roots) {
    if (match.switch_now(root) != kNone) notes.roots.push_back(match.switch_now(root));
  }
  for (const EndPortIndex e : before.ca_order) {
    notes.ca_order.push_back(e == kNone ? kNone : match.end_port_now(e));
  }
  if (!before.coordinates.empty()) notes.coordinates.resize(match.now().switch_count());
  for (SwitchIndex s = 0; s < notes.coordinates.size(); ++s) {
    const SwitchIndex b = match.switch_before(s);
    if (b != kNone) notes.coordinates[s] = before.coordinates[b];
  }
  if (before.orientation.place.empty()) return notes;
  std::vector<SwitchIndex> order(match.now().switch_count());
  std::iota(order.begin(), order.end(), SwitchIndex{0});
  const auto place_before = [&](SwitchIndex s) {
    return match.switch_before(s) == kNone ? kNone
                                           : before.orientation.place[match.switch_before(s)];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return place_before(a) < place_before(b); });
  notes.orientation.place.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) notes.orientation.place[order[i]] = i;
  return notes;
}

TurnEvidence translate_evidence(const TurnEvidence& before, const FabricMatch& match,
                                const Links& links) {
  if (!before.ranks.empty()) {
    return {.ranks = translate_ranks(before.ranks, match, links), .replies = before.replies};
  }
  const KeptLinks kept(match, links);
  return {.turns = translate_turns(before.turns, kept),
          .replies = before.replies,
          .granted = before.granted,
          .vl_pairs = translate_turns(before.vl_pairs, kept)};
}

}  // namespace weft
