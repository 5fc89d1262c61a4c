bin_PROGRAMS += weft
weft_SOURCES = \
  tools/weft/check.cc \
  tools/weft/commands.h \
  tools/weft/diff.cc \
  tools/weft/diff_report.cc \
  tools/weft/diff_report.h \
  tools/weft/generate.cc \
  tools/weft/live.cc \
  tools/weft/live.h \
  tools/weft/load.cc \
  tools/weft/load.h \
  tools/weft/main.cc \
  tools/weft/pattern.cc \
  tools/weft/pattern.h \
  tools/weft/report.cc \
  tools/weft/report.h \
  tools/weft/policy.cc \
  tools/weft/policy_report.cc \
  tools/weft/policy_report.h \
  tools/weft/route.cc \
  tools/weft/settings.cc \
  tools/weft/settings.h \
  tools/weft/stored_routing.cc \
  tools/weft/stored_routing.h
weft_CPPFLAGS = -DVERSION=\"$(PACKAGE_VERSION)\" $(AM_CPPFLAGS) $(CLI11_CFLAGS)
weft_LDADD = libweft-engines.la libweft-core.la $(FMT_LIBS) $(XXHASH_LIBS)
