#include "common/options/vendor_options.h"

#include <algorithm>
#include <iterator>

namespace weft {

const VendorOption* find_vendor_option(std::string_view key) {
  const auto* const found = std::ranges::find_if(kVendorOptions, [key](const VendorOption& row) {
    if (!row.key.ends_with('*')) return row.key == key;
    return key.starts_with(row.key.substr(0, row.key.size() - 1));
  });
  return found != std::end(kVendorOptions) ? found : nullptr;
}

}  // namespace weft
