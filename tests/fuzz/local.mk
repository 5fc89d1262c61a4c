# The fuzzers' corpora are read by the unit tests in every build. The fuzzers themselves need
# ./configure CXX=clang++ --enable-fuzzers, and run with "make check-fuzz FUZZ_SECONDS=60".
EXTRA_DIST += tests/data tests/fuzz/corpus

FUZZ_SECONDS = 60

if FUZZERS
EXTRA_LTLIBRARIES += libfuzz-targets.la
libfuzz_targets_la_SOURCES = tests/fuzz/targets.cc tests/fuzz/targets.h
fuzz_ldflags = -fsanitize=fuzzer
fuzz_libs = libfuzz-targets.la libweft-core.la $(FMT_LIBS)

fuzzers = fabric-reader-fuzz table-reader-fuzz stored-tables-fuzz stored-hops-fuzz far-reader-fuzz mcfdb-reader-fuzz plan-reader-fuzz system-types-fuzz \
  counter-reader-fuzz lane-reader-fuzz \
  node-map-fuzz rank-order-fuzz port-groups-fuzz chain-policy-fuzz option-overlay-fuzz state-fuzz torus-conf-fuzz
EXTRA_PROGRAMS += $(fuzzers)
CLEANFILES += $(fuzzers)
fabric_reader_fuzz_SOURCES = tests/fuzz/fabric_reader_fuzz.cc
fabric_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
fabric_reader_fuzz_LDADD = $(fuzz_libs)
table_reader_fuzz_SOURCES = tests/fuzz/table_reader_fuzz.cc
table_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
table_reader_fuzz_LDADD = $(fuzz_libs)
stored_tables_fuzz_SOURCES = tests/fuzz/stored_tables_fuzz.cc
stored_tables_fuzz_LDFLAGS = $(fuzz_ldflags)
stored_tables_fuzz_LDADD = $(fuzz_libs)
stored_hops_fuzz_SOURCES = tests/fuzz/stored_hops_fuzz.cc
stored_hops_fuzz_LDFLAGS = $(fuzz_ldflags)
stored_hops_fuzz_LDADD = $(fuzz_libs)
far_reader_fuzz_SOURCES = tests/fuzz/far_reader_fuzz.cc
far_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
far_reader_fuzz_LDADD = $(fuzz_libs)
mcfdb_reader_fuzz_SOURCES = tests/fuzz/mcfdb_reader_fuzz.cc
mcfdb_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
mcfdb_reader_fuzz_LDADD = $(fuzz_libs)
plan_reader_fuzz_SOURCES = tests/fuzz/plan_reader_fuzz.cc
plan_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
plan_reader_fuzz_LDADD = $(fuzz_libs)
system_types_fuzz_SOURCES = tests/fuzz/system_types_fuzz.cc
system_types_fuzz_LDFLAGS = $(fuzz_ldflags)
system_types_fuzz_LDADD = $(fuzz_libs)
counter_reader_fuzz_SOURCES = tests/fuzz/counter_reader_fuzz.cc
counter_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
counter_reader_fuzz_LDADD = $(fuzz_libs)
lane_reader_fuzz_SOURCES = tests/fuzz/lane_reader_fuzz.cc
lane_reader_fuzz_LDFLAGS = $(fuzz_ldflags)
lane_reader_fuzz_LDADD = $(fuzz_libs)
node_map_fuzz_SOURCES = tests/fuzz/node_map_fuzz.cc
node_map_fuzz_LDFLAGS = $(fuzz_ldflags)
node_map_fuzz_LDADD = $(fuzz_libs)
rank_order_fuzz_SOURCES = tests/fuzz/rank_order_fuzz.cc
rank_order_fuzz_LDFLAGS = $(fuzz_ldflags)
rank_order_fuzz_LDADD = $(fuzz_libs)
port_groups_fuzz_SOURCES = tests/fuzz/port_groups_fuzz.cc
port_groups_fuzz_LDFLAGS = $(fuzz_ldflags)
port_groups_fuzz_LDADD = $(fuzz_libs)
chain_policy_fuzz_SOURCES = tests/fuzz/chain_policy_fuzz.cc
chain_policy_fuzz_LDFLAGS = $(fuzz_ldflags)
chain_policy_fuzz_LDADD = $(fuzz_libs)
option_overlay_fuzz_SOURCES = tests/fuzz/option_overlay_fuzz.cc
option_overlay_fuzz_LDFLAGS = $(fuzz_ldflags)
option_overlay_fuzz_LDADD = $(fuzz_libs)
state_fuzz_SOURCES = tests/fuzz/state_fuzz.cc
state_fuzz_LDFLAGS = $(fuzz_ldflags)
state_fuzz_LDADD = $(fuzz_libs)
torus_conf_fuzz_SOURCES = tests/fuzz/torus_conf_fuzz.cc
torus_conf_fuzz_LDFLAGS = $(fuzz_ldflags)
torus_conf_fuzz_LDADD = $(fuzz_libs)

# New inputs gather in fuzz-work of the build directory; a finding stays there as NAME-crash-...
check-fuzz: $(fuzzers)
	@set -e; for fuzzer in $(fuzzers); do \
	  corpus=`echo $$fuzzer | sed 's/-fuzz$$//' | tr - _`; \
	  mkdir -p fuzz-work/$$corpus; \
	  echo "$$fuzzer: $(FUZZ_SECONDS) s"; \
	  ./$$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=10 \
	    -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=fuzz-work/$$fuzzer- \
	    fuzz-work/$$corpus $(srcdir)/tests/fuzz/corpus/$$corpus; \
	done
else
check-fuzz:
	@echo "configure with CXX=clang++ --enable-fuzzers to build the fuzzers"; exit 1
endif

clean-local: clean-fuzz
clean-fuzz:
	rm -rf fuzz-work

.PHONY: check-fuzz clean-fuzz
