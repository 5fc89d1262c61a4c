#include "plugins/fat_tree/shift_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/balance/candidate_sets.h"
#include "common/balance/least_busiest.h"
#include "common/balance/path_flows.h"
#include "common/balance/sibling_costs.h"
#include "common/fabric/counts.h"
#include "common/graph/links.h"
#include "common/patterns/least_load.h"
#include "common/patterns/link_times.h"
#include "common/verify/fabric_index.h"

namespace weft {
namespace {

constexpr unsigned kMostPasses = 8;
// If not all shifts are counted, a pass with less than this fraction of all moves is the last.
constexpr std::uint64_t kFew = 64;
constexpr std::size_t kBlock = 64;  // shifts
constexpr double kEven = 1.05;      // times the load that some link must carry
constexpr double kBase = 6;         // cost of another flow on a link, as a multiple of the last one
constexpr unsigned kMostOnLink = 64;  // flows on a link in a shift; further flows cost no more

// A LID, and the position of its rank; kNone: it has none, or another LID of its port counts.
struct Destination {
  Lid lid;
  std::uint32_t position;
};

// Consecutive positions: first .. first + count - 1.
struct Run {
  std::uint32_t first;
  std::uint32_t count;
};

class Search {
 public:
  Search(const RouteRequest& request, const Targets& targets, const HopTable& table,
         RankOrder order, Tables rows, std::size_t most_counters)
      : request_(request),
        fabric_(request.fabric),
        targets_(targets),
        rows_(rows),
        index_(fabric_),
        times_(index_),
        links_(index_.links()),
        sources_(sources_by_switch(fabric_)),
        sets_(fabric_, table),
        order_(fabric_, table, sources_),
        positions_(static_cast<std::uint32_t>(order.size())),
        step_(static_cast<std::uint32_t>(links_.count() * order.size() / most_counters + 1)),
        shifts_((positions_ + step_ - 1) / step_),
        position_(fabric_.end_port_count(), kNone),
        ranks_(fabric_.switch_count()),
        arrived_(fabric_.switch_count()),
        paths_from_(fabric_.switch_count()),
        leads_over_busy_(fabric_.switch_count()),
        stride_((shifts_ + kBlock - 1) / kBlock * kBlock),
        flows_(std::size_t{links_.count()} * stride_),
        paths_(links_.count()),
        is_busy_(links_.count()),
        goal_(shifts_),
        classes_(times_.classes().size()) {
    for (std::uint32_t i = 0; i < positions_; ++i) {
      if (order[i] == kNone) continue;
      position_[order[i]] = i;
      std::vector<Run>& runs = ranks_[fabric_.end_ports()[order[i]].sw];
      if (!runs.empty() && runs.back().first + runs.back().count == i) {
        ++runs.back().count;
      } else {
        runs.push_back({i, 1});
      }
    }
    const std::vector<double> least =
        least_shift_loads(index_, times_, order, request.workers, step_);
    for (std::uint32_t k = 1; k < shifts_; ++k) goal_[k] = std::max(1.0, least[k - 1]);
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      for (unsigned flows = 0; flows <= kMostOnLink; ++flows) {
        const double time = std::min(flows * times_.classes()[c], 1.0 * kMostOnLink);
        classes_[c].cost.push_back(std::pow(kBase, time));
      }
    }
  }

  // Does nothing without links, or if a link has more flows than can be counted.
  ShiftSearch run() {
    if (shifts_ < 2 || links_.count() == 0 || !count_all()) return {};
    looks_ = 0;
    ShiftSearch result;
    result.least = std::accumulate(goal_.begin() + 1, goal_.end(), 0.0) / (shifts_ - 1);
    result.before = find_busy_shifts();
    for (unsigned pass = 0; pass < kMostPasses && pass_over(Aim::kShifts); ++pass) {
      find_busy_shifts();
    }
    if (have_several_lids(fabric_)) part_siblings();
    if (step_ == 1) spread_paths();
    result.after = find_busy_shifts();
    result.moved = moved_;
    return result;
  }

 private:
  enum class Aim : std::uint8_t { kShifts, kApart, kPaths };
  using Flows = std::vector<std::uint8_t>;  // by shift

