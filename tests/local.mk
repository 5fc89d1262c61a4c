# Unit tests and properties (their sources end in _property_test.cc) mirror the tree: the test of
# common/graph/links.cc is tests/common/graph/links_test.cc.
check_LIBRARIES += libtest-support.a
libtest_support_a_SOURCES = \
  tests/example/spanning_tree.cc \
  tests/example/spanning_tree.h \
  tests/support/ascending_paths.h \
  tests/support/candidates.h \
  tests/support/chain_policy_by_hand.h \
  tests/support/crossed_links.h \
  tests/support/counted_tree.h \
  tests/support/drawn_chain.h \
  tests/support/drawn_fabric.cc \
  tests/support/drawn_fabric.h \
  tests/support/edge_disjoint_paths.h \
  tests/support/engine_outcome.h \
  tests/support/fabric_facts.cc \
  tests/support/fabric_facts.h \
  tests/support/fabric_text.h \
  tests/support/fake_subnet.cc \
  tests/support/fake_subnet.h \
  tests/support/generated_fabric.h \
  tests/support/lane_routing.cc \
  tests/support/judged_session.h \
  tests/support/lane_orders_on.h \
  tests/support/lane_routing.h \
  tests/support/layers_on.h \
  tests/support/living_fabric.cc \
  tests/support/living_fabric.h \
  tests/support/named_fabric.h \
  tests/support/named_nodes.h \
  tests/support/odd_fabrics.h \
  tests/support/random_fabric.cc \
  tests/support/random_fabric.h \
  tests/support/random_routing.cc \
  tests/support/random_routing.h \
  tests/support/raw_state.h \
  tests/support/routed_session.h \
  tests/support/recabled.h \
  tests/support/routed_engine.h \
  tests/support/routed_torus.h \
  tests/support/routed_tree.cc \
  tests/support/routed_tree.h \
  tests/support/sanitizers.h \
  tests/support/sketch.h \
  tests/support/sketched_torus.h \
  tests/support/slow_fat_tree.cc \
  tests/support/slow_fat_tree.h \
  tests/support/slow_minhop.cc \
  tests/support/slow_minhop.h \
  tests/support/slow_torus.cc \
  tests/support/slow_torus.h \
  tests/support/slow_updown.cc \
  tests/support/slow_updown.h \
  tests/support/slow_choices.cc \
  tests/support/slow_choices.h \
  tests/support/slow_verify.cc \
  tests/support/slow_verify.h \
  tests/support/spines_apart.h \
  tests/fuzz/targets.cc \
  tests/fuzz/targets.h
