#include "common/patterns/phases.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <utility>

#include "common/fabric/hosts.h"

namespace weft {
namespace {

// Three factors, as even as possible, the largest first; or two factors and 1.
std::array<std::uint32_t, 3> even_dimensions(std::uint32_t ranks, bool in_three) {
  std::array<std::uint32_t, 3> best = {ranks, 1, 1};
  for (std::uint32_t c = 1; std::uint64_t{c} * c * c <= ranks && (in_three || c == 1); ++c) {
    if (ranks % c != 0) continue;
    for (std::uint32_t b = c; std::uint64_t{b} * b <= ranks / c; ++b) {
      if (ranks / c % b != 0) continue;
      const std::uint32_t a = ranks / c / b;
      if (a + b + c < best[0] + best[1] + best[2]) best = {a, b, c};
    }
  }
  return best;
}

// Positions by host; by switch if every host has one.
struct RankGroups {
  std::vector<std::vector<std::uint32_t>> groups;
  bool are_hosts = false;
};

template <typename KeyOf>
std::vector<std::vector<std::uint32_t>> group_by(const std::vector<std::uint32_t>& ranks,
                                                 KeyOf key_of) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::map<std::uint32_t, std::size_t> group_of;  // by key; groups are in the order of their first
                                                  // ranks
  for (const std::uint32_t rank : ranks) {
    const auto [found, is_new] = group_of.try_emplace(key_of(rank), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(rank);
  }
  return groups;
}

RankGroups group_ranks(const Fabric& fabric, const Placement& placement,
                       const std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint32_t> host_of(fabric.end_port_count(), kNone);
  std::uint32_t hosts = 0;
  for (const Host& host : find_hosts(fabric)) {
    for (const EndPortIndex e : host.rails) host_of[e] = hosts;
    ++hosts;
  }
  for (std::uint32_t& host : host_of) {
    if (host == kNone) host = hosts++;
  }
  const auto port_of = [&](std::uint32_t rank) { return placement.rails(rank).front(); };
  auto by_host = group_by(ranks, [&](std::uint32_t rank) { return host_of[port_of(rank)]; });
  if (by_host.size() < ranks.size()) return {std::move(by_host), true};
  return {group_by(ranks, [&](std::uint32_t rank) { return fabric.end_ports()[port_of(rank)].sw; }),
          false};
}

std::uint32_t phase_count(const Pattern& pattern, std::size_t positions, std::size_t ranks) {
  const std::uint32_t random = pattern.phases != 0 ? pattern.phases : kRandomPhases;
  switch (pattern.kind) {
    case PatternKind::kShift:
      if (positions < 2) return 0;
      return pattern.phases != 0 ? pattern.phases : static_cast<std::uint32_t>(positions - 1);
    case PatternKind::kRing:
      return positions < 2 ? 0 : 2;
    case PatternKind::kAllToAll:
      return positions < 2 ? 0 : 1;
    case PatternKind::kBisection:
    case PatternKind::kRandom:
    case PatternKind::kJobs:
      return ranks < 2 ? 0 : random;
    case PatternKind::kStorage:
      return pattern.storage.empty() ? 0 : random;
    case PatternKind::kDoubling: {
      if (ranks < 2) return 0;
      const auto rounds = static_cast<std::uint32_t>(std::bit_width(ranks) - 1);
      return rounds + (std::has_single_bit(ranks) ? 0 : 2);
    }
    case PatternKind::kPairs:
      return pattern.pairs.empty() ? 0 : 1;
    case PatternKind::kStencil:
    case PatternKind::kHalo:
    case PatternKind::kHierarchical:
    case PatternKind::kAdversarial:
      break;  // see the constructor
  }
  return 0;
}

}  // namespace

void add_flows(const Placement& placement, const RankPair& pair, std::vector<Flow>& flows) {
  const auto from = placement.rails(pair.from);
  const auto to = placement.rails(pair.to);
  if (from.empty() || to.empty()) return;
  for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
    const Flow flow = {from[i % from.size()], to[i % to.size()], pair.weight};
    if (flow.source != flow.destination) flows.push_back(flow);
  }
}