  // Links that take the same time.
  struct LinkClass {
    std::vector<double> cost;  // by number of flows: the cost of the last one
    // By shift: the flows from which a link is one of the busiest, with more than some link must
    // have; and the flows that a link may have without being busier than the busiest.
    Flows busy_from, most;
    std::uint8_t busy_in_some = UINT8_MAX;  // the least of busy_from
  };

  template <typename Visit>
  void for_each_destination(Visit visit) {
    sets_.for_each(
        0, targets_.switches.size(), request_.workers, [&](std::size_t d, std::size_t column) {
          column_ = column;
          to_ = targets_.switches[d];
          if (!targets_.at(d).empty()) order_.start(d, 0);
          for (const EndPortIndex e : targets_.at(d)) {
            const EndPort& end = fabric_.end_ports()[e];
            for (unsigned bits = 0; bits < 1u << end.lmc; ++bits) {
              visit(
                  Destination{static_cast<Lid>(end.lid + bits), bits == 0 ? position_[e] : kNone});
            }
          }
        });
  }

  // Base LIDs may have come to links that other LIDs of their port use: these take other links.
  void part_siblings() {
    looks_ = 0;
    for_each_destination([&](const Destination& destination) {
      if (looks_ > kMostLooks || destination.position != kNone) return;
      std::array<PortNum, 256> ports{};
      follow(destination.lid, [&](SwitchIndex s) {
        const PortNum* const row = rows_.row(s);
        const PortNum port = row[destination.lid];
        if (!ports_of_siblings(fabric_, destination.lid, row).test(port)) return;
        const unsigned count = list_ports(sets_.at(s, column_), ports.data());
        find_path(s, port, destination.lid, path_);
        choose(s, {ports.data(), count}, destination, Aim::kApart);
      });
    });
  }

  void spread_paths() {
    looks_ = 0;
    limit_ = path_limit();
    for (unsigned pass = 0; pass < kMostPasses; ++pass) {
      for (LinkIndex link = 0; link < links_.count(); ++link) {
        is_busy_[link] = exceeds(paths_[link], link);
      }
      if (!pass_over(Aim::kPaths)) break;
    }
  }

  // Returns whether another pass is worth its time.
  bool pass_over(Aim aim) {
    const std::uint64_t before = moved_;
    for_each_destination([&](const Destination& destination) {
      if (looks_ > kMostLooks || (aim == Aim::kShifts && destination.position == kNone)) return;
      if (find_busy_paths(destination.lid)) improve(destination, aim);
    });
    return moved_ > before + (step_ == 1 ? 0 : moved_ / kFew);
  }

  // Passes the paths on from switch to switch, the farthest first; before, decide() may move the
  // entry of the switch.
  template <typename Decide>
  void follow(Lid lid, Decide decide) {
    looks_ += order_.order().size();
    for (const SwitchIndex s : order_.order()) {
      arrived_[s].clear();
      if (!ranks_[s].empty()) arrived_[s].push_back(s);
      paths_from_[s] = sources_[s];
    }
    for (const SwitchIndex s : order_.order()) {
      if (s == to_ || paths_from_[s] == 0 || rows_.row(s)[lid] == kNoPath) continue;
      decide(s);
      const SwitchIndex next = links_.to(link_of(s, lid));
      if (next == to_) continue;
      arrived_[next].insert(arrived_[next].end(), arrived_[s].begin(), arrived_[s].end());
      paths_from_[next] += paths_from_[s];
    }
  }

  bool count_all() {
    bool is_full = false;
    for_each_destination([&](const Destination& destination) {
      follow(destination.lid, [&](SwitchIndex s) {
        const LinkIndex link = link_of(s, destination.lid);
        paths_[link] += paths_from_[s];
        std::uint8_t* const flows = flows_of(link);
        for_each_part(s, destination.position, [&](std::uint32_t k, std::uint32_t count) {
          for (std::uint32_t i = 0; i < count; ++i) is_full |= ++flows[k + i] == UINT8_MAX;
        });
      });
    });
    return !is_full;
  }

  LinkIndex link_of(SwitchIndex s, Lid lid) const { return links_.at(s, rows_.row(s)[lid]); }
  std::uint8_t* flows_of(LinkIndex link) { return flows_.data() + std::size_t{link} * stride_; }
  LinkClass& class_of(LinkIndex link) { return classes_[times_.class_of(link)]; }

