#include "common/design/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/base/types.h"

namespace weft {
namespace {

constexpr std::uint64_t kMostHosts = 48'000;
constexpr std::uint64_t kSpareOf = 10;  // at most one of this number of host ports is spare
constexpr double kMore = 0.01;          // a shape needs this much more bisection to be listed
// Shapes that cost more than this times the cheapest of their family, or of all, are left out.
constexpr double kDear = 1.5;
constexpr double kFarTooDear = 3;

auto price_of(const PlannedShape& shape) {
  return std::tuple(shape.cost, shape.switches, shape.switch_cables);
}

std::uint64_t share_out(std::uint64_t all, std::uint64_t places) {
  return (all + places - 1) / places;
}

// Compares costs; switches if there are no prices.
bool is_dearer(double times, const PlannedShape& shape, const PlannedShape& than) {
  if (than.cost > 0) return shape.cost > times * than.cost;
  return static_cast<double>(shape.switches) > times * static_cast<double>(than.switches);
}

// A shape and the computation of its bisection, which takes much longer.
struct Candidate {
  PlannedShape shape;
  std::function<Bisection()> bisection;
};

// Collects the shapes of a family with enough ports for the hosts.
class Candidates {
 public:
  explicit Candidates(const ShapeRequest& request) : request_(request) {}

  const ShapeRequest& request() const { return request_; }
  std::uint64_t hosts() const { return request_.hosts; }
  std::uint64_t radix() const { return request_.radix; }
  std::uint64_t oversubscription() const { return request_.oversubscription; }

  // Hosts at each of `switches` switches; 0: too many ports would be spare.
  std::uint64_t hosts_of_each(std::uint64_t switches) const {
    const std::uint64_t each = share_out(hosts(), switches);
    return (each * switches - hosts()) * kSpareOf <= each * switches ? each : 0;
  }

  void add(PlannedShape shape, std::function<Bisection()> bisection) {
    if (shape.switches + hosts() > kMaxUnicastLid) return;
    shape.cost = request_.switch_price * static_cast<double>(shape.switches) +
                 request_.cable_price * static_cast<double>(shape.switch_cables + hosts());
    found_.push_back({std::move(shape), std::move(bisection)});
  }

  // The cheapest shape of a family, and dearer shapes with more bisection.
  std::vector<PlannedShape> take_best() {
    std::ranges::sort(found_, {}, [](const Candidate& candidate) {
      return std::pair(price_of(candidate.shape), std::string_view(candidate.shape.line));
    });
    std::vector<PlannedShape> best;
    for (Candidate& candidate : found_) {
      PlannedShape& shape = candidate.shape;
      if (is_dearer(kDear, shape, found_.front().shape)) break;
      const bool as_dear = !best.empty() && price_of(shape) == price_of(best.back());
      if (best.size() == request_.most && !as_dear) break;
      shape.bisection = candidate.bisection();
      if (!best.empty() && shape.bisection.share() < best.back().bisection.share() + kMore)
        continue;
      if (as_dear) best.pop_back();
      best.push_back(std::move(shape));
    }
    found_.clear();
    return best;
  }

