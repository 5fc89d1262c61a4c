#include "tools/weft/live_subnet.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/live/exchange.h"
#include "common/live/path_queries.h"
#include "common/live/subnet.h"
#include "tools/weft/progress.h"

namespace weft::tool {
namespace {

// SLs are only needed if there are several lanes.
void ask_for_sls(const OpenPort& port, const ExchangeLimits& limits, std::uint64_t most,
                 ReadFabric& read) {
  if (!read.live.sl2vl) return;
  const std::uint64_t pairs = count_path_queries(read.live.fabric);
  if (pairs > most) {
    throw BadInput(fmt::format(
        "{} pairs of end ports are more than the {} queries that --sls allows", pairs, most));
  }
  if (port.sm_lid == 0) {
    throw BadInput("nobody can be asked for SLs: no subnet manager has been at this host's port");
  }
  QueriedSls queried = query_path_sls(*port.mads, port.sm_lid, read.live.fabric, limits);
  read.lanes = std::move(queried.sls);
  read.requests += pairs;
  if (queried.unanswered != 0) {
    read.live.missing.push_back(
        fmt::format("the SLs of {} of {} pairs of end ports", queried.unanswered, pairs));
  }
}

}  // namespace

void add_live_options(CommandSyntax command, LiveArguments& arguments) {
  command
      .add_option(
          "-C,--Ca", arguments.port.ca,
          "The CA of this host that the live fabric is read by; the first one that is up by "
          "default")
      .type_name("CA");
  command
      .add_option("-P,--Port", arguments.port.port, "Its port; the first one that is up by default")
      .between(1, 254)
      .type_name("PORT");
  command
      .add_option("-t,--timeout", arguments.timeout_ms,
                  "A request of which no answer comes within so many ms is repeated, twice")
      .between(1, 60'000)
      .default_shown()
      .type_name("MS");
  command
      .add_option("--time-limit", arguments.time_limit_s,
                  "After so many seconds no more is read of the live fabric")
      .between(1, 86'400)
      .default_shown()
      .type_name("S");
  command
      .add_option("--outstanding_smps", arguments.in_flight,
                  "How many requests may be without an answer at a time")
      .between(1, 256)
      .default_shown()
      .type_name("N");
}

void add_sls_option(CommandSyntax command, LiveArguments& arguments) {
  command
      .add_option("--sls", arguments.path_queries,
                  "Of a live fabric, ask the subnet administration for the SL of every pair, in at "
                  "most so many queries, one a pair; where there are more pairs nothing is asked")
      .type_name("N");
}

ReadFabric read_live_fabric(const LiveArguments& arguments) {
  ExchangeLimits limits;
  limits.in_flight = arguments.in_flight;
  limits.timeout = std::chrono::milliseconds(arguments.timeout_ms);
  limits.end = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.time_limit_s);
  const OpenPort port = open_mad_port(arguments.port, limits.timeout);
  ProgressLine line;
  const LiveSubnet subnet = read_subnet(*port.mads, limits, [&](const ReadingProgress& progress) {
    line.say(fmt::format("{} switches, {} CAs and routers, {} requests", progress.switches,
                         progress.end_nodes, progress.requests));
  });
  ReadFabric read = {live_fabric(subnet), OneLane{}, subnet.requests};
  if (arguments.path_queries != 0) ask_for_sls(port, limits, arguments.path_queries, read);
  if (subnet.out_of_time) {
    read.live.missing.push_back(
        fmt::format("whatever {} s did not suffice for", arguments.time_limit_s));
  }
  return read;
}

std::string describe_missing(const LiveFabric& live) {
  constexpr std::size_t kNamed = 4;
  const std::size_t count = live.missing.size();
  if (count == 0) return {};
  const auto named = std::span(live.missing).first(std::min(count, kNamed));
  return fmt::format("{} was not read completely: {} {} missing{}{}", kLiveFabric, count,
                     count == 1 ? "thing is" : "things are",
                     count <= kNamed ? ": " : ", among them ", joined(named, "; "));
}

}  // namespace weft::tool