  // Visits the shifts in which a rank whose path came to a switch sends to a position: visit(first,
  // count).
  template <typename Visit>
  void for_each_part(SwitchIndex s, std::uint32_t position, Visit visit) const {
    if (position == kNone) return;
    for (const SwitchIndex from : arrived_[s]) {
      for (const Run& run : ranks_[from]) {
        // The last rank of the run has the smallest shift.
        const std::uint32_t last = run.first + run.count - 1;
        const std::uint32_t first =
            position >= last ? position - last : position + positions_ - last;
        const std::uint32_t here = std::min(run.count, positions_ - first);
        visit_shifts(first, first + here, visit);
        if (here < run.count) visit_shifts(0, run.count - here, visit);
      }
    }
  }

  // Visits the counted shifts among first .. end - 1.
  template <typename Visit>
  void visit_shifts(std::uint32_t first, std::uint32_t end, Visit visit) const {
    first = (first + step_ - 1) / step_;
    end = (end + step_ - 1) / step_;
    if (first < end) visit(first, end - first);
  }

  // Finds the switches whose path leads over a busy link. Returns whether there are any.
  bool find_busy_paths(Lid lid) {
    bool any = false;
    const auto order = order_.order();
    for (std::size_t i = order.size(); i-- > 0;) {
      const SwitchIndex s = order[i];
      leads_over_busy_[s] = 0;
      if (s == to_ || rows_.row(s)[lid] == kNoPath) continue;
      const LinkIndex link = link_of(s, lid);
      leads_over_busy_[s] = is_busy_[link] != 0 || leads_over_busy_[links_.to(link)] != 0;
      any |= leads_over_busy_[s] != 0;
    }
    return any;
  }

  void improve(const Destination& destination, Aim aim) {
    std::array<PortNum, 256> ports{};
    follow(destination.lid, [&](SwitchIndex s) {
      if (leads_over_busy_[s] == 0) return;
      const unsigned count = list_ports(sets_.at(s, column_), ports.data());
      if (count < 2) return;
      find_path(s, rows_.row(s)[destination.lid], destination.lid, path_);
      if (!is_crowded(path_, s, destination.position, aim)) return;
      choose(s, {ports.data(), count}, destination, aim);
    });
  }

  bool exceeds(std::uint64_t paths, LinkIndex link) const {
    return static_cast<double>(paths) * times_.of_link(link) > limit_;
  }

  // The path from a switch, by one of its ports, to the destination.
  void find_path(SwitchIndex s, PortNum port, Lid lid, std::vector<LinkIndex>& path) const {
    path.assign(1, links_.at(s, port));
    for (s = links_.to(path.back()); s != to_; s = links_.to(path.back())) {
      path.push_back(link_of(s, lid));
    }
  }

  // Do the flows through a switch meet others on a link that must be relieved?
  bool is_crowded(const std::vector<LinkIndex>& path, SwitchIndex s, std::uint32_t position,
                  Aim aim) {
    return std::ranges::any_of(path, [&](LinkIndex link) {
      if (is_busy_[link] == 0) return false;
      if (aim == Aim::kPaths) return exceeds(paths_[link], link);
      return reaches(link, s, position, class_of(link).busy_from);
    });
  }
  // Has the link at least `so_many` flows in one of the shifts of the flows through the switch?
  bool reaches(LinkIndex link, SwitchIndex s, std::uint32_t position, const Flows& so_many) {
    bool any = false;
    const std::uint8_t* const flows = flows_of(link);
    for_each_part(s, position, [&](std::uint32_t k, std::uint32_t count) {
      looks_ += count;
      for (std::uint32_t i = 0; i < count; ++i) any |= flows[k + i] >= so_many[k + i];
    });
    return any;
  }

