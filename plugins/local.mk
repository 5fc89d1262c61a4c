# libweft-engines.so: all engines, a folder a family. An engine is a source or more here, a line in
# plugins/engines.cc, and a module below.
pkglib_LTLIBRARIES += libweft-engines.la
engines_sources = \
  plugins/auto/auto.cc \
  plugins/auto/auto.h \
  plugins/auto/islands.cc \
  plugins/auto/islands.h \
  plugins/auto/shift_contention.cc \
  plugins/auto/shift_contention.h \
  plugins/dragonfly/avoid_busy_links.cc \
  plugins/dragonfly/avoid_busy_links.h \
  plugins/dragonfly/dfp.cc \
  plugins/dragonfly/dfp.h \
  plugins/dragonfly/dfp_lanes.cc \
  plugins/dragonfly/dfp_lanes.h \
  plugins/dragonfly/dfp_tables.cc \
  plugins/dragonfly/dfp_tables.h \
  plugins/dragonfly/dragonfly.cc \
  plugins/dragonfly/dragonfly.h \
  plugins/dragonfly/dragonfly_frame.cc \
  plugins/dragonfly/dragonfly_frame.h \
  plugins/dragonfly/dragonfly_lanes.cc \
  plugins/dragonfly/dragonfly_lanes.h \
  plugins/dragonfly/dragonfly_tables.cc \
  plugins/dragonfly/dragonfly_tables.h \
  plugins/dragonfly/dragonfly_tree.cc \
  plugins/dragonfly/dragonfly_tree.h \
  plugins/dragonfly/group_graph.cc \
  plugins/dragonfly/group_graph.h \
  plugins/dragonfly/group_halves.h \
  plugins/dragonfly/group_lines.h \
  plugins/dragonfly/group_ways.cc \
  plugins/dragonfly/group_ways.h \
  plugins/dragonfly/intermediate_groups.cc \
  plugins/dragonfly/intermediate_groups.h \
  plugins/dragonfly/leaf_spine_groups.cc \
  plugins/dragonfly/leaf_spine_groups.h \
  plugins/dragonfly/leaf_spine_ways.cc \
  plugins/dragonfly/leaf_spine_ways.h \
  plugins/dragonfly/side_maps.h \
  plugins/engines.cc \
  plugins/engines.h \
  plugins/chain/chain.cc \
  plugins/chain/chain.h \
  plugins/chain/step_parts.cc \
  plugins/chain/step_parts.h \
  plugins/fat_tree/displaced_lids.cc \
  plugins/fat_tree/displaced_lids.h \
  plugins/fat_tree/fat_tree_routing.cc \
  plugins/fat_tree/fat_tree_routing.h \
  plugins/fat_tree/ftree.cc \
  plugins/fat_tree/ftree.h \
  plugins/fat_tree/load_routing.cc \
  plugins/fat_tree/load_routing.h \
  plugins/fat_tree/order_of_cas.cc \
  plugins/fat_tree/order_of_cas.h \
  plugins/fat_tree/pqft.cc \
  plugins/fat_tree/pqft.h \
  plugins/fat_tree/shift_search.cc \
  plugins/fat_tree/shift_search.h \
  plugins/fat_tree/slot_routing.cc \
  plugins/fat_tree/slot_routing.h \
  plugins/fat_tree/stray_links.cc \
  plugins/fat_tree/stray_links.h \
  plugins/fat_tree/tree_destinations.cc \
  plugins/fat_tree/tree_destinations.h \
  plugins/fat_tree/tree_places.cc \
  plugins/fat_tree/tree_places.h \
  plugins/fat_tree/tree_ways.cc \
  plugins/fat_tree/tree_ways.h \
  plugins/fat_tree/up_ports.cc \
  plugins/fat_tree/up_ports.h \
  plugins/file/file.cc \
  plugins/file/file.h \
  plugins/hypercube/dimension_orders.cc \
  plugins/hypercube/dimension_orders.h \
  plugins/hypercube/dimension_tables.cc \
  plugins/hypercube/dimension_tables.h \
  plugins/hypercube/kdor.cc \
  plugins/hypercube/kdor.h \
  plugins/hypercube/load_relief.cc \
  plugins/hypercube/load_relief.h \
  plugins/hypercube/product_places.cc \
  plugins/hypercube/product_places.h \
  plugins/layered/attempts.h \
  plugins/layered/balanced_paths.cc \
  plugins/layered/balanced_paths.h \
  plugins/layered/destination_order.cc \
  plugins/layered/destination_order.h \
  plugins/layered/detour_layers.cc \
  plugins/layered/detour_layers.h \
  plugins/layered/detour_trees.cc \
  plugins/layered/detour_trees.h \
  plugins/layered/dfsssp.cc \
  plugins/layered/dfsssp.h \
  plugins/layered/fitting_paths.cc \
  plugins/layered/fitting_paths.h \
  plugins/layered/group_lane.cc \
  plugins/layered/group_lane.h \
  plugins/layered/lane_orders.cc \
  plugins/layered/lane_orders.h \
  plugins/layered/lash.cc \
  plugins/layered/lash.h \
  plugins/layered/layered_routing.cc \
  plugins/layered/layered_routing.h \
  plugins/layered/layers.cc \
  plugins/layered/layers.h \
  plugins/layered/least_sum.h \
  plugins/layered/load_shifts.cc \
  plugins/layered/load_shifts.h \
  plugins/layered/minimal_path_cache.cc \
  plugins/layered/minimal_path_cache.h \
  plugins/layered/minimal_paths.cc \
  plugins/layered/minimal_paths.h \
  plugins/layered/multipath.cc \
  plugins/layered/multipath.h \
  plugins/layered/ordered_layers.cc \
  plugins/layered/ordered_layers.h \
  plugins/layered/path_layers.cc \
  plugins/layered/path_layers.h \
  plugins/layered/path_stage.cc \
  plugins/layered/path_stage.h \
  plugins/layered/planned_paths.cc \
  plugins/layered/planned_paths.h \
  plugins/layered/ring_cuts.cc \
  plugins/layered/ring_cuts.h \
  plugins/layered/sssp.cc \
  plugins/layered/sssp.h \
  plugins/layered/subtree_orders.cc \
  plugins/layered/subtree_orders.h \
  plugins/layered/tree_growth.cc \
  plugins/layered/tree_growth.h \
  plugins/layered/turn_layers.cc \
  plugins/layered/turn_layers.h \
  plugins/layered/up_down_order.cc \
  plugins/layered/up_down_order.h \
  plugins/layered/without_missing.cc \
  plugins/layered/without_missing.h \
  plugins/nue/destination_search.h \
  plugins/nue/direction.cc \
  plugins/nue/direction.h \
  plugins/nue/direction_choice.cc \
  plugins/nue/direction_choice.h \
  plugins/nue/first_hop.h \
  plugins/nue/lane_routes.cc \
  plugins/nue/lane_routes.h \
  plugins/nue/lid_jobs.cc \
  plugins/nue/lid_jobs.h \
  plugins/nue/load_search.cc \
  plugins/nue/load_search.h \
  plugins/nue/minimal_search.cc \
  plugins/nue/minimal_search.h \
  plugins/nue/nue.cc \
  plugins/nue/nue.h \
  plugins/nue/radix_queue.h \
  plugins/nue/turn_order.cc \
  plugins/nue/turn_order.h \
  plugins/shortest/dor.cc \
  plugins/shortest/dor.h \
  plugins/shortest/minhop.cc \
  plugins/shortest/minhop.h \
  plugins/shortest/shortest_path_routing.cc \
  plugins/shortest/shortest_path_routing.h \
  plugins/torus/seeded_torus.cc \
  plugins/torus/seeded_torus.h \
  plugins/torus/torus.cc \
  plugins/torus/torus.h \
  plugins/torus/torus_2qos.cc \
  plugins/torus/torus_2qos.h \
  plugins/torus/torus_lanes.cc \
  plugins/torus/torus_lanes.h \
  plugins/torus/torus_tables.cc \
  plugins/torus/torus_tables.h \
  plugins/torus/torus_tree.cc \
  plugins/torus/torus_tree.h \
  plugins/up_down/dnup.cc \
  plugins/up_down/dnup.h \
  plugins/up_down/hubs.cc \
  plugins/up_down/hubs.h \
  plugins/up_down/missing_routes.cc \
  plugins/up_down/missing_routes.h \
  plugins/up_down/path_adder.cc \
  plugins/up_down/path_adder.h \
  plugins/up_down/stranded_switches.cc \
  plugins/up_down/stranded_switches.h \
  plugins/up_down/tree_ranking.cc \
  plugins/up_down/tree_ranking.h \
  plugins/up_down/up_down_routing.cc \
  plugins/up_down/up_down_routing.h \
  plugins/up_down/updn.cc \
  plugins/up_down/updn.h \
  plugins/up_down/valley_paths.cc \
  plugins/up_down/valley_paths.h
