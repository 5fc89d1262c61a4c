#include "common/verify/verify_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "common/graph/next_hops.h"
#include "common/verify/choice_walk.h"
#include "common/verify/lane_walk.h"

namespace weft {
namespace {

constexpr std::size_t kMostExamples = 7;  // and one of dropped packets
// Loads are added up part by part, so that the sum does not depend on the number of threads.
constexpr std::size_t kParts = 16;

class ChoiceVerification {
 public:
  ChoiceVerification(const RoutingView& view, const PortChoices& choices, const Workers& workers)
      : choices_(choices),
        plan_(view.lanes),
        workers_(workers),
        index_(view.fabric),
        lanes_(index_, view.sl2vl, sls_in_use(view.lanes)),
        groups_(group_senders(index_, lanes_)),
        // If maps drop packets, the result differs by the switch port of each end port.
        classes_(classify_lids(index_, choices, lanes_.drops())),
        results_(classes_.size()),
        turns_(index_.links(), lanes_) {}

  ChoiceVerdict run() {
    count_entries();
    walk();
    for (std::size_t i = 0; i < classes_.size(); ++i) count(classes_[i], results_[i]);
    for (const LinkIndex channel : find_cycle())
      verdict_.credit_loop.push_back(as_channel(channel));
    return std::move(verdict_);
  }

 private:
  ChoiceWalker walker() const { return {index_, choices_, plan_, lanes_, groups_}; }

  void count_entries() {
    const Fabric& fabric = index_.fabric();
    std::vector<bool> several;
    for (const ChoiceRow& row : choices_) {
      several.assign(row.sets.size(), false);
      for (std::size_t i = 0; i < several.size(); ++i) {
        unsigned ports = 0;
        for_each_port(row.sets[i], [&](PortNum) { ++ports; });
        several[i] = ports > 1;
      }
      for (std::size_t lid = 1; lid <= fabric.max_lid(); ++lid) {
        if (row.number(lid) == 0) continue;
        if (fabric.owner(static_cast<Lid>(lid)).kind == PeerKind::kNothing) continue;
        ++verdict_.entries;
        verdict_.with_several_ports += several[row.number(lid)] ? 1 : 0;
      }
    }
  }

  void walk() {
    std::vector<std::unique_ptr<ChoiceWalker>> walkers(workers_.threads());
    std::vector<std::vector<double>> loads(kParts);
    workers_.parallel_for(kParts, 1, [&](unsigned worker, std::size_t part, std::size_t) {
      if (walkers[worker] == nullptr) walkers[worker] = std::make_unique<ChoiceWalker>(walker());
      loads[part].assign(index_.links().count(), 0.0);
      const std::size_t last = classes_.size() * (part + 1) / kParts;
      for (std::size_t i = classes_.size() * part / kParts; i < last; ++i) {
        workers_.check_stop();
        results_[i] = walkers[worker]->walk(classes_[i], turns_, loads[part]);
      }
    });
    unsigned used = 0;
    for (const auto& walker : walkers) used |= walker == nullptr ? 0u : walker->used_lanes();
    verdict_.lanes_used = static_cast<unsigned>(std::popcount(used));
    sum_up(loads);
  }

  void sum_up(const std::vector<std::vector<double>>& loads) {
    std::uint64_t links = 0;
    double total = 0;
    for (LinkIndex l = 0; l < index_.links().count(); ++l) {
      if (index_.links()[l].from == index_.links()[l].to) continue;
      double load = 0;
      for (const std::vector<double>& part : loads) load += part[l];
      verdict_.max_link_load = std::max(verdict_.max_link_load, load);
      verdict_.unused_links += load == 0 ? 1 : 0;
      total += load;
      ++links;
    }
    if (links != 0) verdict_.mean_link_load = total / static_cast<double>(links);
  }

  void count(const LidClass& lids, const ClassResult& result) {
    const SwitchIndex d = lids.first.destination;
    const std::uint32_t piece = index_.piece(d);
    const std::uint64_t pairs = lids.end_ports.size();
    const std::uint64_t disconnected = index_.sources().size() - index_.piece_end_ports(piece);
    const std::uint64_t unsafe = result.unsafe_senders - (result.owner_is_unsafe ? 1u : 0u);
    if (pairs != 0) {
      verdict_.unsafe_pairs += pairs * unsafe;
      verdict_.disconnected_pairs += pairs * disconnected;
    }
    bool switches_are_unsafe = false;
    const Lid base = index_.fabric().switches()[d].lid;
    if (std::find(lids.switches.begin(), lids.switches.end(), base) != lids.switches.end()) {
      const std::uint32_t beyond = index_.switch_count() - index_.piece_switches(piece);
      verdict_.unsafe_switch_pairs += result.unsafe_switches - beyond;
      switches_are_unsafe = result.unsafe_switches > beyond;
    }
    const std::uint64_t all = pairs + lids.switches.size();
    if (result.loops) verdict_.looping_lids += all;
    if (result.drops && !verdict_.drops) tell_of(*result.drops);
    const bool is_bad =
        result.loops || (pairs != 0 && unsafe > disconnected) || switches_are_unsafe;
    if (!is_bad || examples_ == kMostExamples) return;
    if (const auto example = walker().example(lids)) {
      verdict_.findings.push_back(*example);
      ++examples_;
    }
  }

  void tell_of(const DroppingPorts& at) {
    verdict_.drops = true;
    verdict_.findings.push_back(
        fmt::format("{} can drop packets from port {} to port {} (its SL2VL map says VL 15)",
                    index_.fabric().describe_switch(at.sw), at.in, at.out));
  }

  std::vector<std::uint32_t> find_cycle() const { return turns_.dependencies().find_cycle(); }

  Channel as_channel(std::uint32_t channel) const {
    const Link& link = index_.links()[channel / lanes_.lane_count()];
    return {link.from, link.port, lanes_.vl(channel % lanes_.lane_count())};
  }

  const PortChoices& choices_;
  const LanePlan& plan_;
  const Workers& workers_;
  FabricIndex index_;
  LaneMap lanes_;
  SenderGroups groups_;
  std::vector<LidClass> classes_;
  std::vector<ClassResult> results_;
  ChoiceTurns turns_;
  std::size_t examples_ = 0;
  ChoiceVerdict verdict_;
};

}  // namespace

ChoiceVerdict verify_choices(const RoutingView& view, const PortChoices& choices,
                             const Workers& workers) {
  return ChoiceVerification(view, choices, workers).run();
}

}  // namespace weft
