#include "plugins/opensm/stock_options.h"

#include "plugins/opensm/lanes.h"

namespace weft {

// Engines are separated by commas and blanks.
bool names_engine(const osm_subn_opt_t& stock, std::string_view engine) {
  constexpr std::string_view kSeparators = ", \t\n";
  std::string_view rest = stock.routing_engine_names != nullptr ? stock.routing_engine_names : "";
  while (true) {
    const std::size_t first = rest.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) return false;
    rest.remove_prefix(first);
    const std::string_view name = rest.substr(0, rest.find_first_of(kSeparators));
    if (name == engine) return true;
    rest.remove_prefix(name.size());
  }
}

void take_stock_options(const osm_subn_opt_t& stock, Options& options) {
  options.port_profile_switch_nodes = stock.port_profile_switch_nodes != 0;
  options.port_shifting = stock.port_shifting != 0;
  options.scatter_ports = stock.scatter_ports;
  options.guid_routing_order_no_scatter = stock.guid_routing_order_no_scatter != 0;
  options.connect_roots = stock.connect_roots != 0;
  options.max_reverse_hops = stock.max_reverse_hops;
  options.quasi_ftree_indexing = stock.quasi_ftree_indexing != 0;
  options.lash_start_vl = stock.lash_start_vl;
  options.nue_max_num_vls = stock.nue_max_num_vls;
  options.nue_include_switches = stock.nue_include_switches != 0;
  options.avoid_throttled_links = stock.avoid_throttled_links != 0;
}

LaneSettings stock_lanes(const osm_subn_opt_t& stock, const Fabric& fabric) {
  if (stock.qos == 0) return {};
  const char* list = OSM_DEFAULT_QOS_SL2VL;
  if (stock.qos_options.sl2vl != nullptr) list = stock.qos_options.sl2vl;
  if (stock.qos_swe_options.sl2vl != nullptr) list = stock.qos_swe_options.sl2vl;
  const Sl2Vl::Map map = parse_sl2vl_option(list);
  return {lane_budget(map, fabric), map};
}

std::array<NamedFile, 8> stock_files(const osm_subn_opt_t& stock) {
  return {{{"root_guid_file", stock.root_guid_file},
           {"ids_guid_file", stock.ids_guid_file},
           {"cn_guid_file", stock.cn_guid_file},
           {"io_guid_file", stock.io_guid_file},
           {"guid_routing_order_file", stock.guid_routing_order_file},
           {"hop_weights_file", stock.hop_weights_file},
           {"port_prof_ignore_file", stock.port_prof_ignore_file},
           {"port_search_ordering_file", stock.port_search_ordering_file}}};
}

}  // namespace weft
