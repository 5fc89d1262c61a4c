#include "common/export/rank_files.h"

#include <algorithm>
#include <utility>

#include "common/base/append.h"

namespace weft {

std::vector<std::uint32_t> hosts_in_order(const ExportedHosts& hosts,
                                          std::span<const EndPortIndex> order) {
  std::vector<std::pair<EndPortIndex, std::uint32_t>> host_of;
  for (std::uint32_t h = 0; h < hosts.list.size(); ++h) {
    for (const EndPortIndex e : hosts.list[h].ports) host_of.emplace_back(e, h);
  }
  std::sort(host_of.begin(), host_of.end());
  std::vector<bool> is_there(hosts.list.size());
  std::vector<std::uint32_t> result;
  for (const EndPortIndex e : order) {
    const auto found = std::lower_bound(host_of.begin(), host_of.end(), std::pair(e, 0u));
    if (found == host_of.end() || found->first != e || is_there[found->second]) continue;
    is_there[found->second] = true;
    result.push_back(found->second);
  }
  return result;
}

std::vector<std::uint32_t> hosts_in_order(const HostTree& tree) {
  std::vector<std::uint32_t> result;
  for (const HostTree::Node& node : tree.nodes) {
    result.insert(result.end(), node.hosts.begin(), node.hosts.end());
  }
  return result;
}

std::string rank_file(const ExportedHosts& hosts, std::span<const std::uint32_t> order,
                      RankFormat format, std::uint32_t slots) {
  std::string text;
  std::uint64_t rank = 0;
  for (const std::uint32_t h : order) {
    const std::string& name = hosts.list[h].name;
    if (format == RankFormat::kHostfile) {
      text += name;
      if (slots > 0) append(text, " slots={}", slots);
      text += '\n';
      continue;
    }
    for (std::uint32_t slot = 0; slot < std::max(slots, 1u); ++slot) {
      append(text, "rank {}={} slot={}\n", rank++, name, slot);
    }
  }
  return text;
}

}  // namespace weft
