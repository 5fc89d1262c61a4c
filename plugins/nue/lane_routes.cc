#include "plugins/nue/lane_routes.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// The most LIDs whose ports are written to the tables together.
constexpr std::size_t kTogether = 64;
// The cost of a path to a sibling. With more, paths take detours that load other links too much.
constexpr std::uint32_t kSiblingLids = 2;
// The number of LIDs without load that a thread takes at once.
constexpr std::size_t kOthers = 128;

// The first jobs with the same destination, up to kTogether.
std::span<const LidJob> first_few(std::span<const LidJob> jobs) {
  std::size_t count = 1;
  while (count < std::min(kTogether, jobs.size()) &&
         jobs[count].destination == jobs.front().destination) {
    ++count;
  }
  return jobs.first(count);
}

}  // namespace

LaneRoutes::LaneRoutes(const Fabric& fabric, const Links& links,
                       std::span<const std::uint32_t> sources, std::span<const LaneOrder> lanes,
                       std::span<const LaneJobs> jobs, std::uint64_t expected_mean, Tables rows)
    : links_(links), rows_(rows), siblings_(fabric, links, kSiblingLids), load_(links.count()) {
  port_.reserve(links.count());
  for (const Link& link : links.all()) port_.push_back(link.port);
  lanes_.reserve(lanes.size());
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    lanes_.push_back({{links, lanes[i].turns, sources, lanes[i].min_vls, expected_mean},
                      &jobs[i],
                      load_,
                      std::vector<PortNum>(links.switch_count() * kTogether)});
  }
}

bool LaneRoutes::route(const Workers& workers, std::uint32_t too_busy) {
  while (!done()) {
    workers.check_stop();
    if (lanes_.size() == 1) {
      advance(lanes_.front());
    } else {
      workers.parallel_for(lanes_.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) advance(lanes_[i]);
      });
      exchange_loads();
    }
    if (too_busy != 0 && busiest() >= too_busy) return false;
  }
  route_others(workers);
  return true;
}

std::uint32_t LaneRoutes::busiest() const {
  const std::vector<std::uint32_t>& load = lanes_.front().load;
  return load.empty() ? 0 : *std::ranges::max_element(load);
}

bool LaneRoutes::done() const {
  return std::ranges::all_of(
      lanes_, [](const Lane& lane) { return lane.done == lane.jobs->weighed.size(); });
}

// Routes the next few LIDs of one destination.
void LaneRoutes::advance(Lane& lane) const {
  const std::span<const LidJob> left = std::span(lane.jobs->weighed).subspan(lane.done);
  if (left.empty()) return;
  // The paths to siblings must be in the tables.
  const std::span<const LidJob> jobs = siblings_.any() ? left.first(1) : first_few(left);
  const SwitchIndex destination = jobs.front().destination;
  lane.search.set_destination(destination);
  constexpr auto kLower = SiblingCosts::Chosen::kLowerLids;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    siblings_.add(destination, jobs[i].lid, kLower, rows_, lane.load);
    lane.search.route(lane.load);
    siblings_.remove(destination, jobs[i].lid, kLower, rows_, lane.load);
    lane.search.add_paths(lane.load);
    for (const FirstHop& hop : lane.search.hops()) {
      lane.ports[hop.from * jobs.size() + i] = port_[hop.link];
    }
  }
  write(lane.search.hops(), lane.ports, jobs);
  lane.done += jobs.size();
}

void LaneRoutes::route_others(const Workers& workers) {
  std::vector<std::pair<const Lane*, std::span<const LidJob>>> parts;
  for (const Lane& lane : lanes_) {
    const std::span<const LidJob> jobs = lane.jobs->others;
    for (std::size_t i = 0; i < jobs.size(); i += kOthers) {
      parts.emplace_back(&lane, jobs.subspan(i, std::min(kOthers, jobs.size() - i)));
    }
  }
  workers.parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) route_others(*parts[i].first, parts[i].second);
  });
}

// Routes LIDs without load: all of a switch take the same paths, since the loads do not change.
void LaneRoutes::route_others(const Lane& lane, std::span<const LidJob> jobs) const {
  DestinationSearch search = lane.search;
  std::vector<PortNum> ports(links_.switch_count());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (i == 0 || jobs[i].destination != jobs[i - 1].destination) {
      search.set_destination(jobs[i].destination);
      search.route(lane.load);
      for (const FirstHop& hop : search.hops()) ports[hop.from] = port_[hop.link];
    }
    write(search.hops(), ports, jobs.subspan(i, 1));
  }
}

// Writes a few LIDs at once, since rows are far apart in memory.
void LaneRoutes::write(std::span<const FirstHop> hops, std::span<const PortNum> ports,
                       std::span<const LidJob> jobs) const {
  for (const FirstHop& hop : hops) {
    const std::span<const PortNum> here = ports.subspan(hop.from * jobs.size(), jobs.size());
    PortNum* const row = rows_.row(hop.from);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      row[jobs[i].lid] = here[i];
      if (jobs[i].copy != 0) row[jobs[i].copy] = here[i];
    }
  }
  PortNum* const row = rows_.row(jobs.front().destination);
  for (const LidJob& job : jobs) {
    row[job.lid] = job.port;
    if (job.copy != 0) row[job.copy] = 0;
  }
}

void LaneRoutes::exchange_loads() {
  for (std::size_t link = 0; link < load_.size(); ++link) {
    std::uint32_t sum = load_[link];
    for (const Lane& lane : lanes_) sum += lane.load[link] - load_[link];
    load_[link] = sum;
  }
  for (Lane& lane : lanes_) std::ranges::copy(load_, lane.load.begin());
}

}  // namespace weft
