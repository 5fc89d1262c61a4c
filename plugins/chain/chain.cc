#include "plugins/chain/chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/policy/chain_policy.h"
#include "common/policy/guid_groups.h"
#include "common/repair/around_missing.h"
#include "common/routing/part_lanes.h"
#include "common/routing/part_options.h"
#include "common/verify/verify.h"
#include "plugins/chain/step_parts.h"

namespace weft {
namespace {

std::string describe(const ChainStep& step) {
  return fmt::format("step {} ({})", step.id, step.engine);
}

const EngineInfo& engine_of(const ChainStep& step, std::span<const EngineInfo* const> engines) {
  const auto found = std::ranges::find(engines, step.engine, &EngineInfo::name);
  if (found == engines.end()) throw CannotRoute("there is no such engine");
  return **found;
}

// part: null: the whole fabric.
Options options_of(const ChainStep& step, const RouteRequest& request, const FabricPart* part,
                   std::vector<std::string>& warnings) {
  Options options = step.options.over(request.options);
  options.port_groups = request.options.chain;
  options = with_nodes_of_groups(std::move(options), request.fabric, request.workers, warnings);
  if (part == nullptr) return options;
  return options_within(std::move(options), request.fabric, *part);
}

// A step that has routed.
struct Done {
  const ChainStep* step;
  const EngineInfo* engine;
  Options options;
  std::shared_ptr<const FabricPart> part;  // null: the whole fabric
  Routing routing;
};

class Chain {
 public:
  Chain(const RouteRequest& request, Tables rows)
      : request_(request),
        rows_(rows),
        parts_(request.fabric, *request.options.chain, request.workers, result_.warnings) {
    owners_.assign(request.fabric.max_lid() + std::size_t{1}, kNobody);
  }

  // Runs a step or, if it fails, the first of its fallbacks that does not.
  void run(const ChainLink& link) {
    std::vector<const ChainStep*> candidates = {&link.step};
    for (const ChainStep& fallback : link.fallbacks) candidates.push_back(&fallback);
    std::vector<std::string> failures;
    for (const ChainStep* step : candidates) {
      try {
        run_step(*step);
        if (!failures.empty()) {
          result_.warnings.push_back(
              fmt::format("{}; {} is used instead", joined(failures, "; "), describe(*step)));
        }
        return;
      } catch (const Stopped&) {
        throw;
      } catch (const CannotRoute& failure) {
        if (done_.empty()) fill_no_path(rows_);  // the first step works on them directly
        failures.push_back(fmt::format("{} failed: {}", describe(*step), failure.what()));
      }
    }
    throw CannotRoute(fmt::format("{}; no {}step is its fallback", joined(failures, "; "),
                                  link.fallbacks.empty() ? "" : "other "));
  }

  // The routing of all steps together, on the lanes that each has chosen.
  Routing finish() {
    if (done_.empty()) throw CannotRoute("its steps route nothing");
    Routing result = std::move(result_);
    take_maps(result);
    result.lanes = *lanes_of_all(Lanes::kCommon);
    result.may_have_credit_loops =
        done_.size() == 1 && !done_.front().engine->claims.credit_loop_free;
    result.multicast = std::move(done_.front().routing.multicast);
    for (Done& done : done_) {
      result.steps.push_back({done.step->id, done.step->engine, done.part,
                              std::move(done.routing.notes), std::move(done.options)});
    }
    return result;
  }

  bool has_several_steps() const { return done_.size() > 1; }

  // After a credit loop on common lanes: gives each step separate lanes. False if there are too
  // few, and the loop is accepted; throws CannotRoute if it is not.
  bool put_apart(Routing& routing, const std::vector<Channel>& loop) {
    std::optional<LanePlan> apart;
    if (step_with_maps() == nullptr) apart = lanes_of_all(Lanes::kApart);
    if (!apart) {
      accept(routing, loop);
      return false;
    }
    routing.lanes = std::move(*apart);
    routing.remarks.push_back(
        "each step has its own virtual lanes, because on shared lanes the steps close a credit "
        "loop");
    return true;
  }

  // After a credit loop on separate lanes, too: back to common lanes, unless only separate lanes
  // keep the steps whose engines promise that free of loops. Throws CannotRoute if the loop is not
  // accepted.
  void put_together(Routing& routing, const std::vector<Channel>& loop) {
    accept(routing, loop);
    LanePlan apart = std::exchange(routing.lanes, *lanes_of_all(Lanes::kCommon));
    if (request_.options.allow_credit_loops || loop_of_promises(routing, {}).empty()) {
      routing.remarks.pop_back();
    } else {
      routing.lanes = std::move(apart);
    }
  }

