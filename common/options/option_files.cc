#include "common/options/option_files.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "common/base/file.h"
#include "common/options/node_map.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"

namespace weft {
namespace {

using Warned = std::vector<std::string>;
using ReadFile = Setting (*)(const std::string& path, const Workers& workers, Warned& warnings);

template <auto field, auto parse>
Setting read_lines(const std::string& path, const Workers& /*workers*/, Warned& warnings) {
  if (!is_path(path)) return [](Options& options) { (options.*field).reset(); };
  auto content = std::make_shared<const decltype(parse({}, {}, warnings))>(
      parse(read_regular_file(path, kLargestOptionFile), path, warnings));
  return [content = std::move(content)](Options& options) { options.*field = *content; };
}

template <auto field, auto read>
Setting read_stored(const std::string& path, const Workers& workers, Warned& warnings) {
  if (!is_path(path)) return [](Options& options) { options.*field = nullptr; };
  auto content = std::make_shared<const decltype(read(path, workers, warnings))>(
      read(path, workers, warnings));
  return [content = std::move(content)](Options& options) { options.*field = content; };
}

struct FileOption {
  std::string_view key;
  ReadFile read;
};
// Of set_file_option.
constexpr std::array<FileOption, 8> kFiles = {{
    {"root_guid_file", read_lines<&Options::root_guids, parse_guids>},
    {"ids_guid_file", read_lines<&Options::node_ids, parse_switch_ids>},
    {"guid_routing_order_file", read_lines<&Options::routing_order, parse_routing_order>},
    {"cn_guid_file", read_lines<&Options::compute_nodes, parse_guids>},
    {"io_guid_file", read_lines<&Options::io_nodes, parse_guids>},
    {"hop_weights_file", read_lines<&Options::hop_weights, parse_hop_weights>},
    {"port_prof_ignore_file", read_lines<&Options::ignored_ports, parse_ignored_ports>},
    {"port_search_ordering_file", read_lines<&Options::search_order, parse_search_order>},
}};
constexpr std::array<FileOption, 2> kStoredFiles = {{
    {"lfts_file", read_stored<&Options::stored_tables, read_stored_tables>},
    {"lid_matrix_dump_file", read_stored<&Options::stored_hops, read_stored_hops>},
}};

template <std::size_t size>
ReadFile find(const std::array<FileOption, size>& files, std::string_view key) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [key](const FileOption& file) { return file.key == key; });
  return found != files.end() ? found->read : nullptr;
}

}  // namespace

bool set_file_option(Options& options, std::string_view key, const std::string& path,
                     std::vector<std::string>& warnings) {
  const ReadFile read = find(kFiles, key);
  if (read == nullptr) return false;
  read(path, Workers(1), warnings)(options);
  return true;
}

bool names_file(std::string_view key) {
  return find(kFiles, key) != nullptr || find(kStoredFiles, key) != nullptr;
}

Setting read_setting(std::string_view key, const std::string& value, const Workers& workers,
                     std::vector<std::string>& warnings) {
  if (const ReadFile read = find(kFiles, key)) return read(value, workers, warnings);
  if (const ReadFile read = find(kStoredFiles, key)) return read(value, workers, warnings);
  Options scratch;
  if (!set_option(scratch, key, value)) return nullptr;
  return [key = std::string(key), value](Options& options) { set_option(options, key, value); };
}

}  // namespace weft
