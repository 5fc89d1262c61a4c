// Options of the vendor's SM that configurations written for it have, and Weft passes over: what
// becomes of each. Those that it follows are in option_table.h.
#ifndef WEFT_OPTIONS_VENDOR_OPTIONS_H_
#define WEFT_OPTIONS_VENDOR_OPTIONS_H_

#include <string_view>

namespace weft {

struct VendorOption {
  std::string_view key;     // with a * at the end: all that begin so
  std::string_view reason;  // why it is without effect: a part of a sentence
};

inline constexpr std::string_view kAdaptive =
    "adaptive routing is set up by messages of the vendor's that OpenSM does not send";
inline constexpr VendorOption kVendorOptions[] = {
    {"find_roots_color_algorithm", "updn looks at several sets of roots and takes the best"},
    {"dfp_find_roots_color_algorithm", "dfp finds groups, leaf switches and spines by their links"},
    {"max_cas_on_spine", "roots are found whatever CAs a spine has"},
    {"enhanced_missing_routes",
     "pairs without a path up and down are mended by calculate_missing_routes"},
    {"updn_lid_tracking_*", "updn balances by the paths that really cross a link"},
    {"max_topologies_per_sw", "a switch may be in any number of topologies"},
    {"auto_join_hca_wo_topo",
     "a CA in no topology keeps the paths of the chain's first step, which has the whole fabric"},
    {"dor_hyper_cube_mode", "kdor-hc, dfsssp and lash recognise hypercubes; dor follows ports"},
    {"held_back_sw_file",
     "OpenSM discovers all switches; weft_drain_file leads paths round some of them"},
    {"topo_config_*", "what OpenSM discovers is routed"},
    {"max_threads_per_core", "weft_threads says how many there are"},
    {"ftree_ca_order_dump_file", "the order is in dump_files_dir"},
    {"routing_flags", "roots, ranks and balance are found anew"},
    {"ar_*", kAdaptive},
    {"adv_routing_engine*", kAdaptive},
    {"enable_ar_*", kAdaptive},
    {"enable_empty_arlft_optimization", kAdaptive},
    {"cache_ar_group_id", kAdaptive},
    {"dump_ar", kAdaptive},
    {"shield_mode", kAdaptive},
    {"pfrn_*", kAdaptive},
    {"hbf_*", kAdaptive},
    {"enable_vl_packing", "QoS levels have the VLs of qos_sl2vl, or of the engine"},
    {"planarized_routing_enabled", "OpenSM knows no planes of a port"},
};

// The row of a key; null: it is none of these.
const VendorOption* find_vendor_option(std::string_view key);

}  // namespace weft

#endif  // WEFT_OPTIONS_VENDOR_OPTIONS_H_