 private:
  void run_step(const ChainStep& step) {
    Done done = {&step, &engine_of(step, request_.engines), {}, parts_.of(step, done_.empty()), {}};
    if (done.part != nullptr && done.part->fabric.lid_count() == 0) {
      result_.warnings.push_back(fmt::format("{} routes nothing: {}", describe(step),
                                             why_nothing(step, done.part->switches.empty())));
      return;
    }
    done.options = options_of(step, request_, done.part.get(), result_.warnings);
    if (done.part == nullptr && done_.empty()) {
      done.routing = done.engine->route(
          {request_.fabric, done.options, request_.workers, request_.lanes, request_.engines},
          rows_);
      // Later steps replace entries only by paths, so no more pairs than these have no path.
      result_.unrouted_pairs = done.routing.unrouted_pairs;
      own(request_.fabric, rows_);
    } else {
      route_part(done);
    }
    take_words(done);
    result_.unchecked |= done.routing.unchecked;
    done_.push_back(std::move(done));
    forget_lanes();
  }

  static std::string why_nothing(const ChainStep& step, bool empty) {
    if (empty) return "its topology has no switch";
    if (!step.path_bit) return "its topology has no LID";
    return fmt::format("no port of its topology has the path bit {} (see lmc)", *step.path_bit);
  }

  // Drops the lanes of steps that own no LIDs any more.
  void forget_lanes() {
    std::vector<bool> owns(done_.size());
    for (const std::uint32_t owner : owners_) {
      if (owner != kNobody) owns[owner] = true;
    }
    for (std::size_t k = 0; k < done_.size(); ++k) {
      if (owns[k]) continue;
      done_[k].routing.lanes = OneLane{};
      done_[k].routing.sl2vl = nullptr;
    }
  }

  // Null: SL2VL maps are the same at all ports.
  const Done* step_with_maps() const {
    const auto found =
        std::ranges::find_if(done_, [](const Done& done) { return done.routing.sl2vl != nullptr; });
    return found == done_.end() ? nullptr : &*found;
  }

  void take_maps(Routing& result) const {
    const Done* const step = step_with_maps();
    if (step == nullptr) return;
    for (const Done& other : done_) {
      if (&other == step || std::holds_alternative<OneLane>(other.routing.lanes)) continue;
      throw CannotRoute(
          fmt::format("{} has its own SL2VL maps, which leave no virtual lanes for other steps, "
                      "but {} needs lanes: give it an engine that uses one lane, such as updn",
                      describe(*step->step), describe(*other.step)));
    }
    const Routing& routing = step->routing;
    result.sl2vl =
        step->part == nullptr ? routing.sl2vl : sl2vl_of_whole(*routing.sl2vl, *step->part);
    result.qos_levels = routing.qos_levels;
  }

  // Routes on separate rows: a step that fails must not change the tables.
  void route_part(Done& done) {
    const Fabric& whole = request_.fabric;
    const Fabric& fabric = done.part ? done.part->fabric : whole;
    TableBlock block(fabric.switch_count(), fabric.max_lid());
    const Tables from = block.tables();
    done.routing = done.engine->route(
        {fabric, done.options, request_.workers, request_.lanes, request_.engines}, from);
    own(fabric, from);
    for (SwitchIndex i = 0; i < fabric.switch_count(); ++i) {
      PortNum* const to = rows_.row(done.part ? done.part->switches[i] : i);
      const PortNum* const row = from.row(i);
      for (std::size_t lid = 0; lid <= fabric.max_lid(); ++lid) {
        if (row[lid] != kNoPath) to[lid] = row[lid];
      }
    }
  }

  void take_words(Done& done) {
    const std::string name = describe(*done.step);
    for (const std::string& warning : done.routing.warnings) {
      result_.warnings.push_back(fmt::format("{}: {}", name, warning));
    }
    for (const std::string& remark : done.routing.remarks) {
      result_.remarks.push_back(fmt::format("{}: {}", name, remark));
    }
    const Fabric& fabric = done.part ? done.part->fabric : request_.fabric;
    result_.remarks.push_back(fmt::format("{} routed {} LIDs over {} switches", name,
                                          fabric.lid_count(), fabric.switch_count()));
  }

