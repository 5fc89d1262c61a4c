#include "plugins/auto/auto.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/balance/least_busiest.h"
#include "common/base/error.h"
#include "common/base/stopwatch.h"
#include "common/base/text.h"
#include "common/fabric/link_rate.h"
#include "common/patterns/patterns.h"
#include "common/patterns/throughput.h"
#include "common/repair/around_missing.h"
#include "common/repair/masters_beside.h"
#include "common/routing/choice.h"
#include "common/routing/given_ranks.h"
#include "common/topology/fabric_shape.h"
#include "common/topology/tree_fit.h"
#include "common/topology/typical_shape.h"
#include "common/verify/verify.h"
#include "plugins/auto/islands.h"
#include "plugins/auto/shift_contention.h"

namespace weft {
namespace {

// An engine with this share of the possible traffic is good enough.
constexpr double kFull = 0.97;
// Engines that deliver this share of the best one are equally good.
constexpr double kAsGood = 0.99;
// Beside engines that deliver this share of the best one, none is taken whose busiest link has
// more than this multiple of the paths of theirs.
constexpr double kNearlyAsGood = 0.97;
constexpr double kMuchBusier = 2.5;
// The most entries of tables that all engines make and verify in a few seconds.
constexpr std::uint64_t kFewEntries = 4'000'000;
// With larger tables, this multiple of the least possible load of the busiest link is close enough.
constexpr double kClose = 1.2;
// With this multiple of the contention that shifts must have, ftree is taken in a whole tree.
constexpr double kLittle = 1.02;
constexpr std::string_view kNoOtherTried = "in a tree of this size no other engine is tried";

bool is_hypercube(const Product& product) {
  return std::ranges::all_of(product.dimensions, [](const Dimension& d) {
    return d.size == 2 || (d.size == 4 && d.kind == DimensionKind::kRing);
  });
}

bool is_hyperx(const Product& product) {
  return std::ranges::all_of(product.dimensions, [](const Dimension& d) {
    return d.size == 2 || d.kind == DimensionKind::kClique ||
           (d.size == 4 && d.kind == DimensionKind::kRing);
  });
}

bool is_torus(const Product& product) {
  return std::ranges::all_of(product.dimensions, [](const Dimension& d) {
    return d.size <= 3 || d.kind != DimensionKind::kClique;
  });
}

// True also for a dragonfly all of whose switches have links to all groups.
bool has_two_cliques(const Product& product) {
  return product.dimensions.size() == 2 &&
         std::ranges::all_of(product.dimensions, [](const Dimension& d) {
           return d.size == 2 || d.kind == DimensionKind::kClique;
         });
}

// Those of root_guid_file. The engines warn of GUIDs that are not in the fabric.
std::vector<SwitchIndex> given_roots(const RouteRequest& request) {
  std::vector<std::string> warnings;
  if (!request.options.ranked_nodes) return {};
  return given_ranks(request.fabric, *request.options.ranked_nodes, warnings).roots;
}

// Are many links inside a level? In a tree hardly any are; in a Dragonfly+ spines are linked.
bool joins_levels(const Fabric& fabric, const FabricShape& shape) {
  std::size_t links = 0;
  std::size_t inside = 0;
  for (SwitchIndex s = 0; s < fabric.switch_count(); ++s) {
    for (const Port& port : fabric.ports(s).subspan(1)) {
      if (port.kind != PeerKind::kSwitch) continue;
      ++links;
      if (shape.level[s] == shape.level[port.peer]) ++inside;
    }
  }
  return 20 * inside > links;
}

// The engines that are made for the shape of the fabric.
std::vector<std::string_view> engines_for(const Fabric& fabric, const FabricShape& shape) {
  switch (shape.kind) {
    case ShapeKind::kTree:
      if (joins_levels(fabric, shape)) return {"ftree", "dfp", "updn"};
      return {"ftree", "updn"};
    case ShapeKind::kGroups:
      return {"dragonfly"};
    case ShapeKind::kProduct: {
      if (shape.labels.products.size() != 1) return {};
      const Product& product = shape.labels.products.front();
      std::vector<std::string_view> engines;
      if (is_hypercube(product)) {
        engines = {"kdor-hc"};
      } else if (has_two_cliques(product)) {
        engines = {"kdor-ghc", "dragonfly"};
      } else if (is_hyperx(product)) {
        engines = {"kdor-ghc"};
      }
      if (is_torus(product)) engines.emplace_back("torus-2QoS");
      return engines;
    }
    case ShapeKind::kOther:
      break;
  }
  return {"dfp"};
}

bool is_whole_tree(const Fabric& fabric, const FabricShape& shape) {
  if (shape.kind != ShapeKind::kTree) return false;
  const TreeFit fit = fit_tree(fabric, shape.tree, typical_shape(fabric, shape.tree));
  return fit.whole() && fit.other_end_ports == 0 && have_one_rate(fabric);
}

// Is a routing of a whole tree without contention in shifts as good as any for this traffic?
bool is_as_good_in_tree(const TrafficMix& mix) {
  return std::ranges::all_of(mix, [](const WeightedPattern& pattern) {
    return pattern.weight == 0 || pattern.kind == PatternKind::kShift ||
           pattern.kind == PatternKind::kBisection;
  });
}

struct Candidate {
  Routing routing;
  std::optional<TableBlock> tables;  // nothing: the rows hold them
  std::size_t trial;                 // in EngineChoice::trials
  bool closes_multicast_loop;
  DeliveredTraffic traffic;
};

class Auto {
 public:
  Auto(const RouteRequest& request, Tables rows)
      : request_(request),
        rows_(rows),
        of_budget_(map_of(request.lanes)),
        traffic_(traffic_of(request.fabric, request.options)) {}