unit_sources = \
  tests/bench/find_lost_link_test.cc \
  tests/common/balance/balance_by_switch_test.cc \
  tests/common/balance/balance_over_fabric_test.cc \
  tests/common/balance/closed_circle_test.cc \
  tests/common/balance/deal_row_test.cc \
  tests/common/balance/destination_batches_test.cc \
  tests/common/balance/least_busiest_test.cc \
  tests/common/balance/link_loads_test.cc \
  tests/common/balance/path_bits_test.cc \
  tests/common/balance/path_flows_test.cc \
  tests/common/balance/path_shifts_test.cc \
  tests/common/balance/port_settings_test.cc \
  tests/common/balance/sibling_costs_test.cc \
  tests/common/balance/switch_lids_test.cc \
  tests/common/base/append_test.cc \
  tests/common/base/bytes_test.cc \
  tests/common/base/checksum_test.cc \
  tests/common/base/disjoint_sets_test.cc \
  tests/common/base/file_test.cc \
  tests/common/base/gzip_test.cc \
  tests/common/base/json_test.cc \
  tests/common/base/markup_test.cc \
  tests/common/base/plain_text_test.cc \
  tests/common/base/prometheus_text_test.cc \
  tests/common/base/random_test.cc \
  tests/common/base/regular_file_test.cc \
  tests/common/base/stopwatch_test.cc \
  tests/common/base/text_test.cc \
  tests/common/base/utf8_test.cc \
  tests/common/base/warnings_test.cc \
  tests/common/base/workers_test.cc \
  tests/common/cabling/cable_swaps_test.cc \
  tests/common/cabling/cabling_test.cc \
  tests/common/cabling/lonely_links_test.cc \
  tests/common/cabling/odd_links_test.cc \
  tests/common/cabling/rail_places_test.cc \
  tests/common/counters/counter_reader_test.cc \
  tests/common/counters/hot_links_test.cc \
  tests/common/counters/link_measures_test.cc \
  tests/common/counters/port_counters_test.cc \
  tests/common/counters/replay_test.cc \
  tests/common/drawing/dot_test.cc \
  tests/common/drawing/draw_test.cc \
  tests/common/drawing/svg_test.cc \
  tests/common/dumps/ca_order_dump_test.cc \
  tests/common/dumps/lane_writers_test.cc \
  tests/common/dumps/lid_matrix_test.cc \
  tests/common/dumps/roots_dump_test.cc \
  tests/common/dumps/step_dumps_test.cc \
  tests/common/dumps/table_writer_test.cc \
  tests/common/dumps/torus_dump_test.cc \
  tests/common/export/host_blocks_test.cc \
  tests/common/export/host_torus_test.cc \
  tests/common/export/host_tree_test.cc \
  tests/common/export/hostlist_test.cc \
  tests/common/export/exported_hosts_test.cc \
  tests/common/export/rank_files_test.cc \
  tests/common/export/slurm_topology_test.cc \
  tests/common/export/switch_names_test.cc \
  tests/common/fabric/builder_test.cc \
  tests/common/fabric/congestion_watch_test.cc \
  tests/common/fabric/counts_test.cc \
  tests/common/fabric/drain_test.cc \
  tests/common/fabric/fabric_test.cc \
  tests/common/fabric/guid_index_test.cc \
  tests/common/fabric/hosts_test.cc \
  tests/common/fabric/leaf_switches_test.cc \
  tests/common/fabric/link_rate_test.cc \
  tests/common/fabric/link_watch_test.cc \
  tests/common/fabric/named_node_test.cc \
  tests/common/fabric/part_test.cc \
  tests/common/fabric/port_selection_test.cc \
  tests/common/fabric/renumber_test.cc \
  tests/common/fabric/generators/blueprint_test.cc \
  tests/common/fabric/generators/catalog_test.cc \
  tests/common/fabric/generators/directors_test.cc \
  tests/common/fabric/generators/dragonfly_plus_test.cc \
  tests/common/fabric/generators/dragonfly_test.cc \
  tests/common/fabric/generators/drawing_test.cc \
  tests/common/fabric/generators/failures_test.cc \
  tests/common/fabric/generators/finite_field_test.cc \
  tests/common/fabric/generators/generators_test.cc \
  tests/common/fabric/generators/grid_test.cc \
  tests/common/fabric/generators/hypercube_test.cc \
  tests/common/fabric/generators/hyperx_test.cc \
  tests/common/fabric/generators/irregular_test.cc \
  tests/common/fabric/generators/islands_test.cc \
  tests/common/fabric/generators/kautz_test.cc \
  tests/common/fabric/generators/polar_fly_test.cc \
  tests/common/fabric/generators/random_regular_test.cc \
  tests/common/fabric/generators/slim_fly_test.cc \
  tests/common/fabric/generators/xgft_test.cc \
  tests/common/fabric/readers/db_csv_test.cc \
  tests/common/fabric/readers/fabric_reader_test.cc \
  tests/common/fabric/readers/ibnetdiscover_test.cc \
  tests/common/fabric/readers/link_report_test.cc \
  tests/common/fabric/readers/link_text_test.cc \
  tests/common/fabric/readers/net_dump_test.cc \
  tests/common/fabric/readers/port_report_test.cc \
  tests/common/fabric/readers/subnet_list_test.cc \
  tests/common/fabric/writers/fabric_writer_test.cc \
  tests/common/graph/acyclic_turns_test.cc \
  tests/common/graph/cuts_test.cc \
  tests/common/graph/distances_test.cc \
  tests/common/graph/links_test.cc \
  tests/common/graph/next_hops_test.cc \
  tests/common/graph/pieces_test.cc \
  tests/common/graph/switch_graph_test.cc \
  tests/common/graph/turns_beside_test.cc \
  tests/common/graph/up_down_test.cc \
  tests/common/live/attributes_test.cc \
  tests/common/live/exchange_test.cc \
  tests/common/live/mad_test.cc \
  tests/common/live/path_queries_test.cc \
  tests/common/live/subnet_test.cc \
  tests/common/options/conf_lines_test.cc \
  tests/common/options/engine_list_test.cc \
  tests/common/options/level_weights_test.cc \
  tests/common/options/node_map_test.cc \
  tests/common/options/option_reader_test.cc \
  tests/common/options/option_table_test.cc \
  tests/common/options/option_values_test.cc \
  tests/common/options/read_option_test.cc \
  tests/common/options/stock_conf_test.cc \
  tests/common/options/stored_files_test.cc \
  tests/common/options/torus_conf_file_test.cc \
  tests/common/options/vendor_options_test.cc \
  tests/common/options/vl_arbitration_test.cc \
  tests/common/patterns/adversary_test.cc \
  tests/common/patterns/fair_shares_test.cc \
  tests/common/patterns/group_bound_test.cc \
  tests/common/patterns/host_list_test.cc \
  tests/common/patterns/job_islands_test.cc \
  tests/common/patterns/least_load_test.cc \
  tests/common/patterns/link_times_test.cc \
  tests/common/patterns/pairs_file_test.cc \
  tests/common/patterns/patterns_test.cc \
  tests/common/patterns/phases_test.cc \
  tests/common/patterns/placement_test.cc \
  tests/common/patterns/rank_order_test.cc \
  tests/common/patterns/throughput_test.cc \
  tests/common/plan/cable_differences_test.cc \
  tests/common/plan/cable_list_test.cc \
  tests/common/plan/name_ranges_test.cc \
  tests/common/plan/plan_diff_test.cc \
  tests/common/plan/plan_match_test.cc \
  tests/common/plan/plan_reader_test.cc \
  tests/common/plan/plan_watch_test.cc \
  tests/common/plan/planned_fabric_test.cc \
  tests/common/plan/system_types_test.cc \
  tests/common/policy/chain_policy_test.cc \
  tests/common/policy/option_overlay_test.cc \
  tests/common/policy/options_digest_test.cc \
  tests/common/policy/policy_files_test.cc \
  tests/common/policy/drained_groups_test.cc \
  tests/common/policy/guid_groups_test.cc \
  tests/common/policy/policy_text_test.cc \
  tests/common/policy/port_groups_test.cc \
  tests/common/policy/port_sets_test.cc \
  tests/common/repair/allowed_turns_test.cc \
  tests/common/repair/arriving_entries_test.cc \
  tests/common/repair/column_paths_test.cc \
  tests/common/repair/fabric_delta_test.cc \
  tests/common/repair/fabric_match_test.cc \
  tests/common/repair/kept_steps_test.cc \
  tests/common/repair/masters_beside_test.cc \
  tests/common/repair/move_columns_test.cc \
  tests/common/repair/rebalance_test.cc \
  tests/common/repair/repair_test.cc \
  tests/common/repair/routing_diff_test.cc \
  tests/common/repair/transition_test.cc \
  tests/common/repair/turns_in_use_test.cc \
  tests/common/repair/verify_change_test.cc \
  tests/common/repair/way_maker_test.cc \
  tests/common/repair/way_search_test.cc \
  tests/common/report/load_spread_test.cc \
  tests/common/routing/given_ranks_test.cc \
  tests/common/routing/kept_trees_test.cc \
  tests/common/routing/lane_master_test.cc \
  tests/common/routing/lane_plan_test.cc \
  tests/common/routing/lane_turns_test.cc \
  tests/common/routing/multicast_plan_test.cc \
  tests/common/routing/multicast_turns_test.cc \
  tests/common/routing/node_roles_test.cc \
  tests/common/routing/part_lanes_test.cc \
  tests/common/routing/part_options_test.cc \
  tests/common/routing/sl2vl_test.cc \
  tests/common/routing/tables_test.cc \
  tests/common/routing/targets_test.cc \
  tests/common/routing/vendor_engines_test.cc \
  tests/common/session/granted_sls_test.cc \
  tests/common/session/growth_test.cc \
  tests/common/session/metrics_test.cc \
  tests/common/session/qos_lanes_test.cc \
  tests/common/session/session_baseline_test.cc \
  tests/common/session/session_congestion_test.cc \
  tests/common/session/session_migration_test.cc \
  tests/common/session/session_of_others_test.cc \
  tests/common/session/session_test.cc \
  tests/common/session/session_state_test.cc \
  tests/common/session/status_test.cc \
  tests/common/state/fabric_code_test.cc \
  tests/common/state/routing_code_test.cc \
  tests/common/state/sections_test.cc \
  tests/common/state/state_code_test.cc \
  tests/common/state/state_file_test.cc \
  tests/common/stored/far_reader_test.cc \
  tests/common/stored/lane_readers_test.cc \
  tests/common/stored/mcfdb_reader_test.cc \
  tests/common/stored/resolve_hops_test.cc \
  tests/common/stored/resolve_tables_test.cc \
  tests/common/stored/stored_hops_test.cc \
  tests/common/stored/stored_tables_test.cc \
  tests/common/stored/table_reader_test.cc \
  tests/common/topology/fabric_shape_test.cc \
  tests/common/topology/fat_tree_test.cc \
  tests/common/topology/levels_test.cc \
  tests/common/topology/missing_parts_test.cc \
  tests/common/topology/product_labels_test.cc \
  tests/common/topology/simple_graph_test.cc \
  tests/common/topology/spread_order_test.cc \
  tests/common/topology/switch_groups_test.cc \
  tests/common/topology/switch_rows_test.cc \
  tests/common/topology/tree_check_test.cc \
  tests/common/topology/tree_fit_test.cc \
  tests/common/topology/tree_roots_test.cc \
  tests/common/topology/tree_shape_test.cc \
  tests/common/topology/tree_walk_test.cc \
  tests/common/topology/whole_product_test.cc \
  tests/common/verify/dependencies_test.cc \
  tests/common/verify/fabric_index_test.cc \
  tests/common/verify/lane_check_test.cc \
  tests/common/verify/link_uses_test.cc \
  tests/common/verify/loop_paths_test.cc \
  tests/common/verify/lost_pairs_test.cc \
  tests/common/verify/measure_test.cc \
  tests/common/verify/multicast_groups_test.cc \
  tests/common/verify/up_down_scan_test.cc \
  tests/common/verify/path_trace_test.cc \
  tests/common/verify/several_lids_test.cc \
  tests/common/verify/verify_choices_test.cc \
  tests/common/verify/verify_test.cc \
  tests/common/whatif/failure_test.cc \
  tests/common/whatif/failure_specs_test.cc \
  tests/common/whatif/load_change_test.cc \
  tests/common/whatif/newly_lost_test.cc \
  tests/common/whatif/outcome_file_test.cc \
  tests/common/whatif/port_names_test.cc \
  tests/common/whatif/shards_test.cc \
  tests/common/whatif/suggestions_test.cc \
  tests/common/whatif/trials_test.cc \
  tests/common/design/bisection_test.cc \
  tests/common/design/cable_list_test.cc \
  tests/common/design/growth_plan_test.cc \
  tests/common/design/shapes_test.cc \
  tests/common/design/topo_file_test.cc \
  tests/example/spanning_tree_test.cc \
  tests/fuzz/fuzz_corpus_test.cc \
  tests/plugins/engines_test.cc \
  tests/plugins/auto/auto_test.cc \
  tests/plugins/auto/islands_test.cc \
  tests/plugins/auto/shift_contention_test.cc \
  tests/plugins/chain/chain_repair_test.cc \
  tests/plugins/chain/chain_test.cc \
  tests/plugins/chain/step_parts_test.cc \
  tests/plugins/dragonfly/avoid_busy_links_test.cc \
  tests/plugins/dragonfly/dfp_test.cc \
  tests/plugins/dragonfly/dragonfly_test.cc \
  tests/plugins/dragonfly/group_halves_test.cc \
  tests/plugins/dragonfly/group_ways_test.cc \
  tests/plugins/dragonfly/intermediate_groups_test.cc \
  tests/plugins/dragonfly/leaf_spine_groups_test.cc \
  tests/plugins/dragonfly/leaf_spine_ways_test.cc \
  tests/plugins/fat_tree/displaced_lids_test.cc \
  tests/plugins/fat_tree/ftree_hostile_test.cc \
  tests/plugins/fat_tree/ftree_options_test.cc \
  tests/plugins/fat_tree/ftree_trees_test.cc \
  tests/plugins/fat_tree/load_routing_test.cc \
  tests/plugins/fat_tree/pqft_test.cc \
  tests/plugins/fat_tree/shift_search_test.cc \
  tests/plugins/fat_tree/stray_links_test.cc \
  tests/plugins/fat_tree/tree_destinations_test.cc \
  tests/plugins/fat_tree/tree_places_test.cc \
  tests/plugins/fat_tree/tree_ways_test.cc \
  tests/plugins/fat_tree/up_ports_test.cc \
  tests/plugins/file/file_test.cc \
  tests/plugins/hypercube/dimension_orders_test.cc \
  tests/plugins/hypercube/dimension_tables_test.cc \
  tests/plugins/hypercube/kdor_test.cc \
  tests/plugins/hypercube/load_relief_test.cc \
  tests/plugins/hypercube/product_places_test.cc \
  tests/plugins/layered/balanced_paths_test.cc \
  tests/plugins/layered/destination_order_test.cc \
  tests/plugins/layered/detour_layers_test.cc \
  tests/plugins/layered/detour_trees_test.cc \
  tests/plugins/layered/dfsssp_test.cc \
  tests/plugins/layered/fitting_paths_test.cc \
  tests/plugins/layered/group_lane_test.cc \
  tests/plugins/layered/lane_orders_test.cc \
  tests/plugins/layered/lash_test.cc \
  tests/plugins/layered/layered_routing_test.cc \
  tests/plugins/layered/layers_test.cc \
  tests/plugins/layered/least_sum_test.cc \
  tests/plugins/layered/load_shifts_test.cc \
  tests/plugins/layered/minimal_path_cache_test.cc \
  tests/plugins/layered/minimal_paths_test.cc \
  tests/plugins/layered/multipath_test.cc \
  tests/plugins/layered/ordered_layers_test.cc \
  tests/plugins/layered/path_layers_test.cc \
  tests/plugins/layered/path_stage_test.cc \
  tests/plugins/layered/planned_paths_test.cc \
  tests/plugins/layered/ring_cuts_test.cc \
  tests/plugins/layered/sssp_test.cc \
  tests/plugins/layered/subtree_orders_test.cc \
  tests/plugins/layered/tree_growth_test.cc \
  tests/plugins/layered/turn_layers_test.cc \
  tests/plugins/layered/up_down_order_test.cc \
  tests/plugins/layered/without_missing_test.cc \
  tests/plugins/nue/destination_search_test.cc \
  tests/plugins/nue/direction_choice_test.cc \
  tests/plugins/nue/direction_test.cc \
  tests/plugins/nue/lid_jobs_test.cc \
  tests/plugins/nue/load_search_test.cc \
  tests/plugins/nue/minimal_search_test.cc \
  tests/plugins/nue/nue_test.cc \
  tests/plugins/nue/radix_queue_test.cc \
  tests/plugins/nue/turn_order_test.cc \
  tests/plugins/opensm/guarded_test.cc \
  tests/plugins/opensm/guid_table_test.cc \
  tests/plugins/opensm/hops_test.cc \
  tests/plugins/opensm/lane_setup_test.cc \
  tests/plugins/opensm/lane_tables_test.cc \
  tests/plugins/opensm/layout_test.cc \
  tests/plugins/opensm/link_attributes_test.cc \
  tests/plugins/opensm/log_test.cc \
  tests/plugins/opensm/multicast_test.cc \
  tests/plugins/opensm/plugin_test.cc \
  tests/plugins/opensm/read_back_test.cc \
  tests/plugins/opensm/routing_engine_test.cc \
  tests/plugins/opensm/sent_tables_test.cc \
  tests/plugins/opensm/snapshot_test.cc \
  tests/plugins/opensm/state_keeper_test.cc \
  tests/plugins/opensm/status_keeper_test.cc \
  tests/plugins/opensm/stock_options_test.cc \
  tests/plugins/opensm/timer_test.cc \
  tests/plugins/opensm/unserved_vls_test.cc \
  tests/plugins/shortest/dor_test.cc \
  tests/plugins/shortest/minhop_test.cc \
  tests/plugins/torus/seeded_torus_test.cc \
  tests/plugins/torus/torus_2qos_test.cc \
  tests/plugins/torus/torus_lanes_test.cc \
  tests/plugins/torus/torus_tables_test.cc \
  tests/plugins/torus/torus_test.cc \
  tests/plugins/torus/torus_tree_test.cc \
  tests/plugins/up_down/dnup_test.cc \
  tests/plugins/up_down/hubs_test.cc \
  tests/plugins/up_down/missing_routes_test.cc \
  tests/plugins/up_down/path_adder_test.cc \
  tests/plugins/up_down/stranded_switches_test.cc \
  tests/plugins/up_down/tree_ranking_test.cc \
  tests/plugins/up_down/updn_test.cc \
  tests/plugins/up_down/valley_paths_test.cc