  // The LIDs that the newest step of done_ delivers belong to it from now on.
  void own(const Fabric& fabric, ConstTables tables) {
    for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
      const SwitchIndex last = fabric.destination_switch(static_cast<Lid>(lid));
      if (last != kNone && tables.row(last)[lid] != kNoPath) {
        owners_[lid] = static_cast<std::uint32_t>(done_.size());
      }
    }
  }

  enum class Lanes { kCommon, kApart };

  // Nothing if there are too few; common lanes always suffice.
  std::optional<LanePlan> lanes_of_all(Lanes lanes) const {
    return join_lanes(request_.fabric, rows_, lanes_of_steps(), owners_,
                      step_with_maps() == nullptr ? request_.lanes : all_sls(),
                      lanes == Lanes::kApart, request_.workers);
  }

  // Accepts a credit loop that needs paths of steps without a promise.
  void accept(Routing& routing, const std::vector<Channel>& of_all) const {
    routing.may_have_credit_loops = true;
    if (request_.options.allow_credit_loops) return;
    const std::vector<Channel> loop = loop_of_promises(routing, of_all);
    if (loop.empty()) return;
    throw CannotRoute(fmt::format(
        "its steps together close a credit loop, and {}. The loop has paths of {}: "
        "{}. weft_allow_credit_loops TRUE would accept it",
        lanes_missing(), names_of(steps_in(loop)), describe_cycle(request_.fabric, loop)));
  }

  bool promises(std::uint32_t k) const { return done_[k].engine->claims.credit_loop_free; }

  // A credit loop of the entries alone of those steps whose engines promise to close none. of_all:
  // the loop of all steps, if it is known. Cost: O(S L steps), and that of verify(); nothing if all
  // promise that and the loop is known, or none does.
  std::vector<Channel> loop_of_promises(const Routing& routing,
                                        const std::vector<Channel>& of_all) const {
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < done_.size(); ++k) count += promises(k) ? 1 : 0;
    if (count == 0 || (count == done_.size() && !of_all.empty())) {
      return count == 0 ? std::vector<Channel>() : of_all;
    }
    TableBlock block(rows_, request_.fabric.max_lid(), request_.workers);
    const auto leave_out = [&](std::size_t first, std::size_t last) {
      for (auto s = static_cast<SwitchIndex>(first); s < last; ++s) {
        PortNum* const row = block.tables().row(s);
        for (std::size_t lid = 1; lid < owners_.size(); ++lid) {
          if (!promises(writer(s, static_cast<Lid>(lid)))) row[lid] = kNoPath;
        }
      }
    };
    request_.workers.parallel_for(request_.fabric.switch_count(), 16, leave_out);
    const Sl2Vl of_budget(map_of(request_.lanes));
    const Sl2Vl* const maps = routing.sl2vl != nullptr ? routing.sl2vl.get() : &of_budget;
    const bool is_one_lane = std::holds_alternative<OneLane>(routing.lanes);
    return verify({request_.fabric, std::as_const(block).tables(), routing.lanes,
                   is_one_lane ? nullptr : maps},
                  request_.workers)
        .credit_loop;
  }

  std::vector<StepLanes> lanes_of_steps() const {
    std::vector<StepLanes> steps;
    for (const Done& done : done_) {
      const std::uint32_t switches = request_.fabric.switch_count();
      std::vector<SwitchIndex> places;
      if (done.part) {
        places = places_in(*done.part, switches);
      } else {
        places.resize(switches);
        std::iota(places.begin(), places.end(), SwitchIndex{0});
      }
      steps.push_back({done.routing.lanes, std::move(places)});
    }
    return steps;
  }

  std::string lanes_missing() const {
    if (const Done* const step = step_with_maps()) {
      return fmt::format("the SL2VL maps of {} leave no separate lanes for the other steps",
                         describe(*step->step));
    }
    if (request_.lanes.lanes.size() == 1) {
      return "there is only one virtual lane (qos TRUE gives more)";
    }
    return fmt::format("separate lanes for the steps, of the {} available, do not break it",
                       request_.lanes.lanes.size());
  }

