// Reads a plan in any supported format.
#ifndef WEFT_PLAN_PLAN_READER_H_
#define WEFT_PLAN_PLAN_READER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

// Size limit in a daemon; the plan of a subnet of 49,151 end ports has 5 MB.
inline constexpr std::size_t kLargestPlan = std::size_t{256} << 20;

// Further input of a plan.
struct PlanFiles {
  std::string system_types;  // the folder of .ibnl files; empty: that of usual_system_types()
  // Lines «NAME = OTHER NAME», with ranges in brackets: NAME in the plan is OTHER NAME in the
  // fabric.
  std::string names;
  std::string names_source;  // prefix of messages about these lines
};

// Recognises the format by its content: an earlier file of a fabric (fabric_reader.h); .topo; comma
// separated values, including topo_config_file (cable_list.h); a line of weft generate, «xgft
// --down 18,36 --up 18», followed by lines as in PlanFiles::names. The text may be gzipped, begin
// with a byte order mark, or be in UTF-16. Each ignored part adds a sentence to `warnings`. Throws
// BadInput with source, line and reason.
PlannedFabric parse_plan(std::string_view text, const std::string& source, const Fabric& there,
                         const PlanFiles& files, std::vector<std::string>& warnings);

// True for a line of weft generate.
bool is_generator_line(std::string_view line);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_READER_H_