unit_unity = \
  unity/unit-bench.cc \
  unity/unit-common-balance.cc \
  unity/unit-common-base.cc \
  unity/unit-common-cabling.cc \
  unity/unit-common-design.cc \
  unity/unit-common-counters.cc \
  unity/unit-common-drawing.cc \
  unity/unit-common-dumps.cc \
  unity/unit-common-export.cc \
  unity/unit-common-fabric.cc \
  unity/unit-common-fabric-generators.cc \
  unity/unit-common-fabric-readers.cc \
  unity/unit-common-fabric-writers.cc \
  unity/unit-common-graph.cc \
  unity/unit-common-live.cc \
  unity/unit-common-options.cc \
  unity/unit-common-patterns.cc \
  unity/unit-common-plan.cc \
  unity/unit-common-policy.cc \
  unity/unit-common-repair.cc \
  unity/unit-common-report.cc \
  unity/unit-common-routing.cc \
  unity/unit-common-session.cc \
  unity/unit-common-state.cc \
  unity/unit-common-stored.cc \
  unity/unit-common-topology.cc \
  unity/unit-common-verify.cc \
  unity/unit-common-whatif.cc \
  unity/unit-example.cc \
  unity/unit-fuzz.cc \
  unity/unit-plugins.cc \
  unity/unit-plugins-auto.cc \
  unity/unit-plugins-chain.cc \
  unity/unit-plugins-dragonfly.cc \
  unity/unit-plugins-fat_tree.cc \
  unity/unit-plugins-file.cc \
  unity/unit-plugins-hypercube.cc \
  unity/unit-plugins-layered.cc \
  unity/unit-plugins-nue.cc \
  unity/unit-plugins-opensm.cc \
  unity/unit-plugins-shortest.cc \
  unity/unit-plugins-torus.cc \
  unity/unit-plugins-up_down.cc
