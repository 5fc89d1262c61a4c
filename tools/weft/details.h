// Names in answers: which links, which hosts, which packets.
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

// Of each list, where nobody says how many.
inline constexpr std::size_t kUsualTop = 10;

struct DetailArguments {
  std::optional<std::size_t> top;
  bool all = false;

  bool asked() const { return all || top; }
  // Of each list; nothing: text has none unless they are asked for.
  std::optional<std::size_t> most(bool json) const;
};

// Adds --top and --all. The arguments must live until the line is parsed.
void add_detail_options(CommandSyntax command, DetailArguments& arguments);

struct Details {
  std::size_t most = 0;      // of each list that is written
  std::vector<Hops> levels;  // by switch
  LinkUses links;
  MissingParts missing;
  std::size_t usual_rails = 0;       // that most hosts have
  std::vector<Host> fewer_rails;     // hosts with fewer
  std::vector<LoopPath> loop_paths;  // of the first `most` channels of the credit loop
  SeveralLids several_lids;
};

// most: of each list; nothing: links, levels and paths to several LIDs alone are found. roots: of a
// tree, if the engine has some. fabric and tables of the view must outlive what is returned. Cost:
// see find_missing_parts, find_link_uses, find_loop_paths and judge_several_lids.
Details find_details(const RoutingView& view, const Verdict& verdict, const Figures& figures,
                     std::span<const SwitchIndex> roots, std::optional<std::size_t> most,
                     const Workers& workers);

// {"count": of all, "list": the first of them}
template <typename List, typename Make>
Json first_of(const List& list, std::size_t most, Make make) {
  Json first = Json::array();
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) first.push_back(make(list[i]));
  return {{"count", list.size()}, {"list", std::move(first)}};
}

// A link by both of its ends: «leaf-3 (0x...) port 5 -> spine-1 (0x...) port 7».
std::string describe_link(const Fabric& fabric, SwitchIndex sw, PortNum port);

// Adds the keys `links`, `several_lids`, `missing`, `rails` and `credit_loop_paths` to a report.
void add_details(const RoutingView& view, const Details& details, Json& report);

// The busiest link and the paths to several LIDs alone, or all lists.
void print_details(const RoutingView& view, const Details& details, const Verdict& verdict,
                   bool all_lists);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_DETAILS_H_
