libweft_core_la_SOURCES += \
  common/verify/column_tile.cc \
  common/verify/column_tile.h \
  common/verify/column_walk.cc \
  common/verify/column_walk.h \
  common/verify/dependencies.cc \
  common/verify/dependencies.h \
  common/verify/destinations.cc \
  common/verify/destinations.h \
  common/verify/fabric_index.cc \
  common/verify/fabric_index.h \
  common/verify/findings.cc \
  common/verify/findings.h \
  common/verify/lane_check.cc \
  common/verify/lane_check.h \
  common/verify/lane_map.cc \
  common/verify/lane_map.h \
  common/verify/lane_walk.cc \
  common/verify/lane_walk.h \
  common/verify/least_load.cc \
  common/verify/least_load.h \
  common/verify/measure.cc \
  common/verify/multicast_turns.cc \
  common/verify/multicast_turns.h \
  common/verify/path_walk.h \
  common/verify/patterns.cc \
  common/verify/patterns.h \
  common/verify/phases.cc \
  common/verify/phases.h \
  common/verify/rank_order.cc \
  common/verify/rank_order.h \
  common/verify/shift_loads.cc \
  common/verify/shift_loads.h \
  common/verify/sl2vl.h \
  common/verify/straight_walk.cc \
  common/verify/straight_walk.h \
  common/verify/up_down_scan.cc \
  common/verify/up_down_scan.h \
  common/verify/verify.cc \
  common/verify/verify.h
unit_test_sources += \
  tests/support/sketch.h \
  tests/unit/patterns_test.cc \
  tests/unit/rank_order_test.cc \
  tests/unit/verify_lanes_test.cc \
  tests/unit/verify_test.cc
property_test_sources += \
  tests/properties/patterns_property_test.cc \
  tests/properties/verify_property_test.cc \
  tests/support/random_routing.cc \
  tests/support/random_routing.h \
  tests/support/slow_verify.cc \
  tests/support/slow_verify.h