unit_tests_SOURCES = \
  tests/support/failing_allocation.cc \
  tests/support/failing_allocation.h \
  tests/support/opensm_doubles.cc \
  tests/support/opensm_doubles.h \
  tests/support/opensm_subnet.cc \
  tests/support/opensm_subnet.h \
  bench/find_lost_link.cc \
  bench/find_lost_link.h
if UNITY
nodist_unit_tests_SOURCES = $(unit_unity)
else
unit_tests_SOURCES += $(unit_sources)
endif
unity/tests-made: $(unit_sources) $(property_sources) $(srcdir)/tests/unity.awk Makefile
	$(AM_V_GEN)$(new_unity) && $(AWK) -v top=$(srcdir)/ -v into=$@.new -f $(srcdir)/tests/unity.awk \
	  $(unit_sources:%=$(srcdir)/%) $(property_sources:%=$(srcdir)/%) && $(take_unity)
$(unit_unity) $(property_unity): unity/tests-made ;
EXTRA_DIST += tests/unity.awk
# What uses threads: ThreadSanitizer builds the libraries and this alone.
thread_tests_SOURCES = \
  tests/common/base/workers_test.cc \
  tests/support/fabric_facts.cc \
  tests/support/lane_routing.cc \
  tests/threads/engines_test.cc \
  tests/threads/fabrics.h \
  tests/threads/patterns_test.cc \
  tests/threads/session_test.cc \
  tests/threads/stored_files_test.cc \
  tests/threads/verify_test.cc \
  tests/threads/workers_test.cc