  void choose(SwitchIndex s, std::span<const PortNum> ports, const Destination& destination,
              Aim aim) {
    const PortNum old = rows_.row(s)[destination.lid];
    const auto siblings = ports_of_siblings(fabric_, destination.lid, rows_.row(s));
    looks_ += ports.size() * path_.size();
    add<-1>(path_, s, destination.position);
    PortNum best = old;
    Cost least = aim == Aim::kApart ? kAnyCost : cost(path_, s, destination.position, aim);
    for (const PortNum port : ports) {
      if (port == old) continue;
      if (aim != Aim::kShifts && siblings.test(port)) continue;
      find_path(s, port, destination.lid, other_);
      const Cost other = cost(other_, s, destination.position, aim);
      if (other >= least) continue;
      if (aim == Aim::kPaths && makes_busier(other_, s, destination.position)) continue;
      least = other;
      best = port;
      best_path_ = other_;
    }
    if (best != old) {
      ++moved_;
      rows_.row(s)[destination.lid] = best;
      path_.swap(best_path_);
    }
    add<1>(path_, s, destination.position);
  }

  // Adds `by` for each flow through a switch, to all links of a path.
  template <int by>
  void add(const std::vector<LinkIndex>& path, SwitchIndex s, std::uint32_t position) {
    for (const LinkIndex link : path) {
      paths_[link] += static_cast<std::uint64_t>(by * std::int64_t{paths_from_[s]});
      std::uint8_t* const flows = flows_of(link);
      for_each_part(s, position, [&](std::uint32_t k, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
          flows[k + i] = static_cast<std::uint8_t>(flows[k + i] + by);
        }
      });
    }
  }

  // Compared by the first, then by the second.
  using Cost = std::pair<double, double>;
  static constexpr Cost kAnyCost = {std::numeric_limits<double>::infinity(), 0};

  // The cost of the flows through a switch, if they take the path.
  Cost cost(const std::vector<LinkIndex>& path, SwitchIndex s, std::uint32_t position, Aim aim) {
    Cost cost;
    for (const LinkIndex link : path) {
      if (aim != Aim::kShifts) {
        const double time =
            static_cast<double>(paths_[link] + paths_from_[s]) * times_.of_link(link);
        cost.first = std::max(cost.first, time);
        cost.second += time;
        continue;
      }
      const std::uint8_t* const flows = flows_of(link);
      const std::vector<double>& of_last = class_of(link).cost;
      for_each_part(s, position, [&](std::uint32_t k, std::uint32_t count) {
        looks_ += count;
        for (std::uint32_t i = 0; i < count; ++i) {
          cost.first += of_last[std::min(flows[k + i] + 1u, kMostOnLink)];
        }
      });
    }
    return cost;
  }

  // Would a link become busier in some shift than the limit of the shift, or get more flows than
  // can be counted?
  bool makes_busier(const std::vector<LinkIndex>& path, SwitchIndex s, std::uint32_t position) {
    return std::ranges::any_of(
        path, [&](LinkIndex link) { return reaches(link, s, position, class_of(link).most); });
  }

