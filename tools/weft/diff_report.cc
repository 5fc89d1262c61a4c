#include "tools/weft/diff_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tools/weft/report.h"

namespace weft::tool {
namespace {

std::string in_hex(Guid guid) { return fmt::format("0x{:016x}", guid); }

// Switches with changes, by number, the largest first.
std::vector<SwitchIndex> busiest(const RoutingDiff& diff) {
  const auto changes = [&](SwitchIndex s) {
    return diff.by_switch[s].entries.changed + diff.by_switch[s].sls.changed;
  };
  std::vector<SwitchIndex> list;
  for (SwitchIndex s = 0; s < diff.by_switch.size(); ++s) {
    if (changes(s) > 0) list.push_back(s);
  }
  std::stable_sort(list.begin(), list.end(),
                   [&](SwitchIndex a, SwitchIndex b) { return changes(a) > changes(b); });
  return list;
}

Json entries_json(const EntryChanges& entries) {
  return {{"compared", entries.compared},
          {"over_lost", entries.over_lost},
          {"led_over", entries.led_over},
          {"changed", entries.changed},
          {"forced", entries.forced},
          {"not_forced", entries.changed - entries.forced},
          {"without_path", entries.without_path}};
}

Json sls_json(const SlChanges& sls) {
  return {{"compared", sls.compared},
          {"changed", sls.changed},
          {"forced", sls.forced},
          {"not_forced", sls.changed - sls.forced}};
}

Json lids_json(const Fabric& fabric, const std::vector<Lid>& lids) {
  Json list = Json::array();
  for (const Lid lid : lids) {
    const LidOwner owner = fabric.owner(lid);
    const bool is_switch = owner.kind == PeerKind::kSwitch;
    list.push_back({{"lid", lid},
                    {"guid", in_hex(is_switch ? fabric.switches()[owner.index].node_guid
                                              : fabric.end_ports()[owner.index].port_guid)},
                    {"name", is_switch ? fabric.switch_name(owner.index)
                                       : fabric.end_port_name(owner.index)}});
  }
  return list;
}

Json place_json(const Fabric& fabric, const EndPort& port) {
  return {{"switch", in_hex(fabric.switches()[port.sw].node_guid)},
          {"name", fabric.switch_name(port.sw)},
          {"port", port.switch_port}};
}

Json moved_json(const DiffFindings& f) {
  const Fabric& before = f.match.before();
  const Fabric& now = f.match.now();
  Json list = Json::array();
  for (const EndPortIndex e : f.diff.moved) {
    list.push_back({{"guid", in_hex(now.end_ports()[e].port_guid)},
                    {"name", now.end_port_name(e)},
                    {"from", place_json(before, before.end_ports()[f.match.end_port_before(e)])},
                    {"to", place_json(now, now.end_ports()[e])}});
  }
  return list;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_more(std::size_t count, std::size_t most) {
  if (count > most) fmt::print("  and {} more\n", count - most);
}

void print_lids(const char* kind, const Fabric& fabric, const std::vector<Lid>& lids,
                std::size_t most) {
  if (lids.empty()) return;
  fmt::print("LIDs {}: {}\n", kind, lids.size());
  for (std::size_t i = 0; i < std::min(lids.size(), most); ++i) {
    fmt::print("  {}\n", fabric.describe_lid(lids[i]));
  }
  print_more(lids.size(), most);
}

void print_moved(const DiffFindings& f, std::size_t most) {
  const std::vector<EndPortIndex>& moved = f.diff.moved;
  if (moved.empty()) return;
  fmt::print("end ports moved: {}\n", moved.size());
  for (std::size_t i = 0; i < std::min(moved.size(), most); ++i) {
    const EndPort& there = f.match.before().end_ports()[f.match.end_port_before(moved[i])];
    const EndPort& here = f.match.now().end_ports()[moved[i]];
    fmt::print("  {}: from {} port {} to {} port {}\n", f.match.now().describe_end_port(moved[i]),
               f.match.before().describe_switch(there.sw), there.switch_port,
               f.match.now().describe_switch(here.sw), here.switch_port);
  }
  print_more(moved.size(), most);
}

void print_switches(const DiffFindings& f, std::size_t most) {
  const std::vector<SwitchIndex> switches = busiest(f.diff);
  if (switches.empty()) return;
  fmt::print("switches with changes: {}\n{:>10} {:>10} {:>10} {:>10}  {}\n", switches.size(),
             "entries", "forced", "SLs", "forced", "switch");
  for (std::size_t i = 0; i < std::min(switches.size(), most); ++i) {
    const SwitchChanges& changes = f.diff.by_switch[switches[i]];
    fmt::print("{:10} {:10} {:10} {:10}  {}\n", changes.entries.changed, changes.entries.forced,
               changes.sls.changed, changes.sls.forced, f.match.now().describe_switch(switches[i]));
  }
  print_more(switches.size(), most);
}

}  // namespace

void print_diff_json(const DiffFindings& f, std::size_t most) {
  Json json;
  json["error"] = nullptr;
  json["fabric"] = describe(f.delta);
  json["entries"] = entries_json(f.diff.total.entries);
  json["sls"] = sls_json(f.diff.total.sls);
  json["new_lids"] = lids_json(f.match.now(), f.diff.new_lids);
  json["lost_lids"] = lids_json(f.match.before(), f.diff.lost_lids);
  json["moved"] = moved_json(f);
  std::vector<SwitchIndex> switches = busiest(f.diff);
  json["switches_with_changes"] = switches.size();
  switches.resize(std::min(switches.size(), most));
  Json list = Json::array();
  for (const SwitchIndex s : switches) {
    list.push_back({{"guid", in_hex(f.match.now().switches()[s].node_guid)},
                    {"name", f.match.now().switch_name(s)},
                    {"entries", entries_json(f.diff.by_switch[s].entries)},
                    {"sls", sls_json(f.diff.by_switch[s].sls)}});
  }
  json["by_switch"] = std::move(list);
  fmt::print("{}", json.text());
}

void print_diff_text(const DiffFindings& f, std::size_t most) {
  const EntryChanges& entries = f.diff.total.entries;
  const SlChanges& sls = f.diff.total.sls;
  fmt::print("what changed in the fabric: {}\n", describe(f.delta));
  fmt::print("entries changed: {} of {} ({:.2f} %)\n", entries.changed, entries.compared,
             percent(entries.changed, entries.compared));
  if (entries.led_over > 0 || entries.changed > 0) {
    fmt::print(
        "  {} forced: their path led over something that is lost, as that of {} in all did\n",
        entries.forced, entries.led_over);
    fmt::print("  {} not forced\n", entries.changed - entries.forced);
  }
  if (entries.without_path > 0) fmt::print("  {} have no path any more\n", entries.without_path);
  if (sls.compared > 0) {
    fmt::print(
        "SLs changed: {} of {} pairs of an end port and a LID ({:.2f} %), {} of them forced\n",
        sls.changed, sls.compared, percent(sls.changed, sls.compared), sls.forced);
  }
  print_lids("new", f.match.now(), f.diff.new_lids, most);
  print_lids("lost", f.match.before(), f.diff.lost_lids, most);
  print_moved(f, most);
  print_switches(f, most);
}

Json no_diff_json() {
  return nulls({"fabric", "entries", "sls", "new_lids", "lost_lids", "moved",
                "switches_with_changes", "by_switch"});
}

}  // namespace weft::tool