property_sources = \
  tests/common/balance/balance_by_switch_property_test.cc \
  tests/common/balance/sibling_costs_property_test.cc \
  tests/common/cabling/cabling_property_test.cc \
  tests/common/design/growth_plan_property_test.cc \
  tests/common/design/shapes_property_test.cc \
  tests/common/fabric/drain_property_test.cc \
  tests/common/fabric/generators/generators_property_test.cc \
  tests/common/graph/acyclic_turns_property_test.cc \
  tests/common/graph/turns_beside_property_test.cc \
  tests/common/patterns/patterns_property_test.cc \
  tests/common/plan/plan_diff_property_test.cc \
  tests/common/policy/port_sets_property_test.cc \
  tests/common/repair/repair_property_test.cc \
  tests/common/routing/kept_trees_property_test.cc \
  tests/common/session/growth_property_test.cc \
  tests/common/session/session_of_others_property_test.cc \
  tests/common/repair/verify_change_property_test.cc \
  tests/common/session/session_property_test.cc \
  tests/common/state/state_code_property_test.cc \
  tests/common/topology/product_labels_property_test.cc \
  tests/common/topology/spread_order_property_test.cc \
  tests/common/topology/tree_fit_property_test.cc \
  tests/common/verify/verify_choices_property_test.cc \
  tests/common/verify/verify_property_test.cc \
  tests/example/spanning_tree_property_test.cc \
  tests/fuzz/fuzz_property_test.cc \
  tests/plugins/engines_property_test.cc \
  tests/plugins/auto/auto_property_test.cc \
  tests/plugins/chain/chain_property_test.cc \
  tests/plugins/fat_tree/ftree_property_test.cc \
  tests/plugins/file/file_property_test.cc \
  tests/plugins/hypercube/kdor_property_test.cc \
  tests/plugins/layered/layered_routing_property_test.cc \
  tests/plugins/layered/multipath_property_test.cc \
  tests/plugins/nue/nue_property_test.cc \
  tests/plugins/shortest/minhop_property_test.cc \
  tests/plugins/dragonfly/dfp_property_test.cc \
  tests/plugins/dragonfly/dragonfly_property_test.cc \
  tests/plugins/torus/torus_2qos_property_test.cc \
  tests/plugins/up_down/updn_property_test.cc \
  tests/support/drawn_fabric_property_test.cc
