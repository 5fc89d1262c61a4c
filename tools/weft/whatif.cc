// Tested by tests/e2e/test_whatif.py.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/fabric/counts.h"
#include "common/graph/cuts.h"
#include "common/graph/switch_graph.h"
#include "common/policy/options_digest.h"
#include "common/state/fabric_code.h"
#include "common/whatif/failure_specs.h"
#include "common/whatif/outcome_json.h"
#include "common/whatif/shards.h"
#include "common/whatif/suggestions.h"
#include "common/whatif/trials.h"
#include "plugins/engines.h"
#include "tools/weft/commands.h"
#include "tools/weft/engines_in_turn.h"
#include "tools/weft/load.h"
#include "tools/weft/progress.h"
#include "tools/weft/report.h"
#include "tools/weft/routing_arguments.h"
#include "tools/weft/suggest.h"
#include "tools/weft/usual_options.h"
#include "tools/weft/whatif_report.h"

namespace weft::tool {
namespace {

struct Arguments {
  RoutingArguments routing;
  std::vector<std::string> failures;
  std::string added;
  std::size_t suggested = 0;  // cables; 0: no suggestions
  std::uint64_t seed = 1;
  std::size_t top = 20;
  bool all = false;
  bool json = false;
  std::string shard = "1/1";
  std::string resumed;  // file of an interrupted run; empty: none
  std::vector<std::string> merged;
  std::string output;
};

std::atomic<bool> is_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

// Writes and flushes line by line, so that lines survive an interruption. Opens the file at the
// first write, since it may be one that was read.
class Output {
 public:
  // path: empty: standard output.
  explicit Output(std::string path) : path_(std::move(path)), own_(nullptr, &std::fclose) {}

  bool is_empty() const { return file_ == nullptr; }

  // Throws BadInput if the file surely cannot be written, before a long run.
  void check() const {
    if (path_.empty()) return;
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    const std::string where = ::access(path_.c_str(), F_OK) == 0 ? path_
                              : folder.empty()                   ? "."
                                                                 : folder.string();
    if (::access(where.c_str(), W_OK) != 0) fail();
  }

  // Throws BadInput.
  void write(std::string_view text) {
    if (file_ == nullptr) open();
    const bool written = std::fwrite(text.data(), 1, text.size(), file_) == text.size();
    if (!written || std::fflush(file_) != 0) fail();
  }

 private:
  void open() {
    if (!path_.empty()) own_.reset(std::fopen(path_.c_str(), "w"));
    file_ = path_.empty() ? stdout : own_.get();
    if (file_ == nullptr) fail();
  }

  [[noreturn]] void fail() const {
    throw BadInput(fmt::format("{}: cannot be written: {}",
                               path_.empty() ? "standard output" : path_,
                               std::generic_category().message(errno)));
  }

  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> own_;
  std::FILE* file_ = nullptr;
};

// Takes outcomes from several threads, in any order, and passes them on in the order of their
// places.
class InOrder {
 public:
  explicit InOrder(std::function<void(Outcome)> pass) : pass_(std::move(pass)) {}

  void take(std::size_t place, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(place, std::move(outcome));
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      pass_(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      ++next_;
    }
  }

