# Engines, each a convenience library: linked into its own module, into libweft.so and into the tool.
noinst_LTLIBRARIES += libchain.la libdfsssp.la libdnup.la libdor.la libfile.la libftree.la \
  liblash.la libminhop.la libnue.la libpqft.la libsssp.la libupdn.la libengines.la
libchain_la_SOURCES = \
  plugins/chain/chain.cc \
  plugins/chain/chain.h \
  plugins/chain/step_lanes.cc \
  plugins/chain/step_lanes.h \
  plugins/chain/step_options.cc \
  plugins/chain/step_options.h
libchain_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libdfsssp_la_SOURCES = plugins/dfsssp/dfsssp.cc plugins/dfsssp/dfsssp.h
libdfsssp_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libdnup_la_SOURCES = plugins/dnup/dnup.cc plugins/dnup/dnup.h
libdnup_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libdor_la_SOURCES = plugins/dor/dor.cc plugins/dor/dor.h
libdor_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libfile_la_SOURCES = plugins/file/file.cc plugins/file/file.h
libfile_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libftree_la_SOURCES = plugins/ftree/ftree.cc plugins/ftree/ftree.h
libftree_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
liblash_la_SOURCES = plugins/lash/lash.cc plugins/lash/lash.h
liblash_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libminhop_la_SOURCES = plugins/minhop/minhop.cc plugins/minhop/minhop.h
libminhop_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libnue_la_SOURCES = \
  plugins/nue/destination_search.cc \
  plugins/nue/destination_search.h \
  plugins/nue/direction.cc \
  plugins/nue/direction.h \
  plugins/nue/direction_choice.cc \
  plugins/nue/direction_choice.h \
  plugins/nue/nue.cc \
  plugins/nue/nue.h
libnue_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libpqft_la_SOURCES = plugins/pqft/pqft.cc plugins/pqft/pqft.h
libpqft_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libsssp_la_SOURCES = plugins/sssp/sssp.cc plugins/sssp/sssp.h
libsssp_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libupdn_la_SOURCES = plugins/updn/updn.cc plugins/updn/updn.h
libupdn_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden

# The table of all engines, with the engines.
libengines_la_SOURCES = plugins/weft/engines.cc plugins/weft/engines.h
libengines_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libengines_la_LIBADD = libchain.la libdfsssp.la libdnup.la libdor.la libfile.la libftree.la \
  liblash.la libminhop.la libnue.la libpqft.la libsssp.la libupdn.la

# The bridge to OpenSM, the same in every module.
noinst_LTLIBRARIES += libbridge.la
libbridge_la_SOURCES = \
  plugins/opensm/guarded.h \
  plugins/opensm/guid_table.h \
  plugins/opensm/hops.cc \
  plugins/opensm/hops.h \
  plugins/opensm/lanes.cc \
  plugins/opensm/lanes.h \
  plugins/opensm/link_attributes.cc \
  plugins/opensm/link_attributes.h \
  plugins/opensm/log.cc \
  plugins/opensm/log.h \
  plugins/opensm/module.h \
  plugins/opensm/multicast.cc \
  plugins/opensm/multicast.h \
  plugins/opensm/opensm.h \
  plugins/opensm/options.cc \
  plugins/opensm/options.h \
  plugins/opensm/plugin.cc \
  plugins/opensm/plugin.h \
  plugins/opensm/routing_engine.cc \
  plugins/opensm/routing_engine.h \
  plugins/opensm/snapshot.cc \
  plugins/opensm/snapshot.h \
  plugins/opensm/stock_options.cc \
  plugins/opensm/stock_options.h \
  plugins/opensm/stored_files.cc \
  plugins/opensm/stored_files.h
libbridge_la_CPPFLAGS = $(AM_CPPFLAGS) $(OPENSM_CFLAGS)
libbridge_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden

# The modules that opensm loads. Symbols that are missing must fail the load instead of killing opensm
# later (now); a module whose code a thread may still run must not be unmapped (nodelete). opensm exports
# generic names itself, so a module exports nothing but what opensm looks up.
module_ldflags = -module -avoid-version -shared -Wl,-z,now -Wl,-z,nodelete \
  -Wl,--version-script=$(srcdir)/plugins/opensm/exports.map
EXTRA_DIST += plugins/opensm/exports.map
module_libs = libbridge.la libweft-core.la $(OPENSM_LIBS) $(FMT_LIBS)