property_unity = \
  unity/property-common.cc \
  unity/property-example.cc \
  unity/property-fuzz.cc \
  unity/property-plugins.cc \
  unity/property-support.cc
if UNITY
property_tests_SOURCES =
nodist_property_tests_SOURCES = $(property_unity)
else
property_tests_SOURCES = $(property_sources)
endif

# What a test spends its time in is the libraries: its own objects are not optimised, and the headers
# that nearly all of them include are compiled once.
test_cppflags = $(AM_CPPFLAGS) $(OPENSM_CFLAGS) $(GTEST_CFLAGS) -include tests/precompiled.h
test_cxxflags = $(WEFT_WARNINGS) -fvisibility-inlines-hidden $(WEFT_TEST_OPTIMISE)
test_libs = libtest-support.a libweft-engines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS) -lrapidcheck
libtest_support_a_CPPFLAGS = $(test_cppflags)
libtest_support_a_CXXFLAGS = $(test_cxxflags)
unit_tests_CPPFLAGS = $(test_cppflags)
unit_tests_CXXFLAGS = $(test_cxxflags)
unit_tests_LDADD = libweft-opensm.la $(test_libs) $(OPENSM_LIBS) $(ZLIB_LIBS)
property_tests_CPPFLAGS = $(test_cppflags)
property_tests_CXXFLAGS = $(test_cxxflags)
property_tests_LDADD = $(test_libs)
thread_tests_CPPFLAGS = $(test_cppflags)
thread_tests_CXXFLAGS = $(test_cxxflags)
thread_tests_LDADD = libweft-engines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS)

