unit_test_sources += \
  tests/support/ascending_paths.h \
  tests/support/lane_routing.cc \
  tests/support/lane_routing.h \
  tests/support/odd_fabrics.h \
  tests/support/slow_minhop.cc \
  tests/support/slow_minhop.h \
  tests/unit/acyclic_turns_test.cc \
  tests/unit/balance_by_switch_test.cc \
  tests/unit/balance_over_fabric_test.cc \
  tests/unit/chain_test.cc \
  tests/unit/dfsssp_test.cc \
  tests/unit/file_engine_test.cc \
  tests/unit/ftree_hostile_test.cc \
  tests/unit/ftree_trees_test.cc \
  tests/unit/ftree_options_test.cc \
  tests/unit/lash_test.cc \
  tests/unit/links_test.cc \
  tests/unit/minhop_test.cc \
  tests/unit/sssp_test.cc \
  tests/unit/tree_check_test.cc \
  tests/unit/nue_test.cc \
  tests/unit/pqft_test.cc \
  tests/unit/updn_test.cc
property_test_sources += \
  tests/properties/acyclic_turns_property_test.cc \
  tests/properties/balance_by_switch_property_test.cc \
  tests/properties/chain_property_test.cc \
  tests/properties/file_property_test.cc \
  tests/properties/ftree_property_test.cc \
  tests/properties/layers_property_test.cc \
  tests/properties/minhop_property_test.cc \
  tests/properties/nue_property_test.cc \
  tests/properties/product_labels_property_test.cc \
  tests/properties/tree_fit_property_test.cc \
  tests/properties/updown_property_test.cc \
  tests/support/ascending_paths.h \
  tests/support/lane_routing.cc \
  tests/support/lane_routing.h \
  tests/support/routed_tree.cc \
  tests/support/routed_tree.h \
  tests/support/slow_fat_tree.cc \
  tests/support/slow_fat_tree.h \
  tests/support/slow_minhop.cc \
  tests/support/slow_minhop.h \
  tests/support/slow_updown.cc \
  tests/support/slow_updown.h

if HAVE_GTEST
check_PROGRAMS += unit-tests property-tests
TESTS += unit-tests property-tests
endif
# Random cases of each property.
CASES = 500
AM_TESTS_ENVIRONMENT = RC_PARAMS="max_success=$(CASES)"; export RC_PARAMS;

# Long sweeps, and the fuzzers, which need clang, in a build of their own.
.PHONY: check-long
check-long:
	$(MAKE) $(AM_MAKEFLAGS) check CASES=20000
	$(MKDIR_P) build-fuzz
	cd build-fuzz && $(abs_srcdir)/configure CC=clang CXX=clang++ --enable-fuzzers
	$(MAKE) $(AM_MAKEFLAGS) -C build-fuzz check-fuzz

unit_tests_SOURCES = $(unit_test_sources)
unit_tests_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
unit_tests_LDADD = libengines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS)
property_tests_SOURCES = $(property_test_sources)
property_tests_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
property_tests_LDADD = libengines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS) -lrapidcheck