  Routing route() {
    if (!request_.chosen.empty() && take_alone(request_.chosen, "it was chosen before")) {
      return std::move(*result_);
    }
    const FabricShape shape = recognise(request_.fabric, given_roots(request_), request_.workers);
    choice_.fabric = shape.describe();
    if (shape.diameter != 0) {
      choice_.fabric = fmt::format("graph of diameter {}, {}", shape.diameter, choice_.fabric);
    }
    const std::vector<std::string_view> suited = engines_for(request_.fabric, shape);
    const bool is_tree = suited == std::vector<std::string_view>{"ftree", "updn"};
    if (has_no_links()) {
      choice_.fabric = "switches without a link between them";
      if (take_alone("minhop", "there is nothing to choose")) return std::move(*result_);
    } else if (is_whole_tree(request_.fabric, shape)) {
      choice_.fabric += ", whole";
      if (take_in_whole_tree(shape.tree)) return std::move(*result_);
    } else if (may_be_slow() && is_tree) {
      // In all comparisons it was the best.
      if (take_alone("ftree", kNoOtherTried)) return std::move(*result_);
    }
    std::vector<std::string_view> others = {"dfsssp", "sssp", "nue", "updn"};
    // Elsewhere port numbers follow no dimensions, and its paths close credit loops.
    if (shape.kind == ShapeKind::kProduct) others.emplace_back("dor");
    // With one LID for each port, and in trees, multipath is dfsssp.
    if (traffic_.spread && !is_tree) others.emplace_back("multipath");
    if (!try_all(suited)) try_all(others);
    return take_best();
  }

 private:
  const EngineInfo* find(std::string_view name) const {
    const auto found = std::ranges::find(request_.engines, name, &EngineInfo::name);
    // A state file may have any name: exclude engines that ask others.
    const bool asks = name == "auto" || name == "chain";
    return asks || found == request_.engines.end() ? nullptr : *found;
  }

  bool has_no_links() const {
    return std::ranges::none_of(request_.fabric.all_ports(),
                                [](const Port& port) { return port.kind == PeerKind::kSwitch; });
  }

  bool may_be_slow() const {
    return std::uint64_t{request_.fabric.switch_count()} * request_.fabric.max_lid() > kFewEntries;
  }

  // Lets an engine route into the rows; nothing: it refuses, as the last trial says.
  std::optional<Routing> ask(std::string_view name) {
    const EngineInfo* const engine = find(name);
    if (engine == nullptr) return std::nullopt;
    const bool is_first = choice_.trials.empty();
    EngineTrial& trial = choice_.trials.emplace_back();
    trial.engine = name;
    const Stopwatch time;
    try {
      if (!is_first) {
        keep_tables();
        fill_no_path(rows_);
      }
      Routing routing = engine->route(request_, rows_);
      trial.ms = time.ms();
      routing.notes.engine = name;
      return routing;
    } catch (const Stopped&) {
      throw;
    } catch (const CannotRoute& refusal) {
      trial.refusal = refusal.what();
    } catch (const std::bad_alloc&) {
      trial.refusal = "there is not enough memory for it";
    }
    trial.ms = time.ms();
    return std::nullopt;
  }

  // Saves the rows, which may still be those of the last candidate.
  void keep_tables() {
    if (candidates_.empty() || candidates_.back().tables) return;
    candidates_.back().tables.emplace(rows_, request_.fabric.max_lid(), request_.workers);
  }

  RoutingView view_of(const Routing& routing) const {
    const Sl2Vl* maps = routing.sl2vl.get();
    if (maps == nullptr && !std::holds_alternative<OneLane>(routing.lanes)) maps = &of_budget_;
    return {request_.fabric, rows_, routing.lanes, maps, &routing.multicast};
  }

