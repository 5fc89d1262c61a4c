# Joins tests for a unity build: unity/unit-common-graph.cc is made of the unit tests in tests/common/graph, and
# unity/property-common.cc of the properties of all that is in common. Names in their unnamed namespaces would be
# the same in places, so each test is given a namespace of its own name.
#
#   awk -v top=SOURCES/ -v into=FOLDER -f tests/unity.awk SOURCES/tests/common/graph/links_test.cc ...

FNR == 1 {
  folder = substr(FILENAME, length(top) + length("tests/") + 1)
  test = folder
  sub(".*/", "", test)
  sub("[.]cc$", "", test)
  sub("/[^/]*$", "", folder)
  property = test ~ /_property_test$/
  if (property) sub("/.*", "", folder)
  gsub("/", "-", folder)
  joined = into "/" (property ? "property-" : "unit-") folder ".cc"
  print "#line 1 \"" FILENAME "\"" >joined
}
/^namespace \{$/ { $0 = "namespace " test " {" }
{ print >joined }
