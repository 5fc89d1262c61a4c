# The fuzzers' corpora are read by the unit tests in every build. The fuzzers themselves need
# ./configure CXX=clang++ --enable-fuzzers, and run with "make check-fuzz FUZZ_SECONDS=60".
unit_test_sources += \
  tests/fuzz/targets.cc \
  tests/fuzz/targets.h \
  tests/unit/fuzz_corpus_test.cc
property_test_sources += \
  tests/fuzz/targets.cc \
  tests/fuzz/targets.h \
  tests/properties/fuzz_property_test.cc
EXTRA_DIST += tests/data tests/fuzz/corpus

FUZZ_SECONDS = 60

if FUZZERS
fuzz_flags = -fsanitize=address,undefined -fno-sanitize-recover=undefined

EXTRA_LTLIBRARIES += libfuzzed.la
libfuzzed_la_SOURCES = \
  common/base/file.cc \
  common/base/regular_file.cc \
  common/base/text.cc \
  common/base/workers.cc \
  common/fabric/builder.cc \
  common/fabric/fabric.cc \
  common/fabric/guid_index.cc \
  common/fabric/readers/fabric_reader.cc \
  common/fabric/readers/ibnetdiscover.cc \
  common/fabric/readers/link_text.cc \
  common/fabric/readers/subnet_list.cc \
  common/graph/distances.cc \
  common/graph/next_hops.cc \
  common/graph/switch_graph.cc \
  common/graph/tree_shape.cc \
  common/graph/up_down.cc \
  common/policy/chain_policy.cc \
  common/policy/group_rules.cc \
  common/policy/option_overlay.cc \
  common/policy/pattern_matches.cc \
  common/policy/policy_text.cc \
  common/policy/port_groups.cc \
  common/policy/port_sets.cc \
  common/routing/conf_lines.cc \
  common/routing/hop_sections.cc \
  common/routing/lane_plan.cc \
  common/routing/lid_guids.cc \
  common/routing/node_map.cc \
  common/routing/option_files.cc \
  common/routing/options.cc \
  common/routing/range_lines.cc \
  common/routing/resolve_hops.cc \
  common/routing/resolve_tables.cc \
  common/routing/stored_hops.cc \
  common/routing/stored_lids.cc \
  common/routing/stored_sections.cc \
  common/routing/stored_tables.cc \
  common/routing/table_reader.cc \
  common/routing/tables.cc \
  common/verify/lane_readers.cc \
  common/verify/rank_order.cc \
  tests/fuzz/targets.cc
libfuzzed_la_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer-no-link
libfuzzed_la_LIBADD = $(FMT_LIBS) $(XXHASH_LIBS) $(RE2_LIBS) -lpthread

EXTRA_PROGRAMS += fabric-reader-fuzz table-reader-fuzz stored-tables-fuzz stored-hops-fuzz \
  lane-reader-fuzz node-map-fuzz rank-order-fuzz port-groups-fuzz \
  chain-policy-fuzz option-overlay-fuzz
fabric_reader_fuzz_SOURCES = tests/fuzz/fabric_reader_fuzz.cc
fabric_reader_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
fabric_reader_fuzz_LDADD = libfuzzed.la
table_reader_fuzz_SOURCES = tests/fuzz/table_reader_fuzz.cc
table_reader_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
table_reader_fuzz_LDADD = libfuzzed.la
stored_tables_fuzz_SOURCES = tests/fuzz/stored_tables_fuzz.cc
stored_tables_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
stored_tables_fuzz_LDADD = libfuzzed.la
stored_hops_fuzz_SOURCES = tests/fuzz/stored_hops_fuzz.cc
stored_hops_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
stored_hops_fuzz_LDADD = libfuzzed.la
lane_reader_fuzz_SOURCES = tests/fuzz/lane_reader_fuzz.cc
lane_reader_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
lane_reader_fuzz_LDADD = libfuzzed.la
node_map_fuzz_SOURCES = tests/fuzz/node_map_fuzz.cc
node_map_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
node_map_fuzz_LDADD = libfuzzed.la
rank_order_fuzz_SOURCES = tests/fuzz/rank_order_fuzz.cc
rank_order_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
rank_order_fuzz_LDADD = libfuzzed.la
port_groups_fuzz_SOURCES = tests/fuzz/port_groups_fuzz.cc
port_groups_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
port_groups_fuzz_LDADD = libfuzzed.la
chain_policy_fuzz_SOURCES = tests/fuzz/chain_policy_fuzz.cc
chain_policy_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
chain_policy_fuzz_LDADD = libfuzzed.la
option_overlay_fuzz_SOURCES = tests/fuzz/option_overlay_fuzz.cc
option_overlay_fuzz_CXXFLAGS = $(WEFT_WARNINGS) $(fuzz_flags) -fsanitize=fuzzer
option_overlay_fuzz_LDADD = libfuzzed.la

# New inputs gather in fuzz-work of the build directory; a finding stays there as NAME-crash-...
fuzzers = fabric-reader table-reader stored-tables stored-hops lane-reader node-map rank-order \
  port-groups chain-policy option-overlay
check-fuzz: fabric-reader-fuzz$(EXEEXT) table-reader-fuzz$(EXEEXT) stored-tables-fuzz$(EXEEXT) \
  stored-hops-fuzz$(EXEEXT) lane-reader-fuzz$(EXEEXT) node-map-fuzz$(EXEEXT) rank-order-fuzz$(EXEEXT) \
  port-groups-fuzz$(EXEEXT) chain-policy-fuzz$(EXEEXT) option-overlay-fuzz$(EXEEXT)
	@set -e; for name in $(fuzzers); do \
	  corpus=`echo $$name | tr - _`; \
	  mkdir -p fuzz-work/$$corpus; \
	  echo "$$name-fuzz: $(FUZZ_SECONDS) s"; \
	  ./$$name-fuzz$(EXEEXT) -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	    -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=fuzz-work/$$name- \
	    fuzz-work/$$corpus $(srcdir)/tests/fuzz/corpus/$$corpus; \
	done
else
check-fuzz:
	@echo "configure with CXX=clang++ --enable-fuzzers to build the fuzzers"; exit 1
endif

CLEANFILES += fabric-reader-fuzz$(EXEEXT) table-reader-fuzz$(EXEEXT) \
  stored-tables-fuzz$(EXEEXT) stored-hops-fuzz$(EXEEXT) lane-reader-fuzz$(EXEEXT) \
  node-map-fuzz$(EXEEXT) rank-order-fuzz$(EXEEXT) port-groups-fuzz$(EXEEXT) \
  chain-policy-fuzz$(EXEEXT) option-overlay-fuzz$(EXEEXT)

clean-local: clean-fuzz
clean-fuzz:
	rm -rf fuzz-work

.PHONY: check-fuzz clean-fuzz
