#include "common/verify/dependencies.h"

#include <algorithm>

namespace weft {
namespace {

// Removes channels on which no remaining channel depends, one by one (Kahn's algorithm): they are
// on no cycle. Each channel that is left has a predecessor among them.
std::vector<bool> with_predecessors(const Dependencies& dependencies) {
  const std::uint32_t channels = dependencies.channel_count();
  std::vector<std::uint32_t> waiting(channels, 0);
  for (std::uint32_t c = 0; c < channels; ++c) {
    dependencies.for_each_next(c, [&](std::uint32_t next) { ++waiting[next]; });
  }
  std::vector<std::uint32_t> ready;
  ready.reserve(channels);
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (waiting[c] == 0) ready.push_back(c);
  }
  for (std::size_t done = 0; done < ready.size(); ++done) {
    dependencies.for_each_next(ready[done], [&](std::uint32_t next) {
      if (--waiting[next] == 0) ready.push_back(next);
    });
  }
  std::vector<bool> rest(channels, true);
  for (const std::uint32_t c : ready) rest[c] = false;
  return rest;
}

// Keeps only the channels from which a cycle can be reached.
void drop_tails(const Dependencies& dependencies, std::vector<bool>& rest) {
  const std::uint32_t channels = dependencies.channel_count();
  std::vector<std::size_t> first(channels + std::size_t{1}, 0);
  std::vector<std::uint32_t> open(channels, 0);
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (!rest[c]) continue;
    dependencies.for_each_next(c, [&](std::uint32_t next) {
      if (!rest[next]) return;
      ++first[next + 1];
      ++open[c];
    });
  }
  for (std::uint32_t c = 0; c < channels; ++c) first[c + 1] += first[c];
  std::vector<std::uint32_t> before(first[channels]);
  std::vector<std::size_t> position(first.begin(), first.end() - 1);
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (!rest[c]) continue;
    dependencies.for_each_next(c, [&](std::uint32_t next) {
      if (rest[next]) before[position[next]++] = c;
    });
  }
  std::vector<std::uint32_t> ready;
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (rest[c] && open[c] == 0) ready.push_back(c);
  }
  while (!ready.empty()) {
    const std::uint32_t c = ready.back();
    ready.pop_back();
    rest[c] = false;
    for (std::size_t i = first[c]; i < first[c + 1]; ++i) {
      if (--open[before[i]] == 0) ready.push_back(before[i]);
    }
  }
}

// The first cycle on the way from a channel, of which each successor in the rest has one, too.
std::vector<std::uint32_t> follow(const Dependencies& dependencies, const std::vector<bool>& rest,
                                  std::uint32_t start) {
  std::vector<bool> visited(dependencies.channel_count(), false);
  std::vector<std::uint32_t> path;
  std::uint32_t c = start;
  while (!visited[c]) {
    visited[c] = true;
    path.push_back(c);
    std::uint32_t lowest = kNone;
    dependencies.for_each_next(c, [&](std::uint32_t next) {
      if (rest[next]) lowest = std::min(lowest, next);
    });
    c = lowest;
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), c));
  return path;
}

// A shortest cycle through a channel that is on a cycle, by breadth-first search.
std::vector<std::uint32_t> shortest_through(const Dependencies& dependencies,
                                            const std::vector<bool>& rest, std::uint32_t start) {
  std::vector<std::uint32_t> before(dependencies.channel_count(), kNone);
  std::vector<std::uint32_t> queue = {start};
  for (std::size_t done = 0; done < queue.size() && before[start] == kNone; ++done) {
    dependencies.for_each_next(queue[done], [&](std::uint32_t next) {
      if (!rest[next] || before[next] != kNone) return;
      before[next] = queue[done];
      queue.push_back(next);
    });
  }
  std::vector<std::uint32_t> cycle = {start};
  for (std::uint32_t c = before[start]; c != start; c = before[c]) cycle.push_back(c);
  std::reverse(cycle.begin() + 1, cycle.end());
  return cycle;
}

}  // namespace

Dependencies::Dependencies(const Links& links, unsigned lanes)
    : links_(&links),
      lanes_(lanes),
      bits_(static_cast<std::size_t>(links.turn_count() * lanes * lanes / 64 + 1), 0) {}

bool Dependencies::acyclic() const {
  const std::vector<bool> rest = with_predecessors(*this);
  return std::find(rest.begin(), rest.end(), true) == rest.end();
}

std::vector<std::uint32_t> Dependencies::find_cycle() const {
  std::vector<bool> rest = with_predecessors(*this);
  if (std::find(rest.begin(), rest.end(), true) == rest.end()) return {};
  drop_tails(*this, rest);
  const auto start = std::find(rest.begin(), rest.end(), true) - rest.begin();
  std::vector<std::uint32_t> best = follow(*this, rest, static_cast<std::uint32_t>(start));
  // A few more searches often find a much shorter one, which is easier to understand.
  constexpr std::size_t kSearches = 16;
  const std::vector<std::uint32_t> found = best;
  for (std::size_t i = 0; i < std::min(found.size(), kSearches); ++i) {
    std::vector<std::uint32_t> cycle = shortest_through(*this, rest, found[i]);
    if (cycle.size() < best.size()) best = std::move(cycle);
  }
  return best;
}

}  // namespace weft
