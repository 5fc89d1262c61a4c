#include "tools/weft/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/base/text.h"
#include "common/patterns/patterns.h"
#include "common/patterns/rank_order.h"
#include "common/routing/tables.h"
#include "plugins/engines.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

RailChoice parse_rail(const std::string& text) {
  using Use = RailChoice::Use;
  if (text.empty() || text == "all") return {Use::kAll};
  if (text == "by-port") return {Use::kByPort};
  Scanner scanner(text);
  const auto number = scanner.number<unsigned>();
  if (!number || !scanner.rest().empty() || *number == 0) {
    throw BadInput(fmt::format("--rail {}: write a number from 1, all, or by-port", text));
  }
  return {Use::kOne, *number};
}

// The order that ftree makes its routes for, independent of the engine. Throws CannotRoute.
std::vector<EndPortIndex> order_of_ftree(const Fabric& fabric, const Workers& workers) {
  const auto engines = all_engines();
  const auto ftree = std::ranges::find(engines, "ftree", &EngineInfo::name);
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  return (*ftree)->route({fabric, Options{}, workers}, block.tables()).notes.ca_order;
}

Placement read_placement(const std::string& text, const std::string& source, const Fabric& fabric,
                         const RailChoice& choice) {
  std::vector<std::string> warnings;
  Placement placement = parse_rank_order(text, source, fabric, choice, warnings);
  warn_all(warnings);
  return placement;
}

}  // namespace

std::vector<OptionSyntax> add_rank_options(CommandSyntax command, RankArguments& arguments) {
  const OptionSyntax ranks =
      command
          .add_option("--ranks", arguments.file,
                      "The ranks: a hostfile or rankfile of MPI, host names as scontrol show "
                      "hostnames prints them, or opensm-ftree-ca-order.dump; - is standard input")
          .type_name("FILE");
  const OptionSyntax slurm =
      command
          .add_option("--ranks-from-slurm", arguments.slurm_list,
                      "The ranks: a list of hosts as in SLURM_JOB_NODELIST, c[01-08],d1")
          .type_name("LIST")
          .excludes(ranks);
  const OptionSyntax order =
      command
          .add_option(
              "--order", arguments.order,
              "Without a list the order of ranks is the engine's own if it has one, or guid:"
              "\n  guid: all CA ports, by GUID"
              "\n  host: all hosts, by name"
              "\n  ftree: that which ftree routes for, whichever engine is asked")
          .one_of({"guid", "host", "ftree"})
          .type_name("NAME")
          .excludes(ranks)
          .excludes(slurm);
  const OptionSyntax rail =
      command
          .add_option("--rail", arguments.rail,
                      "Which ports the ranks of a host with several use: the N-th (by node "
                      "description), all, which is the default, or by-port, one each in turn")
          .type_name("N|all|by-port");
  return {ranks, slurm, order, rail};
}

Ranks place_ranks(const RankArguments& arguments, const Fabric& fabric,
                  std::span<const EndPortIndex> ca_order, const Workers& workers) {
  const RailChoice choice = parse_rail(arguments.rail);
  if (!arguments.file.empty()) {
    return {read_placement(read_file(input_path(arguments.file)), input_name(arguments.file),
                           fabric, choice),
            "file"};
  }
  if (!arguments.slurm_list.empty()) {
    return {read_placement(arguments.slurm_list, "--ranks-from-slurm", fabric, choice), "file"};
  }
  if (arguments.order == "ftree") {
    try {
      return {order_of_ftree(fabric, workers), "ftree"};
    } catch (const CannotRoute& error) {
      throw BadInput(fmt::format("--order ftree: {}", error.what()));
    }
  }
  if (arguments.order == "host" || !arguments.rail.empty()) {
    std::vector<std::string> warnings;
    Placement placement = place_hosts(fabric, choice, warnings);
    warn_all(warnings);
    return {std::move(placement), "host"};
  }
  if (arguments.order.empty() && !ca_order.empty()) {
    return {std::vector<EndPortIndex>(ca_order.begin(), ca_order.end()), "engine"};
  }
  return {ranks_by_guid(fabric), "guid"};
}

bool names_ranks(const RankArguments& arguments) {
  return !arguments.file.empty() || !arguments.slurm_list.empty() || !arguments.order.empty() ||
         !arguments.rail.empty();
}

std::vector<EndPortIndex> leaf_order(const Fabric& fabric, const Workers& workers) {
  try {
    return order_of_ftree(fabric, workers);
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute&) {
    return ranks_by_switch(fabric);
  }
}

std::string describe_order(const std::string& order) {
  if (order == "file") return "in the order of the list";
  if (order == "engine") return "in the order of the engine";
  if (order == "ftree") return "in the order of ftree";
  return order == "host" ? "by host name" : "by GUID";
}

}  // namespace weft::tool
