// Options of the vendor's SM that Weft ignores, with the reason. Options that Weft uses are in
// option_table.h.
#ifndef WEFT_OPTIONS_VENDOR_OPTIONS_H_
#define WEFT_OPTIONS_VENDOR_OPTIONS_H_

#include <string_view>

namespace weft {

struct VendorOption {
  std::string_view key;     // with * at the end: all keys with this prefix
  std::string_view reason;  // why it has no effect: part of a sentence
};

inline constexpr std::string_view kAdaptive =
    "adaptive routing is set up by vendor-specific messages, which OpenSM does not send";
inline constexpr VendorOption kVendorOptions[] = {
    {"find_roots_color_algorithm", "updn tries several sets of roots and takes the best"},
    {"dfp_find_roots_color_algorithm", "dfp finds groups, leaf switches and spines by their links"},
    {"max_cas_on_spine", "Weft finds the roots, however many CAs a spine has"},
    {"enhanced_missing_routes",
     "calculate_missing_routes gives paths to pairs without an up*/down* path"},
    {"updn_lid_tracking_*", "updn balances by the paths over each link"},
    {"max_topologies_per_sw", "a switch may be in any number of topologies"},
    {"auto_join_hca_wo_topo",
     "a CA in no topology keeps the paths of the first step, which routes the whole fabric"},
    {"dor_hyper_cube_mode", "kdor-hc, dfsssp and lash recognise hypercubes; dor follows ports"},
    {"held_back_sw_file",
     "OpenSM discovers all switches; weft_drain_file routes around some of them"},
    {"topo_config_*", "Weft routes what OpenSM discovers"},
    {"max_threads_per_core", "weft_threads sets the number of threads"},
    {"ftree_ca_order_dump_file", "ftree writes the order into dump_files_dir"},
    {"routing_flags", "Weft computes roots, ranks and balance itself"},
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
    {"planarized_routing_enabled", "OpenSM does not know planes of ports"},
};

// The row of a key; null: none.
const VendorOption* find_vendor_option(std::string_view key);

}  // namespace weft

#endif  // WEFT_OPTIONS_VENDOR_OPTIONS_H_
