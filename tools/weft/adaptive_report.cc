#include "tools/weft/adaptive_report.h"

#include <fmt/format.h>

#include "tools/weft/report.h"

namespace weft::tool {
namespace {

void print_reachability(const ChoiceVerdict& v) {
  if (v.unsafe_pairs == 0) {
    fmt::print("  reachability: every packet arrives, whatever ports it takes\n");
  } else {
    fmt::print(
        "  reachability: some choices lose packets between {} pairs of end ports; {} of them no "
        "link connects\n",
        v.unsafe_pairs, v.disconnected_pairs);
  }
  if (v.unsafe_switch_pairs != 0) {
    fmt::print("  switches: some choices lose packets between {} pairs of switches\n",
               v.unsafe_switch_pairs);
  }
  if (v.looping_lids != 0) fmt::print("  choices for {} LIDs can loop\n", v.looping_lids);
  for (const std::string& finding : v.findings) fmt::print("    {}\n", finding);
}

// The static entry is one of the choices.
void print_fallback(const AdaptiveFindings& found, const Verdict& fixed) {
  const bool fixed_is_good = fixed.reaches_all() && fixed.credit_loop.empty();
  if (found.is_good() && fixed_is_good) {
    fmt::print(
        "  where switches fall back to their static entries, all or some of them, that stays "
        "true\n");
  } else if (fixed_is_good) {
    fmt::print(
        "  where all switches fall back to their static entries, all is reached and there is no "
        "credit loop\n");
  } else {
    fmt::print("  where all switches fall back to their static entries, {}{}{}\n",
               fixed.reaches_all() ? "all is reached" : "some packets do not arrive",
               fixed.reaches_all() == fixed.credit_loop.empty() ? " and " : ", but ",
               fixed.credit_loop.empty() ? "there is no credit loop" : "a credit loop is possible");
  }
}

}  // namespace

Json adaptive_json(const Fabric& fabric, const AdaptiveFindings* found) {
  if (found == nullptr) return nullptr;
  const ChoiceVerdict& v = found->verdict;
  Json json;
  json["entries"] = v.entries;
  json["with_several_ports"] = v.with_several_ports;
  json["unsafe_pairs"] = v.unsafe_pairs;
  json["disconnected_pairs"] = v.disconnected_pairs;
  json["unsafe_switch_pairs"] = v.unsafe_switch_pairs;
  json["looping_lids"] = v.looping_lids;
  json["drops"] = v.drops;
  json["credit_loop"] = channels_json(fabric, v.credit_loop);
  json["lanes_used"] = v.lanes_used;
  json["link_load"] = {
      {"max", v.max_link_load}, {"mean", v.mean_link_load}, {"unused_links", v.unused_links}};
  json["findings"] = v.findings;
  json["verify_ms"] = found->verify_ms;
  return json;
}

void print_adaptive(const Fabric& fabric, const AdaptiveFindings& found, const Verdict& fixed,
                    const Figures& figures) {
  const ChoiceVerdict& v = found.verdict;
  fmt::print(
      "adaptive routing: {} of {} entries have several ports, verified in {:.1f} ms; what is said "
      "above is of the static entries\n",
      v.with_several_ports, v.entries, found.verify_ms);
  print_reachability(v);
  if (v.credit_loop.empty()) {
    fmt::print("  credit loop: none, {} lane{} in use\n", v.lanes_used,
               v.lanes_used == 1 ? "" : "s");
  } else {
    fmt::print("  credit loop: possible: {}\n", describe_cycle(fabric, v.credit_loop));
  }
  fmt::print(
      "  paths over a link between switches, if all ports get equal shares: at most {:.1f}, {:.1f} "
      "on average, {} links unused (static entries: {}, {:.1f}, {})\n",
      v.max_link_load, v.mean_link_load, v.unused_links, figures.max_link_load,
      figures.mean_link_load, figures.unused_links);
  print_fallback(found, fixed);
}

std::vector<std::string> adaptive_faults(const ChoiceVerdict& v) {
  std::vector<std::string> faults;
  if (v.unsafe_pairs != 0) {
    faults.push_back(
        fmt::format("with adaptive routing, packets between {} pairs of end ports can get lost",
                    v.unsafe_pairs));
  }
  if (v.looping_lids != 0) {
    faults.push_back(fmt::format("choices for {} LIDs can loop", v.looping_lids));
  }
  if (v.drops) faults.emplace_back("with adaptive routing, SL2VL maps can drop packets");
  if (!v.credit_loop.empty()) {
    faults.emplace_back("with adaptive routing, a credit loop is possible");
  }
  return faults;
}

}  // namespace weft::tool