engines_unity = \
  unity/plugins.cc \
  unity/plugins-auto.cc \
  unity/plugins-chain.cc \
  unity/plugins-dragonfly.cc \
  unity/plugins-fat_tree.cc \
  unity/plugins-file.cc \
  unity/plugins-hypercube.cc \
  unity/plugins-layered.cc \
  unity/plugins-nue.cc \
  unity/plugins-shortest.cc \
  unity/plugins-torus.cc \
  unity/plugins-up_down.cc
if UNITY
libweft_engines_la_SOURCES =
nodist_libweft_engines_la_SOURCES = $(engines_unity)
else
libweft_engines_la_SOURCES = $(engines_sources)
endif
libweft_engines_la_CXXFLAGS = $(library_cxxflags)
libweft_engines_la_LDFLAGS = $(library_ldflags)
libweft_engines_la_LIBADD = libweft-core.la $(FMT_LIBS)

# libweft-opensm.so: the bridge to OpenSM, the same for every module.
pkglib_LTLIBRARIES += libweft-opensm.la
bridge_sources = \
  plugins/opensm/guarded.h \
  plugins/opensm/guid_table.h \
  plugins/opensm/hops.cc \
  plugins/opensm/hops.h \
  plugins/opensm/heavy_sweep.h \
  plugins/opensm/lane_setup.cc \
  plugins/opensm/lane_setup.h \
  plugins/opensm/lane_tables.cc \
  plugins/opensm/lane_tables.h \
  plugins/opensm/layout.cc \
  plugins/opensm/layout.h \
  plugins/opensm/link_attributes.cc \
  plugins/opensm/link_attributes.h \
  plugins/opensm/lock.h \
  plugins/opensm/log.cc \
  plugins/opensm/log.h \
  plugins/opensm/module.h \
  plugins/opensm/multicast.cc \
  plugins/opensm/multicast.h \
  plugins/opensm/opensm.h \
  plugins/opensm/plugin.cc \
  plugins/opensm/plugin.h \
  plugins/opensm/read_back.cc \
  plugins/opensm/read_back.h \
  plugins/opensm/reports.cc \
  plugins/opensm/reports.h \
  plugins/opensm/routing_engine.cc \
  plugins/opensm/routing_engine.h \
  plugins/opensm/scribe.cc \
  plugins/opensm/scribe.h \
  plugins/opensm/sent_tables.cc \
  plugins/opensm/sent_tables.h \
  plugins/opensm/snapshot.cc \
  plugins/opensm/snapshot.h \
  plugins/opensm/state_keeper.cc \
  plugins/opensm/state_keeper.h \
  plugins/opensm/status_keeper.cc \
  plugins/opensm/status_keeper.h \
  plugins/opensm/stock_options.cc \
  plugins/opensm/stock_options.h \
  plugins/opensm/timer.cc \
  plugins/opensm/timer.h \
  plugins/opensm/unserved_vls.cc \
  plugins/opensm/unserved_vls.h