  // Finds the busiest links of each shift; returns the mean of their loads.
  double find_busy_shifts() {
    std::vector<double> most(shifts_);
    std::vector<Flows> of_class(classes_.size(), Flows(stride_));
    std::vector<std::uint8_t> of_link(links_.count());
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      of_link[link] = raise_to(flows_of(link), of_class[times_.class_of(link)]);
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      for (std::uint32_t k = 1; k < shifts_; ++k) {
        most[k] = std::max(most[k], of_class[c][k] * times_.classes()[c]);
      }
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      set_limits(classes_[c], times_.classes()[c], most);
    }
    for (LinkIndex link = 0; link < links_.count(); ++link) {
      const LinkClass& of_time = class_of(link);
      const std::uint8_t* const flows = flows_of(link);
      bool any = false;
      for (std::uint32_t k = 1; k < shifts_ && of_link[link] >= of_time.busy_in_some; ++k) {
        any |= flows[k] >= of_time.busy_from[k];
      }
      is_busy_[link] = any;
    }
    double sum = 0;
    for (std::uint32_t k = 1; k < shifts_; ++k) sum += std::max(most[k], 1.0);
    return sum / (shifts_ - 1);
  }

  // Raises `greatest`, by shift, to the flows of a link; returns the most flows of the link. In
  // blocks, for vector instructions.
  std::uint8_t raise_to(const std::uint8_t* flows, Flows& greatest) const {
    std::array<std::uint8_t, kBlock> of_link{};
    for (std::size_t first = 0; first < stride_; first += kBlock) {
      std::array<std::uint8_t, kBlock> here{}, there{};
      std::copy_n(flows + first, kBlock, here.begin());
      std::copy_n(greatest.begin() + static_cast<std::ptrdiff_t>(first), kBlock, there.begin());
      for (std::size_t i = 0; i < kBlock; ++i) {
        there[i] = std::max(there[i], here[i]);
        of_link[i] = std::max(of_link[i], here[i]);
      }
      std::copy_n(there.begin(), kBlock, greatest.begin() + static_cast<std::ptrdiff_t>(first));
    }
    return *std::ranges::max_element(of_link);
  }

  // most: load of the busiest link, by shift.
  void set_limits(LinkClass& links, double time, const std::vector<double>& most) const {
    constexpr double kTolerance = 1e-6;  // for rounding
    const auto number = [](double flows) {
      return static_cast<std::uint8_t>(std::clamp(flows, 0.0, UINT8_MAX - 1.0));
    };
    links.busy_from.assign(shifts_, UINT8_MAX);
    links.most.assign(shifts_, UINT8_MAX);
    links.busy_in_some = UINT8_MAX;
    for (std::uint32_t k = 1; k < shifts_; ++k) {
      if (most[k] > goal_[k] + kTolerance) {
        links.busy_from[k] = number(std::ceil(most[k] / time - kTolerance));
        links.busy_in_some = std::min(links.busy_in_some, links.busy_from[k]);
      }
      links.most[k] = number(std::floor(std::max(goal_[k], most[k]) / time + kTolerance));
    }
  }

  // The limit of the time of a link's paths: a little more than some link must have, and at least
  // that of the paths to one LID. As if all links were of the fastest kind.
  double path_limit() const {
    const std::uint64_t all = std::accumulate(paths_.begin(), paths_.end(), std::uint64_t{0});
    const auto used =
        std::max<std::ptrdiff_t>(std::ranges::count_if(paths_, [](auto n) { return n > 0; }), 1);
    const double must = std::max(static_cast<double>(least_busiest(fabric_)),
                                 static_cast<double>(all) / static_cast<double>(used));
    const double to_one = std::accumulate(sources_.begin(), sources_.end(), 0.0);
    return std::max(kEven * must, to_one) * *std::ranges::min_element(times_.classes());
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  const Targets& targets_;
  Tables rows_;
  FabricIndex index_;
  LinkTimes times_;
  const Links& links_;
  std::vector<std::uint32_t> sources_;  // by switch: end ports that send
  CandidateSets sets_;
  PathFlows order_;
  std::uint32_t positions_;  // ranks and dummies
  // Shifts by 0 (which is none), step_, 2 step_ and so on are counted: shifts_ of them.
  std::uint32_t step_;
  std::uint32_t shifts_;
  std::vector<std::uint32_t> position_;  // by end port
  std::vector<std::vector<Run>> ranks_;  // by switch: positions of its ranks
  // Of the current destination, by switch: the switches whose paths lead through it, itself
  // included; the number of these paths; and whether they lead over a busy link.
  std::vector<std::vector<SwitchIndex>> arrived_;
  std::vector<std::uint32_t> paths_from_;
  std::vector<char> leads_over_busy_;
  SwitchIndex to_ = kNone;
  std::size_t column_ = 0;
  std::size_t stride_;                // shifts, in whole blocks
  std::vector<std::uint8_t> flows_;   // [link][shift]
  std::vector<std::uint64_t> paths_;  // by link: of all shifts, and of other end ports
  std::vector<char> is_busy_;         // by link: must it be relieved?
  std::vector<double> goal_;          // by shift: the least possible load of the busiest link
  std::vector<LinkClass> classes_;    // those of LinkTimes
  std::vector<LinkIndex> path_, other_, best_path_;
  double limit_ = 0;
  std::uint64_t moved_ = 0;
  std::uint64_t looks_ = 0;
};

}  // namespace

ShiftSearch search_shifts(const RouteRequest& request, const Targets& targets,
                          const HopTable& table, RankOrder order, Tables rows,
                          std::size_t most_counters) {
  if (order.size() < 2) return {};
  try {
    return Search(request, targets, table, order, rows, most_counters).run();
  } catch (const std::bad_alloc&) {
    return {};  // the moves so far are valid
  }
}

}  // namespace weft
