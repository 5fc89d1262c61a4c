#include "tools/weft/counter_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/counters/counter_reader.h"
#include "common/counters/link_measures.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

constexpr std::int64_t kLongest = 366LL * 86'400;

std::optional<UnixSeconds> time_of_file(const std::string& argument) {
  struct ::stat status = {};
  if (argument == "-" || ::stat(argument.c_str(), &status) != 0) return std::nullopt;
  return status.st_mtime > 0 ? std::optional(static_cast<UnixSeconds>(status.st_mtime))
                             : std::nullopt;
}

// Times that only some files have cannot be compared with the others.
void find_times(const CounterArguments& arguments, JudgedCounters& judged) {
  std::vector<CounterSnapshot>& snapshots = judged.snapshots;
  if (arguments.interval || snapshots.size() < 2) return;
  const bool all_say =
      std::ranges::all_of(snapshots, [](const auto& one) { return one.time.has_value(); });
  for (std::size_t i = 0; i < snapshots.size() && !all_say; ++i) {
    snapshots[i].time = time_of_file(arguments.files[i]);
  }
  for (std::size_t i = 1; i < snapshots.size(); ++i) {
    const auto& before = snapshots[i - 1];
    const auto& after = snapshots[i];
    if (before.time && after.time && *before.time < *after.time) continue;
    if (all_say) {
      throw BadInput(fmt::format("{} is not later than {}: name the oldest file first",
                                 after.source, before.source));
    }
    judged.remarks.push_back(
        fmt::format("how long it was from {} to {} is unknown: the first was not written before "
                    "the second. --interval SECONDS says it",
                    before.source, after.source));
    return;
  }
  if (!all_say) {
    judged.remarks.emplace_back(
        "the files do not say when they are of: they count as of when they were written. "
        "--interval SECONDS says how long it was from one to the next");
  }
}

// The clocks of hosts and the times of reading are not exact.
constexpr double kMostOverCapacity = 1.25;

void say_what_cannot_be(const Fabric& fabric, JudgedCounters& judged) {
  const FabricMeasures& measures = judged.measures;
  double most = 0;
  DirectionIndex busiest = 0;
  for (DirectionIndex i = 0; i < measures.links.size() && measures.seconds > 0; ++i) {
    const LinkMeasure& link = measures.links[i];
    if (!link.octets) continue;
    const double share = *link.octets / (octets_per_second(link.link) * measures.seconds);
    if (share <= most) continue;
    most = share;
    busiest = i;
  }
  if (most < kMostOverCapacity) return;
  judged.remarks.push_back(fmt::format(
      "{} carried {:.1f} times what it can in {:.0f} s: the time is wrong (set --interval "
      "to the time between the files), or the rate of the link in the fabric file",
      describe_direction(fabric, measures, busiest), most, measures.seconds));
}

void say_what_does_not_count(JudgedCounters& judged) {
  const CountedTraffic& counted = judged.counted;
  if (counted.cleared > 0) {
    judged.remarks.push_back(fmt::format(
        "counters of {} ports were cleared between two files, or began at 0 again: they do not "
        "count",
        counted.cleared));
  }
  if (counted.full > 0) {
    judged.remarks.push_back(fmt::format(
        "counters of {} ports stand at the largest value that they can have, and count no "
        "further: clear them with perfquery -R, and read those of 64 bits with perfquery -x",
        counted.full));
  }
  if (judged.snapshots.size() == 1) {
    judged.remarks.emplace_back(
        "of one file nobody knows since when its counters count: a second one gives rates");
  }
}

}  // namespace

OptionSyntax add_counter_options(CommandSyntax command, CounterArguments& arguments) {
  const OptionSyntax counters =
      command
          .add_option("--counters", arguments.files,
                      "What ports have counted, of one time: what perfquery or ibqueryerrors "
                      "prints, metrics of infiniband_exporter, OpenSM's event_db_dump_file, or "
                      "ibdiagnet's .db_csv; may come again, the oldest first")
          .type_name("FILE")
          .one_value_each_time();
  command
      .add_option("--interval", arguments.interval,
                  "How long it was from one file of counters to the next, in seconds")
      .between(1, kLongest)
      .type_name("SECONDS")
      .needs(counters);
  return counters;
}

JudgedCounters judge_counters(const CounterArguments& arguments, const Fabric& fabric,
                              ConstTables tables, std::span<const std::uint64_t> path_loads,
                              const LinkKinds& kinds) {
  JudgedCounters judged;
  for (const std::string& file : arguments.files) {
    judged.snapshots.push_back(
        parse_counters(read_file(input_path(file)), input_name(file), fabric, judged.remarks));
  }
  find_times(arguments, judged);
  std::optional<double> seconds;
  if (arguments.interval) seconds = static_cast<double>(*arguments.interval);
  judged.counted = counted_over(judged.snapshots, seconds);
  say_what_does_not_count(judged);
  judged.measures = measure_links(fabric, judged.counted, path_loads, kinds);
  say_what_cannot_be(fabric, judged);
  for (std::size_t i = 1; i < judged.snapshots.size(); ++i) {
    const CountedTraffic step =
        counted_between(judged.snapshots[i - 1], judged.snapshots[i], seconds);
    judged.steps.push_back(measure_links(fabric, step, path_loads, kinds));
  }
  judged.hot = find_hot_links(fabric, tables, judged.measures, judged.counted);
  return judged;
}

}  // namespace weft::tool
