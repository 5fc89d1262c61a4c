#include "tools/weft/engines_in_turn.h"

#include <fmt/format.h>

#include <utility>

#include "common/base/error.h"
#include "common/routing/vendor_engines.h"
#include "tools/weft/load.h"

namespace weft::tool {
namespace {

// All reasons in order: «weft-ftree: the fabric is no tree; weft-updn: ...».
std::string reasons_of(const EnginesInTurn& turns) {
  std::string text;
  for (const auto& [engine, reason] : turns.fallbacks) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", engine, reason);
  }
  return text;
}

std::vector<std::string> lines_of(const EnginesInTurn& turns) {
  std::vector<std::string> lines;
  lines.reserve(turns.fallbacks.size() + 2);
  for (const auto& [engine, reason] : turns.fallbacks) {
    lines.push_back(fmt::format("{}: {}: {}", turns.conf, engine, reason));
  }
  lines.push_back(fmt::format("{}: {} routes", turns.conf, turns.routes));
  if (const VendorEngine* vendor = find_vendor_engine(turns.routes)) {
    lines.push_back(fmt::format("{}: {}", turns.conf, describe(*vendor)));
  }
  return lines;
}

const EngineInfo& ask_listed(const DaemonConf& conf, const AskEngine& route, EnginesInTurn& turns) {
  bool was_asked = false;
  bool is_over = false;
  for (std::size_t i = 0; i < conf.engines.size() && !is_over; ++i) {
    const ListedEngine& entry = conf.engines[i];
    std::string reason = entry.why_not;
    if (entry.engine != nullptr) {
      was_asked = true;
      try {
        route(*entry.engine, i + 1 == conf.engines.size());
        turns.routes = entry.name;
        return *entry.engine;
      } catch (const Stopped&) {
        throw;
      } catch (const CannotRoute& error) {
        reason = error.what();
      }
    }
    turns.fallbacks.push_back({entry.name, std::move(reason)});
    is_over = entry.routes_all;
  }
  if (!was_asked) {
    throw BadInput(fmt::format("{}: routing_engine has no engine of Weft's that opensm asks{}{}",
                               conf.path, turns.fallbacks.empty() ? "" : ": ", reasons_of(turns)));
  }
  throw CannotRoute(fmt::format("{}: none of Weft's engines routes this fabric: {}{}{}", conf.path,
                                reasons_of(turns), is_over ? "" : "; ",
                                is_over ? "" : what_follows(conf)));
}

}  // namespace

const EngineInfo& ask_in_turn(const std::optional<DaemonConf>& conf,
                              std::span<const EngineInfo* const> asked, const AskEngine& route,
                              std::optional<EnginesInTurn>& turns) {
  if (conf) {
    turns = EnginesInTurn{conf->path};
    return ask_listed(*conf, route, *turns);
  }
  route(*asked.front(), false);
  return *asked.front();
}

Json conf_json(const std::optional<EnginesInTurn>& turns) {
  if (!turns) return nullptr;
  Json fallbacks = Json::array();
  for (const auto& [engine, reason] : turns->fallbacks) {
    fallbacks.push_back({{"engine", engine}, {"reason", reason}});
  }
  return {{"file", turns->conf}, {"fallbacks", std::move(fallbacks)}};
}

void print_turns(const EnginesInTurn& turns) {
  for (const std::string& line : lines_of(turns)) fmt::print("{}\n", line);
}

void warn_of_turns(const EnginesInTurn& turns) { warn_all(lines_of(turns)); }

}  // namespace weft::tool
