#include "common/session/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace weft {

LinkCounts count_links(const FabricMatch& match) {
  const auto links_of = [](const Fabric& fabric) {
    return static_cast<std::uint32_t>(
        std::ranges::count(fabric.all_ports(), PeerKind::kSwitch, &Port::kind));
  };
  return {links_of(match.before()), links_of(match.now()),
          static_cast<std::uint32_t>(std::ranges::count(new_links(match), 1))};
}

bool has_many_new_hosts(const FabricMatch& match) {
  return match.now().end_port_count() > 2 * match.before().end_port_count();
}

bool has_links_between_switches(const Fabric& fabric) {
  return std::ranges::find(fabric.all_ports(), PeerKind::kSwitch, &Port::kind) !=
         fabric.all_ports().end();
}

bool has_another_lmc(const Fabric& before, const Fabric& now) {
  const auto lmc_of = [](const Fabric& fabric) {
    std::optional<std::uint8_t> largest;
    for (const EndPort& port : fabric.end_ports()) {
      if (port.lid != 0) largest = std::max(largest.value_or(0), port.lmc);
    }
    return largest;
  };
  const auto lmc = lmc_of(now);
  const auto lmc_before = lmc_of(before);
  return lmc && lmc_before && lmc != lmc_before;
}

bool has_many_new_lids(std::initializer_list<const FabricMatch*> matches) {
  constexpr std::uint64_t kMostEntries = 1u << 18;
  constexpr std::uint64_t kShare = 4;
  const Fabric& fabric = (*matches.begin())->now();
  std::uint64_t in_use = 0;
  std::uint64_t added = 0;
  for (std::size_t l = 1; l <= fabric.max_lid(); ++l) {
    const auto lid = static_cast<Lid>(l);
    if (fabric.owner(lid).kind != PeerKind::kEndPort) continue;
    ++in_use;
    const bool is_new = std::ranges::all_of(
        matches, [&](const FabricMatch* match) { return match->lid_before(lid) == 0; });
    added += is_new ? 1 : 0;
  }
  return added > in_use / kShare && added * fabric.switch_count() > kMostEntries;
}

std::vector<char> new_links(const FabricMatch& match) {
  std::vector<char> are_new;
  const Fabric& fabric = match.now();
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    for (std::size_t p = 0; p < ports.size(); ++p) {
      are_new.push_back(ports[p].kind == PeerKind::kSwitch &&
                        !match.keeps_neighbour(s, static_cast<PortNum>(p)));
    }
  }
  return are_new;
}

std::vector<std::string> describe_idle(const Fabric& fabric, const Figures& figures) {
  constexpr std::size_t kMost = 16;
  std::vector<std::pair<std::uint32_t, SwitchIndex>> idle;  // links, of a switch
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    const auto ports = fabric.ports(s);
    std::uint32_t count = 0;
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const std::size_t position = fabric.switches()[s].first_port + p;
      if (ports[p].kind == PeerKind::kSwitch && position < figures.link_load.size()) {
        count += figures.link_load[position] == 0 ? 1 : 0;
      }
    }
    if (count > 0) idle.emplace_back(count, s);
  }
  std::ranges::stable_sort(idle, std::ranges::greater(), [](const auto& one) { return one.first; });
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min(idle.size(), kMost); ++i) {
    sentences.push_back(fmt::format("{} has {} idle link{}", fabric.describe_switch(idle[i].second),
                                    idle[i].first, idle[i].first == 1 ? "" : "s"));
  }
  if (idle.size() > kMost)
    sentences.push_back(fmt::format("and {} more switches", idle.size() - kMost));
  return sentences;
}

std::string worse_in(const Figures& repaired, const Figures& recomputed, std::uint64_t percent,
                     bool links_are_new) {
  const auto exceeds = [&](auto here, auto there) {
    return static_cast<double>(here) >
           (1 + static_cast<double>(percent) / 100) * static_cast<double>(there);
  };
  if (exceeds(repaired.max_link_load, recomputed.max_link_load)) {
    return fmt::format("the busiest link has {} paths instead of {}", repaired.max_link_load,
                       recomputed.max_link_load);
  }
  if (links_are_new && exceeds(repaired.unused_links, recomputed.unused_links)) {
    return fmt::format("{} links are idle instead of {}", repaired.unused_links,
                       recomputed.unused_links);
  }
  if (exceeds(repaired.mean_hops, recomputed.mean_hops)) {
    return fmt::format("paths have {:.2f} links on average instead of {:.2f}", repaired.mean_hops,
                       recomputed.mean_hops);
  }
  return {};
}

std::string delivers_less(double repaired, double recomputed, std::uint64_t percent) {
  if (recomputed <= (1 + static_cast<double>(percent) / 100) * repaired) return {};
  return fmt::format("jobs get {:.0f} % of what the fabric can carry instead of {:.0f} %",
                     100 * repaired, 100 * recomputed);
}

}  // namespace weft
