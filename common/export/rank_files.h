// The hosts of a fabric in the order of ranks, for MPI.
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
  kHostfile,  // «name slots=N»; patterns/rank_order.h also reads it
  kOpenMpi,   // Open MPI's rankfile, «rank R=name slot=I»
};

// Positions in ExportedHosts::list, in the order of CA ports of RouteNotes::ca_order: a host is at
// the position of its first port. Dummies (kNone) and ports without a host are left out.
std::vector<std::uint32_t> hosts_in_order(const ExportedHosts& hosts,
                                          std::span<const EndPortIndex> order);

// All hosts in tree order, by leaf switch.
std::vector<std::uint32_t> hosts_in_order(const HostTree& tree);

// slots: processes of each host, with consecutive ranks, 1..; 0: no slots in a hostfile, one slot
// in a rankfile.
std::string rank_file(const ExportedHosts& hosts, std::span<const std::uint32_t> order,
                      RankFormat format, std::uint32_t slots);

}  // namespace weft

#endif  // WEFT_EXPORT_RANK_FILES_H_
