libweft_core_la_SOURCES += \
  common/base/file.cc \
  common/base/file.h \
  common/base/text.cc \
  common/base/text.h \
  common/fabric/builder.cc \
  common/fabric/builder.h \
  common/fabric/fabric.cc \
  common/fabric/fabric.h \
  common/fabric/guid_index.cc \
  common/fabric/guid_index.h \
  common/fabric/readers/fabric_reader.cc \
  common/fabric/readers/fabric_reader.h \
  common/fabric/readers/ibnetdiscover.cc \
  common/fabric/readers/ibnetdiscover.h \
  common/fabric/readers/link_text.cc \
  common/fabric/readers/link_text.h \
  common/fabric/readers/port_budget.h \
  common/fabric/readers/subnet_list.cc \
  common/fabric/readers/subnet_list.h \
  common/fabric/writers/fabric_writer.h \
  common/fabric/writers/ibsim_net.cc \
  common/fabric/writers/safe_name.cc \
  common/fabric/writers/safe_name.h \
  common/fabric/writers/subnet_list.cc \
  common/routing/table_reader.cc \
  common/routing/table_reader.h \
  common/routing/table_writer.cc \
  common/routing/table_writer.h \
  common/verify/lane_readers.cc \
  common/verify/lane_readers.h
unit_test_sources += \
  tests/unit/builder_test.cc \
  tests/unit/fabric_reader_test.cc \
  tests/unit/fabric_text.h \
  tests/unit/fabric_writer_test.cc \
  tests/unit/file_test.cc \
  tests/unit/lane_readers_test.cc \
  tests/unit/subnet_list_test.cc \
  tests/unit/table_files_test.cc \
  tests/unit/text_test.cc
