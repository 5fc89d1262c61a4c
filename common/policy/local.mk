libweft_core_la_SOURCES += \
  common/policy/chain_policy.cc \
  common/policy/chain_policy.h \
  common/policy/group_rules.cc \
  common/policy/group_rules.h \
  common/policy/node_pattern.h \
  common/policy/option_overlay.cc \
  common/policy/option_overlay.h \
  common/policy/pattern_matches.cc \
  common/policy/pattern_matches.h \
  common/policy/policy_files.cc \
  common/policy/policy_files.h \
  common/policy/policy_text.cc \
  common/policy/policy_text.h \
  common/policy/port_groups.cc \
  common/policy/port_groups.h \
  common/policy/port_sets.cc \
  common/policy/port_sets.h
unit_test_sources += \
  tests/unit/chain_policy_test.cc \
  tests/unit/option_overlay_test.cc \
  tests/unit/policy_files_test.cc \
  tests/unit/policy_text_test.cc \
  tests/unit/port_groups_test.cc \
  tests/unit/port_sets_test.cc
property_test_sources += \
  tests/properties/port_sets_property_test.cc
