#include "common/routing/options.h"

#include <fmt/format.h>
#include <strings.h>

#include <string>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::uint32_t parse_seed(std::string_view key, std::string_view value) {
  Scanner scanner(value);
  const auto seed = scanner.number_as_in_c<std::uint32_t>();
  if (!seed || !scanner.at_end()) {
    throw BadInput(
        fmt::format("{} is «{}»: write a number up to 4294967295, or 0 for none", key, value));
  }
  return *seed;
}

Balance parse_balance(std::string_view value) {
  if (same(value, "fabric")) return Balance::kFabric;
  if (same(value, "switch")) return Balance::kSwitch;
  throw BadInput(fmt::format("weft_balance is «{}»: write fabric or switch", value));
}

struct Switch {
  std::string_view key;
  bool Options::*field;
};
constexpr Switch kSwitches[] = {
    {"weft_keep_routes", &Options::keep_routes},
    {"port_profile_switch_nodes", &Options::port_profile_switch_nodes},
    {"port_shifting", &Options::port_shifting},
    {"use_scatter_for_switch_lid", &Options::use_scatter_for_switch_lid},
    {"guid_routing_order_no_scatter", &Options::guid_routing_order_no_scatter},
    {"weft_weigh_links", &Options::weigh_links},
    {"connect_roots", &Options::connect_roots},
    {"calculate_missing_routes", &Options::calculate_missing_routes},
    {"weft_file_unchecked", &Options::file_unchecked},
};

}  // namespace

bool parse_bool(std::string_view key, std::string_view value) {
  for (const char* yes : {"TRUE", "yes", "on", "1"}) {
    if (same(value, yes)) return true;
  }
  for (const char* no : {"FALSE", "no", "off", "0"}) {
    if (same(value, no)) return false;
  }
  throw BadInput(fmt::format("{} is «{}»: write TRUE or FALSE", key, value));
}

bool set_option(Options& options, std::string_view key, std::string_view value) {
  for (const auto& [name, field] : kSwitches) {
    if (key != name) continue;
    options.*field = parse_bool(key, value);
    return true;
  }
  if (key == "weft_balance") {
    options.balance = parse_balance(value);
  } else if (key == "scatter_ports") {
    options.scatter_ports = parse_seed(key, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace weft
