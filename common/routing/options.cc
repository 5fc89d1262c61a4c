#include "common/routing/options.h"

#include <fmt/format.h>

#include <limits>
#include <string>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

template <typename Number>
Number parse_number(std::string_view key, std::string_view value) {
  Scanner scanner(value);
  const auto number = scanner.number_as_in_c<Number>();
  if (!number || !scanner.at_end()) {
    throw BadInput(fmt::format("{} is {}: write a number up to {}, or 0 for none", key,
                               quote(value), std::numeric_limits<Number>::max()));
  }
  return *number;
}

Balance parse_balance(std::string_view value) {
  if (same_in_any_case(value, "fabric")) return Balance::kFabric;
  if (same_in_any_case(value, "switch")) return Balance::kSwitch;
  throw BadInput(fmt::format("weft_balance is {}: write fabric or switch", quote(value)));
}

std::optional<TreeShape> parse_structure(std::string_view key, std::string_view value) {
  if (value.empty() || same_in_any_case(value, "(null)")) return std::nullopt;
  try {
    return parse_tree_shape(value);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format(
        "{} is {}, which is not the structure of a fat tree, like PGFT(3; 18,18,36; 1,18,18; "
        "1,1,1): {}",
        key, quote(value), error.what()));
  }
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
    {"weft_reversible", &Options::reversible},
    {"nue_include_switches", &Options::nue_include_switches},
    {"avoid_throttled_links", &Options::avoid_throttled_links},
    {"quasi_ftree_indexing", &Options::quasi_ftree_indexing},
    {"weft_file_unchecked", &Options::file_unchecked},
    {"weft_allow_credit_loops", &Options::allow_credit_loops},
};

}  // namespace

bool parse_bool(std::string_view key, std::string_view value) {
  for (const char* yes : {"TRUE", "yes", "on", "1"}) {
    if (same_in_any_case(value, yes)) return true;
  }
  for (const char* no : {"FALSE", "no", "off", "0"}) {
    if (same_in_any_case(value, no)) return false;
  }
  throw BadInput(fmt::format("{} is {}: write TRUE or FALSE", key, quote(value)));
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
    options.scatter_ports = parse_number<std::uint32_t>(key, value);
  } else if (key == "max_reverse_hops") {
    options.max_reverse_hops = parse_number<std::uint16_t>(key, value);
  } else if (key == "lash_start_vl") {
    options.lash_start_vl = parse_number<std::uint8_t>(key, value);
  } else if (key == "nue_max_num_vls") {
    options.nue_max_num_vls = parse_number<std::uint8_t>(key, value);
  } else if (key == "pqft_structure") {
    options.pqft_structure = parse_structure(key, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace weft
