#include "bench/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bench/subnet.h"
#include "common/fabric/guid_index.h"

namespace weft::bench {
namespace {

constexpr std::string_view kMagic = "WEFTLFT1";

[[noreturn]] void fail(const std::string& path, std::string_view reason) {
  throw std::runtime_error(fmt::format("{}: {}", path, reason));
}

template <typename T>
void put(std::ofstream& file, const T& value) {
  file.write(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
T get(std::ifstream& file) {
  T value{};
  file.read(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

}  // namespace

void save_new_tables(const osm_opensm_t& osm, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << kMagic;
  for (const osm_switch_t* sw : switches_of(osm)) {
    put(file, static_cast<Guid>(cl_ntoh64(osm_node_get_node_guid(sw->p_node))));
    put(file, static_cast<std::uint32_t>(sw->max_lid_ho + 1));
    file.write(reinterpret_cast<const char*>(sw->new_lft), sw->max_lid_ho + 1);
  }
  file.close();
  if (!file) fail(path, "the tables cannot be written.");
}

TableBlock load_tables(const Fabric& fabric, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char magic[kMagic.size()] = {};
  file.read(magic, sizeof magic);
  if (!file || std::string_view(magic, sizeof magic) != kMagic) fail(path, "no tables are in it.");
  TableBlock block(fabric.switch_count(), fabric.max_lid());
  std::vector<bool> seen(fabric.switch_count(), false);
  for (std::uint32_t count = 0; count < fabric.switch_count(); ++count) {
    const Guid guid = get<Guid>(file);
    const std::uint32_t entries = get<std::uint32_t>(file);
    if (!file || entries > std::uint32_t{kMaxUnicastLid} + 1) fail(path, "it is cut short.");
    const SwitchIndex s = find_switch(fabric, guid);
    if (s == kNone || seen[s]) fail(path, "it holds the tables of another subnet.");
    seen[s] = true;
    std::vector<PortNum> row(entries);
    file.read(reinterpret_cast<char*>(row.data()), entries);
    if (!file) fail(path, "it is cut short.");
    const std::size_t used = std::min<std::size_t>(entries, std::size_t{fabric.max_lid()} + 1);
    std::copy_n(row.begin(), used, block.tables().row(s));
  }
  if (file.peek() != std::ifstream::traits_type::eof()) {
    fail(path, "it holds the tables of another subnet.");
  }
  return block;
}

}  // namespace weft::bench
