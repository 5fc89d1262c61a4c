#include "tools/weft/fabric_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "common/base/json.h"
#include "common/base/text.h"
#include "common/cabling/cabling.h"
#include "common/fabric/counts.h"
#include "common/session/session_json.h"
#include "tools/weft/finding_list.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"

namespace weft::tool {
namespace {

// A kind of task, the most urgent kind first; singular and plural.
struct Task {
  CablingKind kind;
  std::string_view one;
  std::string_view several;
};
constexpr std::array kTasks = {
    Task{CablingKind::kSwapped, "1 pair of cables has changed places",
         "{} pairs of cables have changed places"},
    Task{CablingKind::kMoved, "1 cable leads to the wrong switch",
         "{} cables lead to the wrong switch"},
    Task{CablingKind::kForeign, "links join 1 pair of switches that they should not",
         "links join {} pairs of switches that they should not"},
    Task{CablingKind::kMissing, "links are missing at 1 place", "links are missing at {} places"},
    Task{CablingKind::kNoSwitch, "a switch is missing at 1 place",
         "switches are missing at {} places"},
    Task{CablingKind::kFewLinks, "1 switch has far fewer links than its peers",
         "{} switches have far fewer links than their peers"},
    Task{CablingKind::kSlow, "1 link is slower than its like",
         "{} links are slower than their like"},
    Task{CablingKind::kRail, "1 port of a host is on the wrong rail",
         "{} ports of hosts are on the wrong rail"},
    Task{CablingKind::kPieces, "1 part is linked to no other", "{} parts are linked to no other"}};

std::string verdict_of(const Cabling& cabling) {
  std::vector<std::string> parts;
  for (const Task& task : kTasks) {
    const auto count = std::ranges::count_if(cabling.findings, [&](const CablingFinding& finding) {
      return finding.is_fault && finding.kind == task.kind;
    });
    if (count == 1) parts.emplace_back(task.one);
    if (count > 1) parts.push_back(fmt::format(fmt::runtime(task.several), count));
  }
  if (!parts.empty()) return "BAD: " + joined(parts, "; ");
  return cabling.are_links_judged ? "good: no fault in the cabling was found"
                                  : "good: no fault was found, but wrong and missing links cannot "
                                    "be told without a plan";
}

// How much of the shape is known, so that links can be compared with it.
std::string describe_shape(const Cabling& cabling) {
  std::string text = cabling.shape.describe();
  if (!cabling.describe_tree.empty()) text += ": " + cabling.describe_tree;
  if (cabling.shape.kind == ShapeKind::kGroups && cabling.are_links_judged) {
    text += ": between groups, links are only counted";
  }
  if (!cabling.are_links_judged) text += ", so that single links cannot be judged";
  return text;
}

std::string describe_hosts(const Cabling& cabling) {
  if (cabling.rails < 2) return {};
  return fmt::format("{} ports each, {}", cabling.rails,
                     cabling.are_rails_separate ? "on a rail of its own" : "not on separate rails");
}

void print_cabling(const Fabric& fabric, const Cabling& cabling, std::size_t most) {
  fmt::print("fabric: {} switches, {} CAs, {} links\n", fabric.switch_count(), count_cas(fabric),
             count_links(fabric));
  fmt::print("shape: {}\n", describe_shape(cabling));
  if (const std::string hosts = describe_hosts(cabling); !hosts.empty()) {
    fmt::print("hosts: {}\n", hosts);
  }
  if (!cabling.chassis.empty()) {
    std::vector<std::string> sizes;
    for (const std::size_t size : cabling.chassis) sizes.push_back(fmt::format("{}", size));
    fmt::print("chassis: {}, of {} switches\n", sizes.size(), joined(sizes, ", "));
  }
  print_findings("faults", cabling.findings, most);
  fmt::print("{}\n", verdict_of(cabling));
}

Json end_json(const Fabric& fabric, const CableEnd& end) {
  const bool is_switch = end.kind == PeerKind::kSwitch;
  const Guid guid =
      is_switch ? fabric.switches()[end.index].node_guid : fabric.end_ports()[end.index].port_guid;
  return {{"guid", fmt::format("0x{:016x}", guid)},
          {"name", is_switch ? fabric.switch_name(end.index) : fabric.end_port_name(end.index)},
          {"port", end.port == 0 ? Json(nullptr) : Json(end.port)}};
}

Json cabling_json(const Fabric& fabric, const Cabling& cabling,
                  const std::vector<std::string>& remarks) {
  Json chassis = Json::array();
  for (const std::size_t size : cabling.chassis) chassis.push_back(size);
  return {{"error", nullptr},
          {"fabric", fabric_json(fabric)},
          {"shape", cabling.shape.describe()},
          {"tree", cabling.describe_tree.empty() ? Json(nullptr) : Json(cabling.describe_tree)},
          {"rails", {{"usual", cabling.rails}, {"separate", cabling.are_rails_separate}}},
          {"chassis", std::move(chassis)},
          {"faults", cabling.faults()},
          {"verdict", verdict_of(cabling)},
          {"findings",
           list_json(cabling.findings, [&](const CableEnd& end) { return end_json(fabric, end); })},
          {"remarks", remarks}};
}

int judge(const FabricCheck& check, const Workers& workers) {
  std::vector<std::string> remarks;
  const Fabric fabric = read_given_fabric(check.given, remarks);
  const Cabling cabling = judge_cabling(fabric, workers);
  if (check.json) {
    fmt::print("{}", cabling_json(fabric, cabling, remarks).text());
  } else if (check.brief) {
    fmt::print("{}\n", verdict_of(cabling));
  } else {
    warn_all(remarks);
    print_cabling(fabric, cabling, check.most);
  }
  return cabling.faults() == 0 ? 0 : 1;
}

}  // namespace

int check_fabric(const FabricCheck& check, const Workers& workers) {
  Json empty = nulls({"fabric", "shape", "tree", "rails", "chassis", "faults", "verdict"});
  empty["findings"] = empty["remarks"] = Json::array();
  return or_refusal(check.json, std::move(empty), [&] { return judge(check, workers); });
}

}  // namespace weft::tool