Phases::Phases(const Fabric& fabric, const Placement& placement, const Pattern& pattern)
    : fabric_(fabric), placement_(placement), pattern_(pattern), random_(pattern.seed) {
  for (std::uint32_t i = 0; i < placement.size(); ++i) {
    if (!placement.is_dummy(i)) ranks_.push_back(i);
  }
  count_ = phase_count(pattern, placement.size(), ranks_.size());
  const bool is_stencil = pattern.kind == PatternKind::kStencil;
  if ((is_stencil || pattern.kind == PatternKind::kHalo) && ranks_.size() >= 2) {
    dimensions_ = even_dimensions(static_cast<std::uint32_t>(ranks_.size()), is_stencil);
    count_ = 2 * static_cast<std::uint32_t>(
                     std::ranges::count_if(dimensions_, [](std::uint32_t d) { return d > 1; }));
  }
  if (pattern.kind == PatternKind::kHierarchical && ranks_.size() >= 2) {
    RankGroups groups = group_ranks(fabric, placement, ranks_);
    groups_ = std::move(groups.groups);
    inside_is_local_ = groups.are_hosts;
    count_ = inside_is_local_ ? 1 : 2;
  }
  if (pattern.kind == PatternKind::kAdversarial) {
    adversary_.emplace(fabric, placement, ranks_);
    count_ = adversary_->phases();
    if (count_ == 0) count_ = phase_count({}, placement.size(), ranks_.size());
  }
  if (!pattern.spread) return;
  for (const EndPortIndex e : pattern.storage) {
    parts_ = std::max(parts_, 1u << fabric.end_ports()[e].lmc);
  }
  for (const std::uint32_t rank : ranks_) {
    for (const EndPortIndex e : placement.rails(rank)) {
      parts_ = std::max(parts_, 1u << fabric.end_ports()[e].lmc);
    }
  }
}

void Phases::next(std::vector<Flow>& flows) {
  draw(flows);
  if (pattern_.spread) spread(flows);
}

void Phases::draw(std::vector<Flow>& flows) {
  flows.clear();
  ++done_;
  const auto positions = static_cast<std::uint32_t>(placement_.size());
  switch (pattern_.kind) {
    case PatternKind::kShift:
      return shift(pattern_.phases == 0 ? done_ : 1 + random_.below(positions - 1), flows);
    case PatternKind::kRing:
      return shift(done_ == 1 ? 1 : positions - 1, flows);
    case PatternKind::kAllToAll:
      return;
    case PatternKind::kBisection: {
      random_.shuffle(ranks_);
      const std::size_t half = ranks_.size() / 2;
      for (std::size_t i = 0; i < half; ++i) {
        add_flows(placement_, {ranks_[i], ranks_[half + i]}, flows);
      }
      return;
    }
    case PatternKind::kRandom: {
      const std::vector<std::uint32_t> sources = ranks_;
      random_.shuffle(ranks_);
      for (std::size_t i = 0; i < ranks_.size(); ++i) {
        add_flows(placement_, {sources[i], ranks_[i]}, flows);
      }
      return;
    }
    case PatternKind::kStencil:
    case PatternKind::kHalo:
      return stencil(done_ - 1, flows);
    case PatternKind::kDoubling:
      return doubling(done_ - 1, flows);
    case PatternKind::kJobs:
      return jobs(flows);
    case PatternKind::kStorage:
      return storage(done_ % 2 == 0, flows);
    case PatternKind::kHierarchical:
      return inside_is_local_ || done_ == 2 ? across(flows) : inside(flows);
    case PatternKind::kAdversarial:
      if (adversary_->phases() == 0) return shift(done_, flows);
      return adversarial(done_ - 1, flows);
    case PatternKind::kPairs:
      for (const RankPair& pair : pattern_.pairs) add_flows(placement_, pair, flows);
      return;
  }
}

void Phases::shift(std::uint32_t k, std::vector<Flow>& flows) const {
  const auto positions = static_cast<std::uint32_t>(placement_.size());
  for (std::uint32_t i = 0; i < positions; ++i) {
    add_flows(placement_, {i, static_cast<std::uint32_t>((std::uint64_t{i} + k) % positions)},
              flows);
  }
}

