// Engines of the vendor's SM that are stock's engines with adaptive routing: names in
// configurations for that SM (its routing manual; osm_routing_engine.h).
#ifndef WEFT_ROUTING_VENDOR_ENGINES_H_
#define WEFT_ROUTING_VENDOR_ENGINES_H_

#include <string>
#include <string_view>

namespace weft {

struct VendorEngine {
  std::string_view name;
  std::string_view engine;  // the engine that routes instead, without «weft-»
};
inline constexpr VendorEngine kVendorEngines[] = {{"ar_minhop", "minhop"},    {"ar_updn", "updn"},
                                                  {"ar_ftree", "ftree"},      {"ar_dor", "dor"},
                                                  {"ar_torus", "torus-2QoS"}, {"dfp2", "dfp"}};

// The row of a name, in any case of letters; null: it is none of these.
const VendorEngine* find_vendor_engine(std::string_view name);

// A sentence for administrators: which engine routes instead, and what it does not do.
std::string describe(const VendorEngine& vendor);

}  // namespace weft

#endif  // WEFT_ROUTING_VENDOR_ENGINES_H_
