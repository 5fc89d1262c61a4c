// Engines of the vendor's SM that are ones of stock's families with adaptive routing: names beside
// «weft-» that configurations written for that SM have (its routing manual; osm_routing_engine.h).
#ifndef WEFT_ROUTING_VENDOR_ENGINES_H_
#define WEFT_ROUTING_VENDOR_ENGINES_H_

#include <string>
#include <string_view>

namespace weft {

struct VendorEngine {
  std::string_view name;
  std::string_view engine;  // that routes in its place, without «weft-»
};
inline constexpr VendorEngine kVendorEngines[] = {{"ar_minhop", "minhop"},    {"ar_updn", "updn"},
                                                  {"ar_ftree", "ftree"},      {"ar_dor", "dor"},
                                                  {"ar_torus", "torus-2QoS"}, {"dfp2", "dfp"}};

// The row of a name, in any case of letters; null: it is none of these.
const VendorEngine* find_vendor_engine(std::string_view name);

// What its engine does not do: a sentence for administrators.
std::string describe(const VendorEngine& vendor);

}  // namespace weft

#endif  // WEFT_ROUTING_VENDOR_ENGINES_H_