  // False, with the reason in the last trial, if the tables in the rows cannot be taken.
  bool is_good(const Verdict& verdict) {
    EngineTrial& trial = choice_.trials.back();
    if (!verdict.reaches_all()) {
      trial.refusal = "it leaves pairs without a path";
    } else if (!verdict.credit_loop.empty()) {
      trial.refusal = "its paths close a credit loop";
    }
    trial.safe_on_one_lane = verdict.safe_on_one_lane;
    trial.lanes = verdict.lanes_used;
    return trial.refusal.empty();
  }

  // As the session will: engines that do not promise freedom from credit loops plan trees beside
  // any paths.
  Verdict verify_with_trees(Routing& routing) const {
    const auto verified = [&] { return verify(view_of(routing), request_.workers); };
    Verdict verdict = verified();
    const bool one_lane = std::holds_alternative<OneLane>(routing.lanes);
    take_masters_beside(request_.fabric, one_lane ? Vl{0} : of_budget_.base()[0], verified, verdict,
                        routing.multicast);
    return verdict;
  }

  // Takes an engine without a comparison. False: it cannot be taken.
  bool take_alone(std::string_view engine, std::string_view reason) {
    std::optional<Routing> routing = ask(engine);
    return routing && take_verified(*std::move(routing), reason);
  }
  bool take_verified(Routing routing, std::string_view reason) {
    const Stopwatch time;
    const bool is_ok = is_good(verify_with_trees(routing));
    choice_.trials.back().ms += time.ms();
    if (is_ok) take(std::move(routing), reason);
    return is_ok;
  }

  // Takes ftree, unless shifts have contention, or other traffic counts, and other engines can be
  // tried. False: it is a candidate, or cannot be taken.
  bool take_in_whole_tree(const FatTree& tree) {
    std::optional<Routing> routing = ask("ftree");
    if (!routing) return false;
    const std::vector<EndPortIndex> order = ranks_along(request_.fabric, routing->notes.ca_order);
    if (is_as_good_in_tree(traffic_.mix) &&
        shift_contention(request_.fabric, tree, rows_, order, request_.workers) <= kLittle) {
      return take_verified(*std::move(routing), "without contention in shifts");
    }
    if (may_be_slow()) return take_verified(*std::move(routing), kNoOtherTried);
    add_candidate(*std::move(routing));
    return false;
  }

  // Returns true if no more need be tried.
  bool try_all(const std::vector<std::string_view>& engines) {
    for (const std::string_view engine : engines) {
      if (std::ranges::find(choice_.trials, engine, &EngineTrial::engine) != choice_.trials.end()) {
        continue;
      }
      try_engine(engine);
      if (is_enough()) return true;
    }
    return false;
  }

  bool is_enough() const {
    if (std::ranges::all_of(candidates_, &Candidate::closes_multicast_loop)) return false;
    if (std::ranges::any_of(candidates_, [](const Candidate& candidate) {
          return !candidate.closes_multicast_loop && candidate.traffic.part >= kFull;
        })) {
      return true;
    }
    if (!may_be_slow()) return false;
    std::uint64_t busiest = UINT64_MAX;
    for (const Candidate& candidate : candidates_) {
      busiest = std::min(busiest, choice_.trials[candidate.trial].max_link_load);
    }
    // Engines with longer paths come behind those with shortest paths.
    const double least = std::max(choice_.trials[candidates_.front().trial].mean_link_load,
                                  static_cast<double>(least_busiest(request_.fabric)));
    return static_cast<double>(busiest) <= kClose * least;
  }

  void try_engine(std::string_view engine) {
    std::optional<Routing> routing = ask(engine);
    if (routing) add_candidate(*std::move(routing));
  }

  // If it can be taken.
  void add_candidate(Routing routing) {
    const Stopwatch time;
    try {
      judge(std::move(routing));
    } catch (const std::bad_alloc&) {
      choice_.trials.back().refusal = "there is not enough memory to verify it";
    }
    choice_.trials.back().ms += time.ms();
  }

  // Adds the routing to the candidates, if it can be taken.
  void judge(Routing routing) {
    const Verdict verdict = verify_with_trees(routing);
    if (!is_good(verdict)) return;
    const Figures figures = measure_loads(view_of(routing), request_.workers);
    EngineTrial& trial = choice_.trials.back();
    if (order_.empty()) order_ = ranks_along(request_.fabric, routing.notes.ca_order);
    DeliveredTraffic traffic =
        measure_traffic(request_.fabric, rows_, order_, traffic_, kTrafficFlows, request_.workers);
    trial.is_measured = true;
    trial.delivered = traffic.part;
    trial.max_link_load = figures.max_link_load;
    trial.mean_link_load = figures.mean_link_load;
    candidates_.push_back({std::move(routing), std::nullopt, choice_.trials.size() - 1,
                           !verdict.credit_loop_multicast.empty(), std::move(traffic)});
  }

