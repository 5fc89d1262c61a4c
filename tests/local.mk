unit_test_sources += \
  tests/support/slow_minhop.cc \
  tests/support/slow_minhop.h \
  tests/unit/minhop_test.cc
property_test_sources += \
  tests/properties/minhop_property_test.cc \
  tests/support/slow_minhop.cc \
  tests/support/slow_minhop.h

if HAVE_GTEST
check_PROGRAMS += unit-tests property-tests
TESTS += unit-tests property-tests
endif
unit_tests_SOURCES = $(unit_test_sources)
unit_tests_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
unit_tests_LDADD = libengines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS)
property_tests_SOURCES = $(property_test_sources)
property_tests_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
property_tests_LDADD = libengines.la libweft-core.la $(GTEST_LIBS) $(FMT_LIBS) -lrapidcheck
