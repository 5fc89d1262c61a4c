// year FABRIC --engine NAME: a year of a fabric's life. Links, switches and hosts fail and are
// repaired at rates as they are met in use, and once a month some switches are serviced; how even
// the load stays, and how many table entries change, beside routing anew at each change.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/program.h"
#include "common/base/random.h"
#include "common/base/stopwatch.h"
#include "common/base/workers.h"
#include "common/routing/routing.h"
#include "common/session/session.h"
#include "plugins/engines.h"
#include "tests/support/living_fabric.h"
#include "tools/weft/load.h"

namespace weft::bench {
namespace {

struct Arguments {
  std::string fabric;
  std::string engine;
  unsigned days = 365;
  unsigned compare_hours = 24;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  unsigned lanes = 8;
};

constexpr unsigned kDay = 24;
constexpr unsigned kMonth = 30 * kDay;

// What fails, hour by hour, and comes back.
class Life {
 public:
  Life(test::LivingFabric& fabric, std::uint64_t seed) : fabric_(fabric), random_(seed) {
    const Fabric& whole = fabric.whole();
    for (SwitchIndex s = 0; s < whole.switch_count(); ++s) {
      for (std::size_t p = 1; p < whole.ports(s).size(); ++p) {
        const Port& port = whole.ports(s)[p];
        if (port.kind == PeerKind::kSwitch && s < port.peer) links_.emplace_back(s, p);
      }
    }
  }

  // Returns how many things happened.
  unsigned hour(unsigned now) {
    unsigned events = 0;
    for (auto due = back_.begin(); due != back_.end() && due->first <= now;) {
      due->second();
      due = back_.erase(due);
      ++events;
    }
    const Fabric& whole = fabric_.whole();
    lose_host(below(whole.end_port_count()), now + 1 + below(2));
    ++events;
    if (below(kDay) == 0) {
      const auto [s, port] = links_[below(static_cast<std::uint32_t>(links_.size()))];
      fabric_.lose_link(s, static_cast<PortNum>(port));
      back_.emplace(now + 1 + below(2 * kDay), [this, s = s, port = port] {
        fabric_.return_link(s, static_cast<PortNum>(port));
      });
      ++events;
    }
    if (below(7 * kDay) == 0) {
      lose_switch(below(whole.switch_count()), now + 1 + below(8));
      ++events;
    }
    // One of fifty switches, an hour each, one after the other.
    if (now % kMonth == kMonth - 1) serviced_ = whole.switch_count() / 50 + 1;
    if (serviced_ > 0) {
      --serviced_;
      lose_switch(below(whole.switch_count()), now + 1);
      ++events;
    }
    return events;
  }

 private:
  std::uint32_t below(std::uint32_t end) { return random_.below(end); }
  void lose_host(EndPortIndex e, unsigned until) {
    fabric_.lose_end_port(e);
    back_.emplace(until, [this, e] { fabric_.return_end_port(e); });
  }
  void lose_switch(SwitchIndex s, unsigned until) {
    fabric_.lose_switch(s);
    back_.emplace(until, [this, s] { fabric_.return_switch(s); });
  }

  test::LivingFabric& fabric_;
  Random random_;
  std::vector<std::pair<SwitchIndex, std::size_t>> links_;
  std::multimap<unsigned, std::function<void()>> back_;  // by hour
  unsigned serviced_ = 0;
};

// A session, and what it did so far.
class Routed {
 public:
  Routed(const Arguments& arguments, const Workers& workers)
      : session_(**std::ranges::find(all_engines(), arguments.engine, &EngineInfo::name),
                 all_engines()),
        workers_(workers),
        lanes_{first_lanes(arguments.lanes)} {}

  // False, and the last routing stays: it cannot be routed.
  bool route(const Fabric& fabric, bool anew, bool rebalances) {
    TableBlock rows(fabric.switch_count(), fabric.max_lid());
    Options options;
    options.keep_routes = !anew;
    RoutingTask task = {fabric, options, workers_, lanes_};
    task.rebalances = rebalances;
    const Stopwatch time;
    try {
      last_ = session_.route(std::move(task), rows.tables());
    } catch (const CannotRoute&) {
      return false;
    }
    ms_ += time.ms();
    if (last_->change) entries_ += last_->change->entries;
    if (last_->change && !last_->change->repaired) ++anew_;
    return true;
  }

  Figures figures() const {
    return measure_loads({last_->fabric, last_->tables->tables(), last_->routing.lanes}, workers_);
  }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t anew() const { return anew_; }
  double ms() const { return ms_; }

