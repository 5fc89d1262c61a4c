#include "common/routing/options.h"

#include <fmt/format.h>
#include <strings.h>

#include <string>

#include "common/base/error.h"

namespace weft {
namespace {

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// Stock OpenSM takes TRUE and FALSE; «yes», «on» and numbers are what people write as well.
bool parse_bool(std::string_view key, std::string_view value) {
  for (const char* yes : {"TRUE", "yes", "on", "1"}) {
    if (same(value, yes)) return true;
  }
  for (const char* no : {"FALSE", "no", "off", "0"}) {
    if (same(value, no)) return false;
  }
  throw BadInput(fmt::format("{} is «{}»: write TRUE or FALSE", key, value));
}

Balance parse_balance(std::string_view value) {
  if (same(value, "fabric")) return Balance::kFabric;
  if (same(value, "switch")) return Balance::kSwitch;
  throw BadInput(fmt::format("weft_balance is «{}»: write fabric or switch", value));
}

}  // namespace

bool set_option(Options& options, std::string_view key, std::string_view value) {
  if (key == "weft_balance") {
    options.balance = parse_balance(value);
  } else if (key == "weft_keep_routes") {
    options.keep_routes = parse_bool(key, value);
  } else if (key == "port_profile_switch_nodes") {
    options.port_profile_switch_nodes = parse_bool(key, value);
  } else {
    return false;
  }
  return true;
}

}  // namespace weft