// Two phases a dimension: forwards, then backwards.
void Phases::stencil(std::uint32_t phase, std::vector<Flow>& flows) const {
  const auto ranks = static_cast<std::uint32_t>(ranks_.size());
  const std::uint32_t size = dimensions_[phase / 2];
  std::uint32_t stride = 1;
  for (std::size_t d = phase / 2 + 1; d < dimensions_.size(); ++d) stride *= dimensions_[d];
  const std::uint32_t step = phase % 2 == 0 ? 1 : size - 1;
  for (std::uint32_t i = 0; i < ranks; ++i) {
    const std::uint32_t at = i / stride % size;
    const std::uint32_t to = i - at * stride + (at + step) % size * stride;
    add_flows(placement_, {ranks_[i], ranks_[to]}, flows);
  }
}

void Phases::doubling(std::uint32_t phase, std::vector<Flow>& flows) const {
  const auto ranks = static_cast<std::uint32_t>(ranks_.size());
  const std::uint32_t power = std::bit_floor(ranks);
  const bool has_rest = power < ranks;
  if (has_rest && (phase == 0 || phase == count_ - 1)) {
    for (std::uint32_t i = power; i < ranks; ++i) {
      const RankPair pair = {ranks_[i], ranks_[i - power]};
      add_flows(placement_, phase == 0 ? pair : RankPair{pair.to, pair.from}, flows);
    }
    return;
  }
  const std::uint32_t bit = 1u << (has_rest ? phase - 1 : phase);
  for (std::uint32_t i = 0; i < power; ++i) {
    add_flows(placement_, {ranks_[i], ranks_[i ^ bit]}, flows);
  }
}

void Phases::jobs(std::vector<Flow>& flows) {
  constexpr std::size_t kSmallest = 8;
  random_.shuffle(ranks_);
  for (std::size_t first = 0; first < ranks_.size();) {
    const std::size_t left = ranks_.size() - first;
    const std::size_t size = left < 2 * kSmallest ? left : left / 2;
    const std::size_t k = size < 2 ? 0 : 1 + random_.below(static_cast<std::uint32_t>(size - 1));
    for (std::size_t i = 0; i < size && k != 0; ++i) {
      add_flows(placement_, {ranks_[first + i], ranks_[first + (i + k) % size]}, flows);
    }
    first += size;
  }
}

void Phases::storage(bool reads, std::vector<Flow>& flows) {
  random_.shuffle(ranks_);
  std::size_t server = 0;
  for (const std::uint32_t rank : ranks_) {
    const EndPortIndex host = placement_.rails(rank).front();
    if (std::ranges::binary_search(pattern_.storage, host)) continue;
    const EndPortIndex other = pattern_.storage[server++ % pattern_.storage.size()];
    flows.push_back(reads ? Flow{other, host} : Flow{host, other});
  }
}

void Phases::inside(std::vector<Flow>& flows) const {
  for (const std::vector<std::uint32_t>& group : groups_) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      add_flows(placement_, {group[i], group[(i + 1) % group.size()]}, flows);
    }
  }
}

void Phases::across(std::vector<Flow>& flows) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::vector<std::uint32_t>& next = groups_[(g + 1) % groups_.size()];
    for (std::size_t i = 0; i < std::min(groups_[g].size(), next.size()); ++i) {
      add_flows(placement_, {groups_[g][i], next[i]}, flows);
    }
  }
}

void Phases::adversarial(std::uint32_t phase, std::vector<Flow>& flows) const {
  adversary_->for_each(phase, [&](std::uint32_t from, std::uint32_t to) {
    add_flows(placement_, {from, to}, flows);
  });
}

void Phases::spread(std::vector<Flow>& flows) const {
  std::vector<Flow> parts;
  parts.reserve(flows.size() * parts_);
  for (Flow flow : flows) {
    const std::uint32_t lids = 1u << fabric_.end_ports()[flow.destination].lmc;
    flow.weight *= parts_ / lids;
    for (flow.path_bits = 0; flow.path_bits < lids; ++flow.path_bits) parts.push_back(flow);
  }
  flows = std::move(parts);
}

}  // namespace weft
