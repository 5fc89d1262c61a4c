#include "common/topology/tree_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/fabric/counts.h"
#include "common/topology/fat_tree.h"

namespace weft {
namespace {

struct DirectedBundle {
  SwitchIndex from = kNone;
  const LinkBundle* bundle = nullptr;
};

// The number of parts that are not as in a tree, and an example.
struct Odd {
  std::uint64_t count = 0;
  std::uint64_t all = 0;
  DirectedBundle example;

  double share() const {
    return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
  }
  void add(std::uint64_t more, DirectedBundle link) {
    count += more;
    if (example.bundle == nullptr) example = link;
  }
};

class TreeCheck {
 public:
  TreeCheck(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks)
      : fabric_(fabric), graph_(graph), ranks_(ranks) {}

  void check_height() const {
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (ranks_[s] == kFar || ranks_[s] < kMostRanks) continue;
      throw CannotRoute(fmt::format(
          "the fabric is no tree: it has more than {} ranks; for example, {} is in rank {} (roots "
          "have rank 0)",
          kMostRanks, fabric_.describe_switch(s), ranks_[s]));
    }
  }

  double share() const {
    return count_links_inside_ranks().share() + count_hosts_above_others().share();
  }

  double share_inside_ranks() const { return count_links_inside_ranks().share(); }

  void check_shares() const {
    const Odd links = count_links_inside_ranks();
    const Odd hosts = count_hosts_above_others();
    if (links.share() + hosts.share() <= kMostOddOfATree) return;
    refuse(
        fmt::format("{} of {} links between its switches stay in a rank, and {} of {} hosts have "
                    "others below them",
                    links.count, links.all, hosts.count, hosts.all),
        links.share() > hosts.share() ? links.example : hosts.example);
  }

 private:
  Odd count_links_inside_ranks() const {
    Odd links;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (ranks_[s] == kFar || bundle.peer < s) continue;  // counted from there
        links.all += bundle.port_count;
        if (ranks_[s] == ranks_[bundle.peer]) links.add(bundle.port_count, {s, &bundle});
      }
    }
    return links;
  }

  Odd count_hosts_above_others() const {
    std::vector<std::uint32_t> count(fabric_.switch_count());
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      if (is_host_port(fabric_, e)) ++count[fabric_.end_ports()[e].sw];
    }
    const bool any = std::any_of(count.begin(), count.end(), [](auto c) { return c > 0; });
    if (!any) count = end_ports_by_switch(fabric_);
    const std::vector<DirectedBundle> below = find_ways_down_to(count);
    Odd hosts;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (ranks_[s] == kFar) continue;
      hosts.all += count[s];
      if (count[s] > 0 && below[s].bundle != nullptr) hosts.add(count[s], below[s]);
    }
    return hosts;
  }

  // By switch: the first link of a path down to hosts.
  std::vector<DirectedBundle> find_ways_down_to(const std::vector<std::uint32_t>& hosts) const {
    std::vector<std::vector<SwitchIndex>> by_rank(kMostRanks);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (ranks_[s] < kMostRanks) by_rank[ranks_[s]].push_back(s);
    }
    std::vector<DirectedBundle> ways(fabric_.switch_count());
    for (unsigned rank = kMostRanks; rank-- > 0;) {
      for (const SwitchIndex s : by_rank[rank]) {
        for (const LinkBundle& bundle : graph_.bundles(s)) {
          if (ways[s].bundle != nullptr || ranks_[bundle.peer] != rank + 1) continue;
          if (hosts[bundle.peer] > 0 || ways[bundle.peer].bundle != nullptr) {
            ways[s] = {s, &bundle};
          }
        }
      }
    }
    return ways;
  }

  [[noreturn]] void refuse(const std::string& why, DirectedBundle link) const {
    const SwitchIndex to = link.bundle->peer;
    const PortNum port = graph_.ports(*link.bundle).front();
    throw CannotRoute(fmt::format(
        "the fabric is no tree: {}; for example, port {} of {}, in rank {}, is linked to port {} "
        "of {}, in rank {} (roots have rank 0)",
        why, port, fabric_.describe_switch(link.from), ranks_[link.from],
        fabric_.ports(link.from)[port].peer_port, fabric_.describe_switch(to), ranks_[to]));
  }

  const Fabric& fabric_;
  const SwitchGraph& graph_;
  std::span<const Hops> ranks_;
};

}  // namespace

double share_inside_ranks(const Fabric& fabric, const SwitchGraph& graph,
                          std::span<const Hops> ranks) {
  return TreeCheck(fabric, graph, ranks).share_inside_ranks();
}

double odd_share(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  return TreeCheck(fabric, graph, ranks).share();
}

void expect_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  const TreeCheck check(fabric, graph, ranks);
  check.check_height();
  check.check_shares();
}

}  // namespace weft
