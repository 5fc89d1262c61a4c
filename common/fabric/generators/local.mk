libweft_core_la_SOURCES += \
  common/fabric/generators/blueprint.cc \
  common/fabric/generators/blueprint.h \
  common/fabric/generators/catalog.cc \
  common/fabric/generators/catalog.h \
  common/fabric/generators/coordinates.cc \
  common/fabric/generators/coordinates.h \
  common/fabric/generators/disjoint_sets.h \
  common/fabric/generators/dragonfly.cc \
  common/fabric/generators/drawing.cc \
  common/fabric/generators/drawing.h \
  common/fabric/generators/failures.cc \
  common/fabric/generators/generators.h \
  common/fabric/generators/grid.cc \
  common/fabric/generators/hypercube.cc \
  common/fabric/generators/hyperx.cc \
  common/fabric/generators/islands.cc \
  common/fabric/generators/irregular.cc \
  common/fabric/generators/irregular.h \
  common/fabric/generators/kautz.cc \
  common/fabric/generators/options.cc \
  common/fabric/generators/options.h \
  common/fabric/generators/random_regular.cc \
  common/fabric/generators/xgft.cc
unit_test_sources += \
  tests/support/fabric_facts.cc \
  tests/support/fabric_facts.h \
  tests/support/random_fabric.cc \
  tests/support/random_fabric.h \
  tests/unit/generators_catalog_test.cc \
  tests/unit/generators_irregular_test.cc \
  tests/unit/generators_test.cc
property_test_sources += \
  tests/support/fabric_facts.cc \
  tests/support/fabric_facts.h \
  tests/support/random_fabric.cc \
  tests/support/random_fabric.h \
  tests/properties/generators_property_test.cc
