// Parses the values of a generator's options.
// Tested by tests/common/fabric/generators/catalog_test.cc.
#ifndef WEFT_FABRIC_GENERATORS_OPTIONS_H_
#define WEFT_FABRIC_GENERATORS_OPTIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/generators/catalog.h"
#include "common/fabric/generators/irregular.h"

namespace weft {

class GeneratorOptions {
 public:
  // Throws BadInput for options that the topology does not have, and for missing required options.
  // Both arguments must outlive this object.
  GeneratorOptions(const TopologyInfo& topology, const std::map<std::string, std::string>& values);

  // Each function throws BadInput with option and value if the value is invalid. An option that is
  // not given has the catalogue's default. is_given() also accepts options of other topologies.
  bool is_given(std::string_view name) const { return !text(name).empty(); }
  unsigned number(std::string_view name) const;  // at most 1,000,000
  std::vector<unsigned> numbers(
      std::string_view name) const;  // «4,4,8»; none if there is no default
  std::uint64_t seed(std::string_view name) const;
  Amount amount(std::string_view name) const;            // «12» or «2.5%»
  Aggregation aggregation(std::string_view name) const;  // «all», «leaf» or «30%»
  bool yes(std::string_view name) const;                 // «yes» or «no»
  LinkAttributes link(std::string_view name) const;      // «4xQDR», «EDR»; width 4 if not given

 private:
  const std::string& text(std::string_view name) const;  // empty: not given

  std::map<std::string, std::string, std::less<>> values_;  // of all options, including defaults
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_OPTIONS_H_