 private:
  Session session_;
  const Workers& workers_;
  LaneSettings lanes_;
  std::shared_ptr<const Verified> last_;
  std::uint64_t entries_ = 0;  // that changed
  std::uint64_t anew_ = 0;     // routings that were no repair
  double ms_ = 0;
};

double ratio(double a, double b) { return b == 0 ? 1 : a / b; }

void live(const Arguments& arguments) {
  const Workers workers(arguments.threads);
  const Fabric whole = tool::load_fabric(arguments.fabric, {}).fabric;
  test::LivingFabric fabric(whole);
  Life life(fabric, arguments.seed);
  Routed kept(arguments, workers);
  Routed evened(arguments, workers);
  Routed anew(arguments, workers);
  for (Routed* each : {&kept, &evened, &anew}) {
    if (!each->route(whole, each == &anew, false)) {
      throw std::runtime_error("the fabric cannot be routed");
    }
  }
  unsigned events = 0, compared = 0, refused = 0;
  double sum_kept = 0, sum_evened = 0, worst_kept = 0, worst_evened = 0, hops = 0;
  for (unsigned hour = 0; hour < arguments.days * kDay; ++hour) {
    events += life.hour(hour);
    const Fabric now = fabric.now();
    const bool good = kept.route(now, false, false) && evened.route(now, false, false) &&
                      evened.route(now, false, true) && anew.route(now, true, false);
    if (!good) ++refused;
    if (!good || hour % arguments.compare_hours != 0) continue;
    const Figures of_kept = kept.figures(), of_evened = evened.figures(), of_anew = anew.figures();
    const auto busiest = static_cast<double>(of_anew.max_link_load);
    const double here_kept = ratio(static_cast<double>(of_kept.max_link_load), busiest);
    const double here_evened = ratio(static_cast<double>(of_evened.max_link_load), busiest);
    sum_kept += here_kept;
    sum_evened += here_evened;
    worst_kept = std::max(worst_kept, here_kept);
    worst_evened = std::max(worst_evened, here_evened);
    hops = std::max(hops, ratio(of_evened.mean_hops, of_anew.mean_hops));
    ++compared;
  }
  fmt::print("{}: {} switches, {} LIDs; {}, {} days, {} events, {} hours refused\n",
             arguments.fabric, whole.switch_count(), whole.lid_count(), arguments.engine,
             arguments.days, events, refused);
  fmt::print("{:>14} {:>14} {:>14} {:>14} {:>10} {:>12}  {}\n", "busiest, mean", "busiest, worst",
             "entries", "of anew's", "anew", "ms a change", "");
  const auto row = [&](const Routed& routed, double sum, double worst, const std::string& what) {
    fmt::print("{:14.3f} {:14.3f} {:14} {:14.4f} {:10} {:12.1f}  {}\n", ratio(sum, compared), worst,
               routed.entries(),
               ratio(static_cast<double>(routed.entries()), static_cast<double>(anew.entries())),
               routed.anew(), routed.ms() / (arguments.days * kDay), what);
  };
  row(kept, sum_kept, worst_kept, "repaired alone");
  row(evened, sum_evened, worst_evened,
      fmt::format("repaired, and evened out when all is quiet; mean hops at most {:.3f}", hops));
  row(anew, compared, 1, "routed anew");
}

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("How even the load stays while links, switches and hosts fail and are repaired",
               "year");
  app.add_option("FABRIC", arguments.fabric, "As of weft route")->required();
  app.add_option("--engine", arguments.engine, "The routing engine")->required();
  app.add_option("--days", arguments.days, "How long it lives")
      ->check(CLI::Range(1, 3650))
      ->capture_default_str();
  app.add_option("--compare", arguments.compare_hours, "Hours between two looks at the load")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  app.add_option("--seed", arguments.seed, "Of what happens")->capture_default_str();
  app.add_option("--threads", arguments.threads, "How many may work; 0: one a processor")
      ->check(CLI::Range(0, 1024));
  app.add_option("--lanes", arguments.lanes, "How many virtual lanes there are")
      ->check(CLI::Range(1, 15))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (std::ranges::find(all_engines(), arguments.engine, &EngineInfo::name) ==
      all_engines().end()) {
    throw std::runtime_error("there is no engine " + arguments.engine);
  }
  live(arguments);
  return 0;
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
  return weft::bench::run_program("year", &weft::bench::run, argc, argv);
}