EXTRA_DIST += tests/precompiled.h tests/structure.py tests/messages.py
CLEANFILES += tests/precompiled.h.gch
tests/precompiled.h.gch: $(srcdir)/tests/precompiled.h config.status
	$(AM_V_GEN)$(MKDIR_P) tests && $(CXX) -I. $(AM_CPPFLAGS) $(OPENSM_CFLAGS) $(GTEST_CFLAGS) \
	  $(CPPFLAGS) $(test_cxxflags) $(CXXFLAGS) -x c++-header -o $@ $<
$(libtest_support_a_OBJECTS) $(unit_tests_OBJECTS) $(property_tests_OBJECTS) \
$(thread_tests_OBJECTS): tests/precompiled.h.gch

if HAVE_GTEST
check_PROGRAMS += unit-tests property-tests thread-tests
TESTS += unit-tests property-tests thread-tests
endif
# Random cases of each property, and what they are drawn from: without a seed others each time.
CASES = 200
SEED =
AM_TESTS_ENVIRONMENT = RC_PARAMS="max_success=$(CASES)$(SEED:%= seed=%)"; export RC_PARAMS;

# For the end-to-end tests; see its head comment.
check_LTLIBRARIES += libfailing-calls.la
libfailing_calls_la_SOURCES = tests/support/failing_calls.cc
libfailing_calls_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere

