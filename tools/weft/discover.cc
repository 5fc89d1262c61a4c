// Tested by tests/e2e/test_discover.py.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/json.h"
#include "common/base/stopwatch.h"
#include "common/dumps/lane_writers.h"
#include "common/dumps/table_writer.h"
#include "common/fabric/counts.h"
#include "common/fabric/renumber.h"
#include "common/fabric/writers/fabric_writer.h"
#include "common/session/session_json.h"
#include "common/stored/table_reader.h"
#include "tools/weft/commands.h"
#include "tools/weft/files_at_once.h"
#include "tools/weft/live_subnet.h"
#include "tools/weft/load.h"
#include "tools/weft/report.h"
#include "tools/weft/usual_options.h"

namespace weft::tool {
namespace {

struct Arguments {
  LiveArguments live;
  std::string directory;
  bool json = false;
};

// True if all ports map SL i to VL i.
bool is_identity(const Sl2Vl& maps) { return maps.uniform() && maps.base() == Sl2Vl::kIdentity; }

void write_files(const ReadFabric& read, ConstTables tables, const std::string& directory) {
  const LiveFabric& live = read.live;
  FilesAtOnce files(directory);
  write_ibnetdiscover(live.fabric, files.path("fabric.ibnetdiscover"));
  write_subnet_list(live.fabric, files.path("opensm-subnet.lst"));
  write_lfts_dump(live.fabric, tables, files.path("opensm-lfts.dump"));
  write_fdbs(live.fabric, tables, files.path("opensm.fdbs"));
  if (live.sl2vl && !is_identity(*live.sl2vl)) {
    write_sl2vl(live.fabric, *live.sl2vl, files.path("slvl.txt"));
  }
  if (!std::holds_alternative<OneLane>(read.lanes)) {
    write_path_sls(live.fabric, read.lanes, files.path("psl.txt"));
  }
  constexpr const char* kOfSome[] = {"psl.txt", "slvl.txt"};
  files.commit(kOfSome);
}

struct Discovered {
  ReadFabric read;
  std::vector<std::string> remarks;
  double read_ms = 0;
};

void print_text(const Discovered& found) {
  const LiveFabric& live = found.read.live;
  fmt::print("fabric: {} switches, {} CAs, {} links, {} LIDs\n", live.fabric.switch_count(),
             count_cas(live.fabric), count_links(live.fabric), live.fabric.lid_count());
  fmt::print("read in {:.1f} ms, by {} requests\n", found.read_ms, found.read.requests);
  for (const std::string& remark : found.remarks) fmt::print("{}\n", remark);
  if (live.missing.empty()) return;
  constexpr std::size_t kListed = 20;
  fmt::print("missing: {}\n", live.missing.size());
  for (std::size_t i = 0; i < std::min(kListed, live.missing.size()); ++i) {
    fmt::print("  {}\n", live.missing[i]);
  }
  if (live.missing.size() > kListed) fmt::print("  and {} more\n", live.missing.size() - kListed);
}

void print_json(const Discovered& found) {
  const LiveFabric& live = found.read.live;
  Json missing = Json::array();
  for (const std::string& each : live.missing) missing.push_back(each);
  fmt::print("{}", Json({{"error", nullptr},
                         {"fabric", fabric_json(live.fabric)},
                         {"time_ms", found.read_ms},
                         {"requests", found.read.requests},
                         {"missing", std::move(missing)},
                         {"remarks", found.remarks}})
                       .text());
}

int discover(const Arguments& arguments) {
  const Stopwatch reading;
  Discovered found = {read_live_fabric(arguments.live), {}, 0};
  const LiveFabric& live = found.read.live;
  found.read_ms = reading.ms();
  found.remarks = live.remarks;
  if (const std::uint32_t without = count_without_lid(live.fabric); without != 0) {
    found.remarks.push_back(
        fmt::format("{} ports have no LID: no subnet manager has been there, or "
                    "not yet",
                    without));
  }
  const TableBlock tables = tables_for(live.tables, live.fabric, found.remarks);
  if (!arguments.directory.empty()) write_files(found.read, tables.tables(), arguments.directory);
  arguments.json ? print_json(found) : print_text(found);
  if (const std::string missing = describe_missing(live); !missing.empty()) warn(missing);
  return live.missing.empty() ? 0 : 1;
}

}  // namespace

Command add_discover(CommandSyntax app) {
  const auto arguments = std::make_shared<Arguments>();
  const CommandSyntax sub = app.add_command(
      "discover", "Read the fabric that this host is linked to, and what is in its switches");
  sub.add_option("-o,--output", arguments->directory,
                 "Write fabric.ibnetdiscover, opensm-subnet.lst, opensm-lfts.dump and opensm.fdbs "
                 "there, slvl.txt if a switch does not send SL i on VL i, and with --sls psl.txt")
      .type_name("FOLDER");
  add_live_options(sub, arguments->live);
  add_sls_option(sub, arguments->live);
  add_json_option(sub, arguments->json);
  return [arguments] {
    return or_refusal(arguments->json,
                      nulls({"fabric", "time_ms", "requests", "missing", "remarks"}),
                      [&] { return discover(*arguments); });
  };
}

}  // namespace weft::tool