 private:
  std::function<void(Outcome)> pass_;
  std::mutex mutex_;
  std::map<std::size_t, Outcome> waiting_;
  std::size_t next_ = 0;
};

// True if pairs lost their path or are disconnected, or if there is no routing.
bool is_bad(const Outcome& outcome) {
  return !outcome.error.empty() || outcome.lost_pairs + outcome.disconnected > 0;
}

std::size_t most_shown(const Arguments& arguments) {
  return arguments.all ? std::numeric_limits<std::size_t>::max() : arguments.top;
}

std::string digest_of_request(std::span<const Failure> failures, const RoutingInput& input) {
  ByteWriter bytes;
  bytes.number(digest_of(input.settings.routing));
  bytes.count(input.lanes.budget.lanes.size());
  const auto write = [&](SwitchPort at) {
    bytes.number(at.first);
    bytes.number(at.second);
  };
  for (const Failure& failure : failures) {
    bytes.text(failure.name);
    bytes.number(failure.sw);
    for (const SwitchPort& at : failure.links) write(at);
    for (const auto& [a, b] : failure.added) {
      write(a);
      write(b);
    }
  }
  return fmt::format("{:016x}", checksum(bytes.take()));
}

std::vector<Failure> asked_for(const Arguments& arguments, const Fabric& fabric) {
  std::vector<Failure> failures = parse_failures(fabric, arguments.failures, arguments.seed);
  if (!arguments.added.empty()) failures.push_back(read_added(fabric, arguments.added));
  if (failures.empty() && arguments.suggested == 0) {
    throw BadInput(arguments.failures.empty()
                       ? "nothing fails: say what by --fail, or what --add adds"
                       : "nothing fails: the fabric has no such link or switch");
  }
  return failures;
}

// Tries the failures at some places, each on one thread, and passes the outcomes on. False: stopped
// by a signal.
bool try_all(const Trials& trials, std::span<const Failure> failures,
             std::span<const std::size_t> places, const Workers& workers, bool json,
             InOrder& outcomes) {
  ProgressLine progress(json);
  std::atomic<std::size_t> tried = 0;
  const auto interrupted = [] { return is_interrupted.load(); };
  const Workers one(1, interrupted);
  const Workers all(workers.threads(), interrupted);
  try {
    all.parallel_for(places.size(), 1, [&](std::size_t first, std::size_t) {
      outcomes.take(first, trials.run(failures[places[first]], one));
      progress.say(fmt::format("{} of {} tried", ++tried, places.size()));
    });
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

// A routed fabric, and the failures to try.
struct Routed {
  const RoutingInput& input;
  const Verified& before;
  const Trials& trials;
};

OutcomesHeader header_of(const Routed& routed, std::span<const Failure> failures,
                         const EngineInfo& engine) {
  return {.engine = std::string(engine.name),
          .fabric = fmt::format("{:016x}", checksum(encode_fabric(routed.input.fabric))),
          .tables = lft_digest(routed.before.fabric, routed.before.tables->tables()),
          .request = digest_of_request(failures, routed.input),
          .failures = failures.size(),
          .busiest = routed.trials.load_before().most,
          .busiest_name = routed.trials.busiest_before(),
          .mean = routed.trials.load_before().mean};
}

constexpr const char* kInterrupted = "a signal has ended the run before all failures were tried";

int report_failures(const Arguments& arguments, const Routed& routed,
                    std::span<const Failure> failures, const OutcomesHeader& header,
                    const Workers& workers, Output& output) {
  const ShardNumber shard = parse_shard(arguments.shard);
  std::vector<Outcome> found;  // with --json only those of earlier runs
  if (!arguments.resumed.empty()) found = read_cut_short(arguments.resumed, header, shard);
  const std::size_t done = found.size();
  bool all_good = std::ranges::none_of(found, is_bad);
  InOrder outcomes([&](Outcome outcome) {
    all_good &= !is_bad(outcome);
    if (arguments.json) return output.write(json_line(outcome) + '\n');
    found.push_back(std::move(outcome));
  });
  if (arguments.json) {
    std::string text = json_line(header, shard) + '\n';
    for (const Outcome& outcome : found) text += json_line(outcome) + '\n';
    output.write(text);  // in one write: the file may be one that was read
  }
  const std::vector<std::size_t> places = places_of(shard, failures.size());
  const bool is_complete = try_all(routed.trials, failures, std::span(places).subspan(done),
                                   workers, arguments.json && arguments.output.empty(), outcomes);
  if (!arguments.json) output.write(whatif_text(header, std::move(found), most_shown(arguments)));
  if (!is_complete) throw BadInput(kInterrupted);
  return all_good ? 0 : 1;
}

Cuts cuts_in(const Fabric& fabric) {
  return count_cuts(SwitchGraph(fabric), sources_by_switch(fabric));
}

// Tries candidates for new cables.
int suggest(const Arguments& arguments, const Routed& routed, const EngineInfo& engine,
            const Workers& workers, Output& output) {
  const Fabric& fabric = routed.input.fabric;
  const LoadSummary& load = routed.trials.load_before();
  const CableCandidates candidates =
      find_cables(fabric, routed.before.tables->tables(), {load.sw, load.port},
                  routed.before.routing.notes.roots, most_tried(arguments.suggested));
  Suggestions suggestions = {.header = header_of(routed, candidates.cables, engine),
                             .candidates = candidates.of,
                             .unreachable_before = routed.before.verdict.unreachable_pairs,
                             .cuts_before = cuts_in(fabric),
                             .best = {}};
  InOrder outcomes([&](Outcome outcome) {
    const Failure& cable = candidates.cables[suggestions.best.size()];
    suggestions.best.push_back({std::move(outcome), cuts_in(fabric_after(fabric, cable))});
  });
  const std::vector<std::size_t> places = places_of({}, candidates.cables.size());
  if (!try_all(routed.trials, candidates.cables, places, workers,
               arguments.json && arguments.output.empty(), outcomes)) {
    throw BadInput(kInterrupted);
  }
  std::ranges::stable_sort(suggestions.best, gains_more);
  if (suggestions.best.size() > arguments.suggested) {
    suggestions.best.resize(arguments.suggested);
  }
  output.write(arguments.json ? suggestions_lines(suggestions) : suggestions_text(suggestions));
  return 0;
}

int run(const Arguments& arguments, std::span<const EngineInfo* const> asked, Output& output) {
  parse_shard(arguments.shard);
  const Workers workers(arguments.routing.threads, [] { return is_interrupted.load(); });
  RoutingInput input = read_input(arguments.routing, asked, workers);
  warn_all(input.remarks);
  const std::vector<Failure> failures = asked_for(arguments, input.fabric);
  if (arguments.suggested != 0 && !input.settings.drained.empty()) {
    throw BadInput("--suggest is of a fabric of which nothing is drained");
  }

  const Options& options = input.settings.routing;
  const Drained drained = drain_as(input.settings, input.fabric, workers);
  warn_all(drained.service.refused);
  warn_all(drained.service.not_found);
  TableBlock block(drained.fabric.switch_count(), drained.fabric.max_lid());
  std::optional<Session> session;
  std::shared_ptr<const Verified> before;
  const AskEngine ask = [&](const EngineInfo& engine, bool is_last) {
    const bool is_first = !session;
    session.emplace(engine, all_engines());
    if (is_first) {
      adopt_live(arguments.routing, engine, {input.fabric, options, workers, input.lanes},
                 *session);
    }
    before = session->route({.fabric = drained.fabric,
                             .options = options,
                             .workers = workers,
                             .lanes = input.lanes,
                             .last_in_list = is_last},
                            block.tables());
  };
  std::optional<EnginesInTurn> turns;
  const EngineInfo& engine = ask_in_turn(input.conf, asked, ask, turns);
  if (turns) warn_of_turns(*turns);
  warn_all(before->routing.warnings);
  const auto drain = [&](Fabric fabric) {
    return drain_as(input.settings, std::move(fabric), Workers(1)).fabric;
  };
  const Trials trials({input.fabric, drain, options, input.lanes}, *session, workers);
  const Routed routed = {input, *before, trials};
  if (arguments.suggested != 0) return suggest(arguments, routed, engine, workers, output);
  return report_failures(arguments, routed, failures, header_of(routed, failures, engine), workers,
                         output);
}

int merge(const Arguments& arguments, Output& output) {
  MergedOutcomes merged = merge_shards(arguments.merged);
  const bool all_good = std::ranges::none_of(merged.outcomes, is_bad);
  if (arguments.json) {
    output.write(json_line(merged.header, {}) + '\n');
    for (const Outcome& outcome : merged.outcomes) output.write(json_line(outcome) + '\n');
  } else {
    output.write(whatif_text(merged.header, std::move(merged.outcomes), most_shown(arguments)));
  }
  return all_good ? 0 : 1;
}

int run_or_merge(const Arguments& arguments) {
  Output output(arguments.output);
  try {
    output.check();
    const bool has_fabric = !arguments.routing.fabric.empty() || arguments.routing.is_live();
    const bool has_engine = !arguments.routing.engine.empty() || !arguments.routing.conf.empty();
    if (!arguments.merged.empty()) {
      if (has_fabric || has_engine) {
        throw BadInput("--merge routes nothing: leave out FABRIC, --engine and --conf");
      }
      return merge(arguments, output);
    }
    if (!has_fabric && arguments.failures.size() > 1) {
      throw BadInput("name a FABRIC, before --fail, which takes every word behind it");
    }
    if (!has_fabric || !has_engine) {
      throw BadInput("name a FABRIC and an --engine or a --conf, or files to --merge");
    }
    const auto interrupt = [](int) { is_interrupted = true; };
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    return run(arguments, asked_engines(arguments.routing), output);
  } catch (const std::exception& error) {
    const bool is_stopped = dynamic_cast<const Stopped*>(&error) != nullptr;
    const std::string sentence = is_stopped ? kInterrupted : sentence_of(error);
    // Not into --output, which may have what an earlier run found.
    if (arguments.json && output.is_empty()) fmt::print("{}\n", refusal_line(sentence));
    if (is_stopped) throw BadInput(sentence);
    throw;
  }
}

}  // namespace

Command add_whatif(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "whatif", "Say what failures would do to a routed fabric, each of them alone");
  add_routing_options(sub, arguments->routing);
  sub.option("FABRIC").required(false);  // not for merging files
  sub.add_option("--fail", arguments->failures,
                 "What fails: switch NAME, link NAME[PORT], cables FILE (all of them at once), "
                 "every-link (between switches, each alone), every-switch (each alone), or random "
                 "N% x K (K times so many of the links between switches)")
      .type_name("SPEC");
  sub.add_option("--add", arguments->added,
                 "Judge what the links in FILE would do, NAME[PORT] NAME[PORT] on a line, if all "
                 "of them were added")
      .type_name("FILE");
  sub.add_option("--suggest", arguments->suggested,
                 "Find the N single cables that gain most, between free ports of switches: those "
                 "that a tree lacks, or that relieve the busiest link")
      .between(1, 1000)
      .excludes("--fail")
      .excludes("--add")
      .type_name("N");
  sub.add_option("--seed", arguments->seed, "The seed of random failures")
      .default_shown()
      .type_name("N");
  sub.add_option("--top", arguments->top, "List so many of the worst")
      .default_shown()
      .type_name("N");
  sub.add_flag("--all", arguments->all, "List all");
  add_json_option(sub, arguments->json, "Print a line of JSON for each failure");
  sub.add_option("--shard", arguments->shard, "Do every N-th failure, beginning with the I-th")
      .excludes("--suggest")
      .type_name("I/N");
  sub.add_option("--resume", arguments->resumed,
                 "Go on from what the same run wrote with --json before it was cut short: what is "
                 "in this file is not tried again")
      .excludes("--suggest")
      .type_name("FILE");
  const OptionSyntax merge =
      sub.add_option("--merge", arguments->merged,
                     "Report what --json wrote into these files, of all shards")
          .type_name("FILE");
  for (const char* option : {"--fail", "--add", "--suggest", "--shard", "--resume"}) {
    merge.excludes(option);
  }
  sub.add_option("-o,--output", arguments->output, "Write there instead").type_name("FILE");
  return [arguments] { return run_or_merge(*arguments); };
}

}  // namespace weft::tool
