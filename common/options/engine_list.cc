#include "common/options/engine_list.h"

#include <algorithm>
#include <iterator>

namespace weft {
namespace {

// Removes the next name from a list and returns it; empty at the end.
std::string_view take_name(std::string_view& list, std::string_view separators) {
  list.remove_prefix(std::min(list.find_first_not_of(separators), list.size()));
  const std::string_view name = list.substr(0, list.find_first_of(separators));
  // Includes the separator after the name.
  list.remove_prefix(std::min(name.size() + 1, list.size()));
  return name;
}

}  // namespace

std::vector<std::string_view> engines_in(std::string_view routing_engine) {
  std::vector<std::string_view> names;
  while (true) {
    const std::string_view name = take_name(routing_engine, ", \t\n");
    if (name.empty()) return names;
    names.push_back(name);
  }
}

std::vector<std::string_view> plugins_in(std::string_view event_plugin_name) {
  std::vector<std::string_view> names;
  while (true) {
    const std::string_view name = take_name(event_plugin_name, names.empty() ? ", \t\n" : " \t\n");
    if (name.empty()) return names;
    names.push_back(name);
  }
}

bool is_stock_engine(std::string_view name) {
  return std::ranges::find(kStockEngines, name) != std::end(kStockEngines);
}

}  // namespace weft
