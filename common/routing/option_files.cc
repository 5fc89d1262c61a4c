#include "common/routing/option_files.h"

#include "common/base/file.h"
#include "common/routing/node_map.h"

namespace weft {

bool set_file_option(Options& options, std::string_view key, const std::string& path,
                     std::vector<std::string>& warnings) {
  const auto take = [&](auto& field, auto parse) {
    if (path.empty() || path == "(null)") {
      field.reset();
    } else {
      field = parse(read_regular_file(path, kLargestOptionFile), path, warnings);
    }
  };
  if (key == "root_guid_file") {
    take(options.root_guids, parse_guids);
  } else if (key == "ids_guid_file") {
    take(options.node_ids, parse_switch_ids);
  } else if (key == "guid_routing_order_file") {
    take(options.routing_order, parse_routing_order);
  } else if (key == "cn_guid_file") {
    take(options.compute_nodes, parse_guids);
  } else if (key == "io_guid_file") {
    take(options.io_nodes, parse_guids);
  } else if (key == "hop_weights_file") {
    take(options.hop_weights, parse_hop_weights);
  } else if (key == "port_prof_ignore_file") {
    take(options.ignored_ports, parse_ignored_ports);
  } else if (key == "port_search_ordering_file") {
    take(options.search_order, parse_search_order);
  } else {
    return false;
  }
  return true;
}

}  // namespace weft
