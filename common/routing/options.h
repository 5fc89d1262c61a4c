// The options of engines, as values: files are already read. common/options/option_table.h has
// their names and formats.
#ifndef WEFT_ROUTING_OPTIONS_H_
#define WEFT_ROUTING_OPTIONS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/types.h"
#include "common/routing/torus_conf.h"
#include "common/routing/traffic.h"
#include "common/topology/tree_shape.h"

namespace weft {

struct ChainPolicy;
struct StoredHops;
struct StoredTables;

enum class Balance {
  kFabric,  // balances the paths over each link
  kSwitch,  // stock OpenSM's rule: balances the table entries of each switch
};

// What to do with tables that leave pairs of end ports without a path although links connect them.
enum class LostPairsAre {
  kRefused,   // the next engine of the list is tried
  kAccepted,  // the log counts them
};

// The LIDs of a port whose paths in a dragonfly lead through a third group.
enum class DragonflyPaths {
  kMinimal,     // none
  kMix,         // all but the first
  kNonminimal,  // all
};

// Whether a path of engine dfp may go down to a leaf switch and up again in an intermediate group,
// if it comes to a spine without a link to the last group. In the order of the option's numbers.
enum class DownUpTurns {
  kAllowed,
  kNever,           // the path needs a spine with links to both groups
  kIfNoneIsShorter  // only if no spine has links to both groups
};

// A line about one external port of a switch.
struct PortNote {
  Guid switch_guid;
  PortNum port;         // 1..
  std::uint8_t weight;  // hop weight; 1 in other files

  friend bool operator==(const PortNote&, const PortNote&) = default;
};

// The order in which the ports of a switch are searched; other ports follow in ascending order.
struct SearchOrder {
  Guid switch_guid;  // 0: of all switches in the port group
  std::vector<PortNum> ports;
  std::string group = {};

  friend bool operator==(const SearchOrder&, const SearchOrder&) = default;
};

inline constexpr std::uint8_t kLowestRank = 63;

// A line of a file that names nodes: a GUID, or a port group of pgrp_policy_file. Engines see only
// GUIDs (common/policy/guid_groups.h).
struct NamedNode {
  Guid guid = 0;           // 0: all nodes of the group
  std::string group = {};  // empty: none
  std::uint8_t rank = 0;   // root_guid_file: 0 at the top, kLowestRank at most

  friend bool operator==(const NamedNode&, const NamedNode&) = default;
};

// A number that replaces a switch's GUID in comparisons of GUIDs.
struct SwitchId {
  Guid switch_guid;
  std::uint64_t id;

  friend bool operator==(const SwitchId&, const SwitchId&) = default;
};

// Why a file that an engine needs could not be read: the sentence of its refusal.
struct FileFault {
  std::string reason;

  friend bool operator==(const FileFault&, const FileFault&) = default;
};

// The content of such a file; std::monostate: none is configured.
template <typename Content>
using NeededContent = std::variant<std::monostate, Content, FileFault>;

// GUIDs in files may be unknown to the fabric; their users leave such GUIDs out.
struct Options {
  Balance balance = Balance::kFabric;
  bool keep_routes = true;                 // repair the last routing when the fabric changes
  bool port_profile_switch_nodes = false;  // count the LIDs of switches too
  bool port_shifting = false;
  std::uint32_t scatter_ports = 0;         // a seed; 0: no scattering
  bool use_scatter_for_switch_lid = true;  // scatter the LIDs of switches too
  bool guid_routing_order_no_scatter = false;
  bool weigh_links = false;  // a link's share is its width x speed
  LostPairsAre lost_pairs = LostPairsAre::kRefused;
  bool connect_roots = false;            // up*/down*: add paths between roots
  bool calculate_missing_routes = true;  // up*/down*: add paths where the rule leaves none
  // ftree: the most links that lead up after a link down, on a path between two I/O nodes, if paths
  // are added for such pairs only; 0: no paths are added for them.
  std::uint16_t max_reverse_hops = 0;
  // dfsssp, lash, nue: replies, which travel on the SL of their requests, close no cycle either.
  // Given up, with a warning, if the lanes do not suffice, or, in trees, if the busiest link would
  // carry more than 1.5 times as much.
  bool reversible = true;
  std::uint8_t lash_start_vl = 0;      // lash: leave lower lanes alone
  std::uint8_t nue_max_num_vls = 1;    // nue: the most lanes to use; 0: all
  bool nue_include_switches = false;   // nue: balance the paths to the LIDs of switches too
  bool avoid_throttled_links = false;  // sssp, dfsssp: use links below their full rate last
  bool quasi_ftree_indexing = false;   // ftree, pqft: number the leaf switches from the roots
  bool file_unchecked = false;         // engine file: accept pairs without a path, and loops
  DragonflyPaths dragonfly_paths = DragonflyPaths::kMix;
  TrafficMix traffic = usual_traffic();  // auto: the traffic by which engines are compared
  bool congestion = false;  // dragonfly: paths get SLs on which they can avoid congested links
  std::uint8_t dfp_max_cas_on_spine = 2;  // dfp: switches with more are leaf switches
  DownUpTurns dfp_turns = DownUpTurns::kAllowed;
  bool allow_credit_loops = false;          // chain: accept credit loops of its steps together
  std::optional<TreeShape> pqft_structure;  // engine pqft: the structure of the tree

  // The contents of files; no value: no such file is configured.
  std::optional<std::vector<NamedNode>> ranked_nodes;   // root_guid_file: switches, CAs, ports
  std::optional<std::vector<SwitchId>> node_ids;        // ids_guid_file
  std::optional<std::vector<NamedNode>> routing_order;  // port GUIDs
  std::optional<std::vector<NamedNode>> compute_nodes;  // cn_guid_file: port GUIDs
  std::optional<std::vector<NamedNode>> io_nodes;       // io_guid_file: port GUIDs
  std::optional<std::vector<PortNote>> hop_weights;
  std::optional<std::vector<PortNote>> ignored_ports;  // port_prof_ignore_file
  std::optional<std::vector<SearchOrder>> search_order;
  NeededContent<TorusConf> torus_conf;                // torus_config
  std::shared_ptr<const StoredTables> stored_tables;  // lfts_file; null: none
  std::shared_ptr<const StoredHops> stored_hops;      // lid_matrix_dump_file; null: none
  std::shared_ptr<const ChainPolicy> chain;           // of the three policy files; null: none
  std::shared_ptr<const ChainPolicy> port_groups;     // the same, if a file names a group

  friend bool operator==(const Options&, const Options&) = default;
};

}  // namespace weft

#endif  // WEFT_ROUTING_OPTIONS_H_