# clang-tidy on TIDY: sources of the project, all of them if none are named.
TIDY =
.PHONY: check-tidy
check-tidy:
	cd $(srcdir) && sources='$(TIDY)' && \
	  { test -n "$$sources" || sources=`find common plugins tools -name '*.cc'`; } && \
	  echo $$sources | xargs -n 1 -P `nproc` sh -c 'clang-tidy --quiet "$$0" -- -std=c++20 -I. \
	    -I$(abs_builddir) -DHAVE_CONFIG_H -DWEFT_DEMO=\"\" $(OPENSM_CFLAGS)'

# Long sweeps, larger fabrics, all of clang-tidy, the packages, promtool's opinion of metrics, Slurm (its packages
# slurmctld and slurm-client), and the fuzzers, which need clang, in a build of their own.
.PHONY: check-long check-packages check-slurm
check-long: check-tidy check-packages check-slurm
	$(MAKE) $(AM_MAKEFLAGS) distcheck
	$(MAKE) $(AM_MAKEFLAGS) check CASES=20000
	WEFT_LONG=1 $(MAKE) $(AM_MAKEFLAGS) check-e2e
	$(MAKE) $(AM_MAKEFLAGS) check-names
	$(MKDIR_P) build-fuzz
	cd build-fuzz && $(abs_srcdir)/configure CC=clang CXX=clang++ --enable-fuzzers
	$(MAKE) $(AM_MAKEFLAGS) -C build-fuzz check-fuzz

# The linker sees all definitions of a name; libtool keeps -Werror from it.
.PHONY: check-names
check-names:
	$(MKDIR_P) build-names
	cd build-names && $(abs_srcdir)/configure CXXFLAGS='-O0 -g1 -flto' LDFLAGS='-flto=2 -flto-partition=1to1'
	$(MAKE) $(AM_MAKEFLAGS) -C build-names libweft-core.la libweft-engines.la libweft-opensm.la >build-names/log 2>&1
	! grep -E '\[-W(odr|lto-type-mismatch)' build-names/log
	@echo "no name has two definitions"

# Needs root and slurm-wlm.
EXTRA_DIST += tests/slurm/job-array
check-slurm: all
	$(srcdir)/tests/slurm/job-array $(abs_builddir)

EXTRA_DIST += tests/packages/release tests/packages/upgrade.py tests/packages/cross-arm64 tests/packages/debian-build tests/packages/debian-install \
  tests/packages/rpm tests/packages/steps.sh
# Builds, lints, installs, tries and removes the packages, and builds and tests for aarch64; needs root,
# mmdebstrap, rpmbuild and rpmlint. They are left in packages.
check-packages: dist
	for release in bookworm trixie sid; do \
	  $(srcdir)/tests/packages/debian-build $(distdir).tar.xz packages/$$release $$release && \
	  $(srcdir)/tests/packages/debian-install $(distdir).tar.xz packages/$$release $$release || exit; \
	done
	$(srcdir)/tests/packages/rpm $(distdir).tar.xz packages/bookworm
	$(srcdir)/tests/packages/cross-arm64 $(distdir).tar.xz packages
