// Slurm's topology.conf and topology.yaml (topology.conf(5), topology.yaml(5)).
#ifndef WEFT_EXPORT_SLURM_TOPOLOGY_H_
#define WEFT_EXPORT_SLURM_TOPOLOGY_H_

#include <span>
#include <string>

#include "common/export/exported_hosts.h"
#include "common/export/host_blocks.h"
#include "common/export/host_torus.h"
#include "common/export/host_tree.h"

namespace weft {

enum class SlurmFormat {
  kConf,  // topology.conf
  kYaml,  // topology.yaml; newer versions prefer it if it exists
};

// Complete files for topology/tree, topology/block and topology/torus3d (only topology.yaml has the
// last). Links are not in the files, so a file changes only with the topology.
std::string slurm_tree(const HostTree& tree, const ExportedHosts& hosts, SlurmFormat format);
std::string slurm_blocks(const HostBlocks& blocks, const ExportedHosts& hosts, SlurmFormat format);
std::string slurm_torus3d(std::span<const HostTorus> tori, const ExportedHosts& hosts);

}  // namespace weft

#endif  // WEFT_EXPORT_SLURM_TOPOLOGY_H_
