#include "plugins/layered/minimal_paths.h"

#include <algorithm>

namespace weft {
namespace {

// With fewer steps there is nothing to gain.
constexpr std::size_t kMinAlike = 4;

bool are_consecutive(std::span<const MinimalPaths::Step> steps) {
  return steps.back() - steps.front() + std::size_t{1} == steps.size();
}

// Where consecutive steps out of a switch lead to.
std::span<const SwitchIndex> next_switches(const Links& links, SwitchIndex s,
                                           std::span<const MinimalPaths::Step> steps) {
  return links.neighbours(s).subspan(steps.front(), steps.size());
}

}  // namespace

// The processor cannot predict branches that depend on a link. So the inner loops have none: they
// always write, and the next one overwrites what is not wanted.
void MinimalPaths::find(const Links& links, const std::vector<bool>& usable,
                        SwitchIndex destination) {
  const bool all = usable.empty();
  const std::uint32_t switches = links.switch_count();
  hops_.assign(switches, kFar);
  hops_[destination] = 0;
  order_.resize(switches + std::size_t{1});
  order_[0] = destination;
  std::uint32_t found = 1;
  for (std::uint32_t done = 0; done < found && found < switches; ++done) {
    const SwitchIndex s = order_[done];
    const auto hops = static_cast<Hops>(hops_[s] + 1);
    const auto neighbours = links.neighbours(s);
    for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
      const SwitchIndex before = neighbours[i];
      const bool is_new =
          hops_[before] == kFar && (all || usable[links.opposite(links.first_of(s) + i)]);
      order_[found] = before;
      hops_[before] = is_new ? hops : hops_[before];
      found += is_new ? 1 : 0;
    }
  }
  order_.resize(found);

  find_steps(links, usable);
}

void MinimalPaths::find_steps(const Links& links, const std::vector<bool>& usable) {
  const bool all = usable.empty();
  preferred_.clear();
  is_complete_ = true;
  first_.assign(1, 0);
  alike_.clear();
  steps_.resize(links.count());
  Step* const found = steps_.data();  // where bytes are written all else is read again
  const Hops* const hops = hops_.data();
  std::uint32_t count = 0;
  for (std::size_t n = 0; n < nearest_first().size(); ++n) {
    const SwitchIndex s = nearest_first()[n];
    const auto neighbours = links.neighbours(s);
    if (all && n > 0 && has_last_neighbours(links, n)) {
      const std::uint32_t before = first_[n] - first_[n - 1];
      std::copy_n(steps_.begin() + first_[n - 1], before, steps_.begin() + first_[n]);
      count += before;
    } else {
      const Hops own = hops[s];
      for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
        found[count] = static_cast<Step>(i);
        const bool is_step =
            hops[neighbours[i]] + 1 == own && (all || usable[links.first_of(s) + i]);
        count += is_step ? 1 : 0;
      }
    }
    first_.push_back(count);
    alike_.push_back(is_last_alike(links));
  }
  steps_.resize(count);
}

void MinimalPaths::begin(SwitchIndex destination) {
  order_.assign(1, destination);
  first_.assign(1, 0);
  steps_.clear();
  alike_.clear();
  preferred_.clear();
  is_complete_ = true;
}

void MinimalPaths::add(const Links& links, SwitchIndex s, std::span<const Step> steps) {
  order_.push_back(s);
  steps_.insert(steps_.end(), steps.begin(), steps.end());
  first_.push_back(static_cast<std::uint32_t>(steps_.size()));
  alike_.push_back(is_last_alike(links));
}

// Then the steps are the same, too.
bool MinimalPaths::has_last_neighbours(const Links& links, std::size_t i) const {
  const SwitchIndex s = nearest_first()[i];
  const SwitchIndex last = nearest_first()[i - 1];
  const auto neighbours = links.neighbours(s);
  const auto of_last = links.neighbours(last);
  // Mostly the first of them tells.
  return hops_[s] == hops_[last] && !neighbours.empty() && !of_last.empty() &&
         neighbours.front() == of_last.front() && std::ranges::equal(neighbours, of_last);
}

bool MinimalPaths::is_last_alike(const Links& links) const {
  const std::size_t i = first_.size() - 2;
  if (i == 0) return false;
  const auto before = steps(i - 1);
  const auto last = steps(i);
  return last.size() >= kMinAlike && last.size() == before.size() && are_consecutive(before) &&
         are_consecutive(last) &&
         std::ranges::equal(next_switches(links, nearest_first()[i - 1], before),
                            next_switches(links, nearest_first()[i], last));
}

MinimalPaths MinimalPaths::compact() const {
  MinimalPaths copy;
  copy.order_ = order_;
  copy.first_ = first_;
  copy.steps_ = steps_;
  copy.alike_ = alike_;
  copy.preferred_ = preferred_;
  copy.is_complete_ = is_complete_;
  return copy;
}

PackedPaths::PackedPaths(const MinimalPaths& paths)
    : alike_(paths.alike_), steps_(paths.steps_), is_complete_(paths.is_complete_) {
  const std::size_t switches = paths.nearest_first().size();
  order_.reserve(switches + 1);
  for (const SwitchIndex s : paths.order_) order_.push_back(static_cast<std::uint16_t>(s));
  counts_.reserve(switches);
  for (std::size_t i = 0; i < switches; ++i) {
    counts_.push_back(static_cast<std::uint8_t>(paths.steps(i).size()));
  }
  preferred_.reserve(paths.preferred_.size());
  for (const std::uint32_t count : paths.preferred_) {
    preferred_.push_back(static_cast<std::uint8_t>(count));
  }
}

void PackedPaths::unpack(MinimalPaths& paths) const {
  paths.order_.assign(order_.begin(), order_.end());
  paths.first_.resize(counts_.size() + 1);
  std::uint32_t* const first = paths.first_.data();
  first[0] = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) first[i + 1] = first[i] + counts_[i];
  paths.steps_.assign(steps_.begin(), steps_.end());
  paths.alike_.assign(alike_.begin(), alike_.end());
  paths.preferred_.assign(preferred_.begin(), preferred_.end());
  paths.is_complete_ = is_complete_;
}

}  // namespace weft
