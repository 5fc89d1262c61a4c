# Built by "make bench" alone: by hand, or for bench/versus-opensm and bench/scaling. See doc/performance.md.
bench_programs = edge-floor lost-link memory-floor route-again year
bench_modules = libweft-versus.la

memory_floor_SOURCES = bench/memory_floor.cc
memory_floor_LDADD = libweft-core.la $(FMT_LIBS)

edge_floor_SOURCES = bench/edge_floor.cc bench/program.h
edge_floor_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
edge_floor_LDADD = $(command_libs)

route_again_SOURCES = bench/program.h bench/route_again.cc
route_again_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
route_again_LDADD = $(command_libs)

lost_link_SOURCES = \
  bench/find_lost_link.cc \
  bench/find_lost_link.h \
  bench/lost_link.cc \
  bench/program.h
lost_link_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
lost_link_LDADD = $(command_libs)

year_SOURCES = \
  bench/program.h \
  bench/year.cc \
  tests/support/living_fabric.cc \
  tests/support/living_fabric.h
year_CPPFLAGS = $(AM_CPPFLAGS) $(CLI11_CFLAGS)
year_LDADD = $(command_libs)

# Loaded by opensm beside libweft.so; looks for opensm's symbols when it is loaded.
libweft_versus_la_SOURCES = \
  bench/calibration.cc \
  bench/calibration.h \
  bench/child.cc \
  bench/child.h \
  bench/judge.cc \
  bench/judge.h \
  bench/resident_engine.cc \
  bench/resident_engine.h \
  bench/subnet.cc \
  bench/subnet.h \
  bench/table_file.cc \
  bench/table_file.h \
  bench/timed_engine.cc \
  bench/timed_engine.h \
  bench/versus_plugin.cc
libweft_versus_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CFLAGS)
libweft_versus_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_versus_la_LDFLAGS = $(module_ldflags) -rpath $(pkglibdir)
libweft_versus_la_LIBADD = libweft-core.la $(OPENSM_LIBS) $(FMT_LIBS) $(XXHASH_LIBS)

if HAVE_BENCHMARK
bench_programs += kernels
endif
kernels_SOURCES = bench/kernels.cc
kernels_CPPFLAGS = $(AM_CPPFLAGS) $(BENCHMARK_CFLAGS)
kernels_LDADD = libweft-engines.la libweft-core.la $(BENCHMARK_LIBS) $(FMT_LIBS)

EXTRA_PROGRAMS += edge-floor kernels lost-link memory-floor route-again year
EXTRA_LTLIBRARIES += libweft-versus.la
CLEANFILES += $(bench_programs) $(bench_modules)
EXTRA_DIST += bench/all-fabrics bench/built.py bench/choices bench/cut-link bench/degraded-trees bench/hot_spots.py bench/mutate-verifier bench/prove \
  bench/limits bench/line_chart.py bench/machine.py bench/opensm-memory bench/performance bench/restart \
  bench/readme-picture bench/report-pictures bench/same-routes bench/scaling bench/two-versions bench/versus-opensm


.PHONY: bench
bench: all $(bench_programs) $(bench_modules)
