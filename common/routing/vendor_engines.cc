#include "common/routing/vendor_engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/base/text.h"

namespace weft {

const VendorEngine* find_vendor_engine(std::string_view name) {
  const auto* const found = std::ranges::find_if(
      kVendorEngines, [name](const VendorEngine& row) { return same_in_any_case(row.name, name); });
  return found == std::end(kVendorEngines) ? nullptr : found;
}

std::string describe(const VendorEngine& vendor) {
  return fmt::format(
      "{} is routed by weft-{}: OpenSM cannot turn on adaptive routing in switches, so each LID "
      "leaves a switch through one port",
      vendor.name, vendor.engine);
}

}  // namespace weft