bridge_unity = \
  unity/plugins-opensm.cc
if UNITY
libweft_opensm_la_SOURCES =
nodist_libweft_opensm_la_SOURCES = $(bridge_unity)
else
libweft_opensm_la_SOURCES = $(bridge_sources)
endif
libweft_opensm_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CFLAGS)
libweft_opensm_la_CXXFLAGS = $(library_cxxflags)
libweft_opensm_la_LDFLAGS = $(library_ldflags)
libweft_opensm_la_LIBADD = libweft-engines.la libweft-core.la $(OPENSM_LIBS) $(FMT_LIBS)

if PRECOMPILED_HEADERS
$(libweft_engines_la_OBJECTS) $(libweft_opensm_la_OBJECTS): common/precompiled.h.gch
endif

# The modules that opensm loads, some lines each over the libraries. Symbols that are missing must fail
# the load instead of killing opensm later (now); a module whose code a thread may still run must not be
# unmapped (nodelete). opensm exports generic names itself, so a module exports nothing but what opensm
# looks up.
EXTRA_DIST += plugins/opensm/exports.map
moduledir = $(libdir)
module_LTLIBRARIES = libweft.la \
  libweft-auto.la \
  libweft-chain.la \
  libweft-dfp.la \
  libweft-dfsssp.la \
  libweft-dnup.la \
  libweft-dor.la \
  libweft-dragonfly.la \
  libweft-file.la \
  libweft-ftree.la \
  libweft-kdor-ghc.la \
  libweft-kdor-hc.la \
  libweft-lash.la \
  libweft-minhop.la \
  libweft-multipath.la \
  libweft-nue.la \
  libweft-pqft.la \
  libweft-sssp.la \
  libweft-torus-2QoS.la \
  libweft-updn.la
