// Details of reports: the links, hosts and packets by name.
// Tested by tests/e2e/test_details.py.
#ifndef WEFT_TOOLS_WEFT_DETAILS_H_
#define WEFT_TOOLS_WEFT_DETAILS_H_

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/json.h"
#include "common/fabric/hosts.h"
#include "common/graph/distances.h"
#include "common/topology/missing_parts.h"
#include "common/verify/link_uses.h"
#include "common/verify/loop_paths.h"
#include "common/verify/several_lids.h"
#include "common/verify/verify.h"
#include "tools/weft/command_syntax.h"

namespace weft::tool {

// Default limit of each list.
inline constexpr std::size_t kUsualTop = 10;

struct DetailArguments {
  std::optional<std::size_t> top;
  bool all = false;

  bool asked() const { return all || top; }
  // Limit of each list; nothing: text has no lists.
  std::optional<std::size_t> most(bool json) const;
};

// Adds --top and --all. The arguments must live until the line is parsed.
void add_detail_options(CommandSyntax command, DetailArguments& arguments);

struct Details {
  std::size_t most = 0;      // limit of each list
  std::vector<Hops> levels;  // by switch
  LinkUses links;
  MissingParts missing;
  std::size_t usual_rails = 0;       // number of rails of most hosts
  std::vector<Host> fewer_rails;     // hosts with fewer rails
  std::vector<LoopPath> loop_paths;  // of the first `most` channels of the credit loop
  SeveralLids several_lids;
};

// most: limit of each list; nothing: only finds links, levels and paths to several LIDs. roots: of
// a tree, if the engine has some. The view's fabric and tables must outlive the result. Cost: see
// find_missing_parts(), find_link_uses(), find_loop_paths() and judge_several_lids().
Details find_details(const RoutingView& view, const Verdict& verdict, const Figures& figures,
                     std::span<const SwitchIndex> roots, std::optional<std::size_t> most,
                     const Workers& workers);

// {"count": number of all, "list": the first ones}
template <typename List, typename Make>
Json first_of(const List& list, std::size_t most, Make make) {
  Json first = Json::array();
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) first.push_back(make(list[i]));
  return {{"count", list.size()}, {"list", std::move(first)}};
}

// A link with both ends: «leaf-3 (0x...) port 5 -> spine-1 (0x...) port 7».
std::string describe_link(const Fabric& fabric, SwitchIndex sw, PortNum port);

// Adds the keys `links`, `several_lids`, `missing`, `rails` and `credit_loop_paths` to a report.
void add_details(const RoutingView& view, const Details& details, Json& report);

// Prints the busiest link and the paths to several LIDs, or all lists.
void print_details(const RoutingView& view, const Details& details, const Verdict& verdict,
                   bool all_lists);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DETAILS_H_