  // The steps of done_ with a promise whose entries are on the loop.
  std::set<std::uint32_t> steps_in(const std::vector<Channel>& loop) const {
    std::set<std::uint32_t> found;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Channel& channel = loop[i];
      const Channel& next = loop[(i + 1) % loop.size()];
      for (std::size_t lid = 1; lid < owners_.size(); ++lid) {
        if (request_.fabric.owner(static_cast<Lid>(lid)).kind != PeerKind::kEndPort ||
            rows_.row(channel.sw)[lid] != channel.port || rows_.row(next.sw)[lid] != next.port) {
          continue;
        }
        const std::uint32_t here = writer(channel.sw, static_cast<Lid>(lid));
        const std::uint32_t there = writer(next.sw, static_cast<Lid>(lid));
        if (!promises(here) || !promises(there)) continue;
        found.insert(here);
        found.insert(there);
        break;
      }
    }
    return found;
  }

  std::string names_of(const std::set<std::uint32_t>& steps) const {
    std::vector<std::string> names;
    names.reserve(steps.size());
    for (const std::uint32_t k : steps) names.push_back(describe(*done_[k].step));
    return joined(names, " and ");
  }

  // The last step that routes this LID at this switch; the first step routes all.
  std::uint32_t writer(SwitchIndex s, Lid lid) const {
    auto k = static_cast<std::uint32_t>(done_.size() - 1);
    for (; k > 0; --k) {
      const auto& part = done_[k].part;
      if (!part || (part->has_lid(lid) && part->place_of(s) != kNone)) break;
    }
    return k;
  }

  const RouteRequest request_;  // a copy; all that it refers to outlives it
  Tables rows_;
  Routing result_;
  const StepParts parts_;
  std::vector<std::uint32_t> owners_;  // by LID: which of done_ routed it last
  std::vector<Done> done_;
};

// The step of a link of the chain that routed; null: none of them had anything to route.
const ChainStep* find_routed(const ChainLink& link, std::span<const RoutedStep> routed) {
  const auto is_routed = [&](const ChainStep& step) {
    return std::ranges::find(routed, step.id, &RoutedStep::id) != routed.end();
  };
  if (is_routed(link.step)) return &link.step;
  const auto found = std::ranges::find_if(link.fallbacks, is_routed);
  return found == link.fallbacks.end() ? nullptr : &*found;
}

}  // namespace

Routing route_chain(const RouteRequest& request, Tables rows) {
  if (request.options.chain == nullptr || request.options.chain->links.empty()) {
    throw CannotRoute(
        "there is no routing chain: rch_policy_file is not set, or has had errors since opensm "
        "started");
  }
  const auto chain = std::make_shared<Chain>(request, rows);
  for (const ChainLink& link : request.options.chain->links) chain->run(link);
  Routing routing = chain->finish();
  if (!chain->has_several_steps()) return routing;
  routing.other_lanes = [chain](Routing& of_all, const std::vector<Channel>& loop) {
    if (!chain->put_apart(of_all, loop)) return false;
    of_all.other_lanes = [chain](Routing& again, const std::vector<Channel>& of_apart) {
      chain->put_together(again, of_apart);
      return true;
    };
    return true;
  };
  return routing;
}

std::vector<RoutedStep> chain_steps_now(const RouteRequest& request,
                                        std::span<const RoutedStep> before) {
  if (before.empty()) throw CannotRoute("its steps did not compute the active tables");
  std::vector<std::string> said_before;
  const StepParts parts(request.fabric, *request.options.chain, request.workers, said_before);
  std::vector<RoutedStep> now;
  for (const ChainLink& link : request.options.chain->links) {
    const ChainStep* const step = find_routed(link, before);
    auto part = parts.of(step == nullptr ? link.step : *step, now.empty());
    if (step == nullptr) {
      if (part != nullptr && part->fabric.lid_count() == 0) continue;
      throw CannotRoute(describe(link.step) + " has something to route now");
    }
    if (!engine_of(*step, request.engines).repairable) {
      throw CannotRoute(fmt::format("the tables of {} are never repaired", describe(*step)));
    }
    Options options = options_of(*step, request, part.get(), said_before);
    now.push_back({step->id, step->engine, std::move(part), {}, std::move(options)});
  }
  return now;
}

const EngineInfo& chain_engine() {
  static constexpr EngineInfo kEngine = {
      "chain",
      "several engines, each for a part of the fabric (rch_policy_file)",
      {.credit_loop_free = true},
      route_chain,
      {"chain"},
      /*repairable=*/true,
      chain_steps_now};
  return kEngine;
}

}  // namespace weft
