// The table of all options that Weft knows, one row each. All code that reads or documents options
// uses these rows. doc/options.md has the rows in the same order and words, and conf/opensm.conf
// has a line for each key; a test compares both. The bridge adds the field of OpenSM's structure
// (plugins/opensm/stock_options.cc); it only compiles with all stock options that engines use.
#ifndef WEFT_OPTIONS_OPTION_TABLE_H_
#define WEFT_OPTIONS_OPTION_TABLE_H_

#include <string_view>

#include "common/options/node_map.h"
#include "common/options/option_row.h"
#include "common/options/torus_conf_file.h"
#include "common/stored/stored_hops.h"
#include "common/stored/stored_tables.h"

namespace weft {

inline constexpr OptionRow kOptionTable[] = {
    {"event_plugin_name", kNotRead, Whose::kStock, Scope::kOpensm, "all", "none",
     "The modules to load, separated by blanks: `weft` has all engines, `weft-minhop` one; "
     "several share all that is known of the fabric. Fixed until OpenSM is restarted"},
    {"routing_engine", kNotRead, Whose::kStock, Scope::kMainFile, "all", "`minhop`",
     "The engines to try, from left to right, such as `weft-minhop`. Engines that stock does not "
     "have (`auto`, `chain`, `dfp`, `dragonfly`, `kdor-ghc`, `kdor-hc`, `multipath`, `pqft`) "
     "have their bare names too; `weft` is auto. OpenSM's own minhop follows the last engine, "
     "also if the plug-in cannot be loaded; with `no_fallback` in the list the subnet has no "
     "routes then, and path queries get no answer. Fixed until OpenSM is restarted"},
    {"event_plugin_options", kNotRead, Whose::kStock, Scope::kOpensm, "all", "none",
     "Pairs `key=value`, which override the file. Fixed until OpenSM is restarted"},
    {"weft_balance", &Options::balance, Whose::kWeft, Scope::kStep,
     "minhop, updn, dnup, dor, torus-2QoS", "`fabric`",
     "`fabric`: balance the paths over each link, over the whole fabric. `switch`: stock's rule, "
     "which counts the table entries of each switch alone. torus-2QoS: between opposite places "
     "of an even ring, `fabric` uses both ways round, so that links carry nearly the same; with "
     "`switch` some links are up to 1.5 times as busy. With both, replies on the SL of their "
     "requests close no credit loop"},
    {"weft_keep_routes", &Options::keep_routes, Whose::kWeft, Scope::kStep, "all but file",
     "`TRUE`",
     "When the fabric changes, repair the last routing: entries and SLs change only if their "
     "path crossed a lost part, and are restored when the part returns. If links between "
     "switches are new, and a full recompute would be better by more than 5 %, as few paths as "
     "necessary move to the new links. `FALSE`: recompute everything in each sweep. A change of "
     "options, and `reroute` on the console, always recompute everything"},
    {"weft_lost_pairs", &Options::lost_pairs, Whose::kWeft, Scope::kMainFile, "all", "`refuse`",
     "What to do with tables that leave pairs of end ports without a path although links connect "
     "them. `refuse`: try the next engine of the list. `accept`: make them active. The log "
     "counts the pairs by kind"},
    {"weft_transition", &Configuration::stages, Whose::kWeft, Scope::kMainFile, "all", "`at_once`",
     "While OpenSM sends changed tables, some switches have old entries and some have new ones, "
     "and packets could loop or close a credit loop. `staged`: first unset these entries, so "
     "that their packets are dropped, and send the new tables in a second sweep right after the "
     "first (`opensm -o` ends before it). `at_once`: send the new tables, and say so in the log"},
    {"weft_migrate", &Configuration::migrate, Whose::kWeft, Scope::kMainFile, "all but chain, file",
     "`0`",
     "When everything would be recomputed, for example after a change of `weft_balance`, change "
     "at most so many entries and SLs in each sweep, and sweep again until all are changed. A "
     "LID changes as a whole, at least one in each sweep. Each step is verified; if a step has a "
     "credit loop, or needs other lanes, everything changes at once, and the log says why. `0`: "
     "everything at once"},
    {"weft_rebalance", &Configuration::rebalance, Whose::kWeft, Scope::kMainFile, "all but file",
     "`TRUE`",
     "When links and switches have not changed for `weft_rebalance_window` seconds, move paths "
     "to less busy links if a full recompute would be better by more than "
     "`weft_rebalance_percent`. Hosts that come and go count when they are one in a hundred. "
     "`FALSE`: only if links between switches are new"},
    {"offsweep_balancing_enabled", &Configuration::rebalance, Whose::kVendor, Scope::kMainFile,
     "all but file", "`TRUE`", "The vendor's name for `weft_rebalance`"},
    {"weft_rebalance_window", &Configuration::rebalance_window, Whose::kWeft, Scope::kMainFile,
     "all but file", "`180`",
     "Seconds without a change before `weft_rebalance` asks for a heavy sweep. `0`: rebalance in "
     "each sweep that routes"},
    {"offsweep_balancing_window", &Configuration::rebalance_window, Whose::kVendor,
     Scope::kMainFile, "all but file", "`180`", "The vendor's name for `weft_rebalance_window`"},
    {"weft_rebalance_percent", &Configuration::rebalance_percent, Whose::kWeft, Scope::kMainFile,
     "all but file", "`5`",
     "By how many percent a routing must be worse than a full recompute by the same engine, "
     "before good paths move. Compared are the paths over the busiest link, the mean length of a "
     "path, what jobs get (`weft_traffic`) if the fabric has not changed, and, if links are new, "
     "the links without paths. With `1000000` paths move only if a new link has none, or by "
     "`reroute` on the console"},
    {"weft_weigh_links", &Options::weigh_links, Whose::kWeft, Scope::kStep,
     "minhop, updn, dnup, dor", "`FALSE`",
     "Give a port a share of the routes in proportion to its width and speed, so that a 4x link "
     "gets four times as many as a 1x link beside it"},
    {"weft_threads", &Configuration::threads, Whose::kWeft, Scope::kMainFile, "all", "`0`",
     "How many threads may work, up to 1,024; `0` or `auto`: one for each processor. The tool "
     "has `--threads`"},
    {"routing_threads_num", &Configuration::threads, Whose::kVendor, Scope::kMainFile, "all", "`0`",
     "The vendor's name for `weft_threads`"},
    {"weft_state_dir", &Configuration::state_dir, Whose::kWeft, Scope::kMainFile, "all",
     "`OSM_CACHE_DIR`, or `/var/cache/opensm`",
     "The folder of `weft.state`, which keeps the active routes, lanes and SLs: after a "
     "restart, or on a standby that has the same file, opensm continues with them. `none`: no "
     "file"},
    {"weft_read_back", &Configuration::read_back, Whose::kWeft, Scope::kMainFile, "all", "`FALSE`",
     "When opensm becomes master without a state file, it reads the tables from the switches and "
     "keeps the entries whose packets arrive; the others are repaired. This is for a standby "
     "without the file of the other. Tables do not tell which SLs were granted, so they must be "
     "free of credit loops on one lane; otherwise everything is recomputed"},
    {"weft_status_file", &Configuration::status_file, Whose::kWeft, Scope::kMainFile, "all", "none",
     "A JSON file that Weft writes after each routing: the active engine and since when, its "
     "verdict, the engines that failed before it and why, drained parts, and warnings "
     "(doc/monitoring.md)"},
    {"weft_metrics_file", &Configuration::metrics_file, Whose::kWeft, Scope::kMainFile, "all",
     "none",
     "A file `*.prom` in the folder of node_exporter's textfile collector with the same figures "
     "as metrics for Prometheus, written at the same times (doc/monitoring.md)"},
    {"weft_plan_file", &Configuration::plan_file, Whose::kWeft, Scope::kMainFile, "all", "none",
     "What should be connected to what: a file of cables, a `.topo` file, a `topo_config_file`, "
     "a fabric of another day or a line of weft generate (doc/plan.md). After each heavy sweep "
     "the log says what differs from the plan, and what no longer differs; the status has the "
     "number of differences and the first of them. The tool has `weft plan diff`"},
    {"weft_drain_file", &Configuration::drained, Whose::kWeft, Scope::kMainFile, "all", "none",
     "Parts to take out of service: Weft moves the paths of other nodes away from them while "
     "they are still up, so that nothing changes when they go, and moves the paths back when the "
     "line is removed. Read at each heavy sweep, so after SIGHUP. A part without which something "
     "would be cut off stays in use, and the log says so. Lines: GUID, or a node description in "
     "quotation marks; then ports, for links of a switch alone. Or `group` and the name of a "
     "port group of pgrp_policy_file: its switches and links. The tool has `--drain`"},
    {"weft_flap_losses", &FlapLimits::losses, Whose::kWeft, Scope::kMainFile, "all", "`3`",
     "A link between switches that was lost so many times in `weft_flap_window` seconds is not "
     "used until it was up for `weft_flap_hold` seconds, so that routes do not move each time. "
     "Links without which something would be cut off stay in use. A link that is up in a sweep, "
     "but not yet configured again, counts as lost. `0`: use each link that is up"},
    {"weft_flap_window", &FlapLimits::window, Whose::kWeft, Scope::kMainFile, "all", "`300`",
     "Seconds in which losses are counted"},
    {"weft_flap_hold", &FlapLimits::hold, Whose::kWeft, Scope::kMainFile, "all", "`300`",
     "Seconds for which a link must stay up before it is used again"},
    {"port_profile_switch_nodes", &Options::port_profile_switch_nodes, Whose::kStock, Scope::kStep,
     "minhop, updn, dnup, dor", "`FALSE`", "Weigh the LIDs of switches like those of hosts"},
    {"port_prof_ignore_file", LinesFile<PortNote>{&Options::ignored_ports, parse_ignored_ports},
     Whose::kStock, Scope::kStep, "minhop, updn, dnup, dor", "none",
     "Do not count routes over these ports, so that the first of several such ports takes them: "
     "with all ports in the file, dor uses one of several parallel links. Lines: switch GUID, "
     "port"},
    {"port_search_ordering_file",
     LinesFile<SearchOrder>{&Options::search_order, parse_search_order}, Whose::kStock,
     Scope::kStep, "minhop, updn, dnup, dor", "by number",
     "The order in which the ports of a switch are tried; for dor, the order of the dimensions. "
     "Other ports follow. Lines: switch GUID, or the name of a port group of `pgrp_policy_file`, "
     "which means its switches; ports"},
    {"hop_weights_file", LinesFile<PortNote>{&Options::hop_weights, parse_hop_weights},
     Whose::kStock, Scope::kStep, "minhop, dor", "1 each",
     "The length of the link at a port, 1 to 255. Lines: switch GUID, port, weight"},
    {"guid_routing_order_file", LinesFile<NamedNode>{&Options::routing_order, parse_routing_order},
     Whose::kStock, Scope::kStep, "minhop, updn, dnup, dor", "none",
     "Route these ports first, in the order of the file. Lines: port GUID, or the name of a port "
     "group of `pgrp_policy_file`, which means its ports in the order of their GUIDs"},
    {"guid_routing_order_no_scatter", &Options::guid_routing_order_no_scatter, Whose::kStock,
     Scope::kStep, "minhop, updn, dnup, dor", "`FALSE`",
     "`scatter_ports` does not affect the ports of that file. Fixed until OpenSM is restarted"},
    {"scatter_ports", &Options::scatter_ports, Whose::kStock, Scope::kStep,
     "minhop, updn, dnup, dor", "`0`",
     "Choose among the best ports at random; the number is the seed, 0: do not. Weft's choices "
     "differ from stock's, but are the same each time"},
    {"use_scatter_for_switch_lid", &Options::use_scatter_for_switch_lid, Whose::kVendor,
     Scope::kStep, "minhop, updn, dnup, dor", "`TRUE`",
     "`scatter_ports` affects the LIDs of switches too, as in stock OpenSM"},
    {"port_shifting", &Options::port_shifting, Whose::kStock, Scope::kStep,
     "minhop, updn, dnup, dor", "`FALSE`",
     "Shift the choice among equally good ports, so that the routes of several switches do not "
     "align"},
    {"lmc", kNotRead, Whose::kStock, Scope::kMainFile, "all but file with `lfts_file`", "`0`",
     "2^lmc LIDs for each end port. Their paths have as few links in common as the engine's rule "
     "allows ([multipath.md](multipath.md)); with minhop, updn and dnup they prefer different "
     "systems, then different switches. Fixed until OpenSM is restarted. The tool has `--lmc`"},
    {"improved_lmc_path_distribution", kNotRead, Whose::kVendor, Scope::kMainFile, "minhop, updn",
     "always so",
     "The vendor's SM spreads the LIDs of a port better with it. Weft always spreads them, so "
     "the value has no effect"},
    {"lmc_esp0", &Configuration::lmc_esp0, Whose::kStock, Scope::kMainFile,
     "all but file with `lfts_file`", "`FALSE`",
     "The same for enhanced ports 0 of switches. Fixed until OpenSM is restarted. In the tool it "
     "counts if `--lmc` gives new LIDs"},
    {"reassign_lids", kNotRead, Whose::kStock, Scope::kOpensm, "all", "`FALSE`",
     "OpenSM gives new LIDs; Weft routes any LIDs"},
    {"root_guid_file", LinesFile<NamedNode>{&Options::ranked_nodes, parse_roots}, Whose::kStock,
     Scope::kStep, "updn, ftree, pqft", "found",
     "The roots. Lines: GUID of a switch, or of a CA or its port, which means its switch (stock: "
     "only switches); or the name of a port group of `pgrp_policy_file`, as in the vendor's SM. "
     "A rank from 0 to 63 may follow (0 by default). The switches with the lowest rank are the "
     "roots; a switch that is not in the file has one rank more than its highest neighbour"},
    {"ids_guid_file", LinesFile<SwitchId>{&Options::node_ids, parse_switch_ids}, Whose::kStock,
     Scope::kStep, "updn, ftree, pqft", "the GUIDs",
     "Numbers that replace the GUIDs of switches in comparisons. Lines: switch GUID, number"},
    {"connect_roots", &Options::connect_roots, Whose::kStock, Scope::kStep,
     "updn, dnup, ftree, pqft", "`FALSE`",
     "Paths between roots too, as far as they close no credit loop"},
    {"cn_guid_file", LinesFile<NamedNode>{&Options::compute_nodes, parse_nodes}, Whose::kStock,
     Scope::kStep, "ftree, pqft, sssp, dfsssp, multipath", "all CAs but the I/O nodes",
     "The compute nodes. ftree, pqft: shift patterns between them, in the order of the tree, are "
     "free of contention as far as the links allow. sssp, dfsssp: paths to them are balanced "
     "first. Lines: port GUID of a CA, or the name of a port group of `pgrp_policy_file`"},
    {"io_guid_file", LinesFile<NamedNode>{&Options::io_nodes, parse_nodes}, Whose::kStock,
     Scope::kStep,
     "ftree, pqft, sssp, dfsssp, multipath; with `max_reverse_hops` updn and dnup too", "none",
     "The I/O nodes: no compute nodes, unless `cn_guid_file` lists them too. sssp, dfsssp: paths "
     "to them are balanced next. Lines: port GUID, or the name of a port group of "
     "`pgrp_policy_file`"},
    {"max_reverse_hops", &Options::max_reverse_hops, Whose::kStock, Scope::kStep,
     "ftree, pqft, updn, dnup", "`0`",
     "With `calculate_missing_routes FALSE`: paths between I/O nodes where the rule leaves none, "
     "with at most so many links that lead up after one that led down. No such path closes a "
     "credit loop. Fixed until OpenSM is restarted"},
    {"quasi_ftree_indexing", &Options::quasi_ftree_indexing, Whose::kStock, Scope::kStep,
     "ftree, pqft", "`FALSE`",
     "`FALSE`: number compute nodes by connected subtrees. `TRUE`: number them in the order in "
     "which a depth-first walk from the roots, by port number, finds their leaf switches. With "
     "`pqft_structure` the structure decides"},
    {"qos", kNotRead, Whose::kStock, Scope::kMainFile,
     "lash, dfsssp, multipath, nue, torus-2QoS, dragonfly, dfp, kdor-hc, kdor-ghc", "`FALSE`",
     "Virtual lanes. `FALSE`: there is one lane, and an engine that needs more refuses the "
     "fabric. The tool has `--lanes`"},
    {"qos_swe_sl2vl", kNotRead, Whose::kStock, Scope::kMainFile,
     "lash, dfsssp, multipath, nue, kdor-hc, kdor-ghc", "SL i on VL i",
     "The VL of each SL. If several SLs are on one VL, paths get the lowest of them, so such a "
     "map leaves as many lanes as it has VLs"},
    {"qos_sl2vl", kNotRead, Whose::kStock, Scope::kMainFile,
     "lash, dfsssp, multipath, nue, kdor-hc, kdor-ghc", "SL i on VL i",
     "The same, if `qos_swe_sl2vl` is not given"},
    {"weft_reversible", &Options::reversible, Whose::kWeft, Scope::kStep,
     "dfsssp, multipath, nue, kdor-hc, kdor-ghc", "`TRUE`",
     "Replies of connection management and GMPs, which travel on the SL of their requests, close "
     "no credit loop either. dfsssp gives this up, with a warning, if the lanes do not suffice, "
     "or if in a tree with end ports on upper switches the busiest link would have more than 1.5 "
     "times the paths that it has without it; nue uses one lane for it; kdor-hc and kdor-ghc "
     "have one order of the dimensions for all base LIDs. lash is always reversible, except in "
     "such trees"},
    {"lash_start_vl", &Options::lash_start_vl, Whose::kStock, Scope::kStep, "lash", "`0`",
     "The first VL to use"},
    {"nue_max_num_vls", &Options::nue_max_num_vls, Whose::kStock, Scope::kStep, "nue", "`1`",
     "Use at most so many lanes; 0: all"},
    {"nue_include_switches", &Options::nue_include_switches, Whose::kStock, Scope::kStep, "nue",
     "`FALSE`", "Balance the paths to the LIDs of switches too"},
    {"avoid_throttled_links", &Options::avoid_throttled_links, Whose::kStock, Scope::kStep,
     "sssp, dfsssp, multipath", "`FALSE`",
     "Do not use links below the rate that they could have, unless the fabric falls apart "
     "without them. Fixed until OpenSM is restarted"},
    {"calculate_missing_routes", &Options::calculate_missing_routes, Whose::kVendor, Scope::kStep,
     "updn, dnup, ftree, pqft", "`TRUE`",
     "Add paths where the rule of the engine leaves none, as far as they close no credit loop"},
    {"pqft_structure", &Options::pqft_structure, Whose::kVendor, Scope::kStep, "pqft", "found",
     "The structure of the tree: `PGFT(h; M1,..,Mh; W1,..,Wh; P1,..,Ph)` or `QFT(...)` "
     "(doc/option-notes.md)"},
    {"torus_config", NeededFile<TorusConf>{&Options::torus_conf, parse_torus_conf}, Whose::kStock,
     Scope::kStep, "torus-2QoS", "`/etc/opensm/torus-2QoS.conf`, if that is there",
     "The radices of the torus, and the seeds that define coordinates, datelines and SLs, as in "
     "stock's torus-2QoS.conf(5). If the named file is missing or has an error, the engine "
     "refuses and says why; a content that was read before stays active"},
    {"weft_traffic", &Options::traffic, Whose::kWeft, Scope::kStep, "auto", "`shift,bisection`",
     "What auto compares engines by: names of patterns (those of `weft route --pattern`, except "
     "`pairs`), separated by commas, each with an optional weight: "
     "`shift:3,bisection:1,alltoall`. See [auto.md](auto.md)"},
    {"weft_dragonfly_paths", &Options::dragonfly_paths, Whose::kWeft, Scope::kStep,
     "dragonfly, dfp", "`mix`",
     "With an `lmc`, ports have several LIDs. `mix`: paths to the first LID are minimal, those "
     "to each other LID go through another group. `minimal`: all are minimal. `nonminimal`: all "
     "go through another group"},
    {"weft_congestion", &Options::congestion, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`FALSE`",
     "If the links from a group to another are congested, a share of the paths goes through a "
     "third group until the congestion ends. Needs `perfmgr TRUE`, which reads the counters "
     "every `perfmgr_sweep_time_s` seconds, four VLs (five, so that multicast does not limit "
     "it), and applications that ask for the SL of their paths. Otherwise all paths are minimal, "
     "whatever `weft_dragonfly_paths` says, on up to fourteen SLs, and keep their SLs"},
    {"weft_congestion_upper", &CongestionLimits::upper, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`80`",
     "Percent. A link is congested if its level is above this value: the used part of its "
     "bandwidth and the part of the time that it waits, both in percent, each times its weight"},
    {"weft_congestion_lower", &CongestionLimits::lower, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`50`",
     "Percent. The congestion of a link ends when its level is below this value, and would stay "
     "below it with the moved paths, as estimated from the others"},
    {"weft_congestion_bandwidth_weight", &CongestionLimits::bandwidth_weight, Whose::kWeft,
     Scope::kMainFile, "dragonfly", "`100`",
     "Percent. The weight of the bandwidth in the level (PortXmitData)"},
    {"weft_congestion_wait_weight", &CongestionLimits::wait_weight, Whose::kWeft, Scope::kMainFile,
     "dragonfly", "`50`",
     "Percent. The weight of the time in which the port had data and could not send "
     "(PortXmitWait). Many senders to one host make all links on the way wait, and no other path "
     "helps; so waiting alone is not enough by default"},
    {"weft_congestion_tick", &CongestionLimits::tick, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`8`",
     "Bytes that a port could have sent in a tick of PortXmitWait: 8 on NVIDIA's Quantum "
     "switches, 128 (4x links) on Switch-IB and older ones"},
    {"weft_congestion_dwell", &CongestionLimits::dwell, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`30`", "Seconds for which a link stays congested, or not congested, at least"},
    {"weft_congestion_changes", &CongestionLimits::changes, Whose::kWeft, Scope::kMainFile,
     "dragonfly", "`6`",
     "How many times a minute routes may change because of congestion, each time in a heavy "
     "sweep"},
    {"weft_congestion_share", &CongestionLimits::share, Whose::kWeft, Scope::kMainFile, "dragonfly",
     "`95`",
     "Percent of the LIDs of the receiving group whose paths avoid the congested links. The paths "
     "to its other LIDs show whether the congestion lasts"},
    {"dfp_max_cas_on_spine", &Options::dfp_max_cas_on_spine, Whose::kVendor, Scope::kStep, "dfp",
     "`2`",
     "A switch with more CAs is a leaf switch of a Dragonfly+; others may be spines. Aggregation "
     "nodes do not count"},
    {"dfp_down_up_turns_mode", &Options::dfp_turns, Whose::kVendor, Scope::kStep, "dfp", "`0`",
     "Paths through an intermediate group. `0`: also those that go down to a leaf switch there "
     "and up again to another spine. `1`: only those over a spine with links to both other "
     "groups. `2`: down and up again only if there is no such spine"},
    {"lfts_file", TablesFile<StoredTables>{&Options::stored_tables, read_stored_tables},
     Whose::kStock, Scope::kStep, "file", "none",
     "The tables to load, as in opensm-lfts.dump, opensm.fdbs, or as dump_fts, dump_lfts and "
     "ibroute print them. Read before a sweep if the file has changed. If LIDs have changed "
     "since, port GUIDs identify them"},
    {"lid_matrix_dump_file", TablesFile<StoredHops>{&Options::stored_hops, read_stored_hops},
     Whose::kStock, Scope::kStep, "file", "none",
     "Without `lfts_file`: hop counts to load, as in opensm-lid-matrix.dump. The ports with the "
     "fewest hops are balanced as with minhop, with the same options except `hop_weights_file`. "
     "Read like `lfts_file`, and changed LIDs are identified too (stock: not)"},
    {"weft_file_unchecked", &Options::file_unchecked, Whose::kWeft, Scope::kStep, "file", "`FALSE`",
     "Accept tables that leave pairs without a path, or that loop; the log says what is wrong"},
    {"rch_policy_file", &PolicyPaths::chain, Whose::kVendor, Scope::kMainFile, "chain", "none",
     "The steps of a routing chain: which engine routes which part of the fabric "
     "(doc/routing-chains.md). The three policy files are read before a sweep if they, or files "
     "that they name, have changed"},
    {"topo_policy_file", &PolicyPaths::topologies, Whose::kVendor, Scope::kMainFile, "chain",
     "none", "The parts of the fabric: a group of switches and a group of CAs each"},
    {"pgrp_policy_file", &PolicyPaths::port_groups, Whose::kVendor, Scope::kMainFile, "chain",
     "none", "The port groups, by GUIDs, names and patterns"},
    {"weft_allow_credit_loops", &Options::allow_credit_loops, Whose::kWeft, Scope::kMainFile,
     "chain", "`FALSE`",
     "Accept a credit loop that several steps close together, if separate lanes do not break "
     "it"},
    {"use_ucast_cache", kNotRead, Whose::kStock, Scope::kOpensm, "all", "`FALSE`",
     "Has no effect if `routing_engine` has an engine of Weft's, which the log says once: from "
     "its cache OpenSM would continue with its tables unverified. A stock engine that stands "
     "before all of Weft's in `routing_engine` uses the cache as long as it routes"},
    {"dump_files_dir", kNotRead, Whose::kStock, Scope::kOpensm, "all", "`/var/log/`",
     "The folder of the dumps (doc/option-notes.md). Fixed until OpenSM is restarted"},
};

// The row of a key, which must be in the table.
consteval const OptionRow& option(std::string_view key) {
  for (const OptionRow& row : kOptionTable) {
    if (row.key == key) return row;
  }
  throw "there is no such option";
}

// The row of a key from outside; null: unknown.
const OptionRow* find_option(std::string_view key);

}  // namespace weft

#endif  // WEFT_OPTIONS_OPTION_TABLE_H_