moduledir = $(libdir)
module_LTLIBRARIES = libweft.la libweft-chain.la libweft-dfsssp.la libweft-dnup.la libweft-dor.la libweft-file.la \
  libweft-ftree.la libweft-lash.la libweft-minhop.la libweft-nue.la libweft-pqft.la \
  libweft-sssp.la libweft-updn.la
# Libtool links them anew as they are installed, against the installed libweft-core. Named by variables:
# rules that automake recognises would replace its own.
relinked_modules = install-moduleLTLIBRARIES
relinked_programs = install-binPROGRAMS
$(relinked_modules) $(relinked_programs): install-pkglibLTLIBRARIES
libweft_la_SOURCES = plugins/weft/module.cc
libweft_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_la_LDFLAGS = $(module_ldflags)
libweft_la_LIBADD = libengines.la $(module_libs)
EXTRA_libweft_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_chain_la_SOURCES = plugins/chain/module.cc
libweft_chain_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_chain_la_LDFLAGS = $(module_ldflags)
libweft_chain_la_LIBADD = libengines.la $(module_libs)
EXTRA_libweft_chain_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_dfsssp_la_SOURCES = plugins/dfsssp/module.cc
libweft_dfsssp_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_dfsssp_la_LDFLAGS = $(module_ldflags)
libweft_dfsssp_la_LIBADD = libdfsssp.la $(module_libs)
EXTRA_libweft_dfsssp_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_dnup_la_SOURCES = plugins/dnup/module.cc
libweft_dnup_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_dnup_la_LDFLAGS = $(module_ldflags)
libweft_dnup_la_LIBADD = libdnup.la $(module_libs)
EXTRA_libweft_dnup_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_dor_la_SOURCES = plugins/dor/module.cc
libweft_dor_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_dor_la_LDFLAGS = $(module_ldflags)
libweft_dor_la_LIBADD = libdor.la $(module_libs)
EXTRA_libweft_dor_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_file_la_SOURCES = plugins/file/module.cc
libweft_file_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_file_la_LDFLAGS = $(module_ldflags)
libweft_file_la_LIBADD = libfile.la $(module_libs)
EXTRA_libweft_file_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_ftree_la_SOURCES = plugins/ftree/module.cc
libweft_ftree_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_ftree_la_LDFLAGS = $(module_ldflags)
libweft_ftree_la_LIBADD = libftree.la $(module_libs)
EXTRA_libweft_ftree_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_lash_la_SOURCES = plugins/lash/module.cc
libweft_lash_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_lash_la_LDFLAGS = $(module_ldflags)
libweft_lash_la_LIBADD = liblash.la $(module_libs)
EXTRA_libweft_lash_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_minhop_la_SOURCES = plugins/minhop/module.cc
libweft_minhop_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_minhop_la_LDFLAGS = $(module_ldflags)
libweft_minhop_la_LIBADD = libminhop.la $(module_libs)
EXTRA_libweft_minhop_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_nue_la_SOURCES = plugins/nue/module.cc
libweft_nue_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_nue_la_LDFLAGS = $(module_ldflags)
libweft_nue_la_LIBADD = libnue.la $(module_libs)
EXTRA_libweft_nue_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_pqft_la_SOURCES = plugins/pqft/module.cc
libweft_pqft_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_pqft_la_LDFLAGS = $(module_ldflags)
libweft_pqft_la_LIBADD = libpqft.la $(module_libs)
EXTRA_libweft_pqft_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_sssp_la_SOURCES = plugins/sssp/module.cc
libweft_sssp_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_sssp_la_LDFLAGS = $(module_ldflags)
libweft_sssp_la_LIBADD = libsssp.la $(module_libs)
EXTRA_libweft_sssp_la_DEPENDENCIES = plugins/opensm/exports.map

libweft_updn_la_SOURCES = plugins/updn/module.cc
libweft_updn_la_CXXFLAGS = $(AM_CXXFLAGS) -fvisibility=hidden
libweft_updn_la_LDFLAGS = $(module_ldflags)
libweft_updn_la_LIBADD = libupdn.la $(module_libs)
EXTRA_libweft_updn_la_DEPENDENCIES = plugins/opensm/exports.map

# For the end-to-end tests; see its head comment.
check_LTLIBRARIES += libfailing-calls.la
libfailing_calls_la_SOURCES = tests/support/failing_calls.cc
libfailing_calls_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere

unit_test_sources += \
  plugins/opensm/lanes.cc \
  plugins/opensm/lanes.h \
  plugins/opensm/options.cc \
  plugins/opensm/options.h \
  tests/unit/opensm_lanes_test.cc \
  tests/unit/opensm_options_test.cc