  double most_delivered() const {
    double most = 0;
    for (const Candidate& candidate : candidates_) most = std::max(most, candidate.traffic.part);
    return most;
  }

  // Patterns of communication are drawn: what they hardly tell of a link that many paths cross, an
  // application may.
  void erase_much_busier() {
    const double least = kNearlyAsGood * most_delivered();
    const auto busiest = [&](const Candidate& candidate) {
      return static_cast<double>(choice_.trials[candidate.trial].max_link_load);
    };
    double least_busy = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates_) {
      if (candidate.traffic.part >= least) least_busy = std::min(least_busy, busiest(candidate));
    }
    std::erase_if(candidates_, [&](const Candidate& candidate) {
      return busiest(candidate) > kMuchBusier * least_busy;
    });
  }

  Routing take_best() {
    if (candidates_.empty()) {
      std::vector<std::string> reasons;
      for (const EngineTrial& trial : choice_.trials) {
        reasons.push_back(fmt::format("{}: {}", trial.engine, trial.refusal));
      }
      throw CannotRoute(fmt::format("no engine routes this fabric ({}): {}", choice_.fabric,
                                    joined(reasons, "; ")));
    }
    // No throughput outweighs a credit loop with multicast trees.
    if (!std::ranges::all_of(candidates_, &Candidate::closes_multicast_loop)) {
      for (const Candidate& candidate : candidates_) {
        if (candidate.closes_multicast_loop) {
          choice_.trials[candidate.trial].refusal = "multicast trees close a credit loop with it";
        }
      }
      std::erase_if(candidates_, std::mem_fn(&Candidate::closes_multicast_loop));
    }
    erase_much_busier();
    const double least = kAsGood * most_delivered();
    std::erase_if(candidates_,
                  [&](const Candidate& candidate) { return candidate.traffic.part < least; });
    const auto is_at_fault = [&](const Candidate& candidate) {
      return !choice_.trials[candidate.trial].safe_on_one_lane;
    };
    // In a Dragonfly+ ftree is asked first, only for its order of ranks.
    std::stable_partition(candidates_.begin(), candidates_.end(), [](const Candidate& candidate) {
      return candidate.routing.notes.engine == "dfp";
    });
    Candidate& best = *std::ranges::min_element(candidates_, {}, is_at_fault);
    if (best.tables) copy_rows(std::as_const(*best.tables).tables(), rows_);
    take(std::move(best.routing), describe_traffic(traffic_.mix, best.traffic));
    return std::move(*result_);
  }

  void take(Routing routing, std::string_view reason) {
    choice_.engine = routing.notes.engine;
    choice_.reason = reason;
    std::vector<std::string> others;
    for (const EngineTrial& trial : choice_.trials) {
      if (trial.engine == choice_.engine) continue;
      others.push_back(trial.refusal.empty()
                           ? fmt::format("{}: {:.0f} %", trial.engine, 100 * trial.delivered)
                           : fmt::format("{}: {}", trial.engine, trial.refusal));
    }
    routing.remarks.push_back(
        fmt::format("{}{}routed by {}, since {}{}{}{}; «routing_engine weft-{}» makes that a rule",
                    choice_.fabric, choice_.fabric.empty() ? "" : ": ", choice_.engine,
                    choice_.reason, others.empty() ? "" : " (", joined(others, "; "),
                    others.empty() ? "" : ")", choice_.engine));
    routing.choice = std::make_shared<const EngineChoice>(choice_);
    result_ = std::move(routing);
  }

  const RouteRequest& request_;
  Tables rows_;
  const Sl2Vl of_budget_;  // what SLs travel on where an engine has no maps of its own
  EngineChoice choice_;
  std::vector<Candidate> candidates_;
  Traffic traffic_;
  std::vector<EndPortIndex> order_;  // of the ranks that traffic is measured between
  std::optional<Routing> result_;
};

Routing route_piece(const RouteRequest& request, Tables rows) {
  return Auto(request, rows).route();
}

Routing route_auto(const RouteRequest& request, Tables rows) {
  const std::vector<FabricPart> islands = find_islands(request.fabric, request.workers);
  if (islands.empty()) return route_piece(request, rows);
  std::string why_together;
  try {
    return route_islands(request, islands, &route_piece, rows);
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& refusal) {
    why_together = refusal.what();
    fill_no_path(rows);
  }
  Routing routing = route_piece(request, rows);
  routing.remarks.push_back(
      fmt::format("all islands have one engine, because for one of them {}", why_together));
  return routing;
}

}  // namespace

const EngineInfo& auto_engine() {
  static constexpr EngineInfo kEngine = {"auto",
                                         "the engine that suits the fabric",
                                         Claims{.credit_loop_free = true},
                                         &route_auto,
                                         {"auto", "weft"}};
  return kEngine;
}

}  // namespace weft