 private:
  ShapeRequest request_;
  std::vector<Candidate> found_;
};

void add_switch(Candidates& candidates) {
  const std::uint64_t hosts = candidates.hosts();
  if (hosts > candidates.radix()) return;
  candidates.add({.line = fmt::format("xgft --down {} --up 1", hosts),
                  .switches = 1,
                  .ports = hosts,
                  .host_ports = hosts},
                 [hosts] { return Bisection{.cut = hosts / 2, .hosts = hosts / 2}; });
}

// Leaf switches with `links` uplinks to each spine, and as few spines as suffice.
void add_trees_of_two_levels(Candidates& candidates) {
  const std::uint64_t radix = candidates.radix();
  for (std::uint64_t leaves = 2; leaves <= radix; ++leaves) {
    const std::uint64_t hosts = candidates.hosts_of_each(leaves);
    if (hosts == 0 || hosts >= radix) continue;
    for (std::uint64_t links = 1; links <= radix / leaves; ++links) {
      const std::uint64_t spines =
          share_out(share_out(hosts, candidates.oversubscription()), links);
      if (hosts + spines * links > radix) continue;
      candidates.add({.line = fmt::format("xgft --down {},{} --up 1,{} --parallel 1,{}", hosts,
                                          leaves, spines, links),
                      .switches = leaves + spines,
                      .ports = std::max(hosts + spines * links, leaves * links),
                      .host_ports = hosts * leaves,
                      .switch_cables = leaves * spines * links},
                     [=] {
                       return tree_bisection(
                           {.hosts = hosts, .leaves = leaves, .middles = spines, .uplinks = links});
                     });
    }
  }
}

// tree: hosts, leaves and pods are set; the rest is varied.
void add_trees_of(TreePorts tree, Candidates& candidates) {
  const std::uint64_t radix = candidates.radix();
  const std::uint64_t wanted = share_out(tree.hosts, candidates.oversubscription());
  for (tree.uplinks = 1; tree.uplinks <= wanted; ++tree.uplinks) {
    tree.middles = share_out(wanted, tree.uplinks);
    const std::uint64_t leaf_ports = tree.hosts + tree.middles * tree.uplinks;
    const std::uint64_t down = tree.leaves * tree.uplinks;
    if (2 * down > radix) break;
    if (leaf_ports > radix) continue;
    for (std::uint64_t links = 1; links * tree.pods <= radix; ++links) {
      const std::uint64_t cores = share_out(down, links);  // above each middle
      tree.to_core = cores * links;
      if (down + tree.to_core > radix) continue;
      candidates.add(
          {.line = fmt::format("xgft --down {},{},{} --up 1,{},{} --parallel 1,{},{}", tree.hosts,
                               tree.leaves, tree.pods, tree.middles, cores, tree.uplinks, links),
           .switches = (tree.leaves + tree.middles) * tree.pods + tree.middles * cores,
           .ports = std::max({leaf_ports, down + tree.to_core, tree.pods * links}),
           .host_ports = tree.hosts * tree.leaves * tree.pods,
           .switch_cables = tree.pods * tree.middles * (down + tree.to_core)},
          [tree] { return tree_bisection(tree); });
    }
  }
}

void add_trees_of_three_levels(Candidates& candidates) {
  const std::uint64_t radix = candidates.radix();
  for (std::uint64_t leaves = 2; leaves < radix; ++leaves) {
    for (std::uint64_t pods = 2; pods <= radix; ++pods) {
      const std::uint64_t hosts = candidates.hosts_of_each(leaves * pods);
      if (hosts == 0 || hosts >= radix) continue;
      add_trees_of({.hosts = hosts, .leaves = leaves, .pods = pods}, candidates);
    }
  }
}

// Any two groups have the same number of links, so that no global port is spare. Links inside of a
// group also carry the traffic to and from the switches with links to other groups.
void add_dragonflies(Candidates& candidates) {
  const std::uint64_t radix = candidates.radix();
  const std::uint64_t most = candidates.oversubscription();
  for (std::uint64_t routers = 3; routers < radix; ++routers) {
    // Groups are recognised only if they have more links inside than between them.
    for (std::uint64_t global = 1; global + 1 < routers && routers - 1 + global < radix; ++global) {
      for (std::uint64_t groups = 3; groups <= routers * global + 1; ++groups) {
        if (routers * global % (groups - 1) != 0) continue;
        const std::uint64_t hosts = candidates.hosts_of_each(routers * groups);
        if (hosts == 0 || hosts + routers - 1 + global > radix) continue;
        if (hosts * (groups - 1) > most * groups * global) continue;
        if (hosts * (2 * groups - 1) > most * routers * groups) continue;
        candidates.add(
            {.line = fmt::format("dragonfly --routers {} --global-links {} --cas {} --groups {}",
                                 routers, global, hosts, groups),
             .switches = routers * groups,
             .ports = hosts + routers - 1 + global,
             .host_ports = hosts * routers * groups,
             .switch_cables = groups * routers * (routers - 1) / 2 + groups * routers * global / 2},
            [=] {
              return dragonfly_bisection({groups, routers, global, hosts});
            });
      }
    }
  }
}

std::string grid_line(std::string_view topology, std::span<const unsigned> dims,
                      std::uint64_t hosts, std::uint64_t links) {
  return fmt::format("{} --dims {} --cas {} --links {}", topology, joined(dims, ","), hosts, links);
}

// In a ring of k switches, half of the hosts send k/4 hops in each direction: the load of a link is
// hosts * k / 8.
void add_torus(std::span<const unsigned> rings, std::uint64_t links, Candidates& candidates) {
  std::uint64_t switches = 1;
  for (const unsigned ring : rings) switches *= ring;
  const std::uint64_t hosts = candidates.hosts_of_each(switches);
  const std::uint64_t ports = hosts + 2 * rings.size() * links;
  if (hosts == 0 || ports > candidates.radix()) return;
  if (hosts * rings.front() > 8 * links * candidates.oversubscription()) return;
  candidates.add({.line = grid_line("torus", rings, hosts, links),
                  .switches = switches,
                  .ports = ports,
                  .host_ports = hosts * switches,
                  .switch_cables = switches * rings.size() * links},
                 [=, own = std::vector(rings.begin(), rings.end())] {
                   return torus_bisection(own, links, hosts);
                 });
}

// Rings from longest to shortest. The shortest ring begins at the least length that suffices.
void add_tori(std::size_t dimensions, Candidates& candidates) {
  const std::uint64_t most = candidates.oversubscription();
  for (std::uint64_t links = 1; 2 * dimensions * links < candidates.radix(); ++links) {
    const std::uint64_t least =
        share_out(candidates.hosts(), candidates.radix() - 2 * dimensions * links);
    for (unsigned longest = 4; longest <= 8 * links * most; longest += 2) {
      // Shapes with more switches than hosts are left out.
      for (unsigned second = 3; second <= longest; ++second) {
        const std::uint64_t layer = std::uint64_t{longest} * second;
        if (layer > candidates.hosts()) break;
        if (dimensions == 2) {
          if (layer >= least) add_torus(std::array{longest, second}, links, candidates);
          continue;
        }
        const std::uint64_t first = std::max<std::uint64_t>(3, share_out(least, layer));
        for (std::uint64_t third = first; third <= second && third * layer <= candidates.hosts();
             ++third) {
          add_torus(std::array{longest, second, static_cast<unsigned>(third)}, links, candidates);
        }
      }
    }
  }
}

// The load of a link in a dimension of n is hosts / n.
void add_hyperx(std::span<const unsigned> dims, Candidates& candidates) {
  std::uint64_t switches = 1;
  std::uint64_t neighbours = 0;
  for (const unsigned size : dims) {
    switches *= size;
    neighbours += size - 1;
  }
  const std::uint64_t hosts = candidates.hosts_of_each(switches);
  if (hosts == 0 || switches > candidates.hosts()) return;
  const std::uint64_t links = share_out(hosts, dims.back() * candidates.oversubscription());
  const std::uint64_t ports = hosts + neighbours * links;
  if (ports > candidates.radix()) return;
  candidates.add({.line = grid_line("hyperx", dims, hosts, links),
                  .switches = switches,
                  .ports = ports,
                  .host_ports = hosts * switches,
                  .switch_cables = switches * neighbours * links / 2},
                 [=, own = std::vector(dims.begin(), dims.end())] {
                   return hyperx_bisection(own, links, hosts);
                 });
}

// Dimensions from largest to smallest. A dimension of 2 would be a ring of two switches, and is
// left out.
void add_hyperx(std::size_t dimensions, Candidates& candidates) {
  const unsigned most = candidates.request().radix;
  for (unsigned first = 3; first < most; ++first) {
    for (unsigned second = 3; second <= first && first + second < most; ++second) {
      if (dimensions == 2) {
        add_hyperx(std::array{first, second}, candidates);
        continue;
      }
      for (unsigned third = 3; third <= second && first + second + third < most; ++third) {
        add_hyperx(std::array{first, second, third}, candidates);
      }
    }
  }
}

void check(const ShapeRequest& request) {
  if (request.hosts < 2 || request.hosts > kMostHosts) {
    throw BadInput(fmt::format("{} hosts are not between 2 and {}, which a subnet has LIDs for",
                               request.hosts, kMostHosts));
  }
  if (request.radix < 4 || request.radix > kMaxPorts) {
    throw BadInput(
        fmt::format("switches of {} ports are none of 4 to {} ports", request.radix, kMaxPorts));
  }
  if (request.oversubscription < 1 || request.oversubscription > 64) {
    throw BadInput(
        fmt::format("an oversubscription of {} is not between 1 and 64", request.oversubscription));
  }
}

}  // namespace

std::vector<PlannedShape> find_shapes(const ShapeRequest& request) {
  check(request);
  Candidates candidates(request);
  std::vector<PlannedShape> shapes;
  for (std::size_t family = 0; family < std::size(kShapeFamilies); ++family) {
    switch (family) {
      case 0:
        add_switch(candidates);
        break;
      case 1:
        add_trees_of_two_levels(candidates);
        break;
      case 2:
        add_trees_of_three_levels(candidates);
        break;
      case 3:
        add_dragonflies(candidates);
        break;
      case 4:
        add_tori(2, candidates);
        break;
      case 5:
        add_tori(3, candidates);
        break;
      case 6:
        add_hyperx(2, candidates);
        break;
      default:
        add_hyperx(3, candidates);
        break;
    }
    for (PlannedShape& shape : candidates.take_best()) {
      shape.family = kShapeFamilies[family];
      shapes.push_back(std::move(shape));
    }
  }
  std::ranges::stable_sort(shapes, {}, price_of);
  std::erase_if(shapes,
                [cheapest = shapes.empty() ? PlannedShape() : shapes.front()](
                    const PlannedShape& shape) { return is_dearer(kFarTooDear, shape, cheapest); });
  return shapes;
}

}  // namespace weft
