#include "common/export/slurm_topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "common/base/append.h"
#include "common/base/text.h"
#include "common/base/types.h"
#include "common/export/hostlist.h"

namespace weft {
namespace {

std::string nodes(const ExportedHosts& hosts, std::span<const std::uint32_t> which) {
  std::vector<std::string> names;
  names.reserve(which.size());
  for (const std::uint32_t h : which) names.push_back(hosts.list[h].name);
  return hostlist(names);
}

std::string children(const HostTree& tree, const HostTree::Node& node) {
  std::vector<std::string> names;
  names.reserve(node.children.size());
  for (const std::uint32_t child : node.children) names.push_back(tree.nodes[child].name);
  return hostlist(names);
}

std::string head_of_conf(std::string_view plugin) {
  return fmt::format("# Written by weft export slurm; for TopologyPlugin=topology/{}.\n", plugin);
}

// A document of one topology; its first entry names the plug-in. Texts are quoted, because YAML
// reads some names as other types.
std::string head_of_yaml(std::string_view plugin) {
  return fmt::format(
      "# Written by weft export slurm.\n---\n- topology: fabric\n  cluster_default: true\n  {}:\n",
      plugin);
}

void append_place(std::string& text, std::string_view key, const TorusPlace& place,
                  std::string_view indent) {
  append(text, "{0}{1}:\n{0}  x: {2}\n{0}  y: {3}\n{0}  z: {4}\n", indent, key, place[0], place[1],
         place[2]);
}

// For a torus with free cells: one region for each run of hosts along x.
void append_regions(std::string& text, const HostTorus& torus, const ExportedHosts& hosts) {
  text += "        regions:\n";
  const std::uint32_t row = torus.dims[0];
  for (std::uint32_t i = 0; i < torus.cells.size();) {
    if (torus.cells[i] == kNone) {
      ++i;
      continue;
    }
    std::uint32_t end = i;
    while (end / row == i / row && end < torus.cells.size() && torus.cells[end] != kNone) ++end;
    text += "          -\n";
    append_place(text, "anchor", {i % row, i / row % torus.dims[1], i / row / torus.dims[1]},
                 "            ");
    append_place(text, "dims", {end - i, 1, 1}, "            ");
    append(text, "            nodes: \"{}\"\n",
           nodes(hosts, std::span(torus.cells).subspan(i, end - i)));
    i = end;
  }
}

}  // namespace

std::string slurm_tree(const HostTree& tree, const ExportedHosts& hosts, SlurmFormat format) {
  const bool is_yaml = format == SlurmFormat::kYaml;
  std::string text = is_yaml ? head_of_yaml("tree") + "    switches:\n" : head_of_conf("tree");
  for (const HostTree::Node& node : tree.nodes) {
    const bool is_leaf = node.children.empty();
    const std::string list = is_leaf ? nodes(hosts, node.hosts) : children(tree, node);
    if (is_yaml) {
      text += fmt::format("      - switch: \"{}\"\n        {}: \"{}\"\n", node.name,
                          is_leaf ? "nodes" : "children", list);
    } else {
      text += fmt::format("SwitchName={} {}={}\n", node.name, is_leaf ? "Nodes" : "Switches", list);
    }
  }
  return text;
}

std::string slurm_blocks(const HostBlocks& blocks, const ExportedHosts& hosts, SlurmFormat format) {
  if (format == SlurmFormat::kYaml) {
    std::string text = head_of_yaml("block") + "    block_sizes:\n";
    for (const std::uint32_t size : blocks.sizes) text += fmt::format("      - {}\n", size);
    text += "    blocks:\n";
    for (const HostBlocks::Block& block : blocks.blocks) {
      text += fmt::format("      - block: \"{}\"\n        nodes: \"{}\"\n", block.name,
                          nodes(hosts, block.hosts));
    }
    return text;
  }
  std::string text = head_of_conf("block");
  for (const HostBlocks::Block& block : blocks.blocks) {
    text += fmt::format("BlockName={} Nodes={}\n", block.name, nodes(hosts, block.hosts));
  }
  return text + fmt::format("BlockSizes={}\n", joined(blocks.sizes, ","));
}

std::string slurm_torus3d(std::span<const HostTorus> tori, const ExportedHosts& hosts) {
  std::string text = head_of_yaml("torus3d") + "    toruses:\n";
  for (const HostTorus& torus : tori) {
    text += fmt::format("      - name: \"{}\"\n", torus.name);
    append_place(text, "dims", torus.dims, "        ");
    if (std::find(torus.cells.begin(), torus.cells.end(), kNone) == torus.cells.end()) {
      text += fmt::format("        nodes: \"{}\"\n", nodes(hosts, torus.cells));
    } else {
      append_regions(text, torus, hosts);
    }
  }
  return text;
}

}  // namespace weft
