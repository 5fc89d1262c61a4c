# libweft-core.so: everything below the bridge to OpenSM. It has no stable ABI and lives in a private
# directory.
pkglib_LTLIBRARIES += libweft-core.la
libweft_core_la_SOURCES = \
  common/base/error.h \
  common/base/random.h \
  common/base/types.h \
  common/base/warnings.h \
  common/base/workers.cc \
  common/base/workers.h \
  common/graph/bit_search.h \
  common/graph/distances.cc \
  common/graph/distances.h \
  common/graph/next_hops.cc \
  common/graph/next_hops.h \
  common/graph/pieces.cc \
  common/graph/pieces.h \
  common/graph/switch_graph.cc \
  common/graph/switch_graph.h \
  common/graph/tree_roots.cc \
  common/graph/tree_roots.h \
  common/graph/turns.cc \
  common/graph/turns.h \
  common/graph/up_down.cc \
  common/graph/up_down.h \
  common/routing/balance.cc \
  common/routing/balance.h \
  common/routing/balance_by_switch.cc \
  common/routing/balance_over_fabric.cc \
  common/routing/deal_row.cc \
  common/routing/deal_row.h \
  common/routing/destination_batches.cc \
  common/routing/destination_batches.h \
  common/routing/lane_plan.cc \
  common/routing/lane_plan.h \
  common/routing/missing_routes.cc \
  common/routing/missing_routes.h \
  common/routing/multicast_plan.cc \
  common/routing/multicast_plan.h \
  common/routing/node_map.cc \
  common/routing/node_map.h \
  common/routing/option_files.cc \
  common/routing/option_files.h \
  common/routing/options.cc \
  common/routing/options.h \
  common/routing/path_adder.cc \
  common/routing/path_adder.h \
  common/routing/path_bits.cc \
  common/routing/path_bits.h \
  common/routing/port_settings.cc \
  common/routing/port_settings.h \
  common/routing/roots_dump.cc \
  common/routing/roots_dump.h \
  common/routing/routing.h \
  common/routing/shortest_paths.cc \
  common/routing/shortest_paths.h \
  common/routing/switch_lids.cc \
  common/routing/switch_lids.h \
  common/routing/tables.cc \
  common/routing/tables.h \
  common/routing/targets.cc \
  common/routing/targets.h \
  common/routing/up_down_routing.cc \
  common/routing/up_down_routing.h \
  common/session/session.cc \
  common/session/session.h
libweft_core_la_LDFLAGS = -avoid-version
libweft_core_la_LIBADD = $(FMT_LIBS) $(XXHASH_LIBS) -lpthread
unit_test_sources += \
  tests/unit/multicast_plan_test.cc \
  tests/unit/option_files_test.cc \
  tests/unit/pieces_test.cc \
  tests/unit/port_settings_test.cc \
  tests/unit/session_test.cc \
  tests/unit/switch_graph_test.cc \
  tests/unit/tree_roots_test.cc \
  tests/unit/turns_test.cc \
  tests/unit/up_down_test.cc \
  tests/unit/workers_test.cc
