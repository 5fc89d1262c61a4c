// The hosts of a fabric in the order of ranks: what MPI is told.
#ifndef WEFT_EXPORT_RANK_FILES_H_
#define WEFT_EXPORT_RANK_FILES_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/base/types.h"
#include "common/export/exported_hosts.h"
#include "common/export/host_tree.h"

namespace weft {

enum class RankFormat {
  kHostfile,  // «name slots=N», which patterns/rank_order.h reads as well
  kOpenMpi,   // Open MPI's rankfile, «rank R=name slot=I»
};

// Hosts, in ExportedHosts::list, in the order of CA ports as RouteNotes::ca_order has it: each
// where its first port stands. Dummies (kNone) and ports of no host are left out.
std::vector<std::uint32_t> hosts_in_order(const ExportedHosts& hosts,
                                          std::span<const EndPortIndex> order);

// All hosts, leaf switch by leaf switch of the tree.
std::vector<std::uint32_t> hosts_in_order(const HostTree& tree);

// slots: processes of each host, ranks that follow each other, 1..; 0: a hostfile says nothing of
// them, a rankfile has one.
std::string rank_file(const ExportedHosts& hosts, std::span<const std::uint32_t> order,
                      RankFormat format, std::uint32_t slots);

}  // namespace weft

#endif  // WEFT_EXPORT_RANK_FILES_H_