module_cppflags = $(AM_CPPFLAGS) $(OPENSM_CFLAGS)
module_ldflags = -module -avoid-version -shared -Wl,-z,now -Wl,-z,nodelete \
  -Wl,--version-script=$(srcdir)/plugins/opensm/exports.map
module_libs = libweft-opensm.la libweft-engines.la libweft-core.la

libweft_la_SOURCES = plugins/modules/weft.cc
libweft_la_CPPFLAGS = $(module_cppflags)
libweft_la_LDFLAGS = $(module_ldflags)
libweft_la_LIBADD = $(module_libs)
libweft_auto_la_SOURCES = plugins/modules/auto.cc
libweft_auto_la_CPPFLAGS = $(module_cppflags)
libweft_auto_la_LDFLAGS = $(module_ldflags)
libweft_auto_la_LIBADD = $(module_libs)
libweft_chain_la_SOURCES = plugins/modules/chain.cc
libweft_chain_la_CPPFLAGS = $(module_cppflags)
libweft_chain_la_LDFLAGS = $(module_ldflags)
libweft_chain_la_LIBADD = $(module_libs)
libweft_dfp_la_SOURCES = plugins/modules/dfp.cc
libweft_dfp_la_CPPFLAGS = $(module_cppflags)
libweft_dfp_la_LDFLAGS = $(module_ldflags)
libweft_dfp_la_LIBADD = $(module_libs)
libweft_dfsssp_la_SOURCES = plugins/modules/dfsssp.cc
libweft_dfsssp_la_CPPFLAGS = $(module_cppflags)
libweft_dfsssp_la_LDFLAGS = $(module_ldflags)
libweft_dfsssp_la_LIBADD = $(module_libs)
libweft_dnup_la_SOURCES = plugins/modules/dnup.cc
libweft_dnup_la_CPPFLAGS = $(module_cppflags)
libweft_dnup_la_LDFLAGS = $(module_ldflags)
libweft_dnup_la_LIBADD = $(module_libs)
libweft_dor_la_SOURCES = plugins/modules/dor.cc
libweft_dor_la_CPPFLAGS = $(module_cppflags)
libweft_dor_la_LDFLAGS = $(module_ldflags)
libweft_dor_la_LIBADD = $(module_libs)
libweft_dragonfly_la_SOURCES = plugins/modules/dragonfly.cc
libweft_dragonfly_la_CPPFLAGS = $(module_cppflags)
libweft_dragonfly_la_LDFLAGS = $(module_ldflags)
libweft_dragonfly_la_LIBADD = $(module_libs)
libweft_file_la_SOURCES = plugins/modules/file.cc
libweft_file_la_CPPFLAGS = $(module_cppflags)
libweft_file_la_LDFLAGS = $(module_ldflags)
libweft_file_la_LIBADD = $(module_libs)
libweft_ftree_la_SOURCES = plugins/modules/ftree.cc
libweft_ftree_la_CPPFLAGS = $(module_cppflags)
libweft_ftree_la_LDFLAGS = $(module_ldflags)
libweft_ftree_la_LIBADD = $(module_libs)
libweft_kdor_ghc_la_SOURCES = plugins/modules/kdor_ghc.cc
libweft_kdor_ghc_la_CPPFLAGS = $(module_cppflags)
libweft_kdor_ghc_la_LDFLAGS = $(module_ldflags)
libweft_kdor_ghc_la_LIBADD = $(module_libs)
libweft_kdor_hc_la_SOURCES = plugins/modules/kdor_hc.cc
libweft_kdor_hc_la_CPPFLAGS = $(module_cppflags)
libweft_kdor_hc_la_LDFLAGS = $(module_ldflags)
libweft_kdor_hc_la_LIBADD = $(module_libs)
libweft_lash_la_SOURCES = plugins/modules/lash.cc
libweft_lash_la_CPPFLAGS = $(module_cppflags)
libweft_lash_la_LDFLAGS = $(module_ldflags)
libweft_lash_la_LIBADD = $(module_libs)
libweft_minhop_la_SOURCES = plugins/modules/minhop.cc
libweft_minhop_la_CPPFLAGS = $(module_cppflags)
libweft_minhop_la_LDFLAGS = $(module_ldflags)
libweft_minhop_la_LIBADD = $(module_libs)
libweft_multipath_la_SOURCES = plugins/modules/multipath.cc
libweft_multipath_la_CPPFLAGS = $(module_cppflags)
libweft_multipath_la_LDFLAGS = $(module_ldflags)
libweft_multipath_la_LIBADD = $(module_libs)
libweft_nue_la_SOURCES = plugins/modules/nue.cc
libweft_nue_la_CPPFLAGS = $(module_cppflags)
libweft_nue_la_LDFLAGS = $(module_ldflags)
libweft_nue_la_LIBADD = $(module_libs)
libweft_pqft_la_SOURCES = plugins/modules/pqft.cc
libweft_pqft_la_CPPFLAGS = $(module_cppflags)
libweft_pqft_la_LDFLAGS = $(module_ldflags)
libweft_pqft_la_LIBADD = $(module_libs)
libweft_sssp_la_SOURCES = plugins/modules/sssp.cc
libweft_sssp_la_CPPFLAGS = $(module_cppflags)
libweft_sssp_la_LDFLAGS = $(module_ldflags)
libweft_sssp_la_LIBADD = $(module_libs)
libweft_torus_2QoS_la_SOURCES = plugins/modules/torus_2qos.cc
libweft_torus_2QoS_la_CPPFLAGS = $(module_cppflags)
libweft_torus_2QoS_la_LDFLAGS = $(module_ldflags)
libweft_torus_2QoS_la_LIBADD = $(module_libs)
libweft_updn_la_SOURCES = plugins/modules/updn.cc
libweft_updn_la_CPPFLAGS = $(module_cppflags)
libweft_updn_la_LDFLAGS = $(module_ldflags)
libweft_updn_la_LIBADD = $(module_libs)

# Libtool links them anew as they are installed, against the installed libraries. Named by variables:
# rules that automake recognises would replace its own.
relinked_modules = install-moduleLTLIBRARIES
relinked_programs = install-binPROGRAMS
$(relinked_modules) $(relinked_programs): install-pkglibLTLIBRARIES
