#include "common/topology/tree_check.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/fabric/counts.h"
#include "common/topology/fat_tree.h"

namespace weft {
namespace {

constexpr double kMostOdd = 0.6;  // of both shares together

struct DirectedBundle {
  SwitchIndex from = kNone;
  const LinkBundle* bundle = nullptr;
};

// How many of something are not as in a tree, and an example.
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
      if (ranks_[s] != kMostRanks) continue;
      for (const LinkBundle& bundle : graph_.bundles(s)) {
        if (ranks_[bundle.peer] != kMostRanks - 1) continue;
        refuse(fmt::format("it has more than {} ranks", kMostRanks), {s, &bundle});
      }
    }
  }

  void check_shares() const {
    const Odd links = count_links_inside_ranks();
    const Odd end_ports = count_end_ports_above_others();
    if (links.share() + end_ports.share() <= kMostOdd) return;
    refuse(fmt::format("{} of {} links between its switches stay in a rank, and {} of {} end ports "
                       "have others below them",
                       links.count, links.all, end_ports.count, end_ports.all),
           links.share() > end_ports.share() ? links.example : end_ports.example);
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

  Odd count_end_ports_above_others() const {
    const std::vector<std::uint32_t> count = end_ports_by_switch(fabric_);
    const std::vector<DirectedBundle> below = find_ways_down_to(count);
    Odd end_ports;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (ranks_[s] == kFar) continue;
      end_ports.all += count[s];
      if (count[s] > 0 && below[s].bundle != nullptr) end_ports.add(count[s], below[s]);
    }
    return end_ports;
  }

  // By switch: the first link of a way down to end ports.
  std::vector<DirectedBundle> find_ways_down_to(const std::vector<std::uint32_t>& end_ports) const {
    std::vector<std::vector<SwitchIndex>> by_rank(kMostRanks);
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      if (ranks_[s] < kMostRanks) by_rank[ranks_[s]].push_back(s);
    }
    std::vector<DirectedBundle> ways(fabric_.switch_count());
    for (unsigned rank = kMostRanks; rank-- > 0;) {
      for (const SwitchIndex s : by_rank[rank]) {
        for (const LinkBundle& bundle : graph_.bundles(s)) {
          if (ways[s].bundle != nullptr || ranks_[bundle.peer] != rank + 1) continue;
          if (end_ports[bundle.peer] > 0 || ways[bundle.peer].bundle != nullptr) {
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

void expect_tree(const Fabric& fabric, const SwitchGraph& graph, std::span<const Hops> ranks) {
  const TreeCheck check(fabric, graph, ranks);
  check.check_height();
  check.check_shares();
}

}  // namespace weft
