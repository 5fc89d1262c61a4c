#include "plugins/nue/direction_choice.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "plugins/nue/destination_search.h"

namespace weft {
namespace {

constexpr Growth kGrowths[] = {Growth::kHighestFirst, Growth::kDepthFirst, Growth::kMostNeighbours};

// Number of LIDs at each destination.
constexpr unsigned kLids = 8;

class Trial {
 public:
  Trial(const Links& links, DirectionChoice choice, std::span<const SwitchIndex> destinations,
        std::span<const std::uint32_t> sources, std::uint8_t min_vls)
      : links_(links),
        choice_(std::move(choice)),
        destinations_(destinations),
        search_(links, choice_.turns, sources, min_vls, 0),
        load_(links.count()),
        last_hops_(links.count()) {}

  bool done() const { return next_ == destinations_.size(); }
  // The load of the busiest link so far.
  std::uint32_t busiest() const { return busiest_; }
  DirectionChoice take_choice() {
    const auto sum = static_cast<double>(std::reduce(load_.begin(), load_.end(), std::uint64_t{0}));
    choice_.mean_load = sum / static_cast<double>(std::max<std::size_t>(next_ * kLids, 1)) /
                        static_cast<double>(std::max<std::size_t>(load_.size(), 1));
    return std::move(choice_);
  }

  // Routes the next destination.
  void advance() {
    const SwitchIndex d = destinations_[next_++];
    search_.set_destination(d);
    for (std::uint32_t i = 0; i < links_.count_of(d); ++i) {
      const LinkIndex in = links_.opposite(links_.first_of(d) + i);
      last_hops_[in] -= load_[in];
    }
    for (unsigned i = 0; i < kLids; ++i) {
      search_.route(load_);
      search_.add_paths(load_);
    }
    for (std::uint32_t i = 0; i < links_.count_of(d); ++i) {
      const LinkIndex in = links_.opposite(links_.first_of(d) + i);
      last_hops_[in] += load_[in];
    }
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      busiest_ = std::max(busiest_, load_[link] - last_hops_[link]);
    }
  }

 private:
  const Links& links_;
  DirectionChoice choice_;
  std::span<const SwitchIndex> destinations_;
  DestinationSearch search_;
  std::vector<std::uint32_t> load_;
  std::vector<std::uint32_t> last_hops_;
  std::size_t next_ = 0;
  std::uint32_t busiest_ = 0;
};

using Trials = std::vector<std::unique_ptr<Trial>>;

// Finds the best direction, the first among equals.
class Race {
 public:
  explicit Race(Trials& trials) : trials_(trials), busiest_(trials.size()), taken_(trials.size()) {
    for (std::size_t t = 0; t < trials.size(); ++t) end(t);
  }

  void run(const Workers& workers) {
    workers.parallel_for(std::min<std::size_t>(workers.threads(), trials_.size()), 1,
                         [&](std::size_t, std::size_t) {
                           for (std::size_t t = begin(); t != kNobody; t = begin()) {
                             workers.check_stop();
                             trials_[t]->advance();
                             end(t);
                           }
                         });
  }

  Trial& winner() { return *trials_[winner_]; }

 private:
  static constexpr auto kNobody = static_cast<std::size_t>(-1);

  // The best direction that may still win and that no other thread has taken.
  std::size_t begin() {
    const std::lock_guard lock(mutex_);
    std::size_t best = kNobody;
    for (std::size_t t = 0; t < trials_.size(); ++t) {
      if (taken_[t] == 0 && better(t, winner_) && better(t, best)) best = t;
    }
    if (best != kNobody) taken_[best] = 1;
    return best;
  }

  void end(std::size_t t) {
    const std::lock_guard lock(mutex_);
    busiest_[t] = trials_[t]->busiest();
    taken_[t] = trials_[t]->done() ? 1 : 0;
    if (trials_[t]->done() && better(t, winner_)) winner_ = t;
  }

  bool better(std::size_t a, std::size_t b) const {
    return b == kNobody || std::pair(busiest_[a], a) < std::pair(busiest_[b], b);
  }

  Trials& trials_;
  std::mutex mutex_;  // of all members below
  std::vector<std::uint32_t> busiest_;
  std::vector<char> taken_;  // taken by a thread, or done
  std::size_t winner_ = kNobody;
};

}  // namespace

DirectionChoice choose_direction(const Links& links, std::span<const SwitchIndex> roots,
                                 std::span<const SwitchIndex> destinations,
                                 std::span<const std::uint32_t> sources,
                                 std::span<const Hops> levels, std::uint8_t min_vls,
                                 const Workers& workers) {
  const auto trial = [&](std::size_t i) {
    const SwitchIndex root = roots[i / std::size(kGrowths)];
    const Growth growth = kGrowths[i % std::size(kGrowths)];
    Orientation direction = grow_direction(links, root, growth, min_vls, levels);
    TurnOrder turns = up_down_turns(links, direction);
    return std::make_unique<Trial>(links,
                                   DirectionChoice{std::move(turns), std::move(direction), growth},
                                   destinations, sources, min_vls);
  };
  Trials trials(roots.size() * std::size(kGrowths));
  trials[0] = trial(0);
  const std::uint64_t paths_to_one = std::reduce(sources.begin(), sources.end());
  while (!trials[0]->done() && trials[0]->busiest() <= paths_to_one) {
    workers.check_stop();
    trials[0]->advance();
  }
  if (trials[0]->busiest() <= paths_to_one) return trials[0]->take_choice();
  workers.parallel_for(trials.size() - 1, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) trials[i + 1] = trial(i + 1);
  });
  Race race(trials);
  race.run(workers);
  return race.winner().take_choice();
}

DirectionChoice choose_dimensions(const Links& links, TurnOrder turns,
                                  std::span<const SwitchIndex> destinations,
                                  std::span<const std::uint32_t> sources, const Workers& workers) {
  Trial trial(links, DirectionChoice{std::move(turns), std::nullopt}, destinations, sources, 0);
  while (!trial.done()) {
    workers.check_stop();
    trial.advance();
  }
  return trial.take_choice();
}

}  // namespace weft
